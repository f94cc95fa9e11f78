//! What a room is told, and what it wants done.

use std::fmt;

use serde_json::Value;

use super::{ChatFrame, ConnectionId, QuestionId, Request, TimeLimit, View};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A page has connected (and proved that it may).
    Opened {
        /// Its connection.
        connection: ConnectionId,
        /// Which page it is, if it says so.
        view: Option<View>,
    },
    /// A connection has ended.
    Closed(ConnectionId),
    /// A text frame came from a page.
    Text {
        /// The connection it came on.
        from: ConnectionId,
        /// The frame.
        text: String,
    },
    /// A text frame that the host has decoded itself.
    Frame {
        /// The connection it came on.
        from: ConnectionId,
        /// The frame.
        frame: Value,
    },
    /// A binary frame came; its bytes do not matter.
    Binary {
        /// The connection it came on.
        from: ConnectionId,
    },
    /// An agent asks. An id that is pending or waiting already is ignored.
    Ask {
        /// A fresh id.
        question: QuestionId,
        /// What it requests of the person.
        request: Request,
        /// The limit for this ask, where it is not the session's.
        limit: Option<TimeLimit>,
    },
    /// The agent that asked no longer waits.
    HangUp(QuestionId),
    /// A chat frame of the agent for the page.
    Event(ChatFrame),
    /// The time of [`Room::next_wake`](super::Room::next_wake) has come.
    Wake,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send a frame.
    Send {
        /// To this connection.
        to: ConnectionId,
        /// The frame.
        frame: Value,
    },
    /// Close a connection. The room has already forgotten it.
    Close {
        /// This connection.
        connection: ConnectionId,
        /// With this code and no reason.
        code: u16,
    },
    /// Give the agent its result. Happens once an ask, unless the agent hung up or was refused.
    Resolve {
        /// The ask.
        question: QuestionId,
        /// `{"behavior":"allow",…}` or `{"behavior":"deny",…}`; for a form `{"action":…}`.
        result: Value,
    },
    /// Tell the agent that its ask was not taken.
    Refuse {
        /// The ask.
        question: QuestionId,
        /// Why not.
        refusal: Refusal,
    },
    /// Give the agent a chat message of the person: the whole frame, `{"type":"user_message","text":"…",…}`.
    Message(Value),
}

/// Why an ask was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Too many asks of this session wait already.
    QueueFull,
    /// The room speaks the basic protocol, which has no frame for such a request.
    QuestionsOnly,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::QueueFull => out.write_str("Too many questions of this session wait for an answer"),
            Refusal::QuestionsOnly => out.write_str("This bridge speaks the basic protocol, which has questions only"),
        }
    }
}
