//! One session as one node sees it: a copy of its room, and the steps that the node wants to count.
//!
//! Sans-IO, as the room is. [`Replica::push`] takes what happened, [`Replica::request`] says what the store has to be asked,
//! and [`Replica::answered`] takes what it said and returns what this node has to do. Nothing is done before the store has
//! taken the step that wants it: what a person or an agent is told is what every node will find.
//!
//! | the store says | what follows |
//! | --- | --- |
//! | the commit counts | this node does its part of the outputs; the rest stands in the store for the others |
//! | another state was there | what others left for this node is done, and the step is made again from that state |
//! | a page or a call of this node is over, and nobody has said how | others took this node for dead: the page is closed and the agent told to call again |
//! | a page or a call of this node is there, and this node does not hold it | it is ended: this node could not say so when it was time |
//! | it does not go on from the state that this node knew | the store has lost something, or this node was away for too long: its pages are closed, so that they connect anew and hear what is pending; its agents are told to call again |
//! | it does not answer | the inputs are handed back; whoever sent them keeps them |
//! | a later bridge has written the session | so they are; what its commits say is done, and pages of this node are closed, so that they connect to a later bridge |

mod away;
mod node;
mod state;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use ask_user_widget::protocol::RequestKind;
use serde_json::Value;

use crate::room::{self, ConnectionId, Keep, Outcome, QuestionId, Room, Settings, Time};
use crate::store::{Answer, Commit, Delivery, Request, StoreAway, Version};

pub use node::NodeId;

/// RFC 6455: the endpoint is going away. The page connects anew.
const GOING_AWAY: u16 = 1001;

/// Inputs that one commit takes at most.
const MOST_INPUTS: usize = 64;

/// What this node has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// What the room wants, for a connection or a call of this node.
    Room(room::Output),
    /// A step of this node has ended an ask. Every end is told once, by the node that made it.
    Settled {
        /// The ask.
        question: QuestionId,
        /// What it requested.
        kind: RequestKind,
        /// How it ended.
        outcome: Outcome,
        /// The connection on which the person decided, if one did.
        by: Option<ConnectionId>,
        /// What its agent gets.
        result: Value,
        /// How long it has waited; `None` if it was asked in the same step, by a bridge of an earlier version, or of a
        /// node alone.
        waited: Option<Duration>,
    },
    /// The store is away, and this was not handled, as far as this node knows.
    NotHandled(room::Input),
    /// The store has lost the ask for which an agent of this node waits.
    Lost(QuestionId),
}

/// One session on one node.
#[derive(Clone, Debug)]
pub struct Replica {
    session: String,
    /// This node.
    node: NodeId,
    serves: Serves,
    settings: Settings,
    /// The state that this node knows; `None` before the first look.
    copy: Option<Copy>,
    /// Whether somebody else may have committed something since.
    is_behind: bool,
    /// What has happened and is not handled.
    queue: VecDeque<room::Input>,
    /// Nodes that have died, and whose connections and calls may still be in the room.
    gone: Vec<NodeId>,
    /// The step that the store is asked to take.
    step: Option<Box<Step>>,
    /// Connections of this node that are open.
    connections: BTreeSet<ConnectionId>,
    /// Asks for whose end somebody waits at this node.
    awaited: BTreeSet<QuestionId>,
    outputs: Vec<Output>,
}

/// Who serves the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Serves {
    /// This node and others, which meet in the store.
    WithOthers,
    /// This node alone: whatever its room does counts at once, and no store is asked.
    Alone,
}

/// The state of the session, as it was when this node last looked.
#[derive(Clone, Debug)]
struct Copy {
    version: Version,
    /// The room as text, to see whether a step changes it; `None` if the store has no snapshot.
    snapshot: Option<Arc<str>>,
    room: Room,
    /// Whether the room has its missed frames. They are fetched for a page that connects, and only then.
    has_missed: bool,
}

/// A step that does not count yet.
#[derive(Clone, Debug)]
struct Step {
    inputs: Vec<room::Input>,
    room: Room,
    snapshot: Arc<str>,
    outputs: Vec<room::Output>,
}

