//! What the host page is notified of.

use std::sync::Arc;

use crate::protocol::Ask;

use super::error_code::ErrorCode;
use super::link::Connection;
use super::outcome::Receipt;

/// Something that the host page may want to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The agent asks.
    Ask {
        /// What.
        ask: Arc<Ask>,
    },
    /// The person answered, and the answer is on its way.
    Answer {
        /// What they answered.
        receipt: Receipt,
    },
    /// The person cancelled, and the cancel is on its way to the bridge.
    Cancel {
        /// What they had.
        receipt: Receipt,
    },
    /// The time was up.
    Timeout {
        /// What the person had by then.
        receipt: Receipt,
        /// The server's words.
        error: Option<String>,
    },
    /// It ended in some other way: withdrawn, lapsed, or answered elsewhere.
    Ended {
        /// How.
        receipt: Receipt,
        /// The other side's words.
        reason: Option<String>,
    },
    /// The bridge has named the session, which was begun as a new one.
    Session {
        /// Its id.
        id: String,
    },
    /// The state of things has changed.
    Status(Status),
    /// Something went wrong that the page's developer should know of.
    Error {
        /// What kind of thing.
        code: ErrorCode,
        /// ProblemKind, in words.
        message: String,
    },
}

/// The state of things, for a page that disables its input while the agent waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// How the connection is.
    pub connection: Connection,
    /// Whether the agent waits for this person.
    pub waiting_for_user: bool,
    /// Whether the agent is at work.
    pub is_processing: bool,
    /// The ask that it waits for.
    pub pending_question_id: Option<String>,
    /// How many more asks stand behind that one.
    pub queued: usize,
}
