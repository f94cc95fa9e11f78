//! Results of calls that are held at another node than the one that ended them. The store forgets old commits when many follow, and
//! a node that stood still or was cut off finds the result here instead.

use std::collections::VecDeque;

use ask_user_widget::protocol::RequestKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::json::size;
use super::{AskState, AskStatus, Outcome, QuestionId, Time, snapshot};

/// How long a result is kept. Few clients wait longer for the reply to a call.
const KEPT_SECONDS: u32 = 300;
/// How many results are kept, and how many bytes of JSON they have together. The oldest go first.
const MOST: usize = 32;
const MOST_BYTES: usize = 1 << 20;

/// The last results of calls, in the order in which they ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct CallResults {
    results: VecDeque<CallResult>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct CallResult {
    id: QuestionId,
    #[serde(with = "snapshot::kind")]
    kind: RequestKind,
    outcome: Outcome,
    result: Value,
    ended_at: Time,
}

impl CallResults {
    pub(super) fn push(&mut self, id: QuestionId, kind: RequestKind, outcome: Outcome, result: Value, ended_at: Time) {
        self.results.push_back(CallResult { id, kind, outcome, result, ended_at });
        while self.results.len() > MOST || self.bytes() > MOST_BYTES {
            self.results.pop_front();
        }
    }

    pub(super) fn find(&self, question: &QuestionId) -> Option<AskState> {
        let found = self.results.iter().find(|call| call.id == *question)?;
        let status = AskStatus::Over { outcome: found.outcome, result: found.result.clone() };
        Some(AskState { id: found.id.clone(), kind: found.kind, status })
    }

    /// The node that holds the call has its result.
    pub(super) fn remove(&mut self, question: &QuestionId) {
        self.results.retain(|call| call.id != *question);
    }

    /// Forgets what was kept for long enough.
    pub(super) fn forget(&mut self, now: Time) {
        self.results.retain(|call| now < call.ended_at.plus_seconds(KEPT_SECONDS));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    fn bytes(&self) -> usize {
        self.results.iter().map(|call| size(&call.result)).sum()
    }
}

#[cfg(test)]
mod tests {
    use ask_user_widget::protocol::RequestKind;
    use serde_json::json;

    use super::{CallResults, KEPT_SECONDS, MOST, MOST_BYTES};
    use crate::room::{Outcome, Time};

    fn push(results: &mut CallResults, id: &str, text: &str) {
        results.push(id.into(), RequestKind::Questions, Outcome::Answered, json!(text), Time(1_000));
    }

    #[test]
    fn a_few_are_kept_for_a_while() {
        let mut results = CallResults::default();
        for number in 0..=MOST {
            push(&mut results, &format!("q{number}"), "x");
        }
        assert!(results.find(&"q0".into()).is_none() && results.find(&"q1".into()).is_some());
        push(&mut results, "large", &"x".repeat(MOST_BYTES - 10));
        assert!(results.find(&"large".into()).is_some());
        assert!(results.results.len() < 10, "the others made room");
        results.forget(Time(1_000).plus_seconds(KEPT_SECONDS - 1));
        assert!(!results.is_empty());
        results.forget(Time(1_000).plus_seconds(KEPT_SECONDS));
        assert!(results.is_empty());
    }

    #[test]
    fn what_its_node_has_is_removed() {
        let mut results = CallResults::default();
        push(&mut results, "q", "x");
        results.remove(&"q".into());
        assert!(results.is_empty());
    }
}