impl Replica {
    /// A session of which this node knows nothing yet.
    pub fn new(session: impl Into<String>, node: NodeId, settings: Settings) -> Replica {
        Replica {
            session: session.into(),
            node,
            serves: Serves::WithOthers,
            settings,
            copy: None,
            is_behind: false,
            queue: VecDeque::new(),
            gone: Vec::new(),
            step: None,
            connections: BTreeSet::new(),
            awaited: BTreeSet::new(),
            outputs: Vec::new(),
        }
    }

    /// A new session that no other node serves. It has no snapshot, and its missed frames stay in the room.
    pub fn alone(session: impl Into<String>, node: NodeId, settings: Settings) -> Replica {
        let session = session.into();
        let room = Room::new(session.clone(), settings.clone());
        let copy = Some(Copy { version: Version::default(), snapshot: None, room, has_missed: true });
        Replica { serves: Serves::Alone, copy, ..Replica::new(session, node, settings) }
    }

    /// Something happened at this node.
    pub fn push(&mut self, input: room::Input) {
        match &input {
            room::Input::Opened { connection, .. } => drop(self.connections.insert(connection.clone())),
            room::Input::Closed(connection) => drop(self.connections.remove(connection)),
            room::Input::Ask { question, keep: Keep::Call, .. } => self.wait_for(question.clone()),
            room::Input::HangUp(question) => drop(self.awaited.remove(question)),
            room::Input::Text { .. }
            | room::Input::Frame { .. }
            | room::Input::Binary { .. }
            | room::Input::Ask { keep: Keep::Record { .. } | Keep::RecordOnce(_), .. }
            | room::Input::Withdraw(_)
            | room::Input::Fetched(_)
            | room::Input::Event(_)
            | room::Input::Wake => {}
        }
        self.queue.push_back(input);
    }

    /// Somebody at this node wants to hear of the end of an ask.
    pub fn wait_for(&mut self, question: QuestionId) {
        self.awaited.insert(question);
    }

    /// Nobody at this node wants to hear of it any more.
    pub fn wait_no_more_for(&mut self, question: &QuestionId) {
        self.awaited.remove(question);
    }

    /// Somebody else may have committed something.
    pub fn look(&mut self) {
        self.is_behind = true;
    }

    /// A node has died. What it held for this session is over.
    pub fn node_gone(&mut self, node: NodeId) {
        self.gone.push(node);
        self.is_behind = true;
    }

    /// What the store has to be asked next, if anything; `token` is a fresh random number. Its answer goes to
    /// [`Replica::answered`] before this is called again.
    pub fn request(&mut self, now: Time, token: u64) -> Option<Request> {
        if self.serves == Serves::Alone {
            self.handle_alone(now);
            return None;
        }
        loop {
            let opens = self.queue.iter().take(MOST_INPUTS).any(|input| matches!(input, room::Input::Opened { .. }));
            let has_to_look = match &self.copy {
                None => true,
                Some(copy) => self.is_behind || (opens && !copy.has_missed),
            };
            if has_to_look {
                return Some(Request::Load { seen: self.version(), with_missed: opens });
            }
            self.end_what_died();
            if self.queue.is_empty() {
                return None;
            }
            if let Some(commit) = self.step(now, token) {
                return Some(Request::Commit(Box::new(commit)));
            }
        }
    }

    /// The store has said this. Whether this node can go on with the session now: not if the store is away, or if a later bridge
    /// has written the session. Then it has to wait before it asks again.
    pub fn answered(&mut self, answer: Result<Answer, StoreAway>) -> bool {
        let step = self.step.take();
        match (answer, step) {
            (Ok(Answer::Committed(version)), Some(step)) => {
                self.counts(version, *step);
                true
            }
            (Ok(Answer::State(loaded)), step) => {
                for input in step.into_iter().flat_map(|step| step.inputs).rev() {
                    self.queue.push_front(input);
                }
                self.take_state(loaded)
            }
            // A store answers what it was asked.
            (Ok(Answer::Committed(_)), None) => {
                self.is_behind = true;
                true
            }
            (Err(_), step) => {
                self.hand_back(step);
                false
            }
        }
    }

