//! The connection: when to connect, when to give up, how long to wait.
//!
//! Rules, each with a test of its own below: one connection at a time; a connect that takes too long is a failure;
//! waits grow with full jitter up to a cap; the count of failures is forgotten only after some uptime; words of a dead
//! connection are ignored; a session that was taken is never taken back without the person.

use super::input::Output;
use super::time::Time;

/// A connect that takes longer has failed.
const CONNECT_LIMIT: u64 = 10_000;
/// The longest wait before the first retry; it doubles with each failure.
const FIRST_WAIT: u64 = 1_000;
/// No wait is longer.
const LONGEST_WAIT: u64 = 20_000;
/// No wait is shorter.
const SHORTEST_WAIT: u64 = 500;
/// A connection that lived this long was a success.
const UPTIME: u64 = 5_000;

/// Names one connection; a later one has a greater number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

/// How the connection is, as the person should know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// There is none, and none is wanted.
    Closed,
    /// The first is being made.
    Connecting,
    /// There is one.
    Open,
    /// There was one, and another is being made.
    Reconnecting,
    /// There has never been one, though it was tried.
    Unreachable,
    /// Another view has taken the session.
    Taken,
}

impl Connection {
    /// The word for it in events and styles.
    pub fn word(self) -> &'static str {
        match self {
            Connection::Closed => "closed",
            Connection::Connecting => "connecting",
            Connection::Open => "open",
            Connection::Reconnecting => "reconnecting",
            Connection::Unreachable => "unreachable",
            Connection::Taken => "taken",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    state: State,
    latest: ConnectionId,
    failures: u32,
    ever_open: bool,
    random: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    Idle,
    Connecting { connection: ConnectionId, until: Time },
    Open { connection: ConnectionId, since: Time },
    Waiting { until: Time },
    Taken,
}

impl Link {
    pub(super) fn new(seed: u64) -> Link {
        Link { state: State::Idle, latest: ConnectionId(0), failures: 0, ever_open: false, random: seed }
    }

    pub(super) fn number_on_from(&mut self, earlier: &Link) {
        self.latest = earlier.latest;
    }

    pub(super) fn start(&mut self, now: Time, out: &mut Vec<Output>) {
        if self.state == State::Idle {
            self.connect(now, out);
        }
    }

    pub(super) fn stop(&mut self, out: &mut Vec<Output>) {
        self.drop_connection(out);
        self.state = State::Idle;
    }

    /// The person or the network says that now is a good moment.
    pub(super) fn online(&mut self, now: Time, out: &mut Vec<Output>) {
        if let State::Waiting { .. } = self.state {
            self.connect(now, out);
        }
    }

    pub(super) fn take_back(&mut self, now: Time, out: &mut Vec<Output>) {
        if self.state == State::Taken {
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
            self.state = State::Open { connection: opened, since: now };
            self.ever_open = true;
        }
        expected
    }

    /// Whether this was a failure of a first connect.
    pub(super) fn closed(&mut self, now: Time, closed: ConnectionId) -> bool {
        match self.state {
            State::Connecting { connection, .. } if connection == closed => self.fail(now),
            State::Open { connection, since } if connection == closed => {
                if now.millis_since(since) >= UPTIME {
                    self.failures = 0;
                }
                self.fail(now);
            }
            _ => return false,
        }
        !self.ever_open && self.failures == 1
    }

    pub(super) fn wake(&mut self, now: Time, out: &mut Vec<Output>) {
        match self.state {
            State::Connecting { until, .. } if until <= now => {
                self.drop_connection(out);
                self.fail(now);
            }
            State::Waiting { until } if until <= now => self.connect(now, out),
            _ => {}
        }
    }

    pub(super) fn next_wake(&self) -> Option<Time> {
        match self.state {
            State::Connecting { until, .. } | State::Waiting { until } => Some(until),
            _ => None,
        }
    }

    /// The connection that frames can be sent on.
    pub(super) fn open(&self) -> Option<ConnectionId> {
        match self.state {
            State::Open { connection, .. } => Some(connection),
            _ => None,
        }
    }

    pub(super) fn is_open(&self, connection: ConnectionId) -> bool {
        self.open() == Some(connection)
    }

    pub(super) fn connection(&self) -> Connection {
        match self.state {
            State::Idle => Connection::Closed,
            State::Open { .. } => Connection::Open,
            State::Taken => Connection::Taken,
            State::Connecting { .. } | State::Waiting { .. } if self.ever_open => Connection::Reconnecting,
            State::Connecting { .. } if self.failures == 0 => Connection::Connecting,
            State::Connecting { .. } | State::Waiting { .. } => Connection::Unreachable,
        }
    }

