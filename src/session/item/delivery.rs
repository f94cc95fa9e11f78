//! How an ask's decision comes to the bridge, and what the bridge's word does to it.

use std::sync::Arc;

use super::{Item, State};
use crate::protocol::Ask;
use crate::session::link::ConnectionId;
use crate::session::time::Time;

/// How long an ask that the bridge does not wait for is kept, in case the replay still explains it.
const GONE_AFTER: u64 = 500;
/// On a new connection a decision waits this long for the bridge to say what it waits for,
const STATUS_WITHIN: u64 = 1_000;
/// what was sent before much longer, because it may have arrived,
const NO_STATUS: u64 = 5_000;
/// and this long for the replay of its question, so that it is sent once and not before it is wanted.
const REPLAY_WITHIN: u64 = 300;

impl Item {
    /// Whether its decision should be sent now.
    pub(in crate::session) fn is_due(&self, now: Time) -> bool {
        self.due_at().is_some_and(|due| due <= now)
    }

    /// Since when, or from when on, it is cancelled for good, if nobody has been told of it yet.
    pub(in crate::session) fn cancelled_at(&self) -> Option<Time> {
        match self.state {
            State::Cancelling { until } => Some(until),
            State::Decided { cancelled: true } => Some(Time::default()),
            _ => None,
        }
    }

    pub(super) fn due_at(&self) -> Option<Time> {
        let earliest = self.send_after.unwrap_or_default();
        match self.state {
            State::Cancelling { until } => Some(until.max(earliest)),
            State::Decided { .. } | State::Sent { again: true, .. } => Some(earliest),
            State::Asking | State::Sent { .. } | State::Ended { .. } => None,
        }
    }

    /// Notes that its decision goes out on `connection`, with annotations or without. Whether that is the first time; `None`
    /// if there is no decision.
    pub(in crate::session) fn hand_over(
        &mut self,
        now: Time,
        connection: ConnectionId,
        annotated: bool,
    ) -> Option<bool> {
        let (cancelled, first_time) = match self.state {
            State::Sent { cancelled, .. } => (cancelled, false),
            State::Decided { cancelled } => (cancelled, true),
            State::Cancelling { .. } => (true, true),
            State::Asking | State::Ended { .. } => return None,
        };
        self.state = State::Sent { connection, cancelled, again: false, annotated };
        self.resent_at = (!first_time).then_some(now);
        Some(first_time)
    }

    pub(in crate::session) fn was_resent_within(&self, now: Time, millis: u64) -> bool {
        self.resent_at.is_some_and(|at| now.millis_since(at) < millis)
    }

    /// There is a new connection.
    pub(in crate::session) fn connected(&mut self, now: Time) {
        self.send_after = Some(now.plus_millis(STATUS_WITHIN));
        if let State::Sent { again, .. } = &mut self.state {
            // Some bridges never say what they wait for. Those that do refuse what they have, or call it late.
            *again = true;
            self.send_after = Some(now.plus_millis(NO_STATUS));
            self.is_blind = true;
        }
    }

    /// The bridge says which ask it waits for: this one, or not this one.
    pub(in crate::session) fn compare(
        &mut self,
        now: Time,
        connection: ConnectionId,
        is_pending: bool,
        confirms: bool,
    ) {
        if self.is_ended() {
            return;
        }
        self.is_unwanted = !is_pending;
        self.is_blind = false;
        if is_pending {
            self.gone_at = None;
            self.show_kept(now);
            self.send_again(now.plus_millis(REPLAY_WITHIN), connection);
        } else if confirms && self.is_sent() {
            // It is over, and only the bridge knows whether by this decision: it is asked by sending it again.
            self.send_again(now, connection);
        } else {
            if let State::Sent { again, .. } = &mut self.state {
                *again = false;
            }
            let gone = now.plus_millis(GONE_AFTER);
            self.gone_at = Some(gone);
            self.send_after = Some(gone);
        }
    }

    /// The bridge asked it again, perhaps with other words around the same options.
    pub(in crate::session) fn replayed(&mut self, now: Time, connection: ConnectionId, ask: Ask) {
        let remaining_seconds = ask.remaining_seconds;
        if self.ask.questions != ask.questions {
            self.ask = Arc::new(ask);
        }
        self.gone_at = None;
        self.is_unwanted = false;
        self.is_blind = false;
        self.show_kept(now);
        self.send_again(now, connection);
        if let Some(seconds) = remaining_seconds {
            self.set_remaining(now, seconds);
        }
    }

    /// A connection loses nothing while it lives: what was sent on this one is on its way.
    fn send_again(&mut self, after: Time, on: ConnectionId) {
        self.send_after = Some(after);
        if let State::Sent { again, connection, .. } = &mut self.state {
            *again = *connection != on;
        }
    }

    /// Whether the bridge has shown that it does not wait for it.
    pub(in crate::session) fn is_gone(&self, now: Time) -> bool {
        self.gone_at.is_some_and(|at| at <= now)
    }
}
