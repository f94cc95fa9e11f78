//! Recorded asks: their results are kept for agents whose call broke. Here are those that are over; one that is not over is
//! found where it waits.

use std::collections::{BTreeSet, VecDeque};

use ask_user_widget::protocol::RequestKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::json::size;
use super::{Content, IdempotencyKey, Limits, QuestionId, Time, snapshot};

/// How long an ask and its result outlive the agent's call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// Not at all: hanging up withdraws the ask, and nothing is recorded.
    Call,
    /// Hanging up changes nothing, and the result is recorded.
    Record {
        /// What the agent calls it. The id of such an ask is [`IdempotencyKey::question_id`].
        key: Option<IdempotencyKey>,
    },
    /// Hanging up changes nothing, and the result is recorded. For agents that have no keys and repeat a call that broke: a request
    /// with this content is the same ask, until an agent has had its result for [`Limits::repeat_seconds`].
    RecordOnce(Content),
}

impl Keep {
    /// The key of the ask, if it has one.
    pub fn key(&self) -> Option<&IdempotencyKey> {
        match self {
            Keep::Call | Keep::RecordOnce(_) => None,
            Keep::Record { key } => key.as_ref(),
        }
    }

    /// The content by which a repeated call is known, if it is known by that.
    pub fn content(&self) -> Option<&Content> {
        match self {
            Keep::Call | Keep::Record { .. } => None,
            Keep::RecordOnce(content) => Some(content),
        }
    }

    pub(super) fn is_recorded(&self) -> bool {
        match self {
            Keep::Call => false,
            Keep::Record { .. } | Keep::RecordOnce(_) => true,
        }
    }
}

/// A recorded ask as its agent sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct AskState {
    /// Its id.
    pub id: QuestionId,
    /// What it requests.
    pub kind: RequestKind,
    /// How far it has come.
    pub status: AskStatus,
}

impl AskState {
    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        match self.status {
            AskStatus::Pending => false,
            AskStatus::Over { .. } => true,
        }
    }

    /// Whether its result lets an agent do something.
    pub fn is_allowance(&self) -> bool {
        match &self.status {
            AskStatus::Pending => false,
            AskStatus::Over { result, .. } => is_allowance(self.kind, result),
        }
    }
}

fn is_allowance(kind: RequestKind, result: &Value) -> bool {
    kind == RequestKind::Permission && result["behavior"] == "allow"
}

/// How far a recorded ask has come.
#[derive(Clone, Debug, PartialEq)]
pub enum AskStatus {
    /// Nobody has answered yet.
    Pending,
    /// It is over.
    Over {
        /// How.
        outcome: Outcome,
        /// What the agent gets; the same as in [`Output::Resolve`](super::Output::Resolve).
        result: Value,
    },
}

/// How a recorded ask ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The person decided. A deny of an approval and a decline of a form are decisions.
    Answered,
    /// The person did not want to decide.
    Cancelled,
    /// Nobody answered in time.
    TimedOut,
    /// The agent withdrew it.
    Withdrawn,
}

impl Outcome {
    /// Whether a person has made it, and was told that it arrived.
    pub fn is_of_person(self) -> bool {
        match self {
            Outcome::Answered | Outcome::Cancelled => true,
            Outcome::TimedOut | Outcome::Withdrawn => false,
        }
    }
}

/// The recorded asks that are over, in the order in which they ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Records {
    records: VecDeque<Record>,
}

/// One of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) id: QuestionId,
    #[serde(with = "snapshot::kind")]
    pub(super) kind: RequestKind,
    pub(super) key: Option<IdempotencyKey>,
    #[serde(default)]
    pub(super) content: Option<Content>,
    pub(super) outcome: Outcome,
    pub(super) result: Value,
    pub(super) ended_at: Time,
    /// Whether the result was handed to an agent. It may still have been lost on its way.
    pub(super) is_fetched: bool,
    /// When it was first handed to one.
    #[serde(default)]
    pub(super) fetched_at: Option<Time>,
}

