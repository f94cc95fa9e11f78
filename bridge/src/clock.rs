//! The time that rooms are given: milliseconds since the Unix epoch that never run backwards. A wall clock is read once, when
//! the bridge starts; from then on a monotonic clock counts, so that nobody who sets the time of the machine ends an ask. Bridges
//! that share a store read the store's wall clock, so that none of them ends the asks of others because its own is wrong.

use std::time::SystemTime;

use tokio::time::{Duration, Instant};

use crate::room::Time;

/// A clock. Its copies show the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// Since the epoch, at the start.
    start_millis: u64,
}

impl Clock {
    /// Reads the wall clock. One that stands before the epoch counts from there.
    pub(crate) fn start() -> Clock {
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Clock::at(Time(millis(since_epoch)))
    }

    /// A clock that shows this time now.
    pub(crate) fn at(now: Time) -> Clock {
        Clock { start: Instant::now(), start_millis: now.0 }
    }

    pub(crate) fn now(self) -> Time {
        Time(self.start_millis.saturating_add(millis(self.start.elapsed())))
    }

    /// When this clock shows that time.
    pub(crate) fn instant(self, time: Time) -> Instant {
        self.start + Duration::from_millis(Time(self.start_millis).millis_until(time))
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, Instant, advance};

    use super::Clock;
    use crate::room::Time;

    #[tokio::test(start_paused = true)]
    async fn it_counts_from_the_epoch_and_back_again() {
        let clock = Clock::start();
        let start = clock.now();
        assert!(start > Time(1_700_000_000_000), "{start:?}");
        advance(Duration::from_secs(5)).await;
        assert_eq!(clock.now(), start.plus_seconds(5));
        assert_eq!(clock.instant(clock.now()), Instant::now());
        assert_eq!(clock.instant(start.plus_seconds(7)), Instant::now() + Duration::from_secs(2));
    }
}