    /// What this node has to do, in order.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// The state that this node knows.
    pub fn version(&self) -> Option<Version> {
        self.copy.as_ref().map(|copy| copy.version)
    }

    /// The state that this node knows, if that node holds nothing in it.
    pub fn version_without(&self, node: &NodeId) -> Option<Version> {
        self.copy.as_ref().filter(|copy| !holders(&copy.room).contains(node)).map(|copy| copy.version)
    }

    /// Connections of this node that are open.
    pub fn connections(&self) -> impl Iterator<Item = &ConnectionId> {
        self.connections.iter()
    }

    /// The room as this node knows it.
    pub fn room(&self) -> Option<&Room> {
        self.copy.as_ref().map(|copy| &copy.room)
    }

    /// When [`room::Input::Wake`] is next due at this node, if ever. Only the node of the page sends it beats.
    pub fn next_wake(&self) -> Option<Time> {
        let room = self.room()?;
        let beat = room.beats_at().filter(|_| room.page().is_some_and(|page| self.connections.contains(page)));
        room.next_deadline().into_iter().chain(beat).min()
    }

    /// Whether nobody at this node has anything to do with the session.
    pub fn is_idle(&self) -> bool {
        self.connections.is_empty() && self.awaited.is_empty() && self.queue.is_empty()
    }

    /// Tells the room what the nodes that have died cannot say.
    fn end_what_died(&mut self) {
        let Some(copy) = &self.copy else { return };
        for node in std::mem::take(&mut self.gone) {
            if let Some(page) = copy.room.page().filter(|page| node.made(page.as_str())) {
                self.queue.push_back(room::Input::Closed(page.clone()));
            }
            for call in copy.room.calls().filter(|call| node.made(call.as_str())) {
                self.queue.push_back(room::Input::HangUp(call.clone()));
            }
        }
    }

    /// Handles what has happened, where no other node can have changed anything.
    fn handle_alone(&mut self, now: Time) {
        let Some(copy) = &mut self.copy else { return };
        drop_abandoned(&mut self.queue);
        let mut outputs = Vec::new();
        for input in self.queue.drain(..) {
            outputs.extend(copy.room.handle(now, input));
        }
        // Nobody else has a list of them.
        copy.room.take_missed_change();
        // This node knows by itself since when each has waited.
        self.settle(&outputs, |_| None);
        self.perform(outputs);
        self.close_strangers();
    }

    /// Handles what has happened. What the store has to take, if it has to take anything.
    fn step(&mut self, now: Time, token: u64) -> Option<Commit> {
        let copy = self.copy.as_mut()?;
        let mut room = copy.room.clone();
        drop_abandoned(&mut self.queue);
        let inputs: Vec<_> = self.queue.drain(..self.queue.len().min(MOST_INPUTS)).collect();
        let mut outputs = Vec::new();
        let mut needs_store = false;
        for input in &inputs {
            let more = room.handle(now, input.clone());
            // Another node may have changed what this one does not know of: only what no other node can change is done alone.
            let is_wake = matches!(input, room::Input::Wake);
            needs_store |= !(more.iter().all(room::Output::is_beat) && (is_wake || !more.is_empty()));
            outputs.extend(more);
        }
        for output in &outputs {
            if let room::Output::Resolve { question, .. } = output
                && self.awaited.contains(question)
            {
                room.call_has_result(question);
            }
        }
        let missed = room.take_missed_change();
        let snapshot: Arc<str> = room.write_snapshot().into();
        let has_changed = copy.snapshot.as_ref() != Some(&snapshot);
        if !needs_store && !has_changed {
            copy.room = room;
            self.perform(outputs);
            return None;
        }
        let expected = copy.version;
        let (before, after) = (holders(&copy.room), holders(&room));
        let deliveries = outputs.iter().filter_map(|output| self.delivery(output)).collect();
        let commit = Commit {
            expected,
            token,
            snapshot: has_changed.then(|| snapshot.clone()),
            missed,
            deliveries,
            due: room.next_deadline(),
            is_quiet: room.is_quiet(),
            joined: after.difference(&before).cloned().collect(),
            left: before.difference(&after).cloned().collect(),
        };
        self.step = Some(Box::new(Step { inputs, room, snapshot, outputs }));
        Some(commit)
    }

