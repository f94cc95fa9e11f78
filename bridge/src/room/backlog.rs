//! Frames that nobody was there to see, until somebody is. Must not know what they say.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::QuestionId;
use super::json::size;

/// A bounded list: when it is full, the oldest go.
#[derive(Clone, Debug)]
pub struct Backlog {
    missed: VecDeque<MissedFrame>,
    bytes: usize,
    most_frames: usize,
    most_bytes: usize,
    change: MissedChange,
}

/// One frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissedFrame {
    /// The frame.
    pub frame: Value,
    /// The ask, where the frame is the one that asks: while it is pending, its place here is where it is replayed.
    pub asks: Option<QuestionId>,
}

/// What has happened to the list since it was last asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum MissedChange {
    /// Nothing.
    #[default]
    None,
    /// These came behind those that were there.
    Add(Vec<MissedFrame>),
    /// A page got those that were there; these came after them.
    Replace(Vec<MissedFrame>),
}

impl Backlog {
    /// An empty list, bounded in frames and in their size as JSON.
    pub fn new(most_frames: usize, most_bytes: usize) -> Backlog {
        Backlog { missed: VecDeque::new(), bytes: 0, most_frames, most_bytes, change: MissedChange::None }
    }

    /// Adds a frame.
    pub fn push(&mut self, missed: MissedFrame) {
        match &mut self.change {
            MissedChange::None => self.change = MissedChange::Add(vec![missed.clone()]),
            MissedChange::Add(added) | MissedChange::Replace(added) => added.push(missed.clone()),
        }
        self.bytes += size(&missed.frame);
        self.missed.push_back(missed);
        while self.missed.len() > self.most_frames || self.bytes > self.most_bytes {
            let Some(oldest) = self.missed.pop_front() else { break };
            self.bytes -= size(&oldest.frame);
        }
    }

    /// Takes all of them.
    pub fn take(&mut self) -> VecDeque<MissedFrame> {
        if !self.missed.is_empty() {
            self.change = MissedChange::Replace(Vec::new());
        }
        self.bytes = 0;
        std::mem::take(&mut self.missed)
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &MissedFrame> {
        self.missed.iter()
    }

    /// Puts these in the place of what is there, as something that has not changed.
    pub(super) fn set(&mut self, missed: Vec<MissedFrame>) {
        self.bytes = missed.iter().map(|missed| size(&missed.frame)).sum();
        self.missed = missed.into();
        self.change = MissedChange::None;
    }

    /// What has happened since this was last called.
    pub(super) fn take_change(&mut self) -> MissedChange {
        std::mem::take(&mut self.change)
    }

    pub(super) fn len(&self) -> usize {
        self.missed.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
