//! The whole behaviour of the widget as a pure machine.
//!
//! [`Session::handle`] takes what happened and when, and returns what is to be done; [`Session::next_wake`] says when it
//! wants to be called again by itself, and [`Session::screen`] what the person should see now. There is no clock, no
//! randomness (a seed comes in), no JavaScript and no JSON text here, so a whole client runs natively in microseconds
//! under virtual time.
//!
//! | what happened | see |
//! | --- | --- |
//! | the connection opened, closed, timed out, the bridge is out of reach | `link.rs`, `connection.rs` |
//! | the bridge sent a frame | `frames.rs` |
//! | the person did something | `person.rs` |
//! | an ask is waiting, asked, decided, over | `item.rs`, `ending.rs` |
//! | something is said aloud | `news.rs` |
//! | something appeared under the person's fingers | `guard.rs` |
//! | the page is reloaded | `keeping.rs` |
//! | another page of this browser has the session | `sharing.rs` |

mod announcements;
mod commands;
mod complaints;
mod connection;
mod draft;
mod ending;
mod error_code;
mod event;
mod frames;
mod guard;
mod input;
mod item;
mod keeping;
mod link;
mod memory;
mod outcome;
mod person;
mod preview;
mod screen;
mod sharing;
#[cfg(test)]
mod tests;
mod time;

use std::collections::VecDeque;
use std::sync::Arc;

pub use announcements::{Announcement, announcements};
pub use draft::Draft;
pub use error_code::ErrorCode;
pub use event::{Event, Status};
pub use guard::{GuardLevel, Press};
pub use input::{Action, Input, Output, UserInput};
pub use link::{Connection, ConnectionId};
pub use outcome::{Delivery, Outcome, Receipt, ReceiptLine};
pub use preview::PreviewFocus;
pub use screen::{Alert, ConnectionFailure, Countdown, Dialog, Phase, PostponedAsk, PrimaryAction, Reach, Screen};
pub use time::Time;

use crate::protocol::{Capabilities, SessionName};
use complaints::Complaints;
use guard::Guard;
use item::Item;
use keeping::Keeping;
use link::Link;
use memory::Memory;

/// So long an ask is waited for that the bridge says is pending. One that never comes could not be read, and must not hold
/// the page's input for ever.
const AWAITED: u64 = 5_000;

/// Somebody who typed within this time is not interrupted.
const TYPING: u64 = 1_000;
/// Somebody who has typed on into dialogs more than once is not interrupted for so long.
const TYPING_ON: u64 = 5_000;

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
    /// Asks that are not over, in the order in which they came.
    items: Vec<Item>,
    /// Asks that are over, so that a repeated frame cannot open them again.
    memory: Memory,
    receipts: VecDeque<Arc<Receipt>>,
    /// What the bridge said about the session, and when.
    said: Option<Said>,
    is_processing: bool,
    /// Decisions under way on this connection that the bridge may not want any more: a refusal means them first.
    strays: u32,
    /// The name of the session, if it is one that the bridge gives.
    name: Option<SessionName>,
    /// Of the ask that the person sees.
    guard: Option<Guard>,
    guarding: GuardLevel,
    /// When that is next another.
    guard_changes: Option<Time>,
    /// Until when it is shown that an answer was sent; `None` when it no longer is.
    sent_until: Option<Time>,
    /// When the person last typed into a field of the page.
    typed: Option<Time>,
    /// How often a dialog has given way to somebody who typed on, since they last looked at one.
    gave_way: u32,
    /// What they had typed into the dialog when it gave way.
    typed_on: String,
    keeping: Keeping,
    /// Drafts that another page has offered.
    offered: Vec<Item>,
    /// Asks that were only guessed to be over, with what was typed for them.
    shelf: Vec<Item>,
    /// When the session last wanted to be woken: a call that comes much later shows that the machine slept.
    due: Option<Time>,
    /// Why there is no connection, in the other end's words.
    connection_failure: Option<ConnectionFailure>,
    complaints: Complaints,
    told: Option<Status>,
    out: Vec<Output>,
}

