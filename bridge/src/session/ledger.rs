//! Follows the asks of one session for metrics and audit: when each began to wait, how it ended, and who decided.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use ask_user_widget::protocol::RequestKind;
use serde_json::Value;
use tokio::time::Instant;

use super::SessionId;
use crate::audit::{Audit, Entry};
use crate::metrics::Metrics;
use crate::room::{ConnectionId, Input, Outcome, QuestionId, Room};
use crate::store::{Answer, StoreAway};

/// How many pages that have gone are remembered by their subjects.
const MOST_FORMER: usize = 16;

/// The asks that wait in one session, and the pages that may decide them.
#[derive(Debug)]
pub(super) struct Ledger {
    session: SessionId,
    metrics: Metrics,
    audit: Option<Audit>,
    asks: HashMap<QuestionId, Asked>,
    subjects: HashMap<ConnectionId, String>,
    /// Subjects of pages that have gone, the latest last.
    former: VecDeque<(ConnectionId, String)>,
    /// Whether other bridges serve the session too.
    is_shared: bool,
}

#[derive(Debug)]
struct Asked {
    kind: RequestKind,
    at: Instant,
}

/// What has to be looked at when the room has handled an input.
#[derive(Debug)]
pub(super) enum Noted {
    Nothing,
    Asked(QuestionId),
    HungUp(QuestionId),
}

impl Ledger {
    pub(super) fn new(session: SessionId, metrics: Metrics, audit: Option<Audit>, is_shared: bool) -> Ledger {
        let (asks, subjects, former) = (HashMap::new(), HashMap::new(), VecDeque::new());
        Ledger { session, metrics, audit, asks, subjects, former, is_shared }
    }

    /// The session whose asks it follows.
    pub(super) fn session(&self) -> &SessionId {
        &self.session
    }

    /// A page has connected with a token of this subject.
    pub(super) fn connected(&mut self, connection: &ConnectionId, subject: Option<String>) {
        if let Some(subject) = subject {
            self.subjects.insert(connection.clone(), subject);
        }
    }

    /// A page has gone. A response that it left may still end an ask that comes later.
    pub(super) fn gone(&mut self, connection: &ConnectionId) {
        let Some(subject) = self.subjects.remove(connection) else { return };
        self.former.push_back((connection.clone(), subject));
        if self.former.len() > MOST_FORMER {
            self.former.pop_front();
        }
    }

    /// The subject of the token with which a page has connected.
    fn subject(&self, connection: &ConnectionId) -> Option<&str> {
        let former = || self.former.iter().find(|(former, _)| former == connection).map(|(_, subject)| subject);
        self.subjects.get(connection).or_else(former).map(String::as_str)
    }

    /// Something is about to be handed to the room.
    pub(super) fn note(&mut self, input: &Input) -> Noted {
        match input {
            Input::Ask { question, request, .. } => {
                // The same ask may come again.
                if !self.asks.contains_key(question) {
                    self.metrics.asked();
                    self.asks.insert(question.clone(), Asked { kind: request.kind(), at: Instant::now() });
                }
                Noted::Asked(question.clone())
            }
            Input::HangUp(question) => Noted::HungUp(question.clone()),
            _ => Noted::Nothing,
        }
    }

    /// The room has done with it.
    pub(super) fn check(&mut self, noted: Noted, room: Option<&Room>) {
        let waits_for = |question| room.is_some_and(|room| room.waits_for(question));
        match noted {
            // It was refused, or was over long before.
            Noted::Asked(question) if !waits_for(&question) => {
                if self.asks.remove(&question).is_some() {
                    self.metrics.not_waiting();
                }
            }
            Noted::HungUp(question) if !waits_for(&question) => {
                if let Some(kind) = self.asks.get(&question).map(|asked| asked.kind) {
                    self.end(&question, kind, None, None, "withdrawn", &Value::Null);
                }
            }
            Noted::Nothing | Noted::Asked(_) | Noted::HungUp(_) => {}
        }
    }

    /// An ask has a result, by a step of this node. `by` is the connection on which the person decided.
    pub(super) fn resolved(
        &mut self,
        question: &QuestionId,
        kind: RequestKind,
        outcome: Outcome,
        by: Option<&ConnectionId>,
        result: &Value,
        waited: Option<Duration>,
    ) {
        let word = word(kind, outcome, result);
        // It may have been asked in the same step.
        let waited = waited.or_else(|| self.asks.get(question).map(|asked| asked.at.elapsed()));
        self.end(question, kind, by, waited, word, result);
    }

