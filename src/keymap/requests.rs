//! The keys of each kind of request: questions, approvals and forms.

use super::{Bindings, Command, Hint, Key, Place, Situation};
use crate::protocol::Request;
use crate::protocol::approval::Origin;
use crate::session::ApprovalPage;

impl Situation<'_> {
    /// The keys of one question, or of the review.
    pub(super) fn add_keys_of_questions(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        if self.place == Place::Bar {
            return bindings.add_without_hint(Key::Escape, Command::Cancel);
        }
        self.add_arrows(bindings);
        if has_shortcuts {
            self.add_digits(bindings);
        }
        self.add_enter(bindings);
        if has_shortcuts {
            let has_several = self.dialog.ask.questions().len() > 1 && self.question.is_some();
            let sends_more = has_several && self.dialog.gaps() == 0;
            bindings.add(Key::CommandEnter, Command::Send, sends_more.then_some(Hint::SendAll));
        }
        self.add_escape(bindings);
        self.add_letters(bindings, has_shortcuts);
    }

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
                if has_shortcuts && self.takes_message() {
                    bindings.add(Key::N, Command::WriteNote, Some(Hint::Message));
                }
            }
        }
    }

    /// Whether the card shows the field for the message that goes with a denial. ACP carries none.
    fn takes_message(&self) -> bool {
        match (&self.dialog.ask.request, self.dialog.approval.page) {
            (Request::Approval(approval), ApprovalPage::Request) => matches!(approval.origin, Origin::Sdk(_)),
            (Request::Approval(_), ApprovalPage::Always) => false,
            (Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_), _) => false,
        }
    }

    /// The keys of a form: every digit and letter is text somewhere on the page, so none is a command, and Enter works on the
    /// focused button only. The arrow keys are the browser's.
    pub(super) fn add_keys_of_form(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        if self.place == Place::Bar {
            return bindings.add_without_hint(Key::Escape, Command::Cancel);
        }
        if has_shortcuts {
            // What it does to an address is not called "send" there.
            let can_accept = self.dialog.ask.request.is_acceptable() && !self.dialog.ask.questions().is_empty();
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
