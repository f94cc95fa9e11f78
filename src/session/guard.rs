//! Guards what has just appeared before the person, or has moved: what they do then was meant for what was there before.
//!
//! A click is over in a moment, but somebody who types without looking types on. So the guard lasts until their keys
//! have rested; that is never a lock-out, because who wants to answer has seen the dialog and waits for nothing else.

use std::sync::Arc;

use super::time::Time;
use crate::protocol::Ask;

/// So long after a dialog appeared or moved nothing counts that the person does.
const GUARD: u64 = 500;

/// The guard of one ask.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    ask: Arc<Ask>,
    until: Time,
    /// How long the keys have to rest.
    rest: u64,
}

impl Guard {
    /// Guards an ask that appears now; `rest` is how long somebody's keys have to rest who was typing elsewhere.
    pub(super) fn new(ask: Arc<Ask>, now: Time, rest: Option<u64>) -> Guard {
        let rest = rest.unwrap_or(GUARD);
        Guard { ask, until: now.plus_millis(rest), rest }
    }

    /// Whether it guards this very ask. One that says something else now, under the same id, is another.
    pub(super) fn is_of(&self, ask: &Arc<Ask>) -> bool {
        Arc::ptr_eq(&self.ask, ask)
    }

    pub(super) fn is_up(&self, now: Time) -> bool {
        self.until > now
    }

    pub(super) fn until(&self) -> Time {
        self.until
    }

    /// A key was pressed. Only while the guard is up: afterwards the keys are meant.
    pub(super) fn key(&mut self, now: Time) {
        if self.is_up(now) {
            self.until = self.until.max(now.plus_millis(self.rest));
        }
    }

    /// The dialog is no longer where it was.
    pub(super) fn moved(&mut self, now: Time) {
        self.until = self.until.max(now.plus_millis(GUARD));
    }
}
