//! What an agent can request of a person: answers to questions, an approval, a form.
//!
//! A request of each kind has an input, a frame to the page, responses that fit it, and a result for the agent. All else
//! (the queue, the clock, replay, acknowledgement, withdrawal) is the same for all kinds, and knows nothing of them.

mod elicitation;
mod members;
mod permission;
mod questions;

use ask_user_widget::protocol::RequestKind;
use ask_user_widget::protocol::permission::Denial;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::json::size;
use super::response::Response;
use super::snapshot;

pub use elicitation::ElicitationInput;
pub use members::RequestError;
pub use permission::PermissionInput;
pub use questions::{AskInput, AskInputError};

/// Why a response of another kind than the request is not taken.
const OTHER_KIND: &str = "the request that waits is of another kind";

/// What an agent requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "snapshot::StoredRequest", try_from = "snapshot::StoredRequest")]
pub enum Request {
    /// Answers to questions.
    Questions(AskInput),
    /// An approval: whether a tool may be used.
    Permission(PermissionInput),
    /// A form, or an address to open.
    Elicitation(ElicitationInput),
}

/// How much time there is, as a frame says it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seconds {
    /// In all; `None` without a limit.
    pub(super) timeout: Option<f64>,
    /// What is left of it, on a replay.
    pub(super) remaining: Option<f64>,
}

impl Request {
    /// Whether the basic protocol has a frame for it.
    pub(super) fn is_basic(&self) -> bool {
        match self {
            Request::Questions(_) => true,
            Request::Permission(_) | Request::Elicitation(_) => false,
        }
    }

    /// The frame for the page.
    pub(super) fn frame(&self, id: &str, seconds: Seconds) -> Value {
        match self {
            Request::Questions(input) => input.frame(id, seconds),
            Request::Permission(input) => input.frame(id, seconds),
            Request::Elicitation(input) => input.frame(id, seconds),
        }
    }

    /// What the agent gets for a response; the reason if the response does not fit the request.
    pub(super) fn result(&self, response: &Response) -> Result<Value, &'static str> {
        match (self, response) {
            (Request::Questions(_), Response::Cancel) => Ok(questions::deny(Denial::Cancelled)),
            (Request::Questions(input), Response::Answer { answers, annotations }) => {
                Ok(input.allow(answers, annotations))
            }
            (Request::Permission(input), Response::Permission(result)) => Ok(input.result(result)),
            (Request::Elicitation(input), Response::Elicitation(result)) => {
                input.check(result)?;
                Ok(result.clone())
            }
            (Request::Questions(_) | Request::Permission(_) | Request::Elicitation(_), _) => Err(OTHER_KIND),
        }
    }

    /// What the agent gets when nobody answered.
    pub(super) fn unanswered(&self, denial: Denial) -> Value {
        match self {
            Request::Questions(_) => questions::deny(denial),
            Request::Permission(input) => input.unanswered(denial),
            Request::Elicitation(_) => elicitation::unanswered(denial),
        }
    }

    /// Of which kind it is.
    pub fn kind(&self) -> RequestKind {
        match self {
            Request::Questions(_) => RequestKind::Questions,
            Request::Permission(_) => RequestKind::Permission,
            Request::Elicitation(_) => RequestKind::Elicitation,
        }
    }

    /// Everything that the agent wrote.
    pub(crate) fn members(&self) -> &Map<String, Value> {
        match self {
            Request::Questions(input) => input.members(),
            Request::Permission(input) => input.members(),
            Request::Elicitation(input) => input.members(),
        }
    }

    /// Its size as JSON.
    pub(super) fn bytes(&self) -> usize {
        size(self.members())
    }
}

impl From<AskInput> for Request {
    fn from(input: AskInput) -> Request {
        Request::Questions(input)
    }
}

impl From<PermissionInput> for Request {
    fn from(input: PermissionInput) -> Request {
        Request::Permission(input)
    }
}

impl From<ElicitationInput> for Request {
    fn from(input: ElicitationInput) -> Request {
        Request::Elicitation(input)
    }
}
