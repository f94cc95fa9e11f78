//! The monotonic clock. Time enters the session as a value from here.

use crate::session::Time;

/// Milliseconds since the page was opened.
pub(super) struct Clock(Option<web_sys::Performance>);

impl Clock {
    pub(super) fn new() -> Clock {
        Clock(web_sys::window().and_then(|window| window.performance()))
    }

    pub(super) fn now(&self) -> Time {
        Time(self.0.as_ref().map_or(0.0, web_sys::Performance::now) as u64)
    }
}