    /// An ask of this node was ended by a step of another, which has counted and audited it.
    pub(super) fn over_elsewhere(&mut self, question: &QuestionId) {
        if self.asks.remove(question).is_some() {
            self.metrics.not_waiting();
        }
    }

    /// Forgets asks that other nodes have ended, and for whose end nobody waits here.
    pub(super) fn keep_waiting(&mut self, room: Option<&Room>) {
        let Some(room) = room else { return };
        let over: Vec<_> = self.asks.keys().filter(|question| !room.waits_for(question)).cloned().collect();
        over.iter().for_each(|question| self.over_elsewhere(question));
    }

    /// The store has answered a commit.
    pub(super) fn committed(&self, answer: &Result<Answer, StoreAway>) {
        self.metrics.committed(match answer {
            Ok(Answer::Committed(_)) => "committed",
            Ok(Answer::State(_)) => "conflict",
            Err(_) => "away",
        });
    }

    fn end(
        &mut self,
        question: &QuestionId,
        kind: RequestKind,
        by: Option<&ConnectionId>,
        waited: Option<Duration>,
        outcome: &'static str,
        result: &Value,
    ) {
        // It may have been asked at another node.
        if self.asks.remove(question).is_some() {
            self.metrics.not_waiting();
        }
        let kind = match kind {
            RequestKind::Questions => "question",
            RequestKind::Permission => "approval",
            RequestKind::Elicitation => "form",
        };
        self.metrics.ended(kind, outcome, by.and(waited));
        if let Some(audit) = &self.audit {
            let who = by.and_then(|connection| self.subject(connection));
            let (session, ask) = (self.session.as_str(), question.as_str());
            audit.write(Entry { session, ask, kind, outcome, who, result });
        }
    }
}

impl Drop for Ledger {
    /// The bridge stops, and what waits is over.
    fn drop(&mut self) {
        let waiting: Vec<_> = self.asks.keys().cloned().collect();
        for question in waiting {
            match (self.is_shared, self.asks.get(&question).map(|asked| asked.kind)) {
                // Another bridge goes on with it.
                (true, _) | (false, None) => self.over_elsewhere(&question),
                (false, Some(kind)) => self.end(&question, kind, None, None, "stopped", &Value::Null),
            }
        }
    }
}

/// How an ask ended, in a word.
fn word(kind: RequestKind, outcome: Outcome, result: &Value) -> &'static str {
    match (outcome, kind) {
        (Outcome::Answered, RequestKind::Questions) => "answered",
        (Outcome::Answered, RequestKind::Permission) if result["behavior"] == "allow" => "allowed",
        (Outcome::Answered, RequestKind::Permission) => "denied",
        (Outcome::Answered, RequestKind::Elicitation) if result["action"] == "accept" => "accepted",
        (Outcome::Answered, RequestKind::Elicitation) => "declined",
        (Outcome::Cancelled, _) => "cancelled",
        (Outcome::TimedOut, _) => "timed_out",
        (Outcome::Withdrawn, _) => "withdrawn",
    }
}

#[cfg(test)]
mod tests {
    use super::word;
    use crate::room::Outcome;
    use ask_user_widget::protocol::RequestKind::{Elicitation, Permission, Questions};
    use serde_json::json;

    #[test]
    fn every_end_has_a_word() {
        for (kind, outcome, result, expected) in [
            (Questions, Outcome::Answered, json!({"behavior": "allow"}), "answered"),
            (Questions, Outcome::Cancelled, json!({"behavior": "deny"}), "cancelled"),
            (Permission, Outcome::Answered, json!({"behavior": "allow"}), "allowed"),
            (Permission, Outcome::Answered, json!({"behavior": "deny"}), "denied"),
            (Permission, Outcome::TimedOut, json!({"behavior": "deny"}), "timed_out"),
            (Elicitation, Outcome::Answered, json!({"action": "accept"}), "accepted"),
            (Elicitation, Outcome::Answered, json!({"action": "decline"}), "declined"),
            (Elicitation, Outcome::Cancelled, json!({"action": "cancel"}), "cancelled"),
            (Elicitation, Outcome::Withdrawn, json!({"action": "cancel"}), "withdrawn"),
        ] {
            assert_eq!(word(kind, outcome, &result), expected);
        }
    }
}
