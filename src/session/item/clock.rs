//! How much time an ask has left, and who is told.

use super::Item;
use crate::session::screen::{Countdown, SPOKEN_SOON};
use crate::session::time::Time;

/// More time is asked for when less than this is left,
const EXTEND_BELOW: u64 = 45_000;
/// and at most this often.
const EXTEND_EVERY: u64 = 5_000;

/// The seconds at which the time that is left is said aloud.
const SPOKEN: [u64; 3] = [60, 30, 10];

impl Item {
    pub(in crate::session) fn set_remaining(&mut self, now: Time, seconds: f64) {
        self.deadline = Some(now.plus_seconds(seconds));
        self.count_down(now);
    }

    pub(in crate::session) fn deadline(&self) -> Option<Time> {
        self.deadline
    }

    /// Whether its time is over.
    pub(in crate::session) fn is_late(&self, now: Time) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now)
    }

    pub(in crate::session) fn count_down(&mut self, now: Time) {
        let deadline = self.deadline.filter(|_| !self.is_ended());
        let left = deadline.map(|deadline| deadline.millis_since(now).div_ceil(1000));
        self.limit = self.limit.max(left.unwrap_or_default());
        let undo = self.undo_until().map(|until| until.millis_since(now).div_ceil(1000));
        self.undo_seconds = undo.filter(|left| *left > 0);
        if let (Some(before), Some(left)) = (self.seconds_left, left) {
            let passed = SPOKEN.into_iter().rfind(|mark| left <= *mark && *mark < before);
            // Somebody who got more time hears of it again when that runs out.
            self.spoken = if left > before { None } else { passed.or(self.spoken) };
        }
        self.seconds_left = left;
    }

    /// Whether so little time is left that it is shown as a warning.
    fn is_soon(&self, seconds: u64) -> bool {
        seconds <= SPOKEN_SOON.min(self.limit / 4)
    }

    /// Whether to ask for more time now that the person is at work: when less than the wanted time is left, and not
    /// with every key.
    pub(in crate::session) fn wants_more_time(&mut self, now: Time) -> bool {
        let is_short = self.deadline.is_some_and(|deadline| deadline.millis_since(now) < EXTEND_BELOW);
        let is_patient = self.extended.is_none_or(|asked| now.millis_since(asked) >= EXTEND_EVERY);
        let wants = is_short && is_patient;
        if wants {
            self.extended = Some(now);
        }
        wants
    }

    pub(in crate::session) fn countdown(&self, can_grow: bool) -> Option<Countdown> {
        self.seconds_left.map(|seconds| Countdown {
            seconds,
            spoken: self.spoken,
            can_grow,
            is_soon: self.is_soon(seconds),
        })
    }
}
