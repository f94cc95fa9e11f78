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
            out.push(Output::Send { connection, frame: ClientFrame::Beat });
            self.expect(now, PROBE_WITHIN);
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
        if !confirms && self.beat.is_some() {
            out.push(Output::Send { connection, frame: ClientFrame::Beat });
        }
        if confirms || self.beat.is_some() {
            self.expect(now, ANSWER_WITHIN);
        }
    }

    fn expect(&mut self, now: Time, within: u64) {
        if let State::Open { answer_by, .. } = &mut self.state {
            let by = now.plus_millis(within);
            *answer_by = Some(answer_by.map_or(by, |earlier| earlier.min(by)));
        }
    }

    /// The bridge said something: perhaps what is waited for. Anything else may have been on its way before that was asked
    /// for, and shows no more than that the bridge was there a moment ago.
    pub(in crate::session) fn hears(&mut self, now: Time, frame: &ServerFrame) {
        if let State::Open { heard, frames, answer_by, .. } = &mut self.state {
            *heard = now;
            *frames = frames.saturating_add(1);
            let is_answer =
                matches!(frame, ServerFrame::Beat | ServerFrame::AskUserAck { .. } | ServerFrame::Error { .. });
            *answer_by = answer_by.filter(|_| !is_answer).map(|_| now.plus_millis(ANSWER_WITHIN));
        }
    }

    pub(in crate::session) fn set_beat(&mut self, seconds: Option<u32>) {
        self.beat = seconds.map(|seconds| u64::from(seconds) * 1000);
    }

    /// Looks whether an open connection has been silent for too long.
    pub(super) fn look(&mut self, now: Time, out: &mut Vec<Output>) {
        let State::Open { since, ref mut heard, answer_by, .. } = self.state else { return };
        if self.beat.is_none() && heard.plus_millis(LOOK_EVERY) <= now {
            *heard = now;
        }
        let silent_at = self.beat.map(|beat| heard.plus_millis(2 * beat + BEAT_SLACK));
        if silent_at.into_iter().chain(answer_by).any(|at| at <= now) {
            self.drop_connection(out);
            if now.millis_since(since) >= UPTIME {
                self.connect(now, out);
            } else {
                self.fail(now);
            }
        }
    }

    /// When to look next at a connection that was last heard then, and that should answer by then.
    pub(super) fn next_look(&self, heard: Time, answer_by: Option<Time>) -> Time {
        let silent_at = heard.plus_millis(self.beat.map_or(LOOK_EVERY, |beat| 2 * beat + BEAT_SLACK));
        answer_by.map_or(silent_at, |by| by.min(silent_at))
    }
}
