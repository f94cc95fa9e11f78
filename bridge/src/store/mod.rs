//! Where rooms are kept, so that several bridges can serve one session. Any node loads the room, runs the pure step, and
//! commits it if nobody else did; otherwise it repeats the step on what is there now (compare-and-set).
//!
//! Knows no room: a snapshot is text here. What a node makes of it stands in [`crate::replica`].

mod heard;
mod memory;
mod redis;
mod redis_commits;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ask_user_widget::protocol::RequestKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::replica::NodeId;
use crate::room::{ConnectionId, MissedChange, MissedFrame, Outcome, QuestionId, Time};
use crate::session::SessionId;

pub(crate) use heard::ALIVE_EVERY;
pub use memory::{Memory, Stored};
pub(crate) use redis::DUE_AT_A_TIME;
pub use redis::{Durability, Redis};

/// Which state of a session a node has seen. A number alone would not do: a store that lost its last writes counts the same
/// numbers again, with other contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// How many commits there were; 0 if there is no snapshot.
    pub number: u64,
    /// A random name of the last one.
    pub token: u64,
}

/// What a node wants of the store, for one session.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The state, and what was committed since the state that the node has seen.
    Load {
        /// That state; `None` if the node has seen none, and no commit of the past is of use to it.
        seen: Option<Version>,
        /// Whether the missed frames are wanted too.
        with_missed: bool,
    },
    /// A new state, if the store still has the expected one.
    Commit(Box<Commit>),
}

/// A step that a node wants to count.
#[derive(Clone, Debug, PartialEq)]
pub struct Commit {
    /// The state that the step was made from.
    pub expected: Version,
    /// The random name of the new state.
    pub token: u64,
    /// The room, if it has changed.
    pub snapshot: Option<Arc<str>>,
    /// What happens to the missed frames.
    pub missed: MissedChange,
    /// What other nodes have to do, in order.
    pub deliveries: Vec<Delivery>,
    /// When some node has to wake the session, if no other input comes before.
    pub due: Option<Time>,
    /// Whether nobody is connected and nothing is kept, so that the store may forget the session when that lasts.
    pub is_quiet: bool,
    /// Nodes that hold a connection or a call of the session now, and held none before.
    pub joined: Vec<NodeId>,
    /// Nodes that held one before, and hold none now.
    pub left: Vec<NodeId>,
}

impl Commit {
    /// Whether nothing would change. Such a commit only asks whether the expected state is still the state.
    pub fn is_check(&self) -> bool {
        self.snapshot.is_none() && self.missed == MissedChange::None && self.deliveries.is_empty()
    }
}

/// Something that the node has to do that holds the connection, or the agent's call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// Send a frame to a page.
    Send {
        /// Its connection.
        to: ConnectionId,
        /// The frame.
        frame: Value,
    },
    /// Close a page's connection.
    Close {
        /// The connection.
        connection: ConnectionId,
        /// The close code.
        code: u16,
    },
    /// Give the result to every agent that waits for this ask.
    Resolve {
        /// The ask.
        question: QuestionId,
        /// What it requested.
        #[serde(with = "crate::room::kind")]
        kind: RequestKind,
        /// How it ended.
        outcome: Outcome,
        /// The result.
        result: Value,
    },
}

/// What the store says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The commit counts. This is the state now.
    Committed(Version),
    /// The state as it is: what was asked for, or why the commit does not count.
    State(Loaded),
}

/// The state of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// Its version.
    pub version: Version,
    /// The room; `None` if there is none, and if the node has seen this state already.
    pub snapshot: Option<Arc<str>>,
    /// The commits from the seen state on, that state among them, as far as the store still has them.
    pub entries: Vec<Entry>,
    /// The missed frames, if they were asked for.
    pub missed: Option<Vec<MissedFrame>>,
}

/// One commit of the past.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The state that it made.
    pub version: Version,
    /// What it wants other nodes to do.
    pub deliveries: Vec<Delivery>,
}

/// The store cannot be reached, or did not answer in time. Whether a commit counts is unknown then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreAway(pub String);

impl fmt::Display for StoreAway {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Something that will be there.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A place for the rooms of all sessions.
pub trait Store: fmt::Debug + Send + Sync {
    /// Does what a node wants.
    fn ask<'a>(&'a self, session: &'a SessionId, request: Request) -> Later<'a, Result<Answer, StoreAway>>;

    /// The number of the last commit that was heard of. May be late, and may be lost: a node that waits looks by itself now and
    /// then. 0 means that something may have been missed.
    fn changes(&self, session: &SessionId) -> watch::Receiver<u64>;

    /// Whether other nodes may commit to it. If not, the rooms are with the tasks of their sessions, and it is asked for nothing.
    fn is_shared(&self) -> bool;

    /// The task of a session has ended, and its receiver of changes is dropped.
    fn forget(&self, session: &SessionId);

    /// Whether it answers.
    fn ping(&self) -> Later<'_, Result<(), StoreAway>>;
}
