//! Requests that are no questions: their rules are loaded when the first one comes, and decide about them.

use super::Session;
use super::approval_draft::ApprovalDraft;
use super::input::{Action, Output};
use super::request_rules::{RequestRules, RulesState};
use super::screen::Alert;
use crate::protocol::Request;

impl Session {
    /// Reads what was not read yet, or asks for the rules to read it by.
    pub(super) fn load_rules(&mut self) {
        let is_unread = |ask: &&mut super::OpenAsk| matches!(ask.ask.request, Request::Unread(_));
        let mut unread = self.asks.iter_mut().filter(is_unread).peekable();
        match self.rules {
            RulesState::Loaded(rules) => unread.for_each(|ask| ask.read(rules)),
            RulesState::NotNeeded if unread.peek().is_some() => {
                self.rules = RulesState::Loading;
                self.out.push(Output::LoadRequestRules);
            }
            RulesState::NotNeeded | RulesState::Loading | RulesState::Failed => {}
        }
    }

    pub(super) fn rules_loaded(&mut self, rules: RequestRules) {
        self.rules = RulesState::Loaded(rules);
    }

    pub(super) fn rules_failed(&mut self) {
        if self.rules == RulesState::Loading {
            self.rules = RulesState::Failed;
        }
    }

    pub(super) fn load_rules_again(&mut self) {
        if self.rules == RulesState::Failed {
            self.rules = RulesState::NotNeeded;
        }
    }

    /// What the person does on the card of the approval at `index`, which is open.
    pub(super) fn decide_request(&mut self, index: usize, action: Action) {
        let open = &mut self.asks[index];
        open.drafts_are_shared = false;
        open.alert = None;
        let draft: &mut ApprovalDraft = &mut open.approval;
        match action {
            Action::Decide(choice) => {
                let RulesState::Loaded(rules) = self.rules else { return };
                match (rules.decide)(&open.ask.request, draft, choice) {
                    Some(Ok(decision)) => open.decide_request(decision),
                    Some(Err(alert)) => open.warn(alert),
                    None => {}
                }
            }
            Action::TurnTo(page) => draft.page = page,
            Action::Tick { suggestion, ticked } => draft.tick(suggestion, ticked),
            Action::EditMessage { text } => draft.edit_message(&text),
            Action::EditInput { text } => draft.edited = text,
            Action::ReadToEnd => draft.was_read = true,
            // What only questions have, and what is done elsewhere. An approval is denied and not cancelled.
            Action::Pick { .. }
            | Action::PickOther { .. }
            | Action::EditOther { .. }
            | Action::EditNotes { .. }
            | Action::MoveOtherToNote { .. }
            | Action::GoTo(_)
            | Action::Confirm
            | Action::Send
            | Action::Cancel
            | Action::Undo
            | Action::Activity
            | Action::Minimize
            | Action::Expand
            | Action::Close => {}
        }
    }

    /// Why the ask cannot be shown yet, if its rules could not be loaded.
    pub(super) fn loading_alert(&self, request: &Request) -> Option<Alert> {
        let is_missing = matches!(request, Request::Unread(_)) && self.rules == RulesState::Failed;
        is_missing.then_some(Alert::NotLoaded)
    }
}
