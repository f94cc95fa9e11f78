//! An ask as it is persisted for the next page, and as that page restores it. What a page finds may be anybody's:
//! everything is checked as if the person had just typed it.
//!
//! All members have names. Of an open ask a member that is missing has its default, and an unknown one is ignored, so that a
//! later version can add some. A decision is restored only if all of it is there.

use super::{HiddenReason, KnownTo, OpenAsk, Stage, Visibility};
use crate::protocol::{Ask, Question, Request, RequestKind, Value};
use crate::session::approval_draft::ApprovalDraft;
use crate::session::delivery::{Attempt, SentDecision};
use crate::session::draft::Draft;
use crate::session::outcome::Outcome;
use crate::session::request_rules::RequestDecision;
use crate::session::time::Time;
use crate::session::timing::{RESTORED_HOLD, UNDO};
use crate::text;

impl OpenAsk {
    /// Whether it is persisted: not before somebody has seen it.
    pub(in crate::session) fn is_persisted(&self) -> bool {
        self.was_seen() || self.known_to != KnownTo::Nobody
    }

    /// What to persist of it besides the ask itself.
    pub(in crate::session) fn persisted(&self) -> Value {
        let mut members = vec![
            ("id", self.id().into()),
            ("drafts", Value::List(self.drafts_to_store())),
            ("step", Value::Int(self.step as i64)),
            ("minimized", self.minimized.into()),
        ];
        if self.ask.request.kind() == RequestKind::Permission {
            members.push(("approval", self.approval.persisted()));
        }
        if let Some(RequestDecision { outcome, result, scope, is_edited }) = self.request_decision() {
            members.push(("decision", outcome.word().into()));
            members.push(("result", result.clone()));
            members.push(("isEdited", (*is_edited).into()));
            members.push(("scope", Value::List(scope.iter().map(|text| text.as_str().into()).collect())));
        }
        members.extend(self.deadline().map(|deadline| ("deadline", time_value(deadline))));
        match &self.stage {
            Stage::Open => members.push(("stage", "open".into())),
            Stage::Cancelling { until } => {
                members.push(("stage", "cancelling".into()));
                members.push(("until", time_value(*until)));
            }
            Stage::Decided(_) => members.push(("stage", "decided".into())),
            Stage::Sent(sent) => {
                members.push(("stage", "sent".into()));
                members.push(("cancelled", (sent.decision == Outcome::Cancelled).into()));
                members.push(("annotated", sent.annotated.into()));
            }
            Stage::Over { outcome, .. } => {
                members.push(("stage", "over".into()));
                members.push(("outcome", outcome.word().into()));
            }
        }
        Value::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The drafts as they are persisted.
    pub(super) fn drafts_to_store(&self) -> Vec<Value> {
        match self.ask.request {
            // What was not read yet has the drafts with which it was found.
            Request::Unread(_) => self.stored_drafts.clone(),
            Request::Questions(_) | Request::Approval(_) | Request::Form(_) | Request::Address(_) => {
                let drafts = self.drafts.iter().zip(self.ask.questions());
                // What is as it came is stored as nothing: so it is known of a request that was not read yet whether there is work in it.
                let value = |(draft, question): (&Draft, &Question)| match *draft == Draft::of_default(question) {
                    true => Value::Null,
                    false => draft_value(draft),
                };
                drafts.map(value).collect()
            }
        }
    }

    /// The ask that was persisted so, if it can be read; `ask` is the ask itself, as it came.
    pub(in crate::session) fn restore(now: Time, kind: RequestKind, ask: &Value, value: &Value) -> Option<OpenAsk> {
        let id = value.get("id")?.as_str().filter(|id| !id.is_empty())?;
        let mut open = OpenAsk::new(now, Ask::of_kind(kind, id.to_owned(), ask), now.plus_millis(RESTORED_HOLD));
        let drafts = value.get("drafts").and_then(Value::as_list);
        let has_drafts = drafts.is_some_and(|drafts| drafts.len() == open.drafts.len());
        let drafts = drafts.unwrap_or_default();
        if !open.ask.request.is_questions() {
            open.stored_drafts = drafts.to_vec();
        }
        for ((draft, persisted), question) in open.drafts.iter_mut().zip(drafts).zip(open.ask.questions()) {
            *draft = read_draft(question, persisted);
        }
        if let Some(approval) = value.get("approval").filter(|_| kind == RequestKind::Permission) {
            open.approval = ApprovalDraft::restore(approval);
        }
        let steps = open.ask.questions().len().saturating_sub(usize::from(!open.has_review()));
        open.step = (value.get("step").and_then(Value::as_f64).unwrap_or_default() as usize).min(steps);
        open.minimized = is_true(value, "minimized");
        // A clock that was changed in between must not give more time than there ever was.
        if let (Some(clock), Some(deadline)) = (&mut open.clock, time(value, "deadline")) {
            clock.set(now, clock.deadline.min(deadline));
        }
        open.known_to = KnownTo::EarlierPage;
        // An answer that cannot be read in whole is not sent as another one: the person can give it again.
        let is_answer = has_drafts
            && open.drafts.iter().any(Draft::is_answered)
            && (0..open.drafts.len()).all(|question| open.unmet_at(question).is_none());
        let request = read_decision(kind, value);
        let is_answer = is_answer || request.is_some();
        let is_cancel = value.get("cancelled").and_then(Value::as_bool);
        let stage = match value.get("stage")?.as_str()? {
            "decided" if !is_answer => "open",
            "sent" if is_cancel.is_none() || (is_cancel == Some(false) && !is_answer) => "open",
            stage => stage,
        };
        let stage = match stage {
            "open" => {
                let until = now.plus_millis(RESTORED_HOLD);
                open.visibility = Visibility::Hidden { until, reason: HiddenReason::Restored };
                return Some(open);
            }
            "cancelling" => {
                Stage::Cancelling { until: now.plus_millis(UNDO).min(time(value, "until").unwrap_or_default()) }
            }
            "decided" => Stage::Decided(request),
            "sent" => {
                // The stage says what was decided.
                open.stage = match is_cancel {
                    Some(true) => Stage::Cancelling { until: now },
                    Some(false) | None => Stage::Decided(request),
                };
                let annotated = is_true(value, "annotated");
                let (decision, frame) = (open.outcome(), open.response(annotated));
                let request = open.request_decision().cloned().map(Box::new);
                Stage::Sent(SentDecision { decision, frame, annotated, request, attempt: Attempt::Lost })
            }
            "over" => {
                let word = value.get("outcome")?.as_str()?;
                Stage::Over {
                    outcome: Outcome::ENDINGS.into_iter().find(|end| end.word() == word)?,
                    words: None,
                    request: None,
                }
            }
            _ => return None,
        };
        open.stage = stage;
        open.visibility = Visibility::Shown { is_behind: false };
        Some(open)
    }
}

/// The decision about a request that is no question, if all of it is there and its parts agree.
fn read_decision(kind: RequestKind, value: &Value) -> Option<Box<RequestDecision>> {
    let word = value.get("decision").and_then(Value::as_str)?;
    let outcome = Outcome::RESULTS.into_iter().find(|outcome| outcome.word() == word)?;
    let result = value.get("result").filter(|result| result.as_map().is_some())?;
    let behavior = result.get("behavior").and_then(Value::as_str);
    let agrees = match kind {
        RequestKind::Questions => false,
        RequestKind::Elicitation => match result.get("action").and_then(Value::as_str) {
            Some("accept") => outcome == Outcome::Answered,
            Some("decline") => outcome == Outcome::Declined,
            Some(_) | None => false,
        },
        // What an option of ACP means, only its request says.
        RequestKind::Permission => {
            behavior.is_some_and(|behavior| (behavior == "allow") == (outcome == Outcome::Allowed))
        }
    };
    let scope = value.get("scope").and_then(Value::as_list).unwrap_or_default().iter().filter_map(Value::as_str);
    let scope = scope.map(text::shown).collect();
    agrees.then(|| {
        Box::new(RequestDecision { outcome, result: result.clone(), scope, is_edited: is_true(value, "isEdited") })
    })
}

fn time_value(time: Time) -> Value {
    Value::Int(time.0 as i64)
}

fn time(value: &Value, member: &str) -> Option<Time> {
    value.get(member)?.as_f64().map(|millis| Time(millis as u64))
}

fn is_true(value: &Value, member: &str) -> bool {
    value.get(member).and_then(Value::as_bool) == Some(true)
}

fn draft_value(draft: &Draft) -> Value {
    let Draft { picks, text_chosen, text, notes } = draft;
    let picks = picks.iter().map(|pick| Value::Int(*pick as i64)).collect();
    Value::map([
        ("picks", Value::List(picks)),
        ("otherChosen", (*text_chosen).into()),
        ("other", text.as_str().into()),
        ("notes", notes.as_str().into()),
    ])
}

/// The draft of one question or field, with what was persisted of it.
pub(super) fn read_draft(question: &Question, value: &Value) -> Draft {
    if *value == Value::Null {
        return Draft::of_default(question);
    }
    let stored = |member| value.get(member).and_then(Value::as_str).unwrap_or_default();
    // A default that nobody changed is not typed: it goes back to the letter, with all that nobody could have typed.
    let default = question.default_answer().text.filter(|default| default == stored("other"));
    // Named one by one, so that a new member of a draft is not forgotten here.
    let mut draft = Draft {
        picks: Vec::new(),
        text_chosen: false,
        text: default.unwrap_or_else(|| text::typed(stored("other"))),
        notes: text::typed(stored("notes")),
    };
    let picks = value.get("picks").and_then(Value::as_list).unwrap_or_default();
    let is_position = |pick: &f64| *pick >= 0.0 && pick.fract() == 0.0;
    for pick in picks.iter().filter_map(Value::as_f64).filter(is_position) {
        draft.pick(question, pick as usize, true);
    }
    if is_true(value, "otherChosen") {
        draft.pick_other(question, true);
    }
    draft
}
