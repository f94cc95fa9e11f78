//! What the person has chosen and typed for an ask so far.

use super::OpenAsk;
use super::persisted::read_draft;
use crate::protocol::{Answer, Ask, Question, Request, Value};
use crate::session::approval_draft::ApprovalDraft;
use crate::session::draft::Draft;
use crate::session::request_rules::RequestRules;
use crate::session::screen::Alert;
use crate::session::shared_ask::SharedAsk;

/// Whose the drafts of an ask are, where another page of this browser has some too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DraftOwner {
    /// The person has changed nothing on this page, so what another page has fills what is blank.
    Nobody,
    /// The person has changed something here. That stays, also if it was to empty a field.
    ThisPage,
    /// Another page got them, so its version counts when it comes back.
    OtherPage,
}

/// All that a person has chosen and typed for an ask.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::session) struct Work {
    drafts: Vec<Draft>,
    ticked: Vec<usize>,
    message: String,
    edited: Option<String>,
}

impl OpenAsk {
    /// Whether there is anything that a person would miss. The default of a form's field is none of it.
    pub(super) fn is_touched(&self) -> bool {
        let is_default = |(draft, question): (&Draft, &Question)| {
            draft.chosen_and_typed() == Draft::of_default(question).chosen_and_typed()
        };
        let is_touched = |pair: (&Draft, &Question)| pair.0.is_touched() && !is_default(pair);
        self.drafts.iter().zip(self.ask.questions()).any(is_touched)
            || self.approval.is_touched()
            || self.stored_drafts.iter().any(holds_something)
    }

    /// All that is chosen and typed now.
    pub(in crate::session) fn work(&self) -> Work {
        let ApprovalDraft { page: _, ticked, message, edited, was_read: _, was_scope_read: _ } = self.approval.clone();
        Work { drafts: self.drafts.clone(), ticked, message, edited }
    }

    /// The person has done something; `before` is what was there before.
    pub(in crate::session) fn note_work(&mut self, before: &Work) {
        if self.work() != *before {
            self.draft_owner = DraftOwner::ThisPage;
        }
    }

    /// Another page has these drafts from now on.
    pub(in crate::session) fn give_drafts(&mut self) {
        self.draft_owner = DraftOwner::OtherPage;
    }

    /// The first question without an answer.
    pub(in crate::session) fn gap(&self) -> Option<usize> {
        self.drafts.iter().position(|draft| !draft.is_answered())
    }

    /// What the form of a question asks for that is not chosen there.
    pub(in crate::session) fn unmet_at(&self, question: usize) -> Option<Alert> {
        let constraints = &self.ask.questions().get(question)?.constraints;
        constraints.unmet(self.drafts[question].picks.len()).map(Alert::Picks)
    }

    /// Whether several questions are reviewed before they are sent.
    pub(in crate::session) fn has_review(&self) -> bool {
        self.ask.request.is_questions() && self.ask.questions().len() > 1
    }

    pub(in crate::session) fn is_in_review(&self) -> bool {
        self.has_review() && self.step == self.ask.questions().len()
    }

    /// Turns to a question, or to the review, if there is one.
    pub(in crate::session) fn turn_to(&mut self, step: usize) {
        if step < self.ask.questions().len() || (step == self.ask.questions().len() && self.has_review()) {
            self.step = step;
        }
    }

    /// Shows that it cannot be sent yet, because the answer to a question is missing.
    pub(in crate::session) fn show_gap(&mut self, gap: usize) {
        self.warn(Alert::Gap(gap));
    }

    /// Something stands in the way of what the person wants.
    pub(in crate::session) fn warn(&mut self, alert: Alert) {
        self.alert = Some(alert);
        self.alert_count += 1;
    }

    /// Takes the drafts of another page, all of them, where there is nothing newer here.
    pub(in crate::session) fn adopt(&mut self, offered: &OpenAsk) {
        let gives_way = match self.draft_owner {
            DraftOwner::Nobody => self.is_blank(),
            DraftOwner::ThisPage => false,
            DraftOwner::OtherPage => true,
        };
        if !gives_way || !self.is_open() {
            return;
        }
        if self.ask.request.is_questions() {
            self.drafts.clone_from(&offered.drafts);
        }
        self.take_stored_drafts(&offered.drafts_to_store());
        let ApprovalDraft { page: _, ticked, message, edited, was_read: _, was_scope_read: _ } =
            offered.approval.clone();
        if self.approval.edited != edited || self.approval.ticked != ticked {
            // Something else would be allowed now: the card is shown anew, and has to be in view again, however far it was read.
            self.approval.was_read &= self.approval.edited == edited;
            self.approval.was_scope_read = false;
            self.ask = SharedAsk::new(Ask::clone(&self.ask));
        }
        self.approval = ApprovalDraft { ticked, message, edited, ..std::mem::take(&mut self.approval) };
        self.step = offered.step;
    }

    /// Whether it is as it came: an earlier page may have persisted more than that.
    fn is_blank(&self) -> bool {
        let is_default = |(draft, question): (&Draft, &Question)| *draft == Draft::of_default(question);
        let Work { drafts, ticked, message, edited } = self.work();
        drafts.iter().zip(self.ask.questions()).all(is_default)
            && self.stored_drafts.is_empty()
            && (ticked.is_empty() && message.is_empty() && edited.is_none())
    }

    /// What is entered into the fields of the form.
    pub(in crate::session) fn entered(&self) -> Vec<Answer> {
        self.drafts.iter().zip(self.ask.questions()).map(|(draft, field)| draft.entered(field)).collect()
    }

    /// Reads the request, which was not read yet.
    pub(in crate::session) fn read(&mut self, rules: RequestRules) {
        let ask = self.ask.make_mut();
        (ask.request, ask.problems) = (rules.read)(ask.request.kind(), &ask.source);
        self.drafts = self.ask.questions().iter().map(Draft::of_default).collect();
        let stored = std::mem::take(&mut self.stored_drafts);
        self.take_stored_drafts(&stored);
        if let Some(persisted) = self.request_decision() {
            let decision = (rules.with_all_digits)(&self.ask, &self.entered(), persisted);
            decision.into_iter().for_each(|decision| self.restore_digits(decision));
        }
    }

    /// Takes what was persisted of the drafts of a form. What was not read yet takes them when it is read.
    pub(super) fn take_stored_drafts(&mut self, stored: &[Value]) {
        match self.ask.request {
            Request::Unread(_) => self.stored_drafts = stored.to_vec(),
            Request::Form(_) if stored.len() == self.drafts.len() => {
                let read = |(question, value)| read_draft(question, value);
                self.drafts = self.ask.questions().iter().zip(stored).map(read).collect();
            }
            Request::Questions(_) | Request::Approval(_) | Request::Form(_) | Request::Address(_) => {}
        }
    }
}

/// Whether a stored draft has anything in it that a person would miss.
fn holds_something(stored: &Value) -> bool {
    let has_text = |member| !stored.get(member).and_then(Value::as_str).unwrap_or_default().trim().is_empty();
    let has_picks = !stored.get("picks").and_then(Value::as_list).unwrap_or_default().is_empty();
    has_picks || has_text("other") || has_text("notes")
}
