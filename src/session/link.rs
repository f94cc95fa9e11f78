//! The connection: when to connect, when to give up, how long to wait.
//!
//! Rules, each with a test of its own in `link/tests.rs`: one connection at a time; a connect that takes too long is a
//! failure; waits grow with full jitter up to a cap; the count of failures is forgotten only after some uptime; words of
//! a dead connection are ignored; a session that was taken is never taken back without the person; a connection that the
//! page carries is the page's to make again; a network that comes back is used at once, and one that goes is believed; a
//! connection that has fallen silent, or that outlived a sleep, is asked or replaced; a close that says "never again"
//! is obeyed until the person says otherwise; one that says that the token has expired is followed by another with the next
//! token; three equal failures are one that would come again; a person who looks at
//! an ask waits a few seconds at most for the next try, and none if they do something; a bridge that has said nothing for
//! half a minute, or until the time for an ask was over, is out of reach.

mod close;
mod connection;
mod pulse;
mod reach;
#[cfg(test)]
mod tests;
mod timers;

use super::input::Output;
use super::random::Random;
use super::time::Time;
use super::timing::{
    ACTIVITY_CONNECT_EVERY, CONNECT_TIMEOUT, EQUAL_FAILURES_PAUSE, FIRST_IDLE_WAIT, FIRST_WAIT, LONGEST_WAIT,
    LONGEST_WATCHED_WAIT, SHORTEST_WAIT, UPTIME,
};
use close::{Fate, fate};
use pulse::Awaited;
use reach::Silence;

pub use connection::{Connection, ConnectionId};

/// How many short connections that end in the same way after the same frame are no accident.
const EQUAL_FAILURES: u32 = 3;

/// What is reported of an end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing: it is tried again.
    Dropped,
    /// The very first connect failed.
    NeverOpened,
    /// There will be no other soon.
    GivenUp,
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    state: State,
    latest: ConnectionId,
    failures: u32,
    ever_open: bool,
    /// Whether connections are the page's own, which makes them when it likes.
    is_of_page: bool,
    /// How often the bridge says that it is there.
    beat: Option<u64>,
    /// How the last short connection failed.
    repeated_failure: RepeatedFailure,
    /// Whether somebody has an ask before them.
    is_urgent: bool,
    /// Whether the page is hidden.
    is_hidden: bool,
    /// Before this time nothing that a person does starts a try.
    nudged_after: Time,
    /// Set while the bridge has said nothing about the session since the last connection was lost.
    silence: Option<Silence>,
    random: Random,
}

/// Short connections that ended in the same way.
#[derive(Clone, Copy, Debug, Default)]
struct RepeatedFailure {
    code: u16,
    /// How many frames had come before the end.
    frames: u32,
    /// How often in a row.
    count: u32,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    Idle,
    /// `until` some time, if it is ours to give up.
    Connecting {
        connection: ConnectionId,
        until: Option<Time>,
    },
    Open {
        connection: ConnectionId,
        since: Time,
        /// When the bridge last said something, or the clock was looked at where it never does by itself.
        heard: Time,
        frames: u32,
        awaited: Awaited,
    },
    /// `until` some time, or until the page has another.
    Waiting {
        until: Option<Time>,
    },
    /// Given up, `until` some time if that may help.
    Failed {
        until: Option<Time>,
    },
    Taken,
}

impl Link {
    pub(super) fn new(seed: u64) -> Link {
        Link {
            state: State::Idle,
            latest: ConnectionId(0),
            failures: 0,
            ever_open: false,
            is_of_page: false,
            beat: None,
            repeated_failure: RepeatedFailure::default(),
            is_urgent: false,
            is_hidden: false,
            nudged_after: Time::default(),
            silence: None,
            random: Random(seed),
        }
    }

    pub(super) fn number_on_from(&mut self, earlier: &Link) {
        self.latest = earlier.latest;
    }

