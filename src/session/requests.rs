//! Requests that are no questions: their rules are loaded when the first one comes, and decide about them.

use std::sync::Arc;

use crate::approval;
use crate::protocol::{Problem, Request, RequestKind, Value};

use super::Session;
use super::approval_draft::{ApprovalAction, ApprovalDraft};
use super::approving::decide;
use super::draft::Draft;
use super::filling_in::fill_in;
use super::input::Output;
use super::open_ask::OpenAsk;
use super::request_rules::{FormChoice, RequestRules, RulesState};
use super::screen::Alert;
use super::time::Time;

/// The rules for all requests that are no questions. `matches` says whether a text matches a regular expression of the
/// browser's, `None` if the expression cannot be read.
pub fn request_rules(matches: fn(&str, &str) -> Option<bool>) -> RequestRules {
    RequestRules { read, decide, fill_in, matches }
}

fn read(kind: RequestKind, source: &Value) -> (Request, Vec<Problem>) {
    match kind {
        RequestKind::Questions => (Request::Unread(kind), Vec::new()),
        RequestKind::Permission => {
            let (approval, problems) = approval::read(source);
            (Request::Approval(Arc::new(approval)), problems)
        }
        RequestKind::Elicitation => {
            let (request, mut problems) = Request::read_elicitation(source);
            if let Request::Form(form) = &request {
                problems.extend(form.obstacles.iter().cloned());
            }
            (request, problems)
        }
    }
}

impl Session {
    /// Accepts or declines the form at `index`, which is open.
    pub(super) fn fill_in(&mut self, index: usize, choice: FormChoice) {
        let RulesState::Loaded(rules) = self.rules else { return };
        let open = &mut self.asks[index];
        let answers: Vec<_> = open.drafts.iter().map(Draft::answer).collect();
        match (rules.fill_in)(&open.ask, &answers, choice, &rules.matches) {
            Some(Ok(decision)) => open.decide_request(decision),
            Some(Err(alert)) => open.warn(alert),
            None => {}
        }
    }

    /// Reads what was not read yet, or asks for the rules to read it by.
    pub(super) fn load_rules(&mut self) {
        let is_unread = |ask: &&mut OpenAsk| matches!(ask.ask.request, Request::Unread(_));
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
    pub(super) fn act_on_card(&mut self, now: Time, index: usize, action: ApprovalAction) {
        let open = &mut self.asks[index];
        if !matches!(open.ask.request, Request::Approval(_)) {
            return;
        }
        open.drafts_are_shared = false;
        open.alert = None;
        let draft: &mut ApprovalDraft = &mut open.approval;
        match action {
            ApprovalAction::Decide(choice) => {
                let RulesState::Loaded(rules) = self.rules else { return };
                match (rules.decide)(&open.ask.request, draft, choice) {
                    Some(Ok(decision)) => open.decide_request(decision),
                    Some(Err(alert)) => open.warn(alert),
                    None => {}
                }
            }
            ApprovalAction::TurnTo(page) => {
                draft.page = page;
                // Other buttons stand in the place of those that were there.
                self.guard.iter_mut().for_each(|guard| guard.moved(now));
            }
            ApprovalAction::Tick { suggestion, ticked } => draft.tick(suggestion, ticked),
            ApprovalAction::EditMessage { text } => draft.edit_message(&text),
            ApprovalAction::EditInput { text } => draft.edited = text,
            ApprovalAction::ReadToEnd if !draft.was_read => {
                draft.was_read = true;
                // The button that led on allows from now on: a press too many must not.
                self.guard.iter_mut().for_each(|guard| guard.moved(now));
            }
            ApprovalAction::ReadToEnd => {}
        }
    }

    /// Why the ask cannot be shown yet, if its rules could not be loaded.
    pub(super) fn loading_alert(&self, request: &Request) -> Option<Alert> {
        let is_missing = matches!(request, Request::Unread(_)) && self.rules == RulesState::Failed;
        is_missing.then_some(Alert::NotLoaded)
    }
}
