//! The store of a fleet as a model: it keeps what was committed, and loses the last of it when its replica takes over.

use ask_user_bridge::room::{Limits, QuestionId, Room, Settings};
use ask_user_bridge::store::{Answer, Commit, Delivery, Request, Stored, Version};
use serde_json::Value;

use super::Fault;

/// How an ask has ended in the store.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) question: QuestionId,
    pub(super) result: Value,
    pub(super) delivery: Delivery,
}

pub(super) struct Store {
    stored: Stored,
    /// What the replica has.
    replica: Stored,
    /// Ends that the replica does not have.
    unsaved: Vec<End>,
}

impl Store {
    pub(super) fn new() -> Store {
        let stored = Stored::new(&Limits::default());
        Store { replica: stored.clone(), stored, unsaved: Vec::new() }
    }

    pub(super) fn version(&self) -> Version {
        self.stored.version()
    }

    /// Does what a node wants. What the commit has ended, if it counts, and whether it does.
    pub(super) fn ask(&mut self, request: Request, fault: Option<Fault>) -> (Answer, Option<Vec<End>>) {
        let before = self.version();
        let ends = ends(&request);
        let answer = match fault {
            Some(Fault::BlindCommits) => self.stored.ask(expecting(request, before)),
            Some(Fault::TokenIgnored) => self.ask_by_number(request),
            _ => self.stored.ask(request),
        };
        let counts = self.version() != before;
        if counts {
            self.unsaved.extend(ends.iter().cloned());
        }
        (answer, counts.then_some(ends))
    }

    /// The replica has all that was committed.
    pub(super) fn replicate(&mut self) {
        self.replica = self.stored.clone();
        self.unsaved.clear();
    }

    /// The replica takes over. The ends that are lost; `None` if the replica has everything.
    pub(super) fn fail_over(&mut self) -> Option<Vec<End>> {
        if self.replica.version() == self.stored.version() {
            return None;
        }
        self.stored = self.replica.clone();
        Some(std::mem::take(&mut self.unsaved))
    }

    pub(super) fn room(&self, settings: &Settings) -> Room {
        match self.stored.snapshot() {
            Some(snapshot) => {
                Room::read_snapshot("s", settings.clone(), &snapshot).expect("a node has written this snapshot")
            }
            None => Room::new("s", settings.clone()),
        }
    }

    /// Two states with the same number are taken for the same.
    fn ask_by_number(&mut self, request: Request) -> Answer {
        let state = self.version();
        match request {
            Request::Load { seen: Some(seen), with_missed } if seen.number == state.number => {
                let mut answer = self.stored.ask(Request::Load { seen: Some(state), with_missed });
                if let Answer::State(loaded) = &mut answer {
                    loaded.version = seen;
                }
                answer
            }
            Request::Commit(commit) if commit.expected.number == state.number => {
                self.stored.ask(expecting(Request::Commit(commit), state))
            }
            request => self.stored.ask(request),
        }
    }
}

/// The request, with another state that its commit was made from.
fn expecting(request: Request, expected: Version) -> Request {
    match request {
        Request::Commit(commit) => Request::Commit(Box::new(Commit { expected, ..*commit })),
        Request::Load { .. } => request,
    }
}

/// Asks that a commit ends.
fn ends(request: &Request) -> Vec<End> {
    let Request::Commit(commit) = request else { return Vec::new() };
    let ends = commit.deliveries.iter().filter_map(|delivery| match delivery {
        Delivery::Resolve { question, result, .. } => {
            Some(End { question: question.clone(), result: result.clone(), delivery: delivery.clone() })
        }
        Delivery::Send { .. } | Delivery::Close { .. } => None,
    });
    ends.collect()
}
