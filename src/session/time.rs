//! Points on a monotonic clock.

/// Milliseconds since some start that never changes during a session. Where a page's clock starts at the same moment as
/// that of the page before it (as 1970 is one for all), what was persisted by the one has its time in the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub u64);

impl Time {
    /// This long after.
    pub fn plus_millis(self, millis: u64) -> Time {
        Time(self.0.saturating_add(millis))
    }

    /// This long after, for what the wire gives in seconds; absurd lengths become very long ones.
    pub fn plus_seconds(self, seconds: f64) -> Time {
        // `as` saturates and maps NaN to 0.
        self.plus_millis((seconds.clamp(0.0, 1e9) * 1000.0) as u64)
    }

    /// How long it is from `earlier` to here.
    pub fn millis_since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}