    /// What another node has to do of an output.
    fn delivery(&self, output: &room::Output) -> Option<Delivery> {
        match output.clone() {
            room::Output::Send { to, frame } if !self.connections.contains(&to) => Some(Delivery::Send { to, frame }),
            room::Output::Close { connection, code } if !self.connections.contains(&connection) => {
                Some(Delivery::Close { connection, code })
            }
            // Agents may wait for one ask at several nodes.
            room::Output::Resolve { question, kind, outcome, by: _, result } => {
                Some(Delivery::Resolve { question, kind, outcome, result })
            }
            room::Output::Send { .. }
            | room::Output::Close { .. }
            | room::Output::Refuse { .. }
            | room::Output::Message(_) => None,
        }
    }

    /// The store has taken the step.
    fn counts(&mut self, version: Version, step: Step) {
        let Step { mut room, snapshot, outputs, .. } = step;
        let former = self.copy.take();
        let now = room.last_step();
        self.settle(&outputs, |question| {
            let asked_at = former.as_ref()?.room.asked_at(question)?;
            Some(Duration::from_millis(asked_at.millis_until(now)))
        });
        room.set_missed(Vec::new());
        self.copy = Some(Copy { version, snapshot: Some(snapshot), room, has_missed: false });
        self.perform(outputs);
        self.close_strangers();
    }

    /// Tells of the ends among the outputs of a step that counts. `waited` says how long an ask has waited.
    fn settle(&mut self, outputs: &[room::Output], waited: impl Fn(&QuestionId) -> Option<Duration>) {
        for output in outputs {
            if let room::Output::Resolve { question, kind, outcome, by, result } = output {
                let waited = waited(question);
                let (question, by, result) = (question.clone(), by.clone(), result.clone());
                self.outputs.push(Output::Settled { question, kind: *kind, outcome: *outcome, by, result, waited });
            }
        }
    }

    /// Does this node's part of the outputs.
    fn perform(&mut self, outputs: Vec<room::Output>) {
        for output in outputs {
            let is_here = match &output {
                room::Output::Send { to, .. } => self.connections.contains(to),
                room::Output::Close { connection, .. } => self.connections.remove(connection),
                room::Output::Resolve { question, .. } => self.awaited.remove(question),
                room::Output::Refuse { question, .. } => {
                    self.awaited.remove(question);
                    true
                }
                room::Output::Message(_) => true,
            };
            if is_here {
                self.outputs.push(Output::Room(output));
            }
        }
    }
}

/// Nodes that hold the page of a room, or a call for whose end an agent waits.
fn holders(room: &Room) -> BTreeSet<NodeId> {
    let page = room.page().and_then(|page| NodeId::of(page.as_str()));
    room.calls().filter_map(|call| NodeId::of(call.as_str())).chain(page).collect()
}

/// Drops handshakes of pages that have gone already and said nothing: a page that is loaded again may have connected at another
/// node meanwhile, and its former self must not take the session from it.
fn drop_abandoned(queue: &mut VecDeque<room::Input>) {
    let gone: Vec<ConnectionId> = queue.iter().filter_map(closed).cloned().collect();
    for connection in gone {
        let is_its = |input: &room::Input| match input {
            room::Input::Opened { connection: opened, .. } => *opened == connection,
            room::Input::Closed(closed) => *closed == connection,
            _ => false,
        };
        let speaks = |input: &room::Input| match input {
            room::Input::Text { from, .. } | room::Input::Frame { from, .. } | room::Input::Binary { from } => {
                *from == connection
            }
            _ => false,
        };
        let was_opened = queue.iter().any(|input| is_its(input) && closed(input).is_none());
        if was_opened && !queue.iter().any(speaks) {
            queue.retain(|input| !is_its(input));
        }
    }
}

/// The connection that an input closes.
fn closed(input: &room::Input) -> Option<&ConnectionId> {
    match input {
        room::Input::Closed(connection) => Some(connection),
        _ => None,
    }
}
