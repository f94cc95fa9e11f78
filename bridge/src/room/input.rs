//! What a room is told, and what it wants done.

use std::fmt;

use ask_user_widget::protocol::{RequestKind, ServerFrameType};
use serde_json::Value;

use super::{ChatFrame, ConnectionId, Keep, Outcome, QuestionId, Request, TimeLimit, View};

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
    /// An agent asks. An id that is known already is the same ask: nothing follows, and [`Room::find`](super::Room::find) says
    /// how far it has come. So is a content ([`Keep::RecordOnce`]): [`Room::find_content`](super::Room::find_content).
    Ask {
        /// A fresh id, or the one of its key.
        question: QuestionId,
        /// What it requests of the person.
        request: Request,
        /// The limit for this ask, where it is not the session's.
        limit: Option<TimeLimit>,
        /// Whether it outlives the agent's call.
        keep: Keep,
    },
    /// The agent that asked no longer waits. A recorded ask goes on.
    HangUp(QuestionId),
    /// The agent withdraws a recorded ask. One that is over stays as it is.
    Withdraw(QuestionId),
    /// The result of a recorded ask was handed to an agent.
    Fetched(QuestionId),
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
    /// Give the agent its result, and everybody else who waits for it. Happens once an ask, unless the agent hung up or was
    /// refused.
    Resolve {
        /// The ask.
        question: QuestionId,
        /// What it requested.
        kind: RequestKind,
        /// How it ended.
        outcome: Outcome,
        /// The connection on which the person decided. `None` if nobody did, or if another node knows.
        by: Option<ConnectionId>,
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

impl Output {
    /// Whether it only tells a page that the bridge is there.
    pub fn is_beat(&self) -> bool {
        match self {
            Output::Send { frame, .. } => {
                frame["type"].as_str().map(ServerFrameType::parse) == Some(ServerFrameType::AskUserBeat)
            }
            Output::Close { .. } | Output::Resolve { .. } | Output::Refuse { .. } | Output::Message(_) => false,
        }
    }
}

/// Why an ask was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Too many asks of this session wait already.
    QueueFull,
    /// The room speaks the basic protocol, which has no frame for such a request.
    QuestionsOnly,
    /// Too many results of this session wait to be fetched.
    RecordsFull,
    /// The key belongs to another request.
    KeyReused,
    /// The key belongs to an ask that is over, and whose result is no longer kept. To ask it again under the same id would
    /// make a page repeat its old response.
    KeyExpired,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Refusal::QueueFull => "Too many questions of this session wait for an answer",
            Refusal::QuestionsOnly => "This bridge speaks the basic protocol, which has questions only",
            Refusal::RecordsFull => "Too many results of this session wait to be fetched",
            Refusal::KeyReused => "This Idempotency-Key belongs to another request",
            Refusal::KeyExpired => "The result of this Idempotency-Key is no longer kept: ask again with a new key",
        })
    }
}
