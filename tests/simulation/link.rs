//! The network between the views and the bridge, as a pure machine: what is sent at one end arrives later at the other.
//!
//! A connection keeps what WebSocket promises: in order, nothing twice. It takes what real networks take: time, the tail
//! of what was sent when it is cut, everything in one direction when it is half-open, and the news of its own end.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use ask_user_bridge::room::ConnectionId;

use crate::random::Random;

/// One connection, from the first try to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wire {
    pub(crate) view: usize,
    /// How often the view's page had been loaded before.
    pub(crate) page: usize,
    pub(crate) connection: u64,
}

impl Wire {
    /// The name by which the page that made it names itself.
    pub(crate) fn name(self) -> String {
        format!("v{}p{}", self.view, self.page)
    }
}

/// Something that reaches an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Arrival {
    Opened,
    Text(String),
    Closed,
}

/// Which end something travels to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum To {
    Room,
    View,
}

/// What becomes of a try to connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weather {
    Fine,
    /// A try fails soon.
    Refusing,
    /// Nothing ever comes back.
    Silent,
}

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) weather: Weather,
    /// Milliseconds that a frame takes, one way.
    pub(crate) delay: Range<u64>,
    /// Milliseconds that a handshake takes on top of that.
    pub(crate) handshake: Range<u64>,
    /// Whether a bridge still takes a handshake that the page has given up, as one does that was paused meanwhile.
    pub(crate) takes_abandoned: bool,
    /// How long the bridge may take to hear that a connection has gone.
    pub(crate) close_delay: Range<u64>,
    random: Random,
    lines: BTreeMap<Wire, Line>,
    queue: BinaryHeap<Reverse<Parcel>>,
    count: u64,
}

/// Ordered by time, then by when it was sent.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Parcel {
    at: u64,
    count: u64,
    wire: Wire,
    to: To,
    number: u64,
    arrival: Arrival,
}

#[derive(Debug)]
struct Line {
    up: Lane,
    down: Lane,
}

/// One direction of a connection.
#[derive(Debug)]
struct Lane {
    end: End,
    /// Nothing may overtake what arrives then.
    last: u64,
    sent: u64,
    arrived: u64,
    /// Frames from this number on vanish.
    lost_from: u64,
}

/// The receiving end of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Opening,
    Open,
    Gone,
}

impl Lane {
    fn new() -> Lane {
        Lane { end: End::Opening, last: 0, sent: 0, arrived: 0, lost_from: u64::MAX }
    }

    fn is_whole(&self) -> bool {
        self.end == End::Open && self.lost_from == u64::MAX
    }
}

impl Line {
    fn lane(&mut self, to: To) -> &mut Lane {
        match to {
            To::Room => &mut self.up,
            To::View => &mut self.down,
        }
    }
}

impl Link {
    pub(crate) fn new(seed: u64) -> Link {
        Link {
            weather: Weather::Fine,
            delay: 10..30,
            handshake: 0..1,
            takes_abandoned: false,
            close_delay: 0..100,
            random: Random::new(seed),
            lines: BTreeMap::new(),
            queue: BinaryHeap::new(),
            count: 0,
        }
    }

    /// When something arrives next.
    pub(crate) fn next(&self) -> Option<u64> {
        self.queue.peek().map(|parcel| parcel.0.at)
    }

    /// What arrives at `now`, if anything still does.
    pub(crate) fn take(&mut self, now: u64) -> Option<(Wire, To, Arrival)> {
        while self.next().is_some_and(|at| at <= now) {
            let Reverse(parcel) = self.queue.pop()?;
            let line = self.lines.get_mut(&parcel.wire)?;
            let lane = line.lane(parcel.to);
            if lane.end == End::Gone {
                continue;
            }
            match parcel.arrival {
                Arrival::Text(_) if parcel.number >= lane.lost_from => continue,
                Arrival::Text(_) => lane.arrived = parcel.number + 1,
                Arrival::Opened => lane.end = End::Open,
                Arrival::Closed => lane.end = End::Gone,
            }
            if parcel.to == To::Room && parcel.arrival == Arrival::Opened {
                let at = now + self.random.within(self.delay.clone());
                self.post(at, parcel.wire, To::View, Arrival::Opened);
            }
            return Some((parcel.wire, parcel.to, parcel.arrival));
        }
        None
    }

    /// A view wants a connection.
    pub(crate) fn connect(&mut self, now: u64, wire: Wire) {
        self.lines.insert(wire, Line { up: Lane::new(), down: Lane::new() });
        let at = now + self.random.within(self.delay.clone()) + self.random.within(self.handshake.clone());
        match self.weather {
            Weather::Fine => self.post(at, wire, To::Room, Arrival::Opened),
            Weather::Refusing => self.post(at, wire, To::View, Arrival::Closed),
            Weather::Silent => {}
        }
    }

    pub(crate) fn send(&mut self, now: u64, wire: Wire, to: To, text: String) {
        let at = now + self.random.within(self.delay.clone());
        self.post(at, wire, to, Arrival::Text(text));
    }

