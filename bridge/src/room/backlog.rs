//! Frames that nobody was there to see, until somebody is. Must not know what they say.

use std::collections::VecDeque;

use serde_json::Value;

use super::QuestionId;
use super::json::size;

/// A bounded list: when it is full, the oldest go.
#[derive(Clone, Debug)]
pub(super) struct Backlog {
    missed: VecDeque<Missed>,
    bytes: usize,
    most_frames: usize,
    most_bytes: usize,
}

/// One frame.
#[derive(Clone, Debug)]
pub(super) struct Missed {
    pub(super) frame: Value,
    /// The ask, where the frame is the one that asks: while it is pending, its place here is where it is replayed.
    pub(super) asks: Option<QuestionId>,
    bytes: usize,
}

impl Backlog {
    pub(super) fn new(most_frames: usize, most_bytes: usize) -> Backlog {
        Backlog { missed: VecDeque::new(), bytes: 0, most_frames, most_bytes }
    }

    pub(super) fn push(&mut self, frame: Value, asks: Option<QuestionId>) {
        let bytes = size(&frame);
        self.bytes += bytes;
        self.missed.push_back(Missed { frame, asks, bytes });
        while self.missed.len() > self.most_frames || self.bytes > self.most_bytes {
            let Some(oldest) = self.missed.pop_front() else { break };
            self.bytes -= oldest.bytes;
        }
    }

    pub(super) fn take(&mut self) -> VecDeque<Missed> {
        self.bytes = 0;
        std::mem::take(&mut self.missed)
    }

    pub(super) fn len(&self) -> usize {
        self.missed.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
