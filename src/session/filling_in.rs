//! How a form is accepted and declined: see [`RequestRules`](super::RequestRules).

use crate::protocol::form::{Matches, NotAccepted, decline};
use crate::protocol::{Answer, Ask, Request};

use super::outcome::Outcome;
use super::request_rules::{Decided, FormChoice, RequestDecision};
use super::screen::Alert;

pub(super) fn fill_in(ask: &Ask, answers: &[Answer], choice: FormChoice, matches: Matches) -> Option<Decided> {
    let accepted = match &ask.request {
        Request::Form(form) => match form.accept(answers, matches) {
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
