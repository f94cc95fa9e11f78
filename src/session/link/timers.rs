//! All timers of the connection in one table. What is due and when the connection wants to be woken are both read from it.

use super::{Link, State};
use crate::session::input::Output;
use crate::session::time::Time;
use crate::session::timing::{BEAT_SLACK, CLOCK_READ_EVERY, UPTIME};

/// Something that happens to the connection at a certain time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkTimer {
    /// The connection has lived long enough to count as a success, also if the bridge has said nothing.
    Uptime,
    /// A connect has taken too long.
    ConnectTimeout,
    /// The next try to connect is made.
    Retry,
    /// The bridge has not said in time what it owes.
    Silence,
    /// The clock is read, because the bridge never does anything by itself that would show that the machine slept.
    ReadClock,
}

impl Link {
    /// Every timer that runs, with its time, in the order in which they fire where several are due.
    fn timers(&self) -> impl Iterator<Item = (Time, LinkTimer)> {
        let timers = match self.state {
            State::Idle | State::Taken => [None; 3],
            State::Connecting { until, .. } => [until.map(|at| (at, LinkTimer::ConnectTimeout)), None, None],
            State::Waiting { until } | State::Failed { until } => [until.map(|at| (at, LinkTimer::Retry)), None, None],
            State::Open { since, heard, ref awaited, .. } => {
                let uptime = self.silence.map(|_| (since.plus_millis(UPTIME), LinkTimer::Uptime));
                let awaited = awaited.earliest().map(|at| (at, LinkTimer::Silence));
                let alive = match self.beat {
                    Some(beat) => (heard.plus_millis(2 * beat + BEAT_SLACK), LinkTimer::Silence),
                    None => (heard.plus_millis(CLOCK_READ_EVERY), LinkTimer::ReadClock),
                };
                // A connection that the page carries is the page's to watch.
                let is_watched = self.is_own();
                [uptime, awaited.filter(|_| is_watched), Some(alive).filter(|_| is_watched)]
            }
        };
        timers.into_iter().flatten()
    }

    /// When the connection wants to be woken.
    pub(in crate::session) fn next_wake(&self) -> Option<Time> {
        self.timers().map(|(at, _)| at).min()
    }

    /// Does everything that is due at `now`.
    pub(in crate::session) fn wake(&mut self, now: Time, out: &mut Vec<Output>) {
        loop {
            let due = self.timers().find(|(at, _)| *at <= now);
            let Some((_, timer)) = due else { return };
            match timer {
                LinkTimer::Uptime => self.silence = None,
                LinkTimer::ConnectTimeout => {
                    self.drop_connection(out);
                    self.fail(now);
                }
                LinkTimer::Retry => self.connect(now, out),
                LinkTimer::Silence => self.replace_silent(now, out),
                LinkTimer::ReadClock => self.note_heard(now),
            }
        }
    }
}
