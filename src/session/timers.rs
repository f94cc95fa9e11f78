//! All timers of the session in one table. What is due and when the session wants to be woken are both read from it.

use super::Session;
use super::delivery::Purpose;
use super::event::Event;
use super::input::Output;
use super::open_ask::OpenAsk;
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
        timers.extend(self.link.next_wake().map(|at| (at, Timer::Link)));
        let each = || self.asks.iter().enumerate();
        timers.extend(each().filter_map(|(index, ask)| Some((ask.shown_at()?, Timer::Show(index)))));
        let confirms = self.capabilities.ack;
        if let Some(bridge) = &self.bridge {
            let given_up =
                |(index, ask): (usize, &OpenAsk)| Some((ask.given_up_at(bridge, confirms)?, Timer::GiveUp(index)));
            timers.extend(each().filter_map(given_up));
        }
        match self.link.open().zip(self.bridge.as_ref()) {
            Some((connection, bridge)) => {
                let repeated = bridge.pending().filter(|id| !self.memory.has_allowed(id));
                let repeated = repeated.filter(|id| self.memory.can_repeat(id, connection));
                let repeat_at = bridge.status_at().filter(|_| repeated.is_some());
                timers.extend(repeat_at.map(|at| (at.plus_millis(REPLAY_GRACE), Timer::Repeat)));
                let due = |(index, ask): (usize, &OpenAsk)| {
                    let (at, purpose) = ask.due(bridge, confirms)?;
                    Some((at, Timer::Send(index, purpose)))
                };
                timers.extend(each().filter_map(due));
            }
            None => {
                let out_of_reach = each().filter(|(_, ask)| self.is_out_of_reach(now, ask));
                timers.extend(
                    out_of_reach.filter_map(|(index, ask)| Some((ask.undo_until()?, Timer::EndCancelled(index)))),
                );
            }
        }
        timers.extend(self.persistence.due_at().map(|at| (at, Timer::Persist)));
        timers.extend(self.refreshes(now).map(|at| (at, Timer::Refresh)));
        timers
    }

    /// The times of [`Timer::Refresh`], which are after `now`: every input ends with a new screen and a new status.
    fn refreshes(&self, now: Time) -> impl Iterator<Item = Time> {
        let ticks = self.front().into_iter().flat_map(move |front| front.next_ticks(now));
        let guard = self.guard.as_ref().and_then(|guard| guard.next_change(now));
        let unreachable = self.asks.iter().filter(|ask| !ask.is_over());
        let unreachable = unreachable.filter_map(|ask| self.link.out_of_reach_at(ask.deadline()));
        let status_at = self.bridge.as_ref().and_then(|bridge| bridge.status_at());
        let expected = status_at.filter(|_| self.expected_ask(now).is_some());
        let expected = expected.map(|at| at.plus_millis(PENDING_ASK_TIMEOUT));
        // So that a call that comes later than this shows that nobody listened.
        let orphans = self.bridge.as_ref().and_then(|bridge| bridge.next_orphan_end(now));
        let all = ticks.chain(guard).chain(unreachable).chain(expected).chain(orphans).chain(self.sent_toast_until);
        all.filter(move |at| *at > now)
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
