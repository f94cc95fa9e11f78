//! All timers of the session in one table. What is due and when the session wants to be woken are both read from it.

use super::Session;
use super::delivery::Purpose;
use super::event::Event;
use super::input::Output;
use super::time::Time;
use super::timing::{PENDING_ASK_TIMEOUT, REPLAY_GRACE};

/// Something that happens at a certain time, in the order in which it happens where several are due. A number is the index
/// of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timer {
    /// The connection: a connect has taken too long, a retry is due, a beat is missing.
    Link,
    /// An ask is shown, or postponed while the person types.
    Show(usize),
    /// An ask is given up that the bridge does not wait for.
    GiveUp(usize),
    /// The response to an ask that is over is sent again, because a status still names it.
    Repeat,
    /// The decision on an ask is sent.
    Send(usize, Purpose),
    /// A cancel ends here, because the bridge is out of reach and nothing can be sent to it.
    EndCancelled(usize),
    /// What has changed is persisted. It is the last of those that do something, so that it includes what the others have
    /// changed.
    Persist,
    /// The screen or the status is another one, and nothing else is to be done.
    Refresh,
}

impl Session {
    /// Every timer that runs at `now`, with its time.
    fn timers(&self, now: Time) -> Vec<(Time, Timer)> {
        let mut timers = Vec::new();
        let mut add = |at: Option<Time>, timer| {
            if let Some(at) = at {
                timers.push((at, timer));
            }
        };
        add(self.link.next_wake(), Timer::Link);
        for (index, ask) in self.asks.iter().enumerate() {
            add(ask.shown_at(), Timer::Show(index));
        }
        let confirms = self.capabilities.ack;
        if let Some(bridge) = &self.bridge {
            for (index, ask) in self.asks.iter().enumerate() {
                add(ask.given_up_at(bridge, confirms), Timer::GiveUp(index));
            }
        }
        match self.link.open().zip(self.bridge.as_ref()) {
            Some((connection, bridge)) => {
                let repeated = bridge.pending().filter(|id| !self.memory.has_allowed(id));
                let repeated = repeated.filter(|id| self.memory.can_repeat(id, connection));
                let repeat_at = bridge.status_at().filter(|_| repeated.is_some());
                add(repeat_at.map(|at| at.plus_millis(REPLAY_GRACE)), Timer::Repeat);
                for (index, ask) in self.asks.iter().enumerate() {
                    if let Some((at, purpose)) = ask.due(bridge, confirms) {
                        add(Some(at), Timer::Send(index, purpose));
                    }
                }
            }
            None => {
                for (index, ask) in self.asks.iter().enumerate() {
                    if self.is_out_of_reach(now, ask) {
                        add(ask.undo_until(), Timer::EndCancelled(index));
                    }
                }
            }
        }
        add(self.persistence.due_at(), Timer::Persist);
        for at in self.refreshes(now) {
            add(at.filter(|at| *at > now), Timer::Refresh);
        }
        timers
    }

    /// The times of [`Timer::Refresh`], as far as they are after `now`: every input ends with a new screen and a new status.
    fn refreshes(&self, now: Time) -> Vec<Option<Time>> {
        let guard = self.guard.as_ref().and_then(|guard| guard.next_change(now));
        let status_at = self.bridge.as_ref().and_then(|bridge| bridge.status_at());
        let expected = status_at.filter(|_| self.expected_ask(now).is_some());
        let expected = expected.map(|at| at.plus_millis(PENDING_ASK_TIMEOUT));
        // So that a call that comes later than this shows that nobody listened.
        let orphans = self.bridge.as_ref().and_then(|bridge| bridge.next_orphan_end(now));
        let mut refreshes = vec![guard, expected, orphans, self.sent_toast_until];
        if let Some(front) = self.front() {
            refreshes.extend_from_slice(&front.next_ticks(now));
        }
        for ask in &self.asks {
            if !ask.is_over() {
                refreshes.push(self.link.out_of_reach_at(ask.deadline()));
            }
        }
        refreshes
    }

    /// When the session wants to be woken.
    pub(super) fn earliest_timer(&self, now: Time) -> Option<Time> {
        self.timers(now).into_iter().map(|(at, _)| at).min()
    }

    /// Does everything that is due at `now`.
    pub(super) fn fire_timers(&mut self, now: Time) {
        while let Some((_, timer)) = self.timers(now).into_iter().find(|(at, _)| *at <= now) {
            match timer {
                Timer::Link => self.link.wake(now, &mut self.out),
                Timer::Show(index) => self.show(now, index),
                Timer::GiveUp(index) => self.give_up(now, index),
                Timer::Repeat => self.repeat_pending(now),
                Timer::Send(index, purpose) => self.send(now, index, purpose),
                Timer::EndCancelled(index) => self.end_cancelled(now, index),
                Timer::Persist => self.persist(),
                Timer::Refresh => {}
            }
        }
    }

    /// Shows a hidden ask whose time has come, unless the person types in the page: a dialog that opens then would take their
    /// keys for answers.
    fn show(&mut self, now: Time, index: usize) {
        let is_free = self.front().is_none();
        match self.typing_until().filter(|until| is_free && *until > now) {
            Some(until) => self.asks[index].postpone(until),
            None => {
                if self.asks[index].show() {
                    self.out.push(Output::Notify(Event::Ask { ask: self.asks[index].ask.arc() }));
                }
            }
        }
    }
}
