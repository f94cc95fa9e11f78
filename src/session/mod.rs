//! The whole behaviour of the widget as a pure machine.
//!
//! [`Session::handle`] takes what happened and when, and returns what is to be done; [`Session::next_wake`] says when it
//! wants to be called again by itself, and [`Session::screen`] what the person should see now. There is no clock, no
//! randomness (a seed comes in), no JavaScript and no JSON text here, so a whole client runs natively in microseconds
//! under virtual time.
//!
//! | what happened | see |
//! | --- | --- |
//! | the connection opened, closed, timed out | `link.rs` |
//! | the bridge sent a frame | `frames.rs` |
//! | the person did something | `person.rs` |
//! | an ask is waiting, asked, decided, over | `item.rs` |
//! | something appeared under the person's fingers | `guard.rs` |
//! | the page is reloaded | `keeping.rs` |
//! | another page of this browser has the session | `sharing.rs` |

mod complaints;
mod draft;
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
mod screen;
mod sharing;
#[cfg(test)]
mod tests;
mod time;

use std::collections::VecDeque;

pub use draft::Draft;
pub use event::{Event, Status};
pub use input::{Action, Input, Output, Person};
pub use link::{Connection, ConnectionId};
pub use outcome::{Delivery, Outcome, Receipt, ReceiptLine};
pub use screen::{Alert, Countdown, Dialog, Phase, Screen, Trouble};
pub use time::Time;

use crate::protocol::{Capabilities, ListStyle, text};
use complaints::Complaints;
use guard::Guard;
use item::Item;
use keeping::Keeping;
use link::{Ending, Link};
use memory::Memory;

/// Receipts that are kept.
const RECEIPTS: usize = 50;
/// Somebody who typed within this time is not interrupted,
const TYPING: u64 = 1_000;
/// but no ask waits longer than this for it.
const TYPING_MOST: u64 = 5_000;
/// So long it is shown that an answer was sent.
const SENT_SHOWN: u64 = 2_000;

/// A call that comes this much later than it was wanted may have been slept over;
const LATE: u64 = 5_000;
/// this much no throttled tab is late.
const SLEPT: u64 = 70_000;

