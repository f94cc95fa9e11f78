//! A fleet as the world sees it: three real replicas over a model of the store. The model delays its answers, so
//! that steps collide; it is away now and then, also after it has taken a commit; it loses its last commits when its replica takes
//! over; its wake-ups are late or lost; nodes die, and some are taken for dead.

mod bridge;
mod node;
mod store;

use std::collections::{BTreeMap, BTreeSet};

use ask_user_bridge::replica::{self, NodeId};
use ask_user_bridge::room::{ConnectionId, Input, Keep, Output, QuestionId, Room, Settings, Time};
use ask_user_bridge::store::{Answer, Delivery, Request, StoreAway, Version};
use serde_json::Value;

use crate::invariants::Invariant;
use crate::random::Random;
pub(crate) use bridge::Bridge;
use node::{Node, outside};
use store::{End, Store};

/// How many nodes there are.
const NODES: usize = 3;
/// How often a node looks that was not told, and how long others wait before they do its work; as the shell has it.
const LOOKS_AFTER: u64 = 10_000;
const DUE_AFTER: u64 = 600;
/// When others notice that a node is dead, and how often they see to what is left of it.
const DEAD_AFTER: u64 = 20_000;
const BURIES_EVERY: u64 = 5_000;

pub(crate) struct Fleet {
    random: Random,
    settings: Settings,
    store: Store,
    nodes: Vec<Node>,
    /// The room as the store has it.
    truth: Room,
    /// Nodes that have died, and when the others see to what is left of them.
    dead: Vec<(u64, NodeId)>,
    /// All nodes that have ever died.
    graves: Vec<NodeId>,
    born: u64,
    /// Whether the store may lose its last commits.
    loses_writes: bool,
    /// Whether nothing goes wrong any more.
    is_healed: bool,
    /// Whether the store answers everything at once when time goes on next.
    hurries: bool,
    /// Inputs since everything was handled last.
    waiting_inputs: usize,
    /// Asks that are over in the store, and whose agents have not been told yet.
    under_way: BTreeMap<QuestionId, Output>,
    /// Asks whose agents have gone, and that the store may still have.
    orphans: BTreeSet<QuestionId>,
    events: Vec<FleetEvent>,
    /// What goes wrong on purpose.
    pub(crate) fault: Option<Fault>,
}

/// Something that the world notes, beside what the bridge does.
#[derive(Clone, Debug)]
pub(crate) enum FleetEvent {
    /// The store has the end of a recorded ask, or of one whose agent has gone.
    Ended { question: QuestionId, result: Value, is_recorded: bool },
    /// The store has lost this end.
    Unmade { question: QuestionId, result: Value },
    /// An ask whose agent has gone is over, and nobody has decided it.
    Withdrawn(QuestionId),
    /// An agent is told that its ask is recorded, and under which id.
    Taken(QuestionId),
    /// An agent that waited for a recorded ask is told to call again, or its call has broken.
    Broke(QuestionId),
    /// An agent gets the result of a recorded ask.
    Replied { question: QuestionId, result: Value },
    /// An agent hears that no such ask is recorded.
    Unknown(QuestionId),
}

/// A fault of the fleet that an invariant has to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A commit counts, whatever was there.
    BlindCommits,
    /// Two states of the same number are taken for the same, whatever their tokens are.
    TokenIgnored,
    /// No wake-up ever comes, and no node looks by itself.
    NoticesNeverCome,
    /// Some commits are confirmed that the store has not taken.
    ConfirmedTooEarly,
    /// Nobody sees to what dead nodes have held.
    BurialSkipped,
    /// Pages that may have missed something are not closed.
    PagesKept,
    /// Agents whose ask is lost are not told.
    LossKept,
    /// What another node's step wants of this one is not done.
    DeliveriesDropped,
}

impl Fault {
    /// Every fault, and the invariant that it breaks.
    pub(crate) const ALL: [(Fault, Invariant); 8] = [
        (Fault::BlindCommits, Invariant::Fetchable),
        (Fault::TokenIgnored, Invariant::Agreement),
        (Fault::NoticesNeverCome, Invariant::OneResult),
        (Fault::ConfirmedTooEarly, Invariant::TrueReceipt),
        (Fault::BurialSkipped, Invariant::EndsWithItsCall),
        (Fault::PagesKept, Invariant::Recovers),
        (Fault::LossKept, Invariant::OneResult),
        (Fault::DeliveriesDropped, Invariant::OneResult),
    ];
}

