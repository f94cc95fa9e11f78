//! Time as a room sees it: a number that comes in.

use serde::{Deserialize, Serialize};

/// Milliseconds since the Unix epoch, on a clock that never runs backwards. It means the same in every process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// This many seconds later.
    pub fn plus_seconds(self, seconds: u32) -> Time {
        Time(self.0.saturating_add(u64::from(seconds) * 1000))
    }

    /// Milliseconds from here to `later`; none if that has passed.
    pub fn millis_until(self, later: Time) -> u64 {
        later.0.saturating_sub(self.0)
    }
}

/// How long a person has to answer, counted from when the question is first asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeLimit {
    /// As long as they like; `timeout_seconds` is left out of the frame.
    Never,
    /// This number of seconds.
    Seconds(u32),
}

impl TimeLimit {
    /// The wording of flags and queries: `0` means no limit.
    pub fn from_seconds(seconds: u32) -> TimeLimit {
        if seconds == 0 { TimeLimit::Never } else { TimeLimit::Seconds(seconds) }
    }
}
