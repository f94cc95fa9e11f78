//! The keys of requests that are no questions: approvals and forms.

use super::{Bindings, Command, Hint, Key, Situation};
use crate::protocol::Request;
use crate::protocol::approval::Origin;
use crate::session::ApprovalPage;

impl Situation<'_> {
    /// The keys on the card of an approval: no digit, no letter and no Enter but that of a button decides anything.
    pub(super) fn add_keys_of_card(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        self.add_escape(bindings);
        if !has_shortcuts || self.place.is_text() {
            return;
        }
        if self.takes_message() {
            bindings.add(Key::N, Command::WriteNote, Some(Hint::Message));
        }
        if let Some(page) = self.page_before() {
            bindings.add(Key::B, Command::TurnTo(page), Some(Hint::Back));
        }
    }

    /// The page of the card to which "Back" leads.
    fn page_before(&self) -> Option<ApprovalPage> {
        match self.dialog.approval.page {
            ApprovalPage::Request => None,
            ApprovalPage::Always | ApprovalPage::Queue => Some(ApprovalPage::Request),
            ApprovalPage::DenyAll => Some(ApprovalPage::Queue),
        }
    }

    /// Whether the card shows the field for the message that goes with a denial. ACP carries none.
    fn takes_message(&self) -> bool {
        match (&self.dialog.ask.request, self.dialog.approval.page) {
            (Request::Approval(approval), ApprovalPage::Request) => matches!(approval.origin, Origin::Sdk(_)),
            (Request::Approval(_), ApprovalPage::Always | ApprovalPage::Queue | ApprovalPage::DenyAll) => false,
            (Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_), _) => false,
        }
    }

    /// The keys of a form: every digit and letter is text somewhere on the page, so none is a command, and Enter works on the
    /// focused button only. The arrow keys are the browser's.
    pub(super) fn add_keys_of_form(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        if has_shortcuts {
            // What it does to an address is not called "send" there.
            let can_accept = self.dialog.ask.request.is_acceptable() && !self.dialog.ask.questions().is_empty();
            bindings.add(Key::CommandEnter, Command::Send, can_accept.then_some(Hint::SendAll));
        }
        self.add_escape(bindings);
    }
}
