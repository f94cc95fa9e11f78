//! The whole behaviour of the widget as a pure machine.
//!
//! [`Session::handle`] takes what happened and when, and returns what is to be done; [`Session::next_wake`] says when it
//! wants to be called again by itself, and [`Session::screen`] what the person should see now. There is no clock, no
//! randomness (a seed comes in), no JavaScript and no JSON text here, so a whole client runs natively in microseconds
//! under virtual time.
//!
//! | what happened | see |
//! | --- | --- |
//! | the connection opened, closed, timed out; the bridge is out of reach | `link.rs`, `on_connection.rs` |
//! | the bridge sent a frame | `frames.rs` |
//! | the person did something | `user.rs` |
//! | an ask is hidden, shown, decided | `open_ask.rs` |
//! | a decision is sent, lost, sent again, refused | `delivery/` |
//! | an approval or a form is read and decided | `requests.rs`, `approving.rs`, `filling_in.rs` |
//! | an ask is over | `ending.rs`, `memory.rs` |
//! | something is due | `timers.rs`; all durations are in `timing.rs` |
//! | something is announced to a screen reader | `announcements.rs` |
//! | a dialog appeared or moved while the person pressed something | `guard.rs` |
//! | the page is reloaded | `persistence.rs` |
//! | another page of this browser has the session | `sharing.rs` |

// A wildcard would hide the next variant of an enum of ours.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod announcements;
mod approval_draft;
mod approving;
mod commands;
mod delivery;
mod draft;
mod ending;
mod error_code;
mod errors;
mod event;
mod filling_in;
mod frames;
mod guard;
mod input;
mod link;
mod lists;
mod memory;
mod on_connection;
mod open_ask;
mod outcome;
mod persistence;
mod preview;
mod random;
mod request_rules;
mod requests;
mod screen;
mod shared_ask;
mod sharing;
#[cfg(test)]
mod tests;
mod time;
mod timers;
pub(crate) mod timing;
mod user;

use std::sync::Arc;

pub use announcements::{Announcement, announcements};
pub use approval_draft::{ApprovalAction, ApprovalChoice, ApprovalDraft, ApprovalPage};
pub use draft::Draft;
pub use error_code::ErrorCode;
pub use event::{Event, Status};
pub use guard::{GuardLevel, Press};
pub use input::{Action, Input, Output, PersistedPart, UserInput};
pub use link::{Connection, ConnectionId};
pub use outcome::{DeliveryStatus, Outcome, Receipt, ReceiptLine, ReceiptVerdict};
pub use preview::PreviewFocus;
pub use request_rules::{RequestDecision, RequestRules};
pub use requests::request_rules;
pub use screen::{Alert, ConnectionFailure, Countdown, Dialog, Phase, PostponedAsk, PrimaryAction, Reach, Screen};
pub use shared_ask::SharedAsk;
pub use time::Time;

use crate::protocol::{Capabilities, SessionName};
use delivery::{BridgeView, Purpose};
use errors::Errors;
use guard::Guard;
use input::PersistWhen;
use link::Link;
use memory::Memory;
use open_ask::OpenAsk;
use persistence::Persistence;
use request_rules::RulesState;
use timing::{PENDING_ASK_TIMEOUT, TYPING_ON_PAUSE, TYPING_PAUSE};

/// What a host can choose.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Start of the random numbers for the spread of reconnects.
    pub seed: u64,
    /// The origin of the page, to name it to a developer whose bridge does not let it in; empty if nobody knows.
    pub origin: String,
}

