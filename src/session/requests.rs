//! Requests that are no questions: their rules are loaded when the first one comes, and decide about them.

use std::sync::Arc;

use crate::approval;
use crate::protocol::{Problem, Request, RequestKind, Value};

use super::Session;
use super::approval_draft::{ApprovalAction, ApprovalDraft, ApprovalPage};
use super::approving::{decide, deny};
use super::filling_in::{fill_in, with_all_digits};
use super::input::Output;
use super::open_ask::OpenAsk;
use super::request_rules::{FormChoice, RequestRules, RulesState};
use super::screen::Alert;
use super::time::Time;

/// The rules for all requests that are no questions.
pub fn request_rules() -> RequestRules {
    RequestRules { read, decide, deny, act_on_card: Session::act_on_card_by_rules, fill_in, with_all_digits }
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
        match (rules.fill_in)(&open.ask, &open.entered(), choice) {
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

    /// What the person does on the card of the approval at `index`, which is open. Without rules there is no card yet.
    pub(super) fn act_on_card(&mut self, now: Time, index: usize, action: ApprovalAction) {
        if let RulesState::Loaded(rules) = self.rules {
            (rules.act_on_card)(self, now, index, action);
        }
    }

    /// The part of [`act_on_card`](Session::act_on_card) that loads with the rules.
    fn act_on_card_by_rules(&mut self, now: Time, index: usize, action: ApprovalAction) {
        let open = &mut self.asks[index];
        if !matches!(open.ask.request, Request::Approval(_)) {
            return;
        }
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
                // A button that allows can be pressed from now on.
                self.guard.iter_mut().for_each(|guard| guard.moved(now));
            }
            ApprovalAction::ReadScopeToEnd if !draft.was_scope_read => {
                draft.was_scope_read = true;
                self.guard.iter_mut().for_each(|guard| guard.moved(now));
            }
            ApprovalAction::ReadToEnd | ApprovalAction::ReadScopeToEnd => {}
            ApprovalAction::DenyListed { ids } => self.deny_listed(&ids),
            ApprovalAction::ShowFirst { id } => self.show_first(index, &id),
        }
    }

    /// Denies the approvals with these ids, as far as they still wait. Who goes through a list stays in it.
    fn deny_listed(&mut self, ids: &[String]) {
        let RulesState::Loaded(rules) = self.rules else { return };
        let is_offline = self.link.open().is_none();
        let is_listed = |ask: &&mut OpenAsk| ask.is_waiting() && ask.is_open() && ids.iter().any(|id| id == ask.id());
        for ask in self.asks.iter_mut().filter(is_listed) {
            if let Some(decision) = (rules.deny)(&ask.ask.request, &ask.approval) {
                ask.approval.page = ApprovalPage::Request;
                ask.decide_request(decision);
                if is_offline {
                    ask.minimize_decided();
                }
            }
        }
        let mut left = self.asks.iter_mut().filter(|ask| ask.is_waiting() && ask.is_open());
        if let (Some(next), Some(_), [_]) = (left.next(), left.next(), ids) {
            next.approval.page = ApprovalPage::Queue;
        }
    }

    /// Puts the ask with this id in front of the one at `front`.
    fn show_first(&mut self, front: usize, id: &str) {
        self.asks[front].approval.page = ApprovalPage::Request;
        let chosen = self.position(id).filter(|chosen| *chosen > front && self.asks[*chosen].is_waiting());
        if let Some(chosen) = chosen {
            let ask = self.asks.remove(chosen);
            self.asks.insert(front, ask);
        }
    }

    /// Why the ask cannot be shown yet, if its rules could not be loaded.
    pub(super) fn loading_alert(&self, request: &Request) -> Option<Alert> {
        let is_missing = matches!(request, Request::Unread(_)) && self.rules == RulesState::Failed;
        is_missing.then_some(Alert::NotLoaded)
    }
}
