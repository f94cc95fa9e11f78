//! How a form is accepted and declined: see [`RequestRules`](super::RequestRules).

use crate::protocol::form::{NotAccepted, decline};
use crate::protocol::{Answer, Ask, Number, Request, Value};

use super::outcome::Outcome;
use super::request_rules::{Decided, FormChoice, RequestDecision};
use super::screen::Alert;

pub(super) fn fill_in(ask: &Ask, answers: &[Answer], choice: FormChoice) -> Option<Decided> {
    let accepted = match &ask.request {
        Request::Form(form) => match form.accept(answers) {
            Ok(result) => Ok(result),
            Err(NotAccepted::Obstacles) => Err(Alert::NotAcceptable),
            Err(NotAccepted::Fields(errors)) => Err(Alert::Fields(errors)),
        },
        Request::Address(address) => address.accept().ok_or(Alert::NotAcceptable),
        Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => return None,
    };
    let (outcome, result) = match choice {
        FormChoice::Accept => (Outcome::Answered, accepted),
        FormChoice::Decline => (Outcome::Declined, Ok(decline())),
    };
    Some(result.map(|result| RequestDecision { outcome, result, scope: Vec::new(), is_edited: false }))
}

pub(super) fn with_all_digits(ask: &Ask, answers: &[Answer], persisted: &RequestDecision) -> Option<RequestDecision> {
    if persisted.outcome != Outcome::Answered {
        return None;
    }
    let made = fill_in(ask, answers, FormChoice::Accept)?.ok()?;
    differs_in_numbers_only(&persisted.result, &made.result).then_some(made)
}

/// Whether two results are the same, whatever their numbers are. Both come from one record, so it need not be found out here how a
/// browser rounds.
fn differs_in_numbers_only(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Map(one), Value::Map(other)) => {
            let is_member = |(one, other): (&(String, Value), &(String, Value))| {
                one.0 == other.0 && differs_in_numbers_only(&one.1, &other.1)
            };
            one.len() == other.len() && one.iter().zip(other).all(is_member)
        }
        (one, other) => one == other || (Number::of(one).is_some() && Number::of(other).is_some()),
    }
}