/// One widget's session with an agent.
#[derive(Clone, Debug)]
pub struct Session {
    settings: Settings,
    link: Link,
    capabilities: Capabilities,
    /// What the bridge has said on the connection that is open now.
    bridge: Option<BridgeView>,
    /// Asks that are not over, or that the person should still read, in the order in which they came.
    asks: Vec<OpenAsk>,
    /// How many asks have come since there was none to decide.
    arrived: usize,
    /// Asks that are over, so that a repeated frame cannot open them again.
    memory: Memory,
    receipts: Vec<Arc<Receipt>>,
    is_processing: bool,
    /// The name of the session, if it is one that the bridge gives.
    name: Option<SessionName>,
    /// The guard of the ask that the person sees.
    guard: Option<Guard>,
    /// Until when the screen shows that an answer was sent.
    sent_toast_until: Option<Time>,
    /// When the person last typed in the page.
    typed_at: Option<Time>,
    /// How many dialogs have given way to somebody who typed on, since the person last looked at one.
    dialogs_typed_over: u32,
    /// What was typed into the last dialog that gave way. It belongs to the page's field.
    typed_on: String,
    persistence: Persistence,
    /// How far the rules for approvals have come.
    rules: RulesState,
    /// Drafts that another page has offered.
    offered_drafts: Vec<OpenAsk>,
    /// Asks that were only guessed to be over, with what was typed for them.
    lapsed: Vec<OpenAsk>,
    /// When the session wants to be woken. A call that comes much later shows that the machine slept.
    next_wake: Option<Time>,
    /// Why there is no connection, in the other end's words.
    connection_failure: Option<ConnectionFailure>,
    errors: Errors,
    /// The status that the page was last notified of.
    notified_status: Option<Status>,
    out: Vec<Output>,
}

impl Session {
    /// A session that has not started.
    pub fn new(settings: Settings) -> Session {
        Session {
            link: Link::new(settings.seed),
            settings,
            capabilities: Capabilities::default(),
            bridge: None,
            asks: Vec::new(),
            arrived: 0,
            memory: Memory::default(),
            receipts: Vec::new(),
            is_processing: false,
            name: None,
            guard: None,
            sent_toast_until: None,
            typed_at: None,
            dialogs_typed_over: 0,
            typed_on: String::new(),
            persistence: Persistence::default(),
            rules: RulesState::default(),
            offered_drafts: Vec::new(),
            lapsed: Vec::new(),
            next_wake: None,
            connection_failure: None,
            errors: Errors::default(),
            notified_status: None,
            out: Vec::new(),
        }
    }

    /// A session like a new one, for another place to connect to. Its connections are numbered on from here, so that
    /// late words of an old one cannot be taken for its own; and it reports no status that the page knows already.
    pub fn renewed(&self) -> Session {
        let mut session = Session::new(self.settings.clone());
        session.link.number_on_from(&self.link);
        session.notified_status.clone_from(&self.notified_status);
        session.rules = self.rules;
        session
    }

    /// Whether a new token is of use: a bridge that has said how things stand has let this page in, and where another view
    /// has the session only the person takes it back.
    pub fn wants_token(&self) -> bool {
        let is_let_in = self.bridge.as_ref().is_some_and(|bridge| bridge.status_at().is_some());
        !is_let_in && self.link.connection() != Connection::Taken
    }