    /// One end closes; the other one hears of it, late if the way is broken.
    pub(crate) fn close(&mut self, now: u64, wire: Wire, other: To) {
        let Some(line) = self.lines.get_mut(&wire) else { return };
        let was_opening = line.up.end == End::Opening;
        line.lane(if other == To::Room { To::View } else { To::Room }).end = End::Gone;
        let lane = line.lane(other);
        let is_broken = lane.lost_from != u64::MAX;
        if was_opening && other == To::Room && !self.takes_abandoned {
            lane.end = End::Gone;
        }
        let late = if is_broken { self.close_delay.clone() } else { 0..1 };
        let at = now + self.random.within(self.delay.clone()) + self.random.within(late);
        self.post(at, wire, other, Arrival::Closed);
    }

    /// No handshake that the page of this wire has begun is ever taken.
    pub(crate) fn forget_handshakes(&mut self, of: Wire) {
        for (wire, line) in &mut self.lines {
            if (wire.view, wire.page) == (of.view, of.page) && line.up.end == End::Opening {
                line.up.end = End::Gone;
            }
        }
    }

    /// From now on what is sent to this end vanishes, and nobody notices.
    pub(crate) fn half_open(&mut self, wire: Wire, to: To) {
        if let Some(lane) = self.lines.get_mut(&wire).map(|line| line.lane(to)) {
            lane.lost_from = lane.lost_from.min(lane.sent);
        }
    }

    /// Cuts a connection: a part of what is under way to each end is lost, and each end hears of it in its own time.
    pub(crate) fn cut(&mut self, now: u64, wire: Wire) {
        self.cut_keeping(now, wire, None);
    }

    /// Cuts a connection so that all of what is under way is lost, or nothing.
    pub(crate) fn cut_sharply(&mut self, now: u64, wire: Wire, keep: bool) {
        self.cut_keeping(now, wire, Some(keep));
    }

    fn cut_keeping(&mut self, now: u64, wire: Wire, keep: Option<bool>) {
        for to in [To::Room, To::View] {
            let delay = if to == To::Room { self.close_delay.clone() } else { 0..300 };
            let Some(line) = self.lines.get_mut(&wire) else { return };
            let lane = line.lane(to);
            let keep = match keep {
                Some(true) => lane.sent,
                Some(false) => lane.arrived,
                None => self.random.within(lane.arrived..lane.sent + 1),
            };
            lane.lost_from = lane.lost_from.min(keep);
            if lane.end == End::Opening && to == To::Room {
                // Cut in the handshake: the bridge never hears of it.
                lane.end = End::Gone;
            }
            let at = now + self.random.within(delay);
            self.post(at, wire, to, Arrival::Closed);
        }
    }

    /// The bridge's process ends: nothing reaches it any more, and a part of what it has sent arrives.
    pub(crate) fn restart(&mut self, now: u64) {
        for wire in self.lines.keys().copied().collect::<Vec<_>>() {
            self.cut(now, wire);
            if let Some(line) = self.lines.get_mut(&wire) {
                line.up.end = End::Gone;
            }
        }
    }

    /// Makes the network good again: what is broken is cut, and from now on everything arrives.
    pub(crate) fn heal(&mut self, now: u64) {
        self.weather = Weather::Fine;
        self.delay = 10..50;
        self.handshake = 0..1;
        self.close_delay = 0..100;
        for wire in self.lines.keys().copied().collect::<Vec<_>>() {
            if !self.is_whole(wire) {
                self.cut(now, wire);
            }
        }
    }

    /// Whether both ends are open and nothing was lost.
    pub(crate) fn is_whole(&self, wire: Wire) -> bool {
        self.lines.get(&wire).is_some_and(|line| line.up.is_whole() && line.down.is_whole())
    }

    /// Whether a connection is whole and nothing is under way on it.
    pub(crate) fn is_quiet(&self, wire: Wire) -> bool {
        self.is_whole(wire) && !self.queue.iter().any(|parcel| parcel.0.wire == wire)
    }

    fn post(&mut self, at: u64, wire: Wire, to: To, arrival: Arrival) {
        let Some(line) = self.lines.get_mut(&wire) else { return };
        let lane = line.lane(to);
        lane.last = lane.last.max(at);
        let number = lane.sent;
        if matches!(arrival, Arrival::Text(_)) {
            lane.sent += 1;
        }
        self.count += 1;
        self.queue.push(Reverse(Parcel { at: lane.last, count: self.count, wire, to, number, arrival }));
    }
}

/// The name that the room has for a wire.
pub(crate) fn name(wire: Wire) -> String {
    format!("{}.{}.{}", wire.view, wire.page, wire.connection)
}

/// The wire that the room calls so.
pub(crate) fn wire(name: &ConnectionId) -> Wire {
    let mut parts = name.as_str().split('.').map(|part| part.parse().expect("a number"));
    let mut part = || parts.next().expect("the world named it");
    Wire { view: part() as usize, page: part() as usize, connection: part() }
}
