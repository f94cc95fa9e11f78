//! One session of the bridge as a pure machine: who is connected, what is asked, what was missed.
//!
//! Sans-IO: no clock, no randomness, no sockets, no tasks. Time and ids come in as values, effects go out as values, and
//! the same inputs always give the same outputs, so a whole bridge runs in a native test under virtual time. Requests
//! and chat frames stay opaque JSON: a room carries them and never judges what they say. What differs between questions,
//! approvals and forms stands in [`Request`]; all that follows is the same for the three.
//!
//! | input | what follows |
//! | --- | --- |
//! | [`Input::Opened`] | a ghost is closed; otherwise the former page gets `session_taken` and is closed; the new one `connected`, `session_status`, how asks ended that it may have seen, then what was missed |
//! | [`Input::Closed`] | from now on frames are kept for the next page; time that the page asked for ends soon, unless one comes back |
//! | [`Input::Text`], [`Input::Frame`], [`Input::Binary`] | a response settles the ask if it is of its kind, an extension moves its deadline, a message goes to the agent; what cannot be read closes the connection |
//! | [`Input::Ask`] | asked at once, or queued behind the pending ask; nothing if it is known already, by its id or by its content; over at once if the response came before it; refused when the queue is full, when its key means another request, or when a room of the basic protocol is to carry an approval or a form |
//! | [`Input::HangUp`] | the ask is withdrawn, the next one is asked; a recorded ask goes on |
//! | [`Input::Withdraw`] | the same for a recorded ask, whose record says so |
//! | [`Input::Fetched`] | the record may be forgotten before others, if there are too many |
//! | [`Input::Event`] | a chat frame of the agent goes to the page |
//! | any, once a beat is due | the page gets `ask_user_beat` |
//! | any, once a result was kept for long enough | it is forgotten |
//! | any, once a response came too early and no ask followed | the page is told that it is `late` |
//! | any, once the deadline is reached | the page gets `ask_user_timeout`, the agent a deny (for a form: a cancel), the next ask is asked |

mod asking;
mod backlog;
mod call_results;
mod chat;
mod connection;
mod ending;
mod id;
mod input;
pub(crate) mod json;
mod key;
mod pending;
mod reading;
mod records;
mod request;
mod response;
mod settings;
mod settled;
mod snapshot;
mod time;
mod unclaimed;
mod view;

use std::collections::VecDeque;

pub use backlog::{Backlog, MissedChange, MissedFrame};
pub use chat::{ChatFrame, ChatFrameError};
pub use id::{ConnectionId, QuestionId};
pub use input::{Input, Output, Refusal};
pub use key::{Content, IdempotencyKey};
pub use records::{AskState, AskStatus, Keep, Outcome};
pub use request::{AskInput, AskInputError, ElicitationInput, PermissionInput, Request, RequestError};
pub use settings::{Limits, Settings};
pub use snapshot::SnapshotError;
pub(crate) use snapshot::kind;
pub use time::{Time, TimeLimit};
pub use view::View;

use asking::Waiting;
use call_results::CallResults;
use pending::Pending;
use records::{Record, Records};
use settled::Settled;
use unclaimed::Unclaimed;
use view::Views;

/// Close codes that a room uses (RFC 6455, section 7.4.1).
pub mod close {
    /// Another connection has taken the session over.
    pub const NORMAL: u16 = 1000;
    /// A binary frame came.
    pub const UNSUPPORTED: u16 = 1003;
    /// Text came that is no JSON.
    pub const INVALID: u16 = 1007;
}

/// The state of one session.
#[derive(Clone, Debug)]
pub struct Room {
    session: String,
    settings: Settings,
    /// The one connection that may speak for the person.
    page: Option<ConnectionId>,
    /// The name of its view.
    page_view: String,
    views: Views,
    /// When the page hears next that the bridge is there.
    beat_at: Option<Time>,
    /// The ask that the person is looking at, or would be.
    pending: Option<Pending>,
    /// Asks that wait for their turn; their clocks have not started.
    waiting: VecDeque<Waiting>,
    settled: Settled,
    /// Recorded asks that are over.
    records: Records,
    call_results: CallResults,
    unclaimed: Unclaimed,
    backlog: Backlog,
    /// Whether the agent has said that it is at work, and not yet that it is done.
    working: bool,
    now: Time,
}