impl Record {
    pub(super) fn state(&self) -> AskState {
        let status = AskStatus::Over { outcome: self.outcome, result: self.result.clone() };
        AskState { id: self.id.clone(), kind: self.kind, status }
    }

    /// Whether somebody was told that their decision had arrived, and no agent has it.
    fn is_owed(&self) -> bool {
        self.outcome.is_of_person() && !self.is_fetched
    }

    /// Whether a call with its content is a repetition of its call, and no new ask. It is for as long as no agent has the person's
    /// decision, and for a while after that, since nobody knows whether the reply has arrived.
    fn is_repeatable(&self, now: Time, limits: &Limits) -> bool {
        let is_recent = now < self.fetched_at.unwrap_or(self.ended_at).plus_seconds(limits.repeat_seconds);
        // What was allowed once may have been done: it is not allowed a second time by nobody.
        let is_used = self.is_fetched && is_allowance(self.kind, &self.result);
        self.is_owed() || (is_recent && !is_used)
    }
}

impl Records {
    pub(super) fn push(&mut self, record: Record) {
        self.records.push_back(record);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Record> {
        self.records.iter()
    }

    pub(super) fn find(&self, question: &QuestionId) -> Option<&Record> {
        self.records.iter().find(|record| record.id == *question)
    }

    /// The one that a call with this content repeats.
    pub(super) fn find_content(&self, content: &Content, now: Time, limits: &Limits) -> Option<&Record> {
        let is_it = |record: &&Record| record.content.as_ref() == Some(content) && record.is_repeatable(now, limits);
        self.records.iter().rev().find(is_it)
    }

    pub(super) fn note_fetched(&mut self, question: &QuestionId, now: Time) {
        let record = self.records.iter_mut().find(|record| record.id == *question);
        if let Some(record) = record.filter(|record| !record.is_fetched) {
            record.is_fetched = true;
            record.fetched_at = Some(now);
        }
    }

    /// Makes room for one more, beside so many asks that wait and will need a place too. What was fetched goes first, then
    /// what nobody answered, the oldest of it. Whether there is room: a decision that no agent has is never dropped for another.
    /// If there is none, nothing goes: a refused ask costs nobody a result.
    pub(super) fn make_room(&mut self, waiting: usize, limits: &Limits) -> bool {
        let (mut left, mut bytes) = (self.len(), self.bytes());
        let fetched = self.records.iter().enumerate().filter(|(_, record)| record.is_fetched);
        let unanswered = self.records.iter().enumerate().filter(|(_, record)| !record.is_fetched && !record.is_owed());
        let mut may_go = fetched.chain(unanswered);
        let mut gone = BTreeSet::new();
        while left + waiting >= limits.recorded_asks || bytes >= limits.recorded_bytes {
            let Some((index, record)) = may_go.next() else { return false };
            left -= 1;
            bytes -= size(&record.result);
            gone.insert(index);
        }
        let mut indices = 0..;
        self.records.retain(|_| indices.next().is_none_or(|index| !gone.contains(&index)));
        true
    }

    /// Forgets what was kept for long enough.
    pub(super) fn forget(&mut self, now: Time, keep_seconds: u32) {
        while self.forgets_at(keep_seconds).is_some_and(|at| at <= now) {
            self.records.pop_front();
        }
    }

    /// When the next one is forgotten.
    pub(super) fn forgets_at(&self, keep_seconds: u32) -> Option<Time> {
        self.records.front().map(|record| record.ended_at.plus_seconds(keep_seconds))
    }

    pub(super) fn owes_something(&self) -> bool {
        self.records.iter().any(Record::is_owed)
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The size of the results as JSON.
    pub(super) fn bytes(&self) -> usize {
        self.records.iter().map(|record| size(&record.result)).sum()
    }
}
