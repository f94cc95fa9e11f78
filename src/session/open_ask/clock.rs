//! How much time an ask has left.

use crate::session::screen::Countdown;
use crate::session::time::Time;
use crate::session::timing::{ANNOUNCED_SECONDS, EXTEND_BELOW, EXTEND_EVERY, WARNING_SECONDS};

/// The time limit of an ask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub(super) deadline: Time,
    /// The seconds that were left when the deadline was set or last moved to a later time.
    granted_seconds: u64,
    /// The most seconds that were ever left.
    most_seconds: u64,
    /// When more time was last requested.
    extension_requested_at: Option<Time>,
}

impl Clock {
    /// A clock of an ask that has this many seconds of `whole` ones.
    pub(super) fn new(now: Time, seconds: f64, whole: Option<f64>) -> Clock {
        let deadline = now.plus_seconds(seconds);
        let granted_seconds = seconds_until(now, deadline);
        let most_seconds = granted_seconds.max(whole.map_or(0, |seconds| seconds as u64));
        Clock { deadline, granted_seconds, most_seconds, extension_requested_at: None }
    }

    /// The bridge says how much time is left.
    pub(super) fn set(&mut self, now: Time, deadline: Time) {
        let (before, seconds) = (self.seconds(now), seconds_until(now, deadline));
        self.deadline = deadline;
        if seconds > before {
            // Somebody who got more time hears of it again when that runs out.
            self.granted_seconds = seconds;
        }
        self.most_seconds = self.most_seconds.max(seconds);
    }

    /// The seconds that are left, rounded up.
    pub(super) fn seconds(&self, now: Time) -> u64 {
        seconds_until(now, self.deadline)
    }

    /// When the number of seconds changes next.
    pub(super) fn next_tick(&self, now: Time) -> Option<Time> {
        next_tick(now, self.deadline)
    }

    /// Whether to request more time now that the person does something: when little is left, and not with every key.
    pub(super) fn wants_more(&mut self, now: Time) -> bool {
        let is_short = self.deadline.millis_since(now) < EXTEND_BELOW;
        let wants = is_short && self.extension_requested_at.is_none_or(|at| now.millis_since(at) >= EXTEND_EVERY);
        if wants {
            self.extension_requested_at = Some(now);
        }
        wants
    }

    /// What the person sees of it. `can_grow`: whether the bridge gives more time.
    pub(super) fn countdown(&self, now: Time, can_grow: bool) -> Countdown {
        let seconds = self.seconds(now);
        let is_passed = |mark: &u64| seconds <= *mark && *mark < self.granted_seconds;
        Countdown {
            seconds,
            spoken: ANNOUNCED_SECONDS.into_iter().rfind(is_passed),
            can_grow,
            is_soon: seconds <= WARNING_SECONDS.min(self.most_seconds / 4),
        }
    }
}

/// The whole seconds until `end`, rounded up.
pub(super) fn seconds_until(now: Time, end: Time) -> u64 {
    end.millis_since(now).div_ceil(1000)
}

/// When the number of whole seconds until `end` changes next.
pub(super) fn next_tick(now: Time, end: Time) -> Option<Time> {
    let seconds = seconds_until(now, end);
    (seconds > 0).then(|| Time(end.0.saturating_sub((seconds - 1) * 1000)))
}
