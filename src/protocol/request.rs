//! What an agent can request of a person, one type for each kind.

use super::approval::Approval;
use super::ask::Ask;
use super::form::{Address, Form};
use super::problem::Problem;
use super::value::Value;

/// A request of an agent's to a person.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Questions to be answered: `ask_user_question`.
    Questions(Ask),
    /// A tool that wants to be used: `permission_request`.
    Approval(Box<Approval>),
    /// A form to be filled in: `elicitation_request`.
    Form(Form),
    /// An address to be opened: `elicitation_request` in mode `url`.
    Address(Address),
}

impl Request {
    /// Reads the parameters of `elicitation/create`, or a frame `elicitation_request`.
    pub fn read_elicitation(id: String, request: &Value) -> Request {
        match request.get("mode").and_then(Value::as_str) {
            Some("url") => Request::Address(Address::read(id, request)),
            _ => Request::Form(Form::read(id, request)),
        }
    }

    /// The id under which the result goes back.
    pub fn id(&self) -> &str {
        match self {
            Request::Questions(ask) => &ask.id,
            Request::Approval(approval) => &approval.id,
            Request::Form(form) => &form.id,
            Request::Address(address) => &address.id,
        }
    }

    /// How long the person has, if the server gave a limit.
    pub fn timeout_seconds(&self) -> Option<f64> {
        match self {
            Request::Questions(ask) => ask.timeout_seconds,
            Request::Approval(approval) => approval.timeout_seconds,
            Request::Form(form) => form.timeout_seconds,
            Request::Address(address) => address.timeout_seconds,
        }
    }

    /// How much of that is left on a replay, if the bridge knows.
    pub fn remaining_seconds(&self) -> Option<f64> {
        match self {
            Request::Questions(ask) => ask.remaining_seconds,
            Request::Approval(approval) => approval.remaining_seconds,
            Request::Form(form) => form.remaining_seconds,
            Request::Address(address) => address.remaining_seconds,
        }
    }

    /// What was wrong with it, for the page's developer.
    pub fn problems(&self) -> Vec<&Problem> {
        match self {
            Request::Questions(ask) => ask.problems.iter().collect(),
            Request::Approval(approval) => approval.problems.iter().collect(),
            Request::Form(form) => form.obstacles.iter().chain(&form.problems).collect(),
            Request::Address(address) => address.problems.iter().collect(),
        }
    }

    /// What it was read from, so that it can be kept and read again.
    pub fn source(&self) -> &Value {
        match self {
            Request::Questions(ask) => &ask.source,
            Request::Approval(approval) => &approval.source,
            Request::Form(form) => &form.source,
            Request::Address(address) => &address.source,
        }
    }
}
