//! When a bridge that says nothing is out of reach.

use super::{Link, State};
use crate::session::time::Time;
use crate::session::timing::OUT_OF_REACH_AFTER;

/// How many connections have failed at least when a bridge is out of reach.
const OUT_OF_REACH_FAILURES: u32 = 3;

/// How long the bridge has said nothing, and how many connections have failed meanwhile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silence {
    pub(super) since: Time,
    pub(super) failures: u32,
}

impl Link {
    /// Whether nobody should wait for the bridge any more that asked something with this deadline.
    pub(in crate::session) fn is_out_of_reach(&self, now: Time, deadline: Option<Time>) -> bool {
        matches!(self.state, State::Failed { .. }) || self.out_of_reach_at(deadline).is_some_and(|at| at <= now)
    }

    /// When it is out of reach, if nothing changes until then.
    pub(in crate::session) fn out_of_reach_at(&self, deadline: Option<Time>) -> Option<Time> {
        let Silence { since, failures } = self.silence?;
        if matches!(self.state, State::Idle | State::Taken) {
            return None;
        }
        // A page that carries its connections makes them when it likes, and its failures are not seen here.
        let has_failed = failures >= OUT_OF_REACH_FAILURES || self.is_of_page;
        let given_up = has_failed.then(|| since.plus_millis(OUT_OF_REACH_AFTER));
        // While the first connection is being made nobody knows.
        given_up.into_iter().chain(deadline.filter(|_| failures > 0)).min()
    }

    /// Notes that nothing is heard of the bridge, from now on or since earlier.
    pub(super) fn note_silence(&mut self, now: Time) -> &mut Silence {
        self.silence.get_or_insert(Silence { since: now, failures: 0 })
    }
}
