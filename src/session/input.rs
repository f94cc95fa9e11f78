//! What can happen to a session, and what it wants done.

use crate::protocol::{ClientFrame, ServerFrame};

use super::event::Event;
use super::link::ConnectionId;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The widget is on the page.
    Start,
    /// The widget is gone from the page.
    Stop,
    /// A connection that was asked for is open.
    Opened(ConnectionId),
    /// A connection failed or ended.
    Closed {
        /// Which one.
        connection: ConnectionId,
        /// The other end's words, often none.
        reason: String,
    },
    /// A frame came.
    Frame {
        /// On which connection.
        connection: ConnectionId,
        /// What it says.
        frame: ServerFrame,
    },
    /// A frame came that nobody can read.
    BadFrame(String),
    /// The person typed into a field of the page.
    TypedElsewhere,
    /// The person did something.
    Person(Person),
    /// The network is back, or the page woke up.
    Online,
    /// The time that [`next_wake`](super::Session::next_wake) named has come.
    Wake,
}

/// What a person can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Person {
    /// Something in the dialog. The id keeps a late click from meaning the next ask.
    Does {
        /// The ask that the dialog showed.
        id: String,
        /// What they did there.
        action: Action,
    },
    /// Wants the session back that another view has taken.
    TakesBack,
    /// Does not want to wait for the next try to connect.
    Reconnects,
}

/// What a person can do in the dialog. Questions and options go by position.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Checks or unchecks an option.
    Pick {
        /// Which question.
        question: usize,
        /// Which option.
        option: usize,
        /// Whether it is chosen now.
        chosen: bool,
    },
    /// Checks or unchecks "Other".
    PickOther {
        /// Which question.
        question: usize,
        /// Whether it is chosen now.
        chosen: bool,
    },
    /// Writes an answer of their own.
    EditOther {
        /// Which question.
        question: usize,
        /// The whole text.
        text: String,
    },
    /// Writes a note.
    EditNotes {
        /// Which question.
        question: usize,
        /// The whole text.
        text: String,
    },
    /// Turns to a question; the number after the last is the review of several.
    GoTo(usize),
    /// Confirms this question and goes on; after the last, and on the review, sends.
    Confirm,
    /// Sends all answers, if none is missing.
    Send,
    /// Does not want to answer.
    Cancel,
    /// Takes a cancel back, or an answer that could not be sent yet.
    Undo,
    /// Folds the dialog to a bar.
    Collapse,
    /// Unfolds it.
    Expand,
    /// Has read how it ended.
    Dismiss,
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Open a connection.
    Connect(ConnectionId),
    /// Close a connection; nothing of it is wanted any more.
    Disconnect(ConnectionId),
    /// Send a frame.
    Send {
        /// On which connection.
        connection: ConnectionId,
        /// What.
        frame: ClientFrame,
    },
    /// Tell the host page.
    Tell(Event),
}
