//! Whether an open connection is alive: beats, silence, sleep.

use super::{ConnectionId, Link, State, UPTIME};
use crate::protocol::{ClientFrame, ServerFrame};
use crate::session::input::Output;
use crate::session::time::Time;

/// A bridge that is asked whether it is there answers within this time,
const PROBE_WITHIN: u64 = 3_000;
/// and one that was given a decision within this.
const ANSWER_WITHIN: u64 = 10_000;
/// Two beats may be missed, and this much on top.
const BEAT_SLACK: u64 = 5_000;
/// Without a beat the clock is looked at this often: a look that comes late shows that the machine slept.
const LOOK_EVERY: u64 = 60_000;

/// What the bridge should say, and by when. What it says otherwise may have been on its way before that was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Awaited {
    /// That it is there.
    beat: Option<Time>,
    /// That it has a decision.
    ack: Option<Time>,
}

impl Awaited {
    /// The bridge said something: for all that it did not say, it was there a moment ago and has so much longer.
    fn hear(&mut self, now: Time, frame: &ServerFrame) {
        match frame {
            ServerFrame::Beat => self.beat = None,
            ServerFrame::AskUserAck { .. } | ServerFrame::Error { .. } => self.ack = None,
            _ => {}
        }
        for by in [&mut self.beat, &mut self.ack].into_iter().flatten() {
            *by = now.plus_millis(ANSWER_WITHIN);
        }
    }

    fn by(self) -> impl Iterator<Item = Time> {
        self.beat.into_iter().chain(self.ack)
    }
}

impl Link {
    /// The machine has slept: what was open then is most likely dead, and nobody says so.
    pub(in crate::session) fn slept(&mut self, now: Time, out: &mut Vec<Output>) {
        match self.state {
            State::Open { .. } if self.beat.is_none() && !self.is_lent => {
                self.drop_connection(out);
                self.connect(now, out);
            }
            _ => self.online(now, out),
        }
    }

    /// Asks the bridge whether it is there, if it can say so.
    pub(super) fn probe(&mut self, now: Time, out: &mut Vec<Output>) {
        if let State::Open { connection, ref mut heard, .. } = self.state
            && self.beat.is_some()
        {
            // It could not be heard while nobody listened.
            *heard = now;
            self.ask_beat(now, connection, PROBE_WITHIN, out);
        }
    }

    /// A decision goes out: a bridge that can say so says that it is there, and soon.
    pub(in crate::session) fn sends_decision(
        &mut self,
        now: Time,
        connection: ConnectionId,
        confirms: bool,
        out: &mut Vec<Output>,
    ) {
        if confirms {
            if let State::Open { awaited, .. } = &mut self.state {
                awaited.ack.get_or_insert(now.plus_millis(ANSWER_WITHIN));
            }
        } else if self.beat.is_some() {
            self.ask_beat(now, connection, ANSWER_WITHIN, out);
        }
    }

    fn ask_beat(&mut self, now: Time, connection: ConnectionId, within: u64, out: &mut Vec<Output>) {
        out.push(Output::Send { connection, frame: ClientFrame::Beat });
        if let State::Open { awaited, .. } = &mut self.state {
            let by = now.plus_millis(within);
            awaited.beat = Some(awaited.beat.map_or(by, |earlier| earlier.min(by)));
        }
    }

    /// The bridge said something.
    pub(in crate::session) fn hears(&mut self, now: Time, frame: &ServerFrame) {
        if let State::Open { heard, frames, awaited, .. } = &mut self.state {
            *heard = now;
            *frames = frames.saturating_add(1);
            awaited.hear(now, frame);
        }
    }

    pub(in crate::session) fn set_beat(&mut self, seconds: Option<u32>) {
        self.beat = seconds.map(|seconds| u64::from(seconds) * 1000);
    }

    /// Looks whether an open connection has been silent for too long.
    pub(super) fn look(&mut self, now: Time, out: &mut Vec<Output>) {
        let State::Open { since, ref mut heard, awaited, .. } = self.state else { return };
        if self.beat.is_none() && heard.plus_millis(LOOK_EVERY) <= now {
            *heard = now;
        }
        let silent_at = self.beat.map(|beat| heard.plus_millis(2 * beat + BEAT_SLACK));
        if silent_at.into_iter().chain(awaited.by()).any(|at| at <= now) {
            self.drop_connection(out);
            if now.millis_since(since) >= UPTIME {
                self.connect(now, out);
            } else {
                self.fail(now);
            }
        }
    }

    /// When to look next at a connection that was last heard then.
    pub(super) fn next_look(&self, heard: Time, awaited: Awaited) -> Time {
        let silent_at = heard.plus_millis(self.beat.map_or(LOOK_EVERY, |beat| 2 * beat + BEAT_SLACK));
        awaited.by().fold(silent_at, Time::min)
    }
}