/// How much a room holds; every number is bounded by [`Limits`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Frames kept for a page that is away.
    pub missed_frames: usize,
    /// Their size as JSON.
    pub missed_bytes: usize,
    /// Asks that wait behind the pending one.
    pub waiting_asks: usize,
    /// Ids of settled asks that are remembered.
    pub settled_asks: usize,
    /// Recorded asks that are over.
    pub recorded_asks: usize,
    /// The size of their results as JSON.
    pub recorded_bytes: usize,
    /// Responses that wait for their ask.
    pub unclaimed_responses: usize,
    /// Their size as JSON.
    pub unclaimed_bytes: usize,
}

/// What would be lost if a room that nobody uses were dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keeps {
    /// Nothing that anybody may want.
    Nothing,
    /// Frames that a page missed, how asks have ended, or results that an agent has fetched already.
    Something,
    /// An ask that goes on without its agent, or a decision of the person that no agent has.
    Promised,
}

/// Whether somebody is there to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether a page is connected.
    pub is_connected: bool,
    /// Asks that wait for an answer, the one that is shown among them.
    pub asks: usize,
}

impl Room {
    /// An empty room for the session of this id.
    pub fn new(session: impl Into<String>, settings: Settings) -> Room {
        Room {
            session: session.into(),
            page: None,
            page_view: String::new(),
            views: Views::default(),
            beat_at: None,
            pending: None,
            waiting: VecDeque::new(),
            settled: Settled::new(settings.limits.settled_asks),
            records: Records::default(),
            call_results: CallResults::default(),
            unclaimed: Unclaimed::default(),
            backlog: Backlog::new(settings.limits.missed_frames, settings.limits.missed_bytes),
            working: false,
            now: Time::default(),
            settings,
        }
    }