    pub(super) fn start(&mut self, now: Time, out: &mut Vec<Output>) {
        if self.state == State::Idle {
            self.connect(now, out);
        }
    }

    /// The page has a connection of its own, the first or the next.
    pub(super) fn attach(&mut self, now: Time, out: &mut Vec<Output>) {
        self.drop_connection(out);
        self.is_of_page = true;
        self.connect(now, out);
    }

    pub(super) fn stop(&mut self, out: &mut Vec<Output>) {
        self.drop_connection(out);
        self.state = State::Idle;
    }

    /// The person does not want to wait.
    pub(super) fn retry(&mut self, now: Time, out: &mut Vec<Output>) {
        if !self.is_of_page && matches!(self.state, State::Waiting { .. } | State::Failed { .. }) {
            self.connect(now, out);
        }
    }

    /// Now is a good moment: the network is back, or the page is looked at again.
    pub(super) fn online(&mut self, now: Time, out: &mut Vec<Output>) {
        match self.state {
            State::Waiting { until: Some(_) } | State::Failed { until: Some(_) } => self.connect(now, out),
            State::Idle
            | State::Connecting { .. }
            | State::Open { .. }
            | State::Waiting { until: None }
            | State::Failed { until: None }
            | State::Taken => self.probe(now, out),
        }
    }

    /// A person did something, so they are there and should not wait.
    pub(super) fn nudge(&mut self, now: Time, out: &mut Vec<Output>) {
        if matches!(self.state, State::Waiting { until: Some(_) }) && self.nudged_after <= now {
            self.connect(now, out);
        }
    }

    pub(super) fn set_hidden(&mut self, is_hidden: bool) {
        self.is_hidden = is_hidden;
    }

    /// The network has gone. An open connection would only stall; should there be a way round, the next try finds it.
    pub(super) fn offline(&mut self, now: Time, out: &mut Vec<Output>) {
        if !self.is_of_page && matches!(self.state, State::Connecting { .. } | State::Open { .. }) {
            self.drop_connection(out);
            self.fail(now);
        }
    }

    pub(super) fn set_urgent(&mut self, is_urgent: bool) {
        self.is_urgent = is_urgent;
    }

    pub(super) fn take_back(&mut self, now: Time, out: &mut Vec<Output>) {
        if self.state == State::Taken && !self.is_of_page {
            self.connect(now, out);
        }
    }

    pub(super) fn taken(&mut self, out: &mut Vec<Output>) {
        self.drop_connection(out);
        self.state = State::Taken;
    }

    /// Whether that was the connection that was being made.
    pub(super) fn opened(&mut self, now: Time, opened: ConnectionId) -> bool {
        let expected = matches!(self.state, State::Connecting { connection, .. } if connection == opened);
        if expected {
            self.state =
                State::Open { connection: opened, since: now, heard: now, frames: 0, awaited: Awaited::default() };
            self.ever_open = true;
            self.beat = None;
        }
        expected
    }

    /// A connection ended. `None` if it was a dead one already.
    pub(super) fn closed(&mut self, now: Time, closed: ConnectionId, code: u16) -> Option<Ending> {
        let (is_equal, was_let_in) = match self.state {
            State::Connecting { connection, .. } if connection == closed => (false, false),
            State::Open { connection, since, frames, .. } if connection == closed => {
                (self.is_equal_failure(now, since, code, frames), frames > 0)
            }
            State::Idle
            | State::Connecting { .. }
            | State::Open { .. }
            | State::Waiting { .. }
            | State::Failed { .. }
            | State::Taken => return None,
        };
        let is_first = self.failures == 0;
        let fate = if self.is_of_page { Fate::Soon } else { fate(code) };
        if fate == Fate::Spread {
            self.failures = self.failures.saturating_add(1);
        }
        self.fail(now);
        match fate {
            Fate::Soon | Fate::Spread => {}
            Fate::Late => {
                let until = now.plus_millis(LONGEST_WAIT / 2 + self.random.below(LONGEST_WAIT / 2));
                self.nudged_after = until;
                self.state = State::Waiting { until: Some(until) };
            }
            Fate::WithNextToken if was_let_in => self.state = State::Waiting { until: Some(now) },
            Fate::WithNextToken | Fate::Never => {
                self.state = State::Failed { until: None };
                return Some(Ending::GivenUp);
            }
        }
        if is_equal && !self.is_of_page {
            // What has to do with the network passes by itself, so it is tried again, but rarely.
            self.state = State::Failed { until: Some(now.plus_millis(EQUAL_FAILURES_PAUSE)) };
            return Some(Ending::GivenUp);
        }
        Some(if !self.ever_open && is_first { Ending::NeverOpened } else { Ending::Dropped })
    }

