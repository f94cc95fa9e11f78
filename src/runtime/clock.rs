//! The monotonic clock, from which time enters the session as a value.

use std::cell::Cell;

use crate::session::Time;
use crate::session::timing::CLOCKS_APART;

/// Milliseconds since 1970 by the system's clock as it was when the page was opened. No later change of that clock counts, and
/// the times that one page stores mean the same to the next.
pub(super) struct Clock {
    performance: Option<web_sys::Performance>,
    /// How far the system's clock was ahead when the two were last compared.
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

    /// Whether the machine has slept since the last call. On some systems the monotonic clock stands still meanwhile, and only
    /// the system's clock goes on. A person who sets that one forward does no harm.
    pub(super) fn has_slept(&self) -> bool {
        let ahead = js_sys::Date::now() - self.millis();
        ahead - self.ahead.replace(ahead) > CLOCKS_APART as f64
    }

    fn millis(&self) -> f64 {
        self.performance.as_ref().map_or(0.0, |clock| clock.time_origin() + clock.now())
    }
}
