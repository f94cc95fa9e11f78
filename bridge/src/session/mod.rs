//! Sessions as an agent or a socket sees them. Behind each stands one task that owns the room.
//!
//! Knows channels and tasks; knows no HTTP, and leaves all behaviour to [`crate::room`].

mod eviction;
mod hang_up;
mod id;
mod outbox;
mod registry;
mod task;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::random;
use crate::room::{ChatFrame, ConnectionId, Input, QuestionId, Refusal, Request, Status, TimeLimit, View};
use hang_up::HangUp;
use outbox::Outbox;

pub use id::SessionId;
pub(crate) use outbox::{Incoming, Outgoing};
pub use registry::{Sessions, TooManySessions};

/// A handle on one session. While one exists, the session is not dropped.
#[derive(Clone, Debug)]
pub struct Session {
    inbox: mpsc::Sender<Message>,
}

/// A handle that does not keep its session.
#[derive(Clone, Debug)]
pub(crate) struct WeakSession {
    inbox: mpsc::WeakSender<Message>,
}

/// Something on its way to a session's task. It holds the session until the task has done with it, so that no session is
/// dropped with something unread.
#[derive(Debug)]
struct Message {
    /// Boxed, since an inbox has room for 32 from the start, and most sessions are told little.
    command: Box<Command>,
    _holds: Session,
}

/// What a session's task is told.
#[derive(Debug)]
enum Command {
    /// Something for the room.
    Input(Input),
    /// A page connects; its frames go to the outbox.
    Connect(ConnectionId, Option<View>, Outbox),
    /// An agent asks and waits for the reply.
    Ask(QuestionId, Request, Option<TimeLimit>, oneshot::Sender<Result<Value, AskError>>),
    /// Somebody wants to know whether a page is there.
    Status(oneshot::Sender<Status>),
    /// The bridge stops.
    Stop,
}

/// Why an ask has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The room did not take it.
    Refused(Refusal),
    /// The bridge stops.
    Stopped,
}

impl fmt::Display for AskError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AskError::Refused(refusal) => refusal.fmt(out),
            AskError::Stopped => out.write_str("The bridge is shutting down"),
        }
    }
}

impl Session {
    /// Asks the person and waits for the result. Dropping the future withdraws the request.
    pub async fn ask(&self, request: impl Into<Request>, limit: Option<TimeLimit>) -> Result<Value, AskError> {
        let question = random::question_id();
        let (reply, result) = oneshot::channel();
        let hang_up = HangUp::new(self.clone(), question.clone());
        self.send(Command::Ask(question, request.into(), limit, reply)).await;
        let result = result.await.unwrap_or(Err(AskError::Stopped));
        hang_up.disarm();
        result
    }

    /// Sends a chat frame to the page, or keeps it for the next one.
    pub async fn event(&self, frame: ChatFrame) {
        self.send(Command::Input(Input::Event(frame))).await;
    }

    /// Connects a page. Whoever holds the connection tells of its end by [`Input::Closed`].
    pub(crate) async fn connect(&self, view: Option<View>, most_bytes: usize) -> (ConnectionId, Incoming) {
        let connection = random::connection_id();
        let (outbox, incoming) = Outbox::new(most_bytes);
        self.send(Command::Connect(connection.clone(), view, outbox)).await;
        (connection, incoming)
    }

    /// Whether a page is there, and what waits for it.
    pub async fn status(&self) -> Status {
        let (reply, status) = oneshot::channel();
        self.send(Command::Status(reply)).await;
        status.await.unwrap_or_default()
    }

    /// Tells the room something about a connection.
    pub(crate) async fn input(&self, input: Input) {
        self.send(Command::Input(input)).await;
    }

    /// A session that has stopped takes nothing more, and whoever waits for it learns so by its dropped channels.
    async fn send(&self, command: Command) {
        let _ = self.inbox.send(self.message(command)).await;
    }

    fn message(&self, command: Command) -> Message {
        Message { command: Box::new(command), _holds: self.clone() }
    }
}

impl WeakSession {
    pub(crate) fn upgrade(&self) -> Option<Session> {
        self.inbox.upgrade().map(|inbox| Session { inbox })
    }
}