/// What a host can choose.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Start of the random numbers for the spread of reconnects.
    pub seed: u64,
    /// How several picks are written into one answer.
    pub list_style: ListStyle,
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
    receipts: VecDeque<Receipt>,
    /// What the bridge said about the session, and when.
    said: Option<Said>,
    is_processing: bool,
    /// Decisions under way on this connection that the bridge may not want any more: a refusal means them first.
    strays: u32,
    /// Of the ask that the person sees.
    guard: Option<Guard>,
    is_guarded: bool,
    /// Until when it is shown that an answer was sent; `None` when it no longer is.
    sent_until: Option<Time>,
    typed: Option<Time>,
    keeping: Keeping,
    /// Drafts that another page has offered.
    offered: Vec<Item>,
    /// When the session last wanted to be woken: a call that comes much later shows that the machine slept.
    due: Option<Time>,
    /// Why there is no connection, in the other end's words.
    trouble: Option<Trouble>,
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
            guard: None,
            is_guarded: false,
            sent_until: None,
            typed: None,
            keeping: Keeping::default(),
            offered: Vec::new(),
            due: None,
            trouble: None,
            complaints: Complaints::default(),
            told: None,
            out: Vec::new(),
        }
    }

    /// A session like a new one, for another place to connect to. Its connections are numbered on from here, so that
    /// late words of an old one cannot be taken for its own.
    pub fn renewed(&self) -> Session {
        let mut session = Session::new(self.settings.clone());
        session.link.number_on_from(&self.link);
        session
    }

    /// Takes what happened at `now`; returns what is to be done, in order.
    pub fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        self.link.set_urgent(!self.items.is_empty());
        self.notice_sleep(now);
        let decides = matches!(&input, Input::Person(person) if person.decides());
        let at_once = decides || matches!(input, Input::Hidden | Input::Stop);
        let changes = !matches!(input, Input::Wake | Input::TypedElsewhere);
        match input {
            Input::Start => self.link.start(now, &mut self.out),
            Input::Restore(kept) => self.restore(now, &kept),
            Input::Shared(shared) => self.shared(now, &shared),
            Input::Lend => {
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
            Input::BadFrame(message) => self.complain(now, &message),
            // While a dialog is open, fields are its own.
            Input::TypedElsewhere if self.guard.is_none() => self.typed = Some(now),
            Input::TypedElsewhere => {}
            Input::Moved => self.guard.iter_mut().for_each(|guard| guard.moved(now)),
            Input::Person(person) => self.person(now, person),
            Input::Online => self.link.online(now, &mut self.out),
            Input::Offline => self.link.offline(now, &mut self.out),
            Input::Slept => self.link.slept(now, &mut self.out),
            Input::Hidden | Input::Wake => {}
        }
        self.wake(now);
        if changes {
            self.keep_soon(now);
        }
        self.keep(now, at_once);
        self.tell_status();
        self.due = self.next_wake();
        std::mem::take(&mut self.out)
    }

    /// When [`Input::Wake`] is wanted at the latest.
    pub fn next_wake(&self) -> Option<Time> {
        let front = self.front().map(Item::id);
        let is_connected = self.link.open().is_some();
        let items = self.items.iter().flat_map(|item| item.next_wake(front == Some(item.id()), is_connected));
        let guard = self.guard.as_ref().filter(|_| self.is_guarded).map(Guard::until);
        let guard = guard.into_iter().chain(self.sent_until).chain(self.keeping.next_wake());
        items.chain(self.link.next_wake()).chain(guard).min()
    }

    /// Whatever is due at `now`.
    fn wake(&mut self, now: Time) {
        self.link.wake(now, &mut self.out);
        self.sent_until = self.sent_until.filter(|until| *until > now);
        let is_free = self.front().is_none();
        for item in &mut self.items {
            // A dialog that opens while somebody types would take their keys as answers.
            if let Some(typed) = self.typed.filter(|_| is_free) {
                item.postpone(typed.plus_millis(TYPING).min(item.seen.plus_millis(TYPING_MOST)));
            }
            if item.reveal(now) {
                self.out.push(Output::Tell(Event::Ask { ask: item.ask.clone() }));
            }
        }
        for index in (0..self.items.len()).rev() {
            if self.items[index].is_gone(now) {
                self.gone(now, index);
            } else {
                self.items[index].count_down(now);
            }
        }
        self.post(now);
        self.watch_front(now);
    }

    /// Guards what appears before the person, also when it takes the place of another.
    fn watch_front(&mut self, now: Time) {
        let front = self.front().filter(|item| !item.collapsed).map(|item| item.id().to_owned());
        let is_guards = |id: &String| self.guard.as_ref().is_some_and(|guard| guard.is_of(id));
        if !front.as_ref().is_some_and(is_guards) {
            // No ask waits for ever, so it may have opened under the fingers of somebody who types on.
            let is_typing = self.typed.is_some_and(|typed| now.millis_since(typed) < TYPING);
            self.guard = front.map(|id| Guard::new(id, now, is_typing.then_some(TYPING)));
        }
        self.is_guarded = self.guard.as_ref().is_some_and(|guard| guard.is_up(now));
    }

    /// Sends every decision that is due and can be sent.
    fn post(&mut self, now: Time) {
        let Some(connection) = self.link.open() else { return };
        for index in 0..self.items.len() {
            if !self.items[index].is_due(now) {
                continue;
            }
            let first_time = self.items[index].hand_over(connection);
            let frame = self.items[index].frame(self.settings.list_style, self.capabilities.annotations);
            self.out.push(Output::Send { connection, frame });
            self.link.sends_decision(now, connection, self.capabilities.ack, &mut self.out);
            // What is on its way cannot be taken back, by no later page either.
            self.keep_now(now);
            if first_time {
                let receipt = self.items[index].receipt(self.settings.list_style);
                let event = match receipt.outcome {
                    Outcome::Cancelled => Event::Cancel { receipt: receipt.clone() },
                    _ => Event::Answer { receipt: receipt.clone() },
                };
                self.out.push(Output::Tell(event));
                if receipt.outcome.is_answer() && !self.capabilities.ack {
                    self.show_sent(now);
                }
                self.keep_receipt(receipt);
            }
        }
    }

    /// Tells the page's developer of a fault.
    fn complain(&mut self, now: Time, message: &str) {
        if let Some(message) = self.complaints.hear(now, message) {
            self.out.push(Output::Tell(Event::Error { message }));
        }
    }

    fn stop(&mut self) {
        self.link.stop(&mut self.out);
        self.said = None;
    }

    fn opened(&mut self, now: Time, connection: ConnectionId) {
        if self.link.opened(now, connection) {
            self.strays = 0;
            self.trouble = None;
            self.items.iter_mut().for_each(|item| item.connected(now));
        }
    }

    fn closed(&mut self, now: Time, connection: ConnectionId, code: u16, reason: &str) {
        let Some(ending) = self.link.closed(now, connection, code) else { return };
        let words = text::shown_line(reason);
        let what = match ending {
            Ending::Dropped => "",
            Ending::NeverOpened => "Could not connect to the bridge",
            Ending::GivenUp => "The bridge ended the connection, and trying again is of no use",
        };
        if !what.is_empty() {
            let mut message = what.to_owned();
            if ending == Ending::GivenUp {
                message.push_str(&format!(" (code {code})"));
            }
            if !words.is_empty() {
                message.push_str(": ");
                message.push_str(&words);
            }
            self.complain(now, &message);
        }
        self.trouble = Some(Trouble { code, words });
        if self.link.open().is_none() {
            self.said = None;
        }
    }

    /// Ends the ask at `index` before the person's eyes, if they have seen it. Asked and over while nobody was here, it is
    /// only remembered, and nothing flashes.
    fn end_seen(&mut self, now: Time, index: usize, outcome: Outcome, words: Option<String>) {
        if self.items[index].was_seen() {
            self.end(now, index, outcome, words);
        } else {
            let item = self.items.remove(index);
            self.memory.remember(&item.ask, outcome, None);
            self.no_longer_pending(item.id());
            self.keep_now(now);
        }
    }

    /// Ends the ask at `index`, which the bridge does not wait for: a decision has arrived, as far as anybody can tell;
    /// anything else is not wanted any more.
    fn gone(&mut self, now: Time, index: usize) {
        if self.items[index].is_sent() {
            self.arrived(now, index);
        } else {
            self.end_seen(now, index, Outcome::Withdrawn, None);
        }
    }

    /// Ends the ask at `index`, whose decision has arrived, as far as anybody can tell. If the bridge did not wait for it,
    /// a refusal may still be on its way, which means this one and not the next.
    fn arrived(&mut self, now: Time, index: usize) {
        let is_stray = self.link.open().is_some_and(|open| self.items[index].is_in_doubt_on(open));
        self.strays += u32::from(is_stray);
        self.end(now, index, self.items[index].outcome(), None);
    }

    /// What a status said of this ask is of the past.
    fn no_longer_pending(&mut self, id: &str) {
        if let Some(said) = self.said.as_mut().filter(|said| said.pending.as_deref() == Some(id)) {
            said.pending = None;
            said.is_awaited = false;
        }
    }

    /// A call that comes much later than it was wanted shows that the machine slept, or that the tab was throttled.
    fn notice_sleep(&mut self, now: Time) {
        match self.due.map_or(0, |due| now.millis_since(due)) {
            late if late > SLEPT => self.link.slept(now, &mut self.out),
            late if late > LATE => self.link.online(now, &mut self.out),
            _ => {}
        }
    }

    /// Ends the ask at `index`: it leaves the list at once, unless the person should still read what they had.
    fn end(&mut self, now: Time, index: usize, outcome: Outcome, words: Option<String>) {
        let style = self.settings.list_style;
        let item = &mut self.items[index];
        let was_sent = item.is_sent();
        let sent = was_sent.then(|| item.frame(style, self.capabilities.annotations));
        let stays = item.end(now, outcome, words.clone());
        let mut receipt = item.receipt(style);
        receipt.delivery = if was_sent { Delivery::Settled } else { Delivery::NotSent };
        if was_sent && outcome.is_answer() && self.capabilities.ack {
            self.show_sent(now);
        }
        if was_sent && outcome.is_decision() {
            // Already told when it was sent; the receipt only learns that it has arrived.
        } else {
            let receipt = receipt.clone();
            self.out.push(Output::Tell(match outcome {
                Outcome::TimedOut => Event::Timeout { receipt, error: words },
                _ => Event::Ended { receipt, reason: words },
            }));
        }
        self.memory.remember(&self.items[index].ask, outcome, sent);
        if !stays {
            self.items.remove(index);
        }
        if was_sent && outcome.is_decision() {
            self.share_decision(&receipt);
        }
        self.no_longer_pending(&receipt.id);
        self.keep_now(now);
        self.keep_receipt(receipt);
    }

    fn show_sent(&mut self, now: Time) {
        self.sent_until = Some(now.plus_millis(SENT_SHOWN));
    }

    /// A bridge that confirms leaves no doubt until it has; of any other nothing more will come than that it was sent.
    fn delivery(&self) -> Option<Delivery> {
        let is_under_way = self.items.iter().any(|item| item.is_sent() && item.outcome().is_answer());
        match self.sent_until {
            _ if is_under_way && self.capabilities.ack => Some(Delivery::Sent),
            until => until.map(|_| Delivery::Settled),
        }
    }

    /// Adds a receipt, or replaces the one of the same ask.
    fn keep_receipt(&mut self, receipt: Receipt) {
        match self.receipts.iter_mut().find(|kept| kept.id == receipt.id) {
            Some(kept) => *kept = receipt,
            None => self.receipts.push_back(receipt),
        }
        while self.receipts.len() > RECEIPTS {
            self.receipts.pop_front();
        }
    }

    /// The ask that the person sees.
    fn front(&self) -> Option<&Item> {
        self.items.iter().find(|item| item.is_on_screen())
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.items.iter().position(|item| item.id() == id)
    }

    fn status(&self) -> Status {
        let pending = self.items.iter().find(|item| item.is_waiting()).map(|item| item.id().to_owned());
        let awaited = self.said.as_ref().filter(|said| said.is_awaited).and_then(|said| said.pending.clone());
        let pending_question_id = pending.or(awaited);
        Status {
            connection: self.link.connection(),
            waiting_for_user: pending_question_id.is_some() && self.link.connection() != Connection::Taken,
            is_processing: self.is_processing,
            pending_question_id,
            queued: self.items.iter().filter(|item| item.is_waiting()).count().saturating_sub(1),
        }
    }

    fn tell_status(&mut self) {
        let status = self.status();
        if self.told.as_ref() != Some(&status) {
            self.told = Some(status.clone());
            self.out.push(Output::Tell(Event::Status(status)));
        }
    }
}
