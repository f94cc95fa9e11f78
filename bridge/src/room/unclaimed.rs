//! Responses that came before their ask. After a restart of the bridge a page may deliver what the person decided before
//! the agent has asked again. The id of an ask with a key holds its request, so the response is kept for a while without an
//! acknowledgement, and ends the ask when that comes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asking::Waiting;
use super::response::Response;
use super::{ConnectionId, Limits, QuestionId, Time, snapshot};

/// A bounded list, oldest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Unclaimed {
    held: Vec<Held>,
}

/// One response.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Held {
    pub(super) question: QuestionId,
    #[serde(with = "snapshot::response")]
    pub(super) response: Response,
    /// The connection that brought it last, and waits for its acknowledgement.
    pub(super) from: ConnectionId,
    until: Time,
}

impl Unclaimed {
    /// Whether the response is held now. One that is sent again is held no longer for that, and a second one to the same ask
    /// is not held.
    pub(super) fn hold(
        &mut self,
        now: Time,
        from: &ConnectionId,
        question: QuestionId,
        response: &Response,
        limits: &Limits,
    ) -> bool {
        if let Some(held) = self.held.iter_mut().find(|held| held.question == question) {
            let is_same = held.response == *response;
            if is_same {
                held.from = from.clone();
            }
            return is_same;
        }
        let has_room =
            self.len() < limits.unclaimed_responses && self.bytes() + response.bytes() <= limits.unclaimed_bytes;
        if has_room {
            let until = now.plus_seconds(limits.unclaimed_seconds);
            self.held.push(Held { question, response: response.clone(), from: from.clone(), until });
        }
        has_room
    }

    /// What the agent gets for the response to its ask, if there is one that fits.
    pub(super) fn result(&self, ask: &Waiting) -> Option<Value> {
        let held = self.held.iter().find(|held| held.question == ask.question)?;
        ask.request.result(&held.response).ok()
    }

    /// The response to an ask that has come now.
    pub(super) fn claim(&mut self, question: &QuestionId) -> Option<Held> {
        let index = self.held.iter().position(|held| held.question == *question)?;
        Some(self.held.remove(index))
    }

    /// One that nobody claimed in time.
    pub(super) fn expired(&mut self, now: Time) -> Option<Held> {
        let index = self.held.iter().position(|held| held.until <= now)?;
        Some(self.held.remove(index))
    }

    /// When the next one expires.
    pub(super) fn expires_at(&self) -> Option<Time> {
        self.held.iter().map(|held| held.until).min()
    }

    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.held.iter().map(|held| held.response.bytes()).sum()
    }
}
