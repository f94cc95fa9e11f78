//! The monotonic clock. Time enters the session as a value from here.

use std::cell::Cell;

use crate::session::Time;

/// A difference between the two clocks that no correction of one explains.
const SLEEP: f64 = 5_000.0;

/// Milliseconds since 1970 by the clock as it was when the page was opened: no later change of it counts, and the times
/// that one page kept mean the same to the next.
pub(super) struct Clock {
    performance: Option<web_sys::Performance>,
    /// How far the clock on the wall was ahead when it was last compared.
    ahead: Cell<f64>,
}

impl Clock {
    pub(super) fn new() -> Clock {
        let performance = web_sys::window().and_then(|window| window.performance());
        let clock = Clock { performance, ahead: Cell::new(0.0) };
        clock.has_slept();
        clock
    }

    pub(super) fn now(&self) -> Time {
        Time(self.millis() as u64)
    }

    /// Whether the machine has slept since the last look: on some systems the monotonic clock stands still meanwhile,
    /// and only the clock on the wall goes on. A person who sets that one forward does no harm.
    pub(super) fn has_slept(&self) -> bool {
        let ahead = js_sys::Date::now() - self.millis();
        ahead - self.ahead.replace(ahead) > SLEEP
    }

    fn millis(&self) -> f64 {
        self.performance.as_ref().map_or(0.0, |clock| clock.time_origin() + clock.now())
    }
}
