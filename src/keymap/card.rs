//! The keys on the card of an approval.

use super::{Bindings, Command, Hint, Key, Place, Situation};
use crate::protocol::Request;
use crate::session::ApprovalPage;

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
            Place::Title | Place::Option(_) | Place::Other | Place::Step(_) | Place::Button | Place::Scroller => {
                bindings.add(Key::Escape, Command::Minimize, Some(Hint::Minimize));
                if has_shortcuts && self.takes_message() {
                    bindings.add(Key::N, Command::WriteNote, Some(Hint::Message));
                }
            }
        }
    }

    /// Whether the card shows the field for the message that goes with a denial.
    fn takes_message(&self) -> bool {
        match (&self.dialog.ask.request, self.dialog.approval.page) {
            (Request::Approval(approval), ApprovalPage::Request) => approval.offers().takes_words,
            (Request::Approval(_), ApprovalPage::Always) => false,
            (Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_), _) => false,
        }
    }
}