/// A `session_status`, with what came of it.
#[derive(Clone, Debug)]
struct Said {
    at: Time,
    /// The ask that the bridge waits for.
    pending: Option<String>,
    /// Whether that one has not come yet.
    is_awaited: bool,
    /// When the decision is sent again that was taken for arrived.
    repeat_at: Option<Time>,
}

impl Session {
    /// A session that has not started.
    pub fn new(settings: Settings) -> Session {
        Session {
            link: Link::new(settings.seed),
            settings,
            capabilities: Capabilities::default(),
            items: Vec::new(),
            memory: Memory::default(),
            receipts: VecDeque::new(),
            said: None,
            is_processing: false,
            strays: 0,
            name: None,
            guard: None,
            guarding: GuardLevel::Off,
            guard_changes: None,
            sent_until: None,
            typed: None,
            gave_way: 0,
            typed_on: String::new(),
            keeping: Keeping::default(),
            offered: Vec::new(),
            shelf: Vec::new(),
            due: None,
            connection_failure: None,
            complaints: Complaints::default(),
            told: None,
            out: Vec::new(),
        }
    }

    /// A session like a new one, for another place to connect to. Its connections are numbered on from here, so that
    /// late words of an old one cannot be taken for its own; and it tells the page no status that the page knows already.
    pub fn renewed(&self) -> Session {
        let mut session = Session::new(self.settings.clone());
        session.link.number_on_from(&self.link);
        session.told.clone_from(&self.told);
        session
    }

    /// Whether a new token is of use: a bridge that has said how things stand has let this page in, and where another view
    /// has the session only the person takes it back.
    pub fn wants_token(&self) -> bool {
        self.said.is_none() && self.link.connection() != Connection::Taken
    }

