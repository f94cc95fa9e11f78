//! The keys of requests that are no questions: approvals and forms.

use super::{Bindings, Command, Hint, Key, Place, Situation};

impl Situation<'_> {
    /// The keys on the card of an approval: no digit, no letter and no Enter but that of a button decides anything.
    pub(super) fn add_keys_of_card(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        match self.place {
            Place::Bar => {}
            place if place.is_text() && self.dialog.read_only => {
                bindings.add(Key::Escape, Command::Minimize, Some(Hint::Minimize));
            }
            Place::NoteField => bindings.add(Key::Escape, Command::LeaveNote, Some(Hint::LeaveField)),
            Place::OtherField => bindings.add(Key::Escape, Command::Focus(Place::Title), Some(Hint::LeaveField)),
            Place::Title
            | Place::Option(_)
            | Place::Other
            | Place::Field(_)
            | Place::FieldText(_)
            | Place::Step(_)
            | Place::Button
            | Place::Scroller => {
                bindings.add(Key::Escape, Command::Minimize, Some(Hint::Minimize));
                if has_shortcuts {
                    bindings.add(Key::N, Command::WriteNote, Some(Hint::Message));
                }
            }
        }
    }

    /// The keys of a form: every digit and letter is text somewhere on the page, so none is a command, and Enter works on the
    /// focused button only. The arrow keys are the browser's.
    pub(super) fn add_keys_of_form(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        if self.place == Place::Bar {
            return bindings.add_without_hint(Key::Escape, Command::Cancel);
        }
        if has_shortcuts {
            let can_accept = self.dialog.ask.request.is_acceptable();
            bindings.add(Key::CommandEnter, Command::Send, can_accept.then_some(Hint::SendAll));
        }
        match self.place {
            Place::FieldText(field) if !self.dialog.read_only => {
                bindings.add(Key::Escape, Command::Focus(Place::Field(field)), Some(Hint::LeaveField));
            }
            Place::Title
            | Place::Option(_)
            | Place::Other
            | Place::OtherField
            | Place::NoteField
            | Place::Field(_)
            | Place::FieldText(_)
            | Place::Step(_)
            | Place::Button
            | Place::Scroller
            | Place::Bar => bindings.add(Key::Escape, Command::Minimize, Some(Hint::Minimize)),
        }
    }
}
