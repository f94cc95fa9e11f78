//! How requests of other kinds than questions are read and decided.
//!
//! Most pages never get one, so the code for them is not part of the first download: the session is given it as a value when
//! the first such request has come ([`Output::LoadRequestRules`](super::Output), [`Input::RequestRules`](super::Input)).

use std::fmt;

use crate::protocol::{Answer, Ask, Problem, Request, RequestKind, Value};

use super::Session;
use super::approval_draft::{ApprovalAction, ApprovalChoice, ApprovalDraft};
use super::outcome::Outcome;
use super::screen::Alert;
use super::time::Time;

/// The functions of the code that loads later. There is one set of them: [`request_rules`](super::request_rules).
#[derive(Clone, Copy)]
pub struct RequestRules {
    /// Reads a request, and lists what was wrong with it.
    pub(super) read: fn(RequestKind, &Value) -> (Request, Vec<Problem>),
    /// What a choice decides about an approval, or what stands in its way. `None` if it was not offered.
    pub(super) decide: fn(&Request, &ApprovalDraft, ApprovalChoice) -> Option<Decided>,
    /// The decision that denies a request this once, if it is an approval that can be.
    pub(super) deny: fn(&Request, &ApprovalDraft) -> Option<RequestDecision>,
    /// Does what the person does on the card of the approval at this place, which is open.
    pub(super) act_on_card: fn(&mut Session, Time, usize, ApprovalAction),
    /// What it means to accept or decline a form with these answers, or what stands in its way. `None` if it is no form.
    pub(super) fill_in: fn(&Ask, &[Answer], FormChoice) -> Option<Decided>,
    /// The decision to accept a form as it was made with these answers. What was persisted of it has lost digits: a browser's JSON
    /// rounds numbers. `None` if the answers say something else.
    pub(super) with_all_digits: fn(&Ask, &[Answer], &RequestDecision) -> Option<RequestDecision>,
}

/// A decision, or what stands in its way.
pub(super) type Decided = Result<RequestDecision, Alert>;

/// What a person can decide about a form, besides to cancel it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormChoice {
    /// It is filled in, or the address was opened.
    Accept,
    /// The person says no.
    Decline,
}

/// A decision about a request of another kind than questions.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestDecision {
    /// How the request ends by it.
    pub outcome: Outcome,
    /// Exactly what the agent gets.
    pub result: Value,
    /// How far an allowance reaches, in words that are safe to show: rules that are saved, or the agent's option.
    pub scope: Vec<String>,
    /// Whether the agent gets something else than what it asked to do.
    pub is_edited: bool,
}

impl PartialEq for RequestRules {
    /// There is one set of rules.
    fn eq(&self, _: &RequestRules) -> bool {
        true
    }
}

impl fmt::Debug for RequestRules {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("RequestRules")
    }
}

/// How far the rules have come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum RulesState {
    /// Nobody needed them yet.
    #[default]
    NotNeeded,
    /// They are being loaded.
    Loading,
    /// They could not be loaded. The person can try again.
    Failed,
    /// They are there.
    Loaded(RequestRules),
}
