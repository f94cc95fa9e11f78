//! One node of a fleet: a real replica, and whoever waits there for the end of an ask.

use ask_user_bridge::replica::{NodeId, Replica};
use ask_user_bridge::room::{AskState, AskStatus, ConnectionId, QuestionId, Room, Settings};
use ask_user_bridge::store::Request;

use super::FleetEvent;

pub(super) struct Node {
    pub(super) id: NodeId,
    pub(super) replica: Replica,
    /// What the store is asked, and when it answers.
    pub(super) asked: Option<(u64, Request)>,
    pub(super) looks_at: Option<u64>,
    /// Asks that end with their calls, and whose calls are here.
    pub(super) calls: Vec<QuestionId>,
    /// Agents that wait here for recorded asks.
    pub(super) watchers: Vec<Watcher>,
    /// Asks that have come to this node, and that the store may not have been asked to take yet.
    pub(super) asking: Vec<QuestionId>,
}

/// An agent that has made a recorded ask at this node, or looks for one.
#[derive(Clone, Debug)]
pub(super) struct Watcher {
    pub(super) question: QuestionId,
    pub(super) stage: Stage,
}

/// How far its call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The node has not yet handled what it was told.
    New,
    /// The ask is recorded, and the agent waits for its end.
    Waiting,
}

impl Node {
    pub(super) fn new(id: NodeId, settings: Settings) -> Node {
        Node {
            replica: Replica::new("s", id.clone(), settings),
            id,
            asked: None,
            looks_at: None,
            calls: Vec::new(),
            watchers: Vec::new(),
            asking: Vec::new(),
        }
    }

    /// Whether it holds this connection, which the world calls so.
    pub(super) fn holds(&self, connection: &ConnectionId) -> bool {
        self.replica.connections().any(|held| outside(held) == *connection)
    }

    /// It looks no later than then.
    pub(super) fn look_by(&mut self, at: u64) {
        self.looks_at = Some(self.looks_at.map_or(at, |known| known.min(at)));
    }

    /// An agent comes for a recorded ask, with a call or a look.
    pub(super) fn watch(&mut self, question: QuestionId) {
        self.watchers.push(Watcher { question, stage: Stage::New });
    }

    /// Nobody waits here for this recorded ask any more. Whether anybody did.
    pub(super) fn forget_watchers(&mut self, question: &QuestionId) -> Vec<Watcher> {
        let gone: Vec<_> = self.watchers.extract_if(.., |watcher| watcher.question == *question).collect();
        self.replica.wait_no_more_for(question);
        gone
    }

    /// Everything that the node was told is handled: agents that have come for recorded asks are told how far these are.
    pub(super) fn has_handled_all(&mut self, events: &mut Vec<FleetEvent>) {
        self.asking.clear();
        for watcher in std::mem::take(&mut self.watchers) {
            let found = self.replica.room().and_then(|room| room.find(&watcher.question));
            match (watcher.stage, found) {
                (Stage::Waiting, _) => self.watchers.push(watcher),
                (Stage::New, Some(AskState { status: AskStatus::Over { result, .. }, .. })) => {
                    events.push(FleetEvent::Replied { question: watcher.question, result });
                }
                (Stage::New, Some(_)) => {
                    self.replica.wait_for(watcher.question.clone());
                    events.push(FleetEvent::Taken(watcher.question.clone()));
                    self.watchers.push(Watcher { stage: Stage::Waiting, ..watcher });
                }
                (Stage::New, None) => events.push(FleetEvent::Unknown(watcher.question)),
            }
        }
    }

    /// The store did not answer: whoever has not heard yet whether its ask was taken is told to call again.
    pub(super) fn break_new(&mut self, events: &mut Vec<FleetEvent>) {
        self.asking.clear();
        let broken = self.watchers.extract_if(.., |watcher| watcher.stage == Stage::New);
        events.extend(broken.map(|watcher| FleetEvent::Broke(watcher.question)));
    }

    /// A recorded ask is over, as this node knows: whoever waits for it gets what the room has.
    pub(super) fn reply(&mut self, question: &QuestionId, events: &mut Vec<FleetEvent>) {
        let state = self.replica.room().and_then(|room: &Room| room.find(question));
        for Watcher { question, .. } in self.forget_watchers(question) {
            events.push(match &state {
                Some(AskState { status: AskStatus::Over { result, .. }, .. }) => {
                    FleetEvent::Replied { question, result: result.clone() }
                }
                Some(AskState { status: AskStatus::Pending, .. }) | None => FleetEvent::Unknown(question),
            });
        }
    }
}

/// The name of a connection outside: without its node.
pub(super) fn outside(connection: &ConnectionId) -> ConnectionId {
    let name = connection.as_str();
    name.split_once('_').and_then(|(_, rest)| rest.split_once('.')).map_or(name, |(_, name)| name).into()
}
