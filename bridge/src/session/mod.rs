//! Sessions as an agent or a socket sees them. Behind each stands one task that owns the room.
//!
//! Knows channels and tasks; knows no HTTP, and leaves all behaviour to [`crate::room`].

mod eviction;
mod hang_up;
mod id;
mod ledger;
mod outbox;
mod registry;
mod task;
#[cfg(test)]
mod tests;
mod waiters;

use std::fmt;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, timeout};

use crate::random;
use crate::replica::NodeId;
use crate::room::{
    AskState, ChatFrame, ConnectionId, Content, IdempotencyKey, Input, Keep, QuestionId, Refusal, Request, Status,
    TimeLimit, View,
};
use crate::store::Version;
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

/// Where somebody waits for what the task says.
type Reply<T> = oneshot::Sender<Result<T, AskError>>;

/// What a session's task is told.
#[derive(Debug)]
enum Command {
    /// Something for the room.
    Input(Input),
    /// A page connects, with a token of a subject or without; its frames go to the outbox.
    Connect(ConnectionId, Option<String>, Option<View>, Outbox),
    /// An agent asks and waits for the reply.
    Ask(QuestionId, Request, Option<TimeLimit>, oneshot::Sender<Result<Value, AskError>>),
    /// An agent has an ask recorded, so that a repeated call is known by its key or its content.
    Record(Keep, Request, Option<TimeLimit>, Reply<AskState>),
    /// An agent sends a chat frame.
    Event(ChatFrame, Reply<()>),
    /// An agent waits for the end of a recorded ask.
    Wait(QuestionId, Reply<Option<AskState>>),
    /// An agent looks at a recorded ask.
    Find(QuestionId, Reply<Option<AskState>>),
    /// An agent withdraws a recorded ask.
    Withdraw(QuestionId, Reply<Option<AskState>>),
    /// An agent looks for the latest of those that are known by their content.
    Latest(Reply<Option<QuestionId>>),
    /// An agent looks at all of them.
    List(Reply<Vec<AskState>>),
    /// Somebody wants to know whether a page is there.
    Status(Reply<Status>),
    /// Something is due, or another node may have changed something.
    Look(Reply<()>),
    /// A node has died, and may have held something of this session. The reply is the state in which it holds nothing.
    NodeGone(NodeId, Reply<Option<Version>>),
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
    /// The store that the bridges share cannot be reached.
    StoreAway,
}

impl fmt::Display for AskError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AskError::Refused(refusal) => refusal.fmt(out),
            AskError::Stopped => out.write_str("The bridge is shutting down"),
            AskError::StoreAway => out.write_str("The store of the bridge cannot be reached: try again"),
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

    /// Asks the person, and records the ask and its result: it goes on without whoever asked. The same key and request are the
    /// same ask, whatever has become of it.
    pub async fn record(
        &self,
        key: Option<IdempotencyKey>,
        request: impl Into<Request>,
        limit: Option<TimeLimit>,
    ) -> Result<AskState, AskError> {
        self.look(|reply| Command::Record(Keep::Record { key }, request.into(), limit, reply)).await
    }

    /// Records an ask for an agent without keys: the same request is the same ask, until an agent has had its result for a while.
    pub async fn record_once(
        &self,
        request: impl Into<Request>,
        limit: Option<TimeLimit>,
    ) -> Result<AskState, AskError> {
        let request = request.into();
        let keep = Keep::RecordOnce(Content::of(&request));
        self.look(|reply| Command::Record(keep, request, limit, reply)).await
    }

    /// The latest of the asks of [`Session::record_once`]: one that is open, or else the one that ended last.
    pub async fn latest(&self) -> Result<Option<QuestionId>, AskError> {
        self.look(Command::Latest).await
    }

    /// A recorded ask when it is over, or as it is after this time. `None` if it is not known.
    pub async fn wait(&self, question: &QuestionId, most: Duration) -> Result<Option<AskState>, AskError> {
        if most.is_zero() {
            return self.look(|reply| Command::Find(question.clone(), reply)).await;
        }
        match timeout(most, self.wait_for_end(question)).await {
            Ok(state) => state,
            Err(_) => self.look(|reply| Command::Find(question.clone(), reply)).await,
        }
    }

    /// A recorded ask when it is over. `None` if it is not known.
    pub async fn wait_for_end(&self, question: &QuestionId) -> Result<Option<AskState>, AskError> {
        self.look(|reply| Command::Wait(question.clone(), reply)).await
    }

    /// A recorded ask as it is, for somebody who does not get its result. `None` if it is not known.
    pub(crate) async fn peek(&self, question: &QuestionId) -> Result<Option<AskState>, AskError> {
        Ok(self.recorded().await?.into_iter().find(|state| state.id == *question))
    }

    /// Withdraws a recorded ask, if it is not over. `None` if it is not known.
    pub async fn withdraw(&self, question: &QuestionId) -> Result<Option<AskState>, AskError> {
        self.look(|reply| Command::Withdraw(question.clone(), reply)).await
    }

    /// All recorded asks.
    pub async fn recorded(&self) -> Result<Vec<AskState>, AskError> {
        self.look(Command::List).await
    }

    /// Tells the task something, and waits for what it says to that.
    async fn look<T>(&self, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, AskError> {
        let (reply, said) = oneshot::channel();
        self.send(command(reply)).await;
        said.await.unwrap_or(Err(AskError::Stopped))
    }

    /// Sends a chat frame to the page, or keeps it for the next one.
    pub async fn event(&self, frame: ChatFrame) -> Result<(), AskError> {
        self.look(|reply| Command::Event(frame, reply)).await
    }

    /// Connects a page. Whoever holds the connection tells of its end by [`Input::Closed`].
    pub(crate) async fn connect(
        &self,
        subject: Option<String>,
        view: Option<View>,
        most_bytes: usize,
    ) -> (ConnectionId, Incoming) {
        let connection = random::connection_id();
        let (outbox, incoming) = Outbox::new(most_bytes);
        self.send(Command::Connect(connection.clone(), subject, view, outbox)).await;
        (connection, incoming)
    }

    /// Whether a page is there, and what waits for it.
    pub async fn status(&self) -> Result<Status, AskError> {
        self.look(Command::Status).await
    }

    /// Something is due. Ends when the task has seen to it.
    pub(crate) async fn wake(&self) -> Result<(), AskError> {
        self.look(Command::Look).await
    }

    /// A node has died. What it held of this session is over. The state in which it holds nothing; `None` if it holds something
    /// again.
    pub(crate) async fn node_gone(&self, node: NodeId) -> Result<Option<Version>, AskError> {
        self.look(|reply| Command::NodeGone(node, reply)).await
    }

    /// Tells the room something about a connection.
    pub(crate) fn input(&self, input: Input) -> impl Future<Output = ()> + '_ {
        self.send(Command::Input(input))
    }

    /// A session that has stopped takes nothing more, and whoever waits for it learns so by its dropped channels. The future has a
    /// pointer to the command and not the command itself: every socket has a place for one.
    fn send(&self, command: Command) -> impl Future<Output = ()> + '_ {
        let message = self.message(command);
        async move {
            let _ = self.inbox.send(message).await;
        }
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