    /// Takes what happened at `now`; returns what is to be done, in order.
    pub fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        let is_urgent = self.asks.iter().any(|ask| !ask.is_over() && !self.is_out_of_reach(now, ask));
        self.link.set_urgent(is_urgent);
        self.notice_sleep(now);
        let persist_when = input.persist_when();
        let prepares_start = input.prepares_start();
        if input.shows_person() {
            self.link.nudge(now, &mut self.out);
        }
        match input {
            Input::Start => self.link.start(now, &mut self.out),
            Input::Restore { asks, drafts } => self.restore(now, &asks, &drafts),
            Input::Shared(shared) => self.shared(now, &shared),
            Input::Attach => self.link.attach(now, &mut self.out),
            Input::Stop => self.stop(),
            Input::Opened(connection) => self.opened(now, connection),
            Input::Closed { connection, code, reason } => self.closed(now, connection, code, &reason),
            Input::Frame { connection, frame } => {
                if self.link.is_open(connection) {
                    self.link.note_frame(now, &frame);
                    self.frame(now, connection, frame);
                }
            }
            Input::BadFrame(message) => self.report_error(now, ErrorCode::UnreadableFrame, &message),
            Input::Fault { code, message } => self.report_error(now, code, &message),
            Input::Withdraw { id } => self.withdraw(now, &id, None),
            Input::TakenByPage { id } => self.taken_by_page(now, &id),
            Input::ClearReceipts => self.clear_receipts(),
            // While a dialog is open, fields are its own.
            Input::TypedInPage if self.guard.as_ref().is_none_or(Guard::shows_bar) => self.typed_at = Some(now),
            Input::TypedInPage => {}
            Input::LayoutMoved => self.guard.iter_mut().for_each(|guard| guard.moved(now)),
            Input::User(input) => self.user_input(now, input),
            Input::Online => self.link.online(now, &mut self.out),
            Input::PageShown => {
                self.link.set_hidden(false);
                self.link.online(now, &mut self.out);
            }
            Input::Offline => self.link.offline(now, &mut self.out),
            Input::Slept => self.link.slept(now, &mut self.out),
            Input::RequestRules(rules) => self.rules_loaded(rules),
            Input::RequestRulesFailed => self.rules_failed(),
            Input::SessionNamed(name) => self.name = SessionName::of(&name),
            Input::PageHidden => self.link.set_hidden(true),
            Input::PageActivity | Input::Wake => {}
        }
        self.forget_dead_bridge();
        self.load_rules();
        match persist_when {
            PersistWhen::Now => self.persist_now(now),
            PersistWhen::Soon => self.persist_soon(now),
            PersistWhen::Never => {}
        }
        self.fire_timers(now);
        self.forget_dead_bridge();
        self.mark_unconfirmed(now);
        if self.undecided() == 0 {
            self.arrived = 0;
        }
        self.update_front(now);
        if !prepares_start {
            self.notify_status(now);
        }
        self.next_wake = self.earliest_timer(now);
        debug_assert!(self.asks.iter().all(OpenAsk::is_consistent), "{:?}", self.asks);
        std::mem::take(&mut self.out)
    }

    /// When [`Input::Wake`] is wanted at the latest.
    pub fn next_wake(&self) -> Option<Time> {
        self.next_wake
    }

    /// What the bridge has said counts for its connection only.
    fn forget_dead_bridge(&mut self) {
        if self.link.open().is_none() {
            self.bridge = None;
        }
    }

    /// Until when the person is not to be interrupted, because they type in the page.
    fn typing_until(&self) -> Option<Time> {
        let pause = if self.dialogs_typed_over > 1 { TYPING_ON_PAUSE } else { TYPING_PAUSE };
        self.typed_at.map(|typed_at| typed_at.plus_millis(pause))
    }

    /// Guards what comes before the person, also when it takes the place of another ask.
    fn update_front(&mut self, now: Time) {
        let typing_until = self.typing_until();
        while let Some(front) = self.front_index() {
            if self.asks[front].come_to_front(now, typing_until) {
                break;
            }
        }
        let front = self.front_index();
        for (index, ask) in self.asks.iter_mut().enumerate() {
            if Some(index) != front && ask.is_on_screen() {
                ask.stand_behind();
            }
        }
        let last = self.guard.take();
        self.guard = self.front().map(|ask| {
            let shows_bar = ask.shows_bar();
            match last {
                Some(last) if last.is_of(&ask.ask, shows_bar) => last,
                last => Guard::new(ask.ask.clone(), shows_bar, now, self.typed_at, ask.drafts.clone(), last),
            }
        });
    }

    /// How far what the person does counts.
    fn guard_level(&self, now: Time) -> GuardLevel {
        self.guard.as_ref().map(|guard| guard.level(now)).unwrap_or_default()
    }

    /// Sends the decision on the ask at `index`.
    fn send(&mut self, now: Time, index: usize, purpose: Purpose) {
        let Some(connection) = self.link.open() else { return };
        let capabilities = self.capabilities;
        let ask = &mut self.asks[index];
        let Some((frame, is_first)) = ask.hand_over(now, purpose, capabilities) else { return };
        self.out.push(Output::Send { connection, frame });
        let confirmed = Some(ask.id()).filter(|_| capabilities.ack);
        self.link.sends_decision(now, connection, confirmed, &mut self.out);
        let receipt = is_first.then(|| ask.receipt(capabilities.annotations));
        // What is in flight cannot be undone, by no later page either.
        self.persist_now(now);
        if let Some(receipt) = receipt {
            let event = match receipt.outcome == Outcome::Cancelled {
                true => Event::Cancel { receipt: receipt.clone() },
                false => Event::Answer { receipt: receipt.clone() },
            };
            self.out.push(Output::Notify(event));
            if receipt.outcome.is_answer() && !capabilities.ack {
                self.show_sent(now);
            }
            self.put_receipt(receipt);
        }
    }

    /// Notifies the page's developer of an error.
    fn report_error(&mut self, now: Time, code: ErrorCode, message: &str) {
        if let Some(message) = self.errors.report(now, message) {
            self.out.push(Output::Notify(Event::Error { code, message }));
        }
    }

    /// The ask that the person sees.
    fn front(&self) -> Option<&OpenAsk> {
        self.front_index().map(|index| &self.asks[index])
    }

    /// The first on the screen. One that is over and minimized waits until the others have been answered.
    fn front_index(&self) -> Option<usize> {
        let is_first = |ask: &OpenAsk| ask.is_on_screen() && !(ask.is_over() && ask.minimized);
        self.asks.iter().position(is_first).or_else(|| self.asks.iter().position(OpenAsk::is_on_screen))
    }

    /// The first that is postponed until the person has stopped typing, if nothing else is before them.
    fn postponed_index(&self) -> Option<usize> {
        let is_free = self.front_index().is_none();
        self.asks.iter().position(OpenAsk::is_postponed).filter(|_| is_free)
    }

    /// How many asks the person has still to decide.
    fn undecided(&self) -> usize {
        self.asks.iter().filter(|ask| !ask.is_sent() && !ask.is_over()).count()
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.asks.iter().position(|ask| ask.id() == id)
    }

    /// The ask that a status named and that has not arrived, as long as it is expected.
    fn expected_ask(&self, now: Time) -> Option<&str> {
        let bridge = self.bridge.as_ref()?;
        let is_expected = bridge.status_at()?.plus_millis(PENDING_ASK_TIMEOUT) > now;
        bridge.pending().filter(|id| is_expected && self.position(id).is_none() && !self.memory.knows(id))
    }

    fn status(&self, now: Time) -> Status {
        let in_reach = self.asks.iter().find(|ask| ask.is_waiting() && !self.is_out_of_reach(now, ask));
        let waiting = in_reach.or_else(|| self.asks.iter().find(|ask| ask.is_waiting()));
        let expected = self.expected_ask(now);
        let connection = self.link.connection();
        Status {
            connection,
            // Where there is no connection any more, or it is another view's, nobody waits for this one; of a bridge that
            // is out of reach nobody knows whether it does.
            waiting_for_user: (in_reach.is_some() || expected.is_some())
                && !matches!(connection, Connection::Taken | Connection::Closed),
            is_processing: self.is_processing,
            pending_question_id: waiting.map(OpenAsk::id).or(expected).map(str::to_owned),
            queued: self.asks.iter().filter(|ask| ask.is_waiting()).count().saturating_sub(1),
        }
    }

    fn notify_status(&mut self, now: Time) {
        let status = self.status(now);
        if self.notified_status.as_ref() != Some(&status) {
            self.notified_status = Some(status.clone());
            self.out.push(Output::Notify(Event::Status(status)));
        }
    }
}