    fn connect(&mut self, now: Time, out: &mut Vec<Output>) {
        self.latest.0 += 1;
        self.state = State::Connecting { connection: self.latest, until: now.plus_millis(CONNECT_LIMIT) };
        out.push(Output::Connect(self.latest));
    }

    fn fail(&mut self, now: Time) {
        self.failures = self.failures.saturating_add(1);
        let most = FIRST_WAIT.saturating_mul(1 << self.failures.min(10)).min(LONGEST_WAIT);
        let wait = SHORTEST_WAIT + self.random() % (most - SHORTEST_WAIT);
        self.state = State::Waiting { until: now.plus_millis(wait) };
    }

    fn drop_connection(&mut self, out: &mut Vec<Output>) {
        if let State::Connecting { connection, .. } | State::Open { connection, .. } = self.state {
            out.push(Output::Disconnect(connection));
        }
    }

    /// SplitMix64: small, and good enough to spread reconnects.
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::{Connection, ConnectionId, LONGEST_WAIT, Link, SHORTEST_WAIT};
    use crate::session::{Output, Time};

    struct Rig {
        link: Link,
        out: Vec<Output>,
    }

    fn rig() -> Rig {
        let mut rig = Rig { link: Link::new(7), out: Vec::new() };
        rig.link.start(Time(0), &mut rig.out);
        rig
    }

    impl Rig {
        fn connects(&mut self) -> Vec<u64> {
            let connects = self.out.drain(..).filter_map(|output| match output {
                Output::Connect(connection) => Some(connection.0),
                _ => None,
            });
            connects.collect()
        }

        /// Fails the current connect and returns how long the link waits then.
        fn wait_after_failure(&mut self, now: u64) -> u64 {
            self.link.closed(Time(now), self.link.latest);
            self.link.next_wake().unwrap().0 - now
        }
    }

    #[test]
    fn one_connection_at_a_time() {
        let mut rig = rig();
        rig.link.start(Time(1), &mut rig.out);
        rig.link.online(Time(2), &mut rig.out);
        rig.link.take_back(Time(3), &mut rig.out);
        assert_eq!(rig.connects(), [1]);
    }

    #[test]
    fn a_connect_that_takes_too_long_is_dropped() {
        let mut rig = rig();
        let limit = rig.link.next_wake().unwrap();
        rig.link.wake(limit, &mut rig.out);
        assert_eq!(rig.out, [Output::Connect(ConnectionId(1)), Output::Disconnect(ConnectionId(1))]);
        rig.link.opened(limit, ConnectionId(1));
        assert_eq!(rig.link.open(), None, "a dead connection cannot open");
    }

    #[test]
    fn waits_stay_within_their_bounds_and_differ() {
        let mut rig = rig();
        let mut now = 0;
        let mut waits = Vec::new();
        for _ in 0..200 {
            let wait = rig.wait_after_failure(now);
            assert!((SHORTEST_WAIT..=LONGEST_WAIT).contains(&wait), "{wait}");
            waits.push(wait);
            now += wait;
            rig.link.wake(Time(now), &mut rig.out);
        }
        assert!(waits.iter().max() > Some(&15_000), "waits grow");
        waits.sort_unstable();
        waits.dedup();
        assert!(waits.len() > 150, "waits are spread");
    }

    #[test]
    fn failures_are_forgotten_only_after_some_uptime() {
        let mut rig = rig();
        for (uptime, expected) in [(100, 1), (100, 2), (6_000, 1)] {
            let connection = rig.link.latest;
            rig.link.opened(Time(0), connection);
            rig.link.closed(Time(uptime), connection);
            assert_eq!(rig.link.failures, expected);
            rig.link.wake(Time(1_000_000), &mut rig.out);
        }
    }

    #[test]
    fn the_first_failure_of_a_first_connect_is_told_once() {
        let mut rig = rig();
        assert!(rig.link.closed(Time(0), ConnectionId(1)));
        assert_eq!(rig.link.connection(), Connection::Unreachable);
        rig.link.online(Time(1), &mut rig.out);
        assert!(!rig.link.closed(Time(2), ConnectionId(2)));
    }

    #[test]
    fn a_taken_session_is_taken_back_by_the_person_only() {
        let mut rig = rig();
        rig.link.opened(Time(0), ConnectionId(1));
        rig.link.taken(&mut rig.out);
        rig.connects();
        rig.link.closed(Time(1), ConnectionId(1));
        rig.link.online(Time(2), &mut rig.out);
        rig.link.wake(Time(1_000_000), &mut rig.out);
        assert_eq!((rig.link.next_wake(), rig.connects()), (None, vec![]));
        rig.link.take_back(Time(3), &mut rig.out);
        assert_eq!(rig.connects(), [2]);
    }
}