    /// Takes what happened at `now`; returns what is to be done, in order.
    pub fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        self.link.set_urgent(self.items.iter().any(Item::is_held));
        self.notice_sleep(now);
        let decides = matches!(&input, Input::User(person) if person.decides());
        let at_once = decides || matches!(input, Input::PageHidden | Input::Stop);
        let changes = !matches!(input, Input::Wake | Input::PageActivity | Input::TypedInPage);
        // They prepare a start, and the status is told with it: before it, the connection would seem to have closed.
        let prepares = matches!(input, Input::SessionNamed(_) | Input::Restore(_));
        if matches!(input, Input::PageActivity | Input::TypedInPage | Input::User(_)) {
            self.link.nudge(now, &mut self.out);
        }
        match input {
            Input::Start => self.link.start(now, &mut self.out),
            Input::Restore(kept) => self.restore(now, &kept),
            Input::Shared(shared) => self.shared(now, &shared),
            Input::Attach => {
                self.said = None;
                self.link.lend(now, &mut self.out);
            }
            Input::Stop => self.stop(),
            Input::Opened(connection) => self.opened(now, connection),
            Input::Closed { connection, code, reason } => self.closed(now, connection, code, &reason),
            Input::Frame { connection, frame } => {
                if self.link.is_open(connection) {
                    self.link.hears(now, &frame);
                    self.frame(now, connection, frame);
                }
            }
            Input::BadFrame(message) => self.complain(now, ErrorCode::UnreadableFrame, &message),
            Input::Fault { code, message } => self.complain(now, code, &message),
            Input::Withdraw { id } => self.withdraw(now, &id, None),
            Input::TakenByPage { id } => self.taken_by_page(now, &id),
            Input::ClearReceipts => self.clear_receipts(),
            // While a dialog is open, fields are its own.
            Input::TypedInPage if self.guard.as_ref().is_none_or(Guard::shows_bar) => self.typed = Some(now),
            Input::TypedInPage => {}
            Input::LayoutMoved => self.guard.iter_mut().for_each(|guard| guard.moved(now)),
            Input::User(person) => self.person(now, person),
            Input::Online => self.link.online(now, &mut self.out),
            Input::PageShown => {
                self.link.set_hidden(false);
                self.link.online(now, &mut self.out);
            }
            Input::Offline => self.link.offline(now, &mut self.out),
            Input::Slept => self.link.slept(now, &mut self.out),
            Input::SessionNamed(name) => self.name = SessionName::of(&name),
            Input::PageHidden => self.link.set_hidden(true),
            Input::PageActivity | Input::Wake => {}
        }
        self.wake(now);
        if changes {
            self.keep_soon(now);
        }
        self.keep(now, at_once);
        if !prepares {
            self.tell_status();
        }
        self.due = self.next_wake();
        std::mem::take(&mut self.out)
    }

    /// When [`Input::Wake`] is wanted at the latest.
    pub fn next_wake(&self) -> Option<Time> {
        let front = self.front().map(Item::id);
        let is_connected = self.link.open().is_some();
        let items = self.items.iter().flat_map(|item| item.next_wake(front == Some(item.id()), is_connected));
        let guard = self.guard_changes;
        let awaited = self.said.as_ref().filter(|said| said.is_awaited).map(|said| said.at.plus_millis(AWAITED));
        let lost = self.items.iter().filter(|item| item.is_out_of_reach() && !is_connected);
        let cancelled = lost.filter_map(Item::cancelled_at);
        let held = self.items.iter().filter(|item| item.is_held());
        let out_of_reach = held.filter_map(|item| self.link.out_of_reach_at(item.deadline()));
        let repeat = self.said.as_ref().and_then(|said| said.repeat_at).filter(|_| is_connected);
        let guard =
            guard.into_iter().chain(self.sent_until).chain(self.keeping.next_wake()).chain(awaited).chain(repeat);
        items.chain(self.link.next_wake()).chain(guard).chain(cancelled).chain(out_of_reach).min()
    }

    /// Whatever is due at `now`.
    fn wake(&mut self, now: Time) {
        self.link.wake(now, &mut self.out);
        self.sent_until = self.sent_until.filter(|until| *until > now);
        self.said.iter_mut().for_each(|said| said.is_awaited &= said.at.plus_millis(AWAITED) > now);
        let (is_free, busy_until) = (self.front().is_none(), self.busy_until());
        for item in &mut self.items {
            // A dialog that opens while somebody types would take their keys as answers.
            if let Some(until) = busy_until.filter(|_| is_free) {
                item.postpone(now, until);
            }
            if item.reveal(now) {
                self.out.push(Output::Notify(Event::Ask { ask: item.ask.clone() }));
            }
        }
        for index in (0..self.items.len()).rev() {
            if self.items[index].is_gone(now) {
                self.gone(now, index);
            } else {
                self.items[index].count_down(now);
            }
        }
        self.measure_reach(now);
        self.repeat_missed(now);
        self.post(now);
        self.end_cancelled(now);
        self.watch_front(now);
    }

    /// Until when the person is not to be interrupted, because they type elsewhere.
    fn busy_until(&self) -> Option<Time> {
        let rest = if self.gave_way > 1 { TYPING_ON } else { TYPING };
        self.typed.map(|typed| typed.plus_millis(rest))
    }

    /// Guards what appears before the person, also when it takes the place of another.
    fn watch_front(&mut self, now: Time) {
        while let Some(front) = self.front_index() {
            let busy_until = self.busy_until();
            if self.items[front].comes_forward(now, busy_until) {
                break;
            }
        }
        let front = self.front_index();
        let behind = self.items.iter_mut().enumerate().filter(|(index, _)| Some(*index) != front);
        behind.map(|(_, item)| item).filter(|item| item.is_on_screen()).for_each(Item::stand_behind);
        let last = self.guard.take();
        self.guard = self.front().map(|item| {
            let shows_bar = item.shows_bar();
            match last {
                Some(last) if last.is_of(&item.ask, shows_bar) => last,
                last => Guard::new(item.ask.clone(), shows_bar, now, self.typed, item.drafts.clone(), last),
            }
        });
        self.guarding = self.guard.as_ref().map(|guard| guard.guarding(now)).unwrap_or_default();
        self.guard_changes = self.guard.as_ref().and_then(|guard| guard.next_change(now));
    }

    /// Sends every decision that is due and can be sent.
    fn post(&mut self, now: Time) {
        let Some(connection) = self.link.open() else { return };
        for index in 0..self.items.len() {
            if !self.items[index].is_due(now) {
                continue;
            }
            let annotated = self.capabilities.annotations;
            let Some(first_time) = self.items[index].hand_over(now, connection, annotated) else { continue };
            let frame = self.items[index].frame(annotated);
            self.out.push(Output::Send { connection, frame });
            let confirmed = Some(self.items[index].id()).filter(|_| self.capabilities.ack);
            self.link.sends_decision(now, connection, confirmed, &mut self.out);
            // What is on its way cannot be taken back, by no later page either.
            self.keep_now(now);
            if first_time {
                let receipt = self.items[index].receipt(annotated);
                let event = match receipt.outcome {
                    Outcome::Cancelled => Event::Cancel { receipt: receipt.clone() },
                    _ => Event::Answer { receipt: receipt.clone() },
                };
                self.out.push(Output::Notify(event));
                if receipt.outcome.is_answer() && !self.capabilities.ack {
                    self.show_sent(now);
                }
                self.keep_receipt(receipt);
            }
        }
    }

    /// Tells the page's developer of a fault.
    fn complain(&mut self, now: Time, code: ErrorCode, message: &str) {
        if let Some(message) = self.complaints.hear(now, message) {
            self.out.push(Output::Notify(Event::Error { code, message }));
        }
    }

    /// The ask that the person sees.
    fn front(&self) -> Option<&Item> {
        self.front_index().map(|index| &self.items[index])
    }

    /// The first on the screen. What is over and folded away waits until the others have been answered.
    fn front_index(&self) -> Option<usize> {
        let is_open = |item: &Item| item.is_on_screen() && !(item.is_ended() && item.minimized);
        let open = self.items.iter().position(is_open);
        open.or_else(|| self.items.iter().position(Item::is_on_screen))
    }

    /// The first that waits until the person has stopped typing, if nothing else is before them.
    fn coming_index(&self) -> Option<usize> {
        let is_free = self.front_index().is_none();
        self.items.iter().position(Item::is_coming).filter(|_| is_free)
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.items.iter().position(|item| item.id() == id)
    }

    fn status(&self) -> Status {
        let waiting = |item: &&Item| item.is_waiting() && !item.is_out_of_reach();
        let held = self.items.iter().find(waiting);
        let pending = held.or_else(|| self.items.iter().find(|item| item.is_waiting()));
        let is_held = held.is_some();
        let pending = pending.map(|item| item.id().to_owned());
        let awaited = self.said.as_ref().filter(|said| said.is_awaited).and_then(|said| said.pending.clone());
        let is_awaited = awaited.is_some();
        let pending_question_id = pending.or(awaited);
        Status {
            connection: self.link.connection(),
            // Where there is no connection any more, or it is another view's, nobody waits for this one; of a bridge that
            // is out of reach nobody knows whether it does.
            waiting_for_user: (is_held || is_awaited)
                && !matches!(self.link.connection(), Connection::Taken | Connection::Closed),
            is_processing: self.is_processing,
            pending_question_id,
            queued: self.items.iter().filter(|item| item.is_waiting()).count().saturating_sub(1),
        }
    }

    fn tell_status(&mut self) {
        let status = self.status();
        if self.told.as_ref() != Some(&status) {
            self.told = Some(status.clone());
            self.out.push(Output::Notify(Event::Status(status)));
        }
    }
}