impl Fleet {
    fn new(seed: u64, settings: Settings) -> Fleet {
        let mut random = Random::new(seed);
        let loses_writes = random.percent(40);
        let mut fleet = Fleet {
            random,
            store: Store::new(),
            nodes: Vec::new(),
            truth: Room::new("s", settings.clone()),
            settings,
            dead: Vec::new(),
            graves: Vec::new(),
            born: 0,
            loses_writes,
            is_healed: false,
            hurries: false,
            waiting_inputs: 0,
            under_way: BTreeMap::new(),
            orphans: BTreeSet::new(),
            events: Vec::new(),
            fault: None,
        };
        for _ in 0..NODES {
            let node = fleet.node();
            fleet.nodes.push(node);
        }
        fleet
    }

    fn node(&mut self) -> Node {
        self.born += 1;
        Node::new(NodeId::new(format!("n{}", self.born)), self.settings.clone())
    }

    fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        match input {
            Input::Wake => {}
            input => self.push(input),
        }
        self.run(now)
    }

    /// Gives something to the node that it happens at.
    fn push(&mut self, input: Input) {
        let at_random = self.random.index(NODES);
        let holder =
            |fleet: &Fleet, connection: &ConnectionId| fleet.nodes.iter().position(|node| node.holds(connection));
        let inside = |fleet: &Fleet, node: usize, connection: &ConnectionId| -> ConnectionId {
            fleet.nodes[node].id.id("c_", connection.as_str()).into()
        };
        let (node, input) = match input {
            Input::Opened { connection, view } => {
                (at_random, Input::Opened { connection: inside(self, at_random, &connection), view })
            }
            // What comes on a connection whose node is dead comes to nobody.
            Input::Closed(connection) => match holder(self, &connection) {
                Some(node) => (node, Input::Closed(inside(self, node, &connection))),
                None => return,
            },
            Input::Text { from, text } => match holder(self, &from) {
                Some(node) => (node, Input::Text { from: inside(self, node, &from), text }),
                None => return,
            },
            Input::Ask { ref question, ref keep, .. } => {
                let named = self.nodes.iter().position(|node| node.id.made(question.as_str()));
                let node = named.unwrap_or(at_random);
                self.nodes[node].asking.push(question.clone());
                match keep {
                    Keep::Call => self.nodes[node].calls.push(question.clone()),
                    Keep::Record { .. } | Keep::RecordOnce(_) => self.nodes[node].watch(question.clone()),
                }
                (node, input)
            }
            Input::HangUp(ref question) => {
                for node in &mut self.nodes {
                    node.forget_watchers(question);
                }
                let Some(node) = self.nodes.iter().position(|node| node.calls.contains(question)) else { return };
                self.nodes[node].calls.retain(|call| call != question);
                self.orphans.insert(question.clone());
                (node, input)
            }
            input => (at_random, input),
        };
        self.nodes[node].replica.push(input);
        self.waiting_inputs += 1;
        self.see_to_orphans();
    }

    /// An agent looks at some node for an ask that it knows to be recorded.
    pub(crate) fn watch(&mut self, question: QuestionId) {
        let node = self.random.index(NODES);
        self.nodes[node].watch(question);
        self.nodes[node].replica.look();
    }

    /// Lets everything happen that is due.
    fn run(&mut self, now: Time) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.end_dead(now.0);
        if self.truth.next_deadline().is_some_and(|due| due.0 + DUE_AFTER <= now.0) && self.is_still() {
            let node = self.random.index(NODES);
            self.nodes[node].replica.look();
        }
        loop {
            let mut has_moved = false;
            for index in 0..NODES {
                has_moved |= self.step(index, now);
                self.collect(index, &mut outputs);
            }
            if !has_moved {
                self.hurries = false;
                if self.is_still() {
                    self.waiting_inputs = 0;
                }
                self.see_to_orphans();
                return outputs;
            }
        }
    }

    fn is_still(&self) -> bool {
        self.nodes.iter().all(|node| node.asked.is_none())
    }

    /// Lets a node go one step on. Whether it could.
    fn step(&mut self, index: usize, now: Time) -> bool {
        let node = &mut self.nodes[index];
        match node.asked.take() {
            Some((at, request)) if at <= now.0 || self.hurries => {
                self.answer(index, now.0, request);
                return true;
            }
            Some(asked) => {
                node.asked = Some(asked);
                return false;
            }
            None => {}
        }
        if node.looks_at.take_if(|at| *at <= now.0).is_some() && self.fault != Some(Fault::NoticesNeverCome) {
            node.replica.look();
        }
        if node.replica.next_wake().is_some_and(|wake| wake <= now) {
            node.replica.push(Input::Wake);
        }
        let token = self.random.next();
        let Some(request) = node.replica.request(now, token) else {
            node.has_handled_all(&mut self.events);
            return false;
        };
        if !self.hurries && self.random.percent(30) {
            let at = now.0 + self.random.within(1..80);
            self.nodes[index].asked = Some((at, request));
            return false;
        }
        self.answer(index, now.0, request);
        true
    }

    fn answer(&mut self, index: usize, now: u64, request: Request) {
        if !self.is_healed && self.random.percent(2) {
            return self.is_away(index, now);
        }
        let answer = self.take(index, now, request);
        if !self.is_healed && self.random.percent(2) {
            return self.is_away(index, now);
        }
        self.nodes[index].replica.answered(Ok(answer));
    }

    /// The store does not answer a node.
    fn is_away(&mut self, index: usize, now: u64) {
        let node = &mut self.nodes[index];
        node.replica.answered(Err(StoreAway("away".to_owned())));
        node.look_by(now + 1_000);
        node.break_new(&mut self.events);
    }

    /// The store takes a request.
    fn take(&mut self, index: usize, now: u64, request: Request) -> Answer {
        if let Request::Commit(commit) = &request
            && self.fault == Some(Fault::ConfirmedTooEarly)
            && commit.expected == self.store.version()
            && self.random.percent(20)
        {
            return Answer::Committed(Version { number: commit.expected.number + 1, token: commit.token });
        }
        let (mut answer, ended) = self.store.ask(request, self.fault);
        if let Some(ended) = ended {
            self.has_committed(ended);
            self.tell_others(index, now);
        }
        if self.fault == Some(Fault::DeliveriesDropped)
            && let Answer::State(loaded) = &mut answer
        {
            loaded.entries.iter_mut().for_each(|entry| entry.deliveries.clear());
        }
        answer
    }

    /// The store has another state.
    fn has_committed(&mut self, ended: Vec<End>) {
        self.truth = self.store.room(&self.settings);
        for End { question, result, delivery } in ended {
            let is_recorded = self.truth.find(&question).is_some();
            if self.orphans.remove(&question) || is_recorded {
                self.events.push(FleetEvent::Ended { question, result, is_recorded });
            } else if let Delivery::Resolve { question, kind, outcome, result } = delivery {
                let output = Output::Resolve { question: question.clone(), kind, outcome, by: None, result };
                self.under_way.insert(question, output);
            }
        }
        self.see_to_orphans();
        if !self.loses_writes || self.random.percent(30) {
            self.store.replicate();
        }
    }

    /// Asks without agents that the store has no more are over.
    fn see_to_orphans(&mut self) {
        let (truth, nodes) = (&self.truth, &self.nodes);
        let is_open = |question: &QuestionId| {
            truth.waits_for(question) || nodes.iter().any(|node| node.asking.contains(question))
        };
        let over = self.orphans.extract_if(.., |question| !is_open(question));
        self.events.extend(over.map(FleetEvent::Withdrawn));
    }

    /// The others are told of a commit: soon, or when they look by themselves.
    fn tell_others(&mut self, index: usize, now: u64) {
        for other in (0..NODES).filter(|other| *other != index) {
            let late = if self.is_healed || self.random.percent(90) { self.random.within(0..60) } else { LOOKS_AFTER };
            self.nodes[other].look_by(now + late);
        }
    }

    /// What the world has to do for a node.
    fn collect(&mut self, index: usize, outputs: &mut Vec<Output>) {
        let node = &mut self.nodes[index];
        for output in node.replica.take_outputs() {
            match output {
                replica::Output::Room(Output::Close { code: GOING_AWAY, .. })
                    if self.fault == Some(Fault::PagesKept) => {}
                replica::Output::Room(Output::Resolve { question, .. })
                    if node.watchers.iter().any(|watcher| watcher.question == question) =>
                {
                    node.reply(&question, &mut self.events);
                }
                replica::Output::Room(output) => {
                    if let Output::Resolve { question, .. } = &output {
                        node.calls.retain(|call| call != question);
                        self.under_way.remove(question);
                    }
                    if let Output::Refuse { question, .. } = &output {
                        node.calls.retain(|call| call != question);
                        node.forget_watchers(question);
                    }
                    outputs.push(outside_output(output));
                }
                replica::Output::NotHandled(
                    Input::Opened { connection: from, .. } | Input::Text { from, .. } | Input::Frame { from, .. },
                ) => {
                    if node.replica.connections().any(|held| *held == from) {
                        node.replica.push(Input::Closed(from.clone()));
                    }
                    outputs.push(Output::Close { connection: outside(&from), code: 1013 });
                }
                // Its agent has been told that the store is away. The commit may have counted.
                replica::Output::NotHandled(Input::Ask { question, keep, .. }) => {
                    node.calls.retain(|call| *call != question);
                    if keep == Keep::Call {
                        self.orphans.insert(question);
                    }
                }
                replica::Output::Settled { .. } => {}
                // Chat frames that a bridge could not take are the agent's to send again.
                replica::Output::NotHandled(_) => {}
                replica::Output::Lost(_) if self.fault == Some(Fault::LossKept) => {}
                replica::Output::Lost(question) => {
                    let broken = node.forget_watchers(&question).into_iter();
                    self.events.extend(broken.map(|watcher| FleetEvent::Broke(watcher.question)));
                    if node.calls.contains(&question) {
                        node.calls.retain(|call| *call != question);
                        match self.under_way.remove(&question) {
                            Some(result) => outputs.push(result),
                            None => drop(self.orphans.insert(question)),
                        }
                    }
                }
            }
        }
    }

    /// Kills a node. What is closed by that, and what its agents had not been told.
    pub(crate) fn kill(&mut self, now: u64) -> Vec<Output> {
        let index = self.random.index(NODES);
        // What was asked of the store may still arrive there.
        if let Some((_, request)) = self.nodes[index].asked.take()
            && self.random.percent(50)
        {
            self.take(index, now, request);
        }
        let node = self.node();
        let died = std::mem::replace(&mut self.nodes[index], node);
        let close = |connection: &ConnectionId| Output::Close { connection: outside(connection), code: 1006 };
        let mut outputs: Vec<_> = died.replica.connections().map(close).collect();
        for watcher in died.watchers {
            self.events.push(FleetEvent::Broke(watcher.question));
        }
        // A call may break when its ask is over. An agent that wants to be sure has a key, and finds the result.
        for call in died.calls {
            match self.under_way.remove(&call) {
                Some(result) => outputs.push(result),
                None => drop(self.orphans.insert(call)),
            }
        }
        self.dead.push((now + DEAD_AFTER, died.id.clone()));
        self.graves.push(died.id);
        self.see_to_orphans();
        outputs
    }

    /// The others take a node for dead that lives.
    pub(crate) fn misjudge(&mut self) {
        let living = self.random.index(NODES);
        let id = self.nodes[living].id.clone();
        self.nodes[(living + 1) % NODES].replica.node_gone(id);
    }

    /// The replica of the store takes over. Whether anything was lost.
    pub(crate) fn fail_over(&mut self, now: u64) -> bool {
        let Some(lost) = self.store.fail_over() else { return false };
        self.truth = self.store.room(&self.settings);
        for End { question, result, .. } in lost {
            self.under_way.remove(&question);
            self.events.push(FleetEvent::Unmade { question, result });
        }
        // The replica may still have what was left of a dead node.
        self.dead = self.graves.iter().map(|id| (now + BURIES_EVERY, id.clone())).collect();
        for node in &mut self.nodes {
            let late = if self.random.percent(80) { self.random.within(0..2_000) } else { LOOKS_AFTER };
            node.look_by(now + late);
        }
        self.see_to_orphans();
        true
    }

    /// An ask has no agent any more, and the store may have it.
    pub(crate) fn note_orphan(&mut self, question: &str) {
        self.orphans.insert(question.into());
    }

    /// A node that lives sees to what is left of those that are dead, until nothing is.
    fn end_dead(&mut self, now: u64) {
        while let Some(index) = self.dead.iter().position(|(at, _)| *at <= now) {
            let (_, id) = self.dead.remove(index);
            let held = self.truth.page().map(ConnectionId::as_str).into_iter();
            let is_held = held.chain(self.truth.calls().map(QuestionId::as_str)).any(|held| id.made(held));
            if is_held && self.fault != Some(Fault::BurialSkipped) {
                let node = self.random.index(NODES);
                self.nodes[node].replica.node_gone(id.clone());
                self.dead.push((now + BURIES_EVERY, id));
            }
        }
    }

    fn next_wake(&self) -> Option<Time> {
        let nodes = self.nodes.iter().flat_map(|node| match &node.asked {
            Some((at, _)) => vec![*at],
            None => node.looks_at.into_iter().chain(node.replica.next_wake().map(|wake| wake.0)).collect(),
        });
        let due = self.truth.next_deadline().map(|due| due.0 + DUE_AFTER).filter(|_| self.is_still());
        nodes.chain(due).chain(self.dead.iter().map(|(at, _)| *at)).min().map(Time)
    }
}

/// The code by which a replica closes a page that has to connect anew.
const GOING_AWAY: u16 = 1001;

fn outside_output(output: Output) -> Output {
    match output {
        Output::Send { to, frame } => Output::Send { to: outside(&to), frame },
        Output::Close { connection, code } => Output::Close { connection: outside(&connection), code },
        output => output,
    }
}
