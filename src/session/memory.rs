//! Asks that are over: a repeated or late frame about them opens nothing and changes nothing.

use std::collections::VecDeque;

use crate::protocol::ClientFrame;

use super::link::ConnectionId;
use super::outcome::Outcome;

/// How many are remembered.
const REMEMBERED: usize = 256;

/// The asks that are over.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    past: VecDeque<Past>,
}

/// One ask that is over.
#[derive(Clone, Debug)]
struct Past {
    id: String,
    outcome: Outcome,
    /// The decision that was sent, in case the bridge has lost it and asks again.
    sent: Option<ClientFrame>,
    repeated_on: Option<ConnectionId>,
}

impl Memory {
    pub(super) fn remember(&mut self, id: &str, outcome: Outcome, sent: Option<ClientFrame>) {
        self.past.retain(|past| past.id != id);
        self.past.push_back(Past { id: id.to_owned(), outcome, sent, repeated_on: None });
        while self.past.len() > REMEMBERED {
            self.past.pop_front();
        }
    }

    pub(super) fn knows(&self, id: &str) -> bool {
        self.past.iter().any(|past| past.id == id)
    }

    /// Whether it was taken for answered, and is not any more. A cancel stays one: real bridges may time out after it.
    pub(super) fn correct(&mut self, id: &str, outcome: Outcome) -> bool {
        match self.past.iter_mut().find(|past| past.id == id && past.outcome.is_answer()) {
            Some(past) => {
                past.outcome = outcome;
                true
            }
            None => false,
        }
    }

    /// The decision to repeat for an ask that came again, once a connection.
    pub(super) fn repeat(&mut self, id: &str, connection: ConnectionId) -> Option<ClientFrame> {
        let past = self.past.iter_mut().find(|past| past.id == id)?;
        if past.repeated_on == Some(connection) || !past.outcome.is_decision() {
            return None;
        }
        past.repeated_on = Some(connection);
        past.sent.clone()
    }
}