    /// Takes what happened at `now` and says what has to be done, in order.
    ///
    /// What was due by `now` happens first, so an answer at the very millisecond of the deadline is late, however the
    /// host orders its timer and its socket. Time never runs backwards in a room: an earlier `now` counts as the last.
    pub fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        self.now = self.now.max(now);
        let mut out = Vec::new();
        self.expire(&mut out);
        self.expire_unclaimed(&mut out);
        self.records.forget(self.now, self.settings.keep_seconds);
        self.call_results.forget(self.now);
        self.beat(&mut out);
        match input {
            Input::Opened { connection, view } => self.open(connection, view, &mut out),
            Input::Closed(connection) => self.closed(&connection),
            Input::Text { from, text } => self.read_text(from, &text, &mut out),
            Input::Frame { from, frame } => self.read(from, frame, &mut out),
            Input::Binary { from } => self.close(from, close::UNSUPPORTED, &mut out),
            Input::Ask { question, request, limit, keep } => self.ask(question, request, limit, keep, &mut out),
            Input::HangUp(question) => self.hang_up(&question, &mut out),
            Input::Withdraw(question) => self.withdraw(&question, &mut out),
            Input::Fetched(question) => self.records.note_fetched(&question, self.now),
            Input::Event(event) => self.event(event, &mut out),
            Input::Wake => {}
        }
        out
    }

    /// When [`Input::Wake`] is next due, if ever.
    pub fn next_wake(&self) -> Option<Time> {
        self.next_deadline().into_iter().chain(self.beats_at()).min()
    }

    /// When something is due next that matters to everybody, which a beat does not.
    pub fn next_deadline(&self) -> Option<Time> {
        let deadline = self.pending.as_ref().and_then(Pending::deadline);
        let forgets_at = self.records.forgets_at(self.settings.keep_seconds);
        [deadline, forgets_at, self.unclaimed.expires_at()].into_iter().flatten().min()
    }

    /// When the page hears next that the bridge is there.
    pub fn beats_at(&self) -> Option<Time> {
        self.beat_at.filter(|_| self.page.is_some())
    }

    /// Asks for whose end an agent's call waits, and that end with it.
    pub fn calls(&self) -> impl Iterator<Item = &QuestionId> {
        self.all_unfinished().filter(|ask| !ask.is_recorded()).map(|ask| &ask.question)
    }

    /// The result of a call that ended a while ago; `None` if it has not ended, if its node has the result, or if that was forgotten.
    pub fn call_result(&self, question: &QuestionId) -> Option<AskState> {
        self.call_results.find(question)
    }

    /// The node that holds the call has its result.
    pub fn call_has_result(&mut self, question: &QuestionId) {
        self.call_results.remove(question);
    }

    /// A recorded ask; `None` if there is none of this id, or no longer.
    pub fn find(&self, question: &QuestionId) -> Option<AskState> {
        let unfinished = self.unfinished(question).filter(|ask| ask.is_recorded()).map(pending_state);
        unfinished.or_else(|| self.records.find(question).map(Record::state))
    }

    /// The recorded ask that a call with this content repeats, if it repeats one.
    pub fn find_content(&self, content: &Content) -> Option<AskState> {
        let unfinished = self.all_unfinished().find(|ask| ask.keep.content() == Some(content)).map(pending_state);
        let record = || self.records.find_content(content, self.now, &self.settings.limits);
        unfinished.or_else(|| record().map(Record::state))
    }

    /// Of the asks that are known by their content: the one that was made last and is open, or else the one that ended last.
    pub fn latest_by_content(&self) -> Option<&QuestionId> {
        let unfinished = self.all_unfinished().filter(|ask| ask.keep.content().is_some()).map(|ask| &ask.question);
        let records = self.records.iter().filter(|record| record.content.is_some()).map(|record| &record.id);
        unfinished.last().or_else(|| records.last())
    }

    /// All recorded asks: those that are over in the order in which they ended, then those that wait.
    pub fn recorded(&self) -> impl Iterator<Item = AskState> {
        let unfinished = self.all_unfinished().filter(|ask| ask.is_recorded()).map(pending_state);
        self.records.iter().map(Record::state).chain(unfinished)
    }

    /// Whether an ask waits for the person, or for its turn.
    pub fn waits_for(&self, question: &QuestionId) -> bool {
        self.unfinished(question).is_some()
    }

    /// The ask that waits for the person.
    pub fn pending(&self) -> Option<&QuestionId> {
        self.pending.as_ref().map(Pending::id)
    }

    /// The connection that may speak for the person.
    pub fn page(&self) -> Option<&ConnectionId> {
        self.page.as_ref()
    }

    /// Whether nobody is connected, nothing is asked and nothing is recorded, so that the room may be dropped when this lasts.
    pub fn is_quiet(&self) -> bool {
        let is_asked = self.pending.is_some() || !self.waiting.is_empty();
        self.page.is_none() && !is_asked && self.records.len() == 0 && self.unclaimed.len() == 0
    }

    /// What would be lost if it were dropped before that.
    pub fn keeps(&self) -> Keeps {
        if self.all_unfinished().any(Waiting::is_recorded) || self.records.owes_something() {
            return Keeps::Promised;
        }
        let counts = [self.backlog.len(), self.settled.len(), self.records.len(), self.unclaimed.len()];
        if counts.iter().sum::<usize>() > 0 { Keeps::Something } else { Keeps::Nothing }
    }

    /// What an agent may know before it asks.
    pub fn status(&self) -> Status {
        Status { is_connected: self.page.is_some(), asks: self.pending.iter().len() + self.waiting.len() }
    }

    /// How much the room holds.
    pub fn load(&self) -> Load {
        Load {
            missed_frames: self.backlog.len(),
            missed_bytes: self.backlog.bytes(),
            waiting_asks: self.waiting.len(),
            settled_asks: self.settled.len(),
            recorded_asks: self.records.len(),
            recorded_bytes: self.records.bytes(),
            unclaimed_responses: self.unclaimed.len(),
            unclaimed_bytes: self.unclaimed.bytes(),
        }
    }
}

fn pending_state(ask: &Waiting) -> AskState {
    AskState { id: ask.question.clone(), kind: ask.request.kind(), status: AskStatus::Pending }
}
