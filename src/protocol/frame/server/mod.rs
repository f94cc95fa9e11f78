//! Frames that a bridge sends.

mod frame_type;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

use crate::protocol::ask::Ask;
use crate::protocol::capability::Capabilities;
use crate::protocol::value::Value;

pub use frame_type::ServerFrameType;
pub use write::{write_question, write_request, write_resolved_request};

/// The `outcome` of an `ask_user_resolved` that was a cancel.
const RESOLVED_BY_CANCEL: &str = "cancelled";

/// A frame from the bridge, as far as the widget cares.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerFrame {
    /// The first frame on a connection.
    Connected {
        /// The bridge's name for the connection.
        connection_id: Option<String>,
        /// The session's id, if it has one already.
        session_id: Option<String>,
        /// What the bridge can do beyond the basic protocol.
        capabilities: Capabilities,
    },
    /// The session has an id now.
    SessionId {
        /// The id.
        session_id: Option<String>,
    },
    /// The state of the session, once after connecting.
    SessionStatus(SessionStatus),
    /// The agent asks questions (`ask_user_question`), for leave to use a tool (`permission_request`), or for a form to be filled
    /// in (`elicitation_request`).
    Ask(Ask),
    /// Nobody answered in time.
    AskUserTimeout {
        /// Which ask.
        question_id: String,
        /// The bridge's sentence about it.
        error: Option<String>,
    },
    /// The bridge has taken a response (extension `ack`).
    AskUserAck {
        /// Which ask.
        question_id: String,
        /// What became of the response.
        outcome: AckOutcome,
    },
    /// There is more time (extension `extend`).
    AskUserExtend {
        /// Which ask.
        question_id: String,
        /// How much time is left now.
        remaining_seconds: f64,
    },
    /// The ask was answered in another view of the session (extension `resolved`).
    AskUserResolved {
        /// Which ask.
        question_id: String,
        /// Whether it was cancelled there.
        is_cancel: bool,
        /// The answers that were given there, by question text.
        answers: Vec<(String, String)>,
        /// What the agent got, if it was no question.
        result: Option<Value>,
    },
    /// The agent no longer needs an answer (extension `withdraw`).
    AskUserWithdrawn {
        /// Which ask.
        question_id: String,
        /// The agent's or the bridge's sentence about it.
        reason: Option<String>,
    },
    /// The bridge is there (extension `beat`).
    Beat,
    /// Another connection has taken the session over.
    SessionTaken {
        /// The session's id.
        session_id: Option<String>,
    },
    /// Something went wrong at the bridge or the agent.
    Error {
        /// The sentence of the bridge or the agent. [`Refusal::parse`](crate::protocol::Refusal::parse) says whether it
        /// speaks of a response.
        error: String,
    },
    /// A frame of the agent for the page: the agent is at work.
    Agent {
        /// Whether the agent has finished with it.
        complete: bool,
    },
    /// A frame `ask_user_…` of a name that this version does not know. The page gets it, and it proves nothing: neither that
    /// the agent goes on nor that a response has arrived.
    Unknown,
}

/// What the bridge says about the session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionStatus {
    /// The session's id.
    pub session_id: Option<String>,
    /// Whether the agent is at work.
    pub is_processing: bool,
    /// Whether the agent waits for an answer.
    pub waiting_for_user: bool,
    /// The ask that it waits for.
    pub pending_question_id: Option<String>,
    /// What the bridge can do; `None` if it does not say so here.
    pub capabilities: Option<Capabilities>,
}

/// What became of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckOutcome {
    /// The answer was taken.
    Accepted,
    /// The cancel was taken.
    Cancelled,
    /// The very same response had been taken before.
    Duplicate,
    /// The ask was over, and not by this response.
    Late,
}

impl AckOutcome {
    /// The outcomes by their names on the wire.
    const NAMES: [(&str, AckOutcome); 4] = [
        ("accepted", AckOutcome::Accepted),
        ("cancelled", AckOutcome::Cancelled),
        ("duplicate", AckOutcome::Duplicate),
        ("late", AckOutcome::Late),
    ];

    /// The outcome with this name. An unknown name confirms the response all the same, and only `late` says that it came
    /// to nothing.
    fn parse(name: &str) -> AckOutcome {
        let found = AckOutcome::NAMES.iter().find(|(known, _)| *known == name);
        found.map_or(AckOutcome::Accepted, |(_, outcome)| *outcome)
    }
}

/// Why a frame from a bridge cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFrameError {
    /// The name of the frame's type, if it has one.
    pub name: String,
    /// What is wrong with the frame.
    pub reason: &'static str,
}

impl fmt::Display for ServerFrameError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.reason)
    }
}