    /// Forgets earlier failures after some uptime. Whether this one equals the last few.
    fn is_equal_failure(&mut self, now: Time, since: Time, code: u16, frames: u32) -> bool {
        if now.millis_since(since) >= UPTIME {
            self.failures = 0;
            self.repeated_failure.count = 0;
            return false;
        }
        let last = self.repeated_failure;
        let count = if (last.code, last.frames) == (code, frames) { last.count + 1 } else { 1 };
        self.repeated_failure = RepeatedFailure { code, frames, count: count % EQUAL_FAILURES };
        count == EQUAL_FAILURES && frames > 0
    }

    /// Whether another connection is ours to make.
    pub(super) fn is_own(&self) -> bool {
        !self.is_of_page
    }

    /// The connection that frames can be sent on.
    pub(super) fn open(&self) -> Option<ConnectionId> {
        match self.state {
            State::Open { connection, .. } => Some(connection),
            State::Idle | State::Connecting { .. } | State::Waiting { .. } | State::Failed { .. } | State::Taken => {
                None
            }
        }
    }

    pub(super) fn is_open(&self, connection: ConnectionId) -> bool {
        self.open() == Some(connection)
    }

    pub(super) fn connection(&self) -> Connection {
        match self.state {
            State::Idle => Connection::Closed,
            State::Open { .. } => Connection::Open,
            State::Failed { .. } => Connection::Failed,
            State::Taken => Connection::Taken,
            State::Connecting { .. } | State::Waiting { .. } if self.ever_open => Connection::Reconnecting,
            State::Connecting { .. } if self.failures == 0 => Connection::Connecting,
            State::Connecting { .. } | State::Waiting { .. } => Connection::Unreachable,
        }
    }

    fn connect(&mut self, now: Time, out: &mut Vec<Output>) {
        self.latest.0 += 1;
        self.note_silence(now);
        self.nudged_after = now.plus_millis(ACTIVITY_CONNECT_EVERY);
        let until = (!self.is_of_page).then(|| now.plus_millis(CONNECT_TIMEOUT));
        self.state = State::Connecting { connection: self.latest, until };
        out.push(Output::Connect(self.latest));
    }

    fn fail(&mut self, now: Time) {
        let first = if self.is_urgent { FIRST_WAIT } else { FIRST_IDLE_WAIT };
        let longest = if self.is_urgent && !self.is_hidden { LONGEST_WATCHED_WAIT } else { LONGEST_WAIT };
        let most = first.saturating_mul(1 << self.failures.min(10)).min(longest);
        self.failures = self.failures.saturating_add(1);
        let silence = self.note_silence(now);
        silence.failures = silence.failures.saturating_add(1);
        let wait = SHORTEST_WAIT + self.random.below(most - SHORTEST_WAIT);
        self.state = State::Waiting { until: (!self.is_of_page).then(|| now.plus_millis(wait)) };
    }

    fn drop_connection(&mut self, out: &mut Vec<Output>) {
        if let State::Connecting { connection, .. } | State::Open { connection, .. } = self.state {
            out.push(Output::Disconnect(connection));
        }
    }
}
