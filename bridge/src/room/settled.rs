//! The last asks that have ended, so that a response after the end is told what became of it.

use std::collections::VecDeque;

use ask_user_widget::protocol::AckOutcome;
use serde::{Deserialize, Serialize};

use super::QuestionId;
use super::response::Response;

/// A bounded memory: the oldest are forgotten.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    ends: VecDeque<(QuestionId, End)>,
    most: usize,
}

/// How an ask ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// By the response of this fingerprint.
    Responded(u64),
    /// Without a response: timed out or withdrawn.
    Unanswered,
    /// It was never asked here: a response came to it, and no agent wanted it in time.
    NeverAsked,
}

impl Settled {
    pub(super) fn new(most: usize) -> Settled {
        Settled { ends: VecDeque::new(), most }
    }

    /// The ends, oldest first.
    pub(super) fn ends(&self) -> &VecDeque<(QuestionId, End)> {
        &self.ends
    }

    pub(super) fn push(&mut self, question: QuestionId, end: End) {
        self.ends.push_back((question, end));
        if self.ends.len() > self.most {
            self.ends.pop_front();
        }
    }

    pub(super) fn knows(&self, question: &str) -> bool {
        self.end(question).is_some()
    }

    /// Whether it was asked here, and is over.
    pub(super) fn was_asked(&self, question: &str) -> bool {
        match self.end(question) {
            Some(End::Responded(_) | End::Unanswered) => true,
            Some(End::NeverAsked) | None => false,
        }
    }

    /// The outcome of a response that came after the end. Only the very response that ended the ask is a duplicate, so
    /// a client that sends again because its acknowledgement was lost learns that it was taken; any other one, from a
    /// second tab for example, was not.
    pub(super) fn ack_outcome(&self, question: &str, response: &Response) -> AckOutcome {
        match self.end(question) {
            Some(End::Responded(fingerprint)) if fingerprint == response.fingerprint() => AckOutcome::Duplicate,
            _ => AckOutcome::Late,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn end(&self, question: &str) -> Option<End> {
        self.ends.iter().rev().find(|(id, _)| id.as_str() == question).map(|(_, end)| *end)
    }
}
