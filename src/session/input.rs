//! What can happen to a session, and what it wants done.

mod effect;

use crate::protocol::{ClientFrame, ServerFrame, Value};

use super::approval_draft::ApprovalAction;
use super::error_code::ErrorCode;
use super::event::Event;
use super::guard::Press;
use super::link::ConnectionId;
use super::request_rules::RequestRules;
pub(super) use effect::{ActionEffect, PersistWhen};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The widget is on the page.
    Start,
    /// The name of the session, before the first start: an address, or whatever the page calls it by.
    SessionNamed(String),
    /// What an earlier page persisted, before the first start: see [`Output::Persist`].
    Restore {
        /// The asks, as [`PersistedPart::Asks`] has them.
        asks: Value,
        /// The drafts, as [`PersistedPart::Drafts`] has them.
        drafts: Value,
    },
    /// What another page of this browser shared: see [`Output::Share`].
    Shared(Value),
    /// The page has a connection of its own, or the next one after that; the session makes none by itself then.
    Attach,
    /// The widget is gone from the page.
    Stop,
    /// A connection that was asked for is open.
    Opened(ConnectionId),
    /// A connection failed or ended.
    Closed {
        /// Which one.
        connection: ConnectionId,
        /// The close code; 1006 if there was none.
        code: u16,
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
    /// The page has set something that cannot be right.
    Fault {
        /// What kind of thing.
        code: ErrorCode,
        /// What it is, in words.
        message: String,
    },
    /// The page withdraws a question.
    Withdraw {
        /// Which one.
        id: String,
    },
    /// The page shows a question itself that was just announced.
    TakenByPage {
        /// Which one.
        id: String,
    },
    /// The page removes all receipts.
    ClearReceipts,
    /// The person typed into a field of the page, or clicked into it to do so.
    TypedInPage,
    /// The window changed its size, so that what is in it is no longer where it was.
    LayoutMoved,
    /// The rules that were asked for are here: see [`Output::LoadRequestRules`].
    RequestRules(RequestRules),
    /// The rules that were asked for cannot be had.
    RequestRulesFailed,
    /// The person did something.
    User(UserInput),
    /// The person did something in the page or its window, whatever it was.
    PageActivity,
    /// The network is back.
    Online,
    /// The page is looked at again.
    PageShown,
    /// The network has gone.
    Offline,
    /// The machine or the page has slept.
    Slept,
    /// The page is not looked at any more, and may be gone in a moment.
    PageHidden,
    /// The time that [`next_wake`](super::Session::next_wake) named has come.
    Wake,
}

/// What a person can do.
#[derive(Clone, Debug, PartialEq)]
pub enum UserInput {
    /// Something in the dialog. The id keeps a late click from meaning the next ask.
    Act {
        /// The ask that the dialog showed.
        id: String,
        /// What they did there.
        action: Action,
    },
    /// Pressed something in a dialog that has just appeared, where it may not count: see [`GuardLevel`](super::GuardLevel).
    Press(Press),
    /// Wants the session back that another view has taken.
    TakeSessionBack,
    /// Does not want to wait for the next try to connect.
    RetryNow,
    /// Tries again to load what could not be loaded.
    LoadAgain,
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
    /// Writes an own answer, or the text of a form's field.
    EditText {
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
    /// Puts what is typed at "Other", and would not be sent, into the note.
    MoveOtherToNote {
        /// Which question.
        question: usize,
    },
    /// Says no to a form.
    Decline,
    /// Something on the card of an approval.
    Approval(ApprovalAction),
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
    /// Moves about and decides nothing: they are at work, and may need more time.
    Activity,
    /// Minimizes the dialog to a bar.
    Minimize,
    /// Expands it again.
    Expand,
    /// Has read how it ended, or what stands in the way, and is done with it.
    Close,
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
    /// The bridge has named the session: connect there from now on, and persist and share under this name.
    Rename(String),
    /// Store this JSON text where the next page of this session finds it, in place of the last; or remove the last.
    Persist {
        /// Which part.
        part: PersistedPart,
        /// The text; `None` removes what is stored.
        text: Option<String>,
    },
    /// Give this JSON text to all other pages of this browser that have the same session.
    Share(String),
    /// Load the code for requests that are no questions, and hand it in as [`Input::RequestRules`].
    LoadRequestRules,
    /// Notify the host page.
    Notify(Event),
}

/// A part of what is persisted. The asks may be large and never change, the drafts change with every key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersistedPart {
    /// The asks as they came.
    Asks,
    /// What the person did with them.
    Drafts,
}
