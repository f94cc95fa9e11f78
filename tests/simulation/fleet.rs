//! The bridge as the world sees it: one room, or three real replicas over a model of the store. The model delays its answers, so
//! that steps collide; it is away now and then, also after it has taken a commit; its wake-ups are late or lost; nodes die.

use std::collections::BTreeMap;

use ask_user_bridge::replica::{self, NodeId, Replica};
use ask_user_bridge::room::{self, ConnectionId, Input, Keep, Limits, Output, QuestionId, Room, Settings, Time};
use ask_user_bridge::store::{Answer, Delivery, Request, StoreAway, Stored};

use crate::random::Random;

/// How many nodes there are.
const NODES: usize = 3;
/// How often a node looks that was not told, and how long others wait before they do its work; as the shell has it.
const LOOKS_AFTER: u64 = 10_000;
const DUE_AFTER: u64 = 600;
/// When others notice that a node is dead.
const DEAD_AFTER: u64 = 20_000;

pub(crate) enum Bridge {
    One(Box<Room>),
    Fleet(Box<Fleet>),
}

pub(crate) struct Fleet {
    random: Random,
    settings: Settings,
    store: Stored,
    nodes: Vec<Node>,
    /// The room as the store has it.
    truth: Room,
    /// Nodes that have died, and when the others notice.
    dead: Vec<(u64, NodeId)>,
    born: u64,
    /// Whether nothing goes wrong any more.
    is_healed: bool,
    /// Asks that are over in the store, and whose agents have not been told yet.
    under_way: BTreeMap<QuestionId, Output>,
    /// What goes wrong on purpose.
    pub(crate) fault: Option<Fault>,
}

/// A fault of the fleet that an invariant has to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A commit counts, whatever was there.
    BlindCommits,
    /// What others commit is never looked at.
    IgnoresNotices,
}

struct Node {
    id: NodeId,
    replica: Replica,
    /// What the store is asked, and when it answers.
    asked: Option<(u64, Request)>,
    looks_at: Option<u64>,
    /// Asks whose calls are here.
    calls: Vec<QuestionId>,
    /// Whether an ask is among what the store was not asked to take yet, and among what it is asked to take. The store is not away
    /// for those: an agent whose call ends with the store is the replica's own test.
    has_new_ask: bool,
    takes_ask: bool,
}

impl Bridge {
    pub(crate) fn one(settings: Settings) -> Bridge {
        Bridge::One(Box::new(Room::new("s", settings)))
    }

    pub(crate) fn fleet(seed: u64, settings: Settings) -> Bridge {
        let mut fleet = Fleet {
            random: Random::new(seed),
            store: Stored::new(&Limits::default()),
            nodes: Vec::new(),
            truth: Room::new("s", settings.clone()),
            settings,
            dead: Vec::new(),
            born: 0,
            is_healed: false,
            under_way: BTreeMap::new(),
            fault: None,
        };
        for _ in 0..NODES {
            let node = fleet.node();
            fleet.nodes.push(node);
        }
        Bridge::Fleet(Box::new(fleet))
    }

    pub(crate) fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        match self {
            Bridge::One(room) => room.handle(now, input),
            Bridge::Fleet(fleet) => fleet.handle(now, input),
        }
    }

    pub(crate) fn next_wake(&self) -> Option<Time> {
        match self {
            Bridge::One(room) => room.next_wake(),
            Bridge::Fleet(fleet) => fleet.next_wake(),
        }
    }

    pub(crate) fn load(&self) -> room::Load {
        self.room().load()
    }

    pub(crate) fn pending(&self) -> Option<&QuestionId> {
        self.room().pending()
    }

    pub(crate) fn find(&self, question: &QuestionId) -> Option<room::AskState> {
        self.room().find(question)
    }

    /// The connection that has the session, as the world calls it.
    pub(crate) fn page(&self) -> Option<ConnectionId> {
        match self {
            Bridge::One(room) => room.page().cloned(),
            Bridge::Fleet(fleet) => fleet.truth.page().map(outside),
        }
    }

    /// Whether nothing is under way inside.
    pub(crate) fn is_settled(&self) -> bool {
        match self {
            Bridge::One(_) => true,
            Bridge::Fleet(fleet) => {
                fleet.nodes.iter().all(|node| node.asked.is_none() && node.looks_at.is_none()) && fleet.dead.is_empty()
            }
        }
    }

    /// From now on nothing goes wrong.
    pub(crate) fn heal(&mut self) {
        match self {
            Bridge::One(_) => {}
            Bridge::Fleet(fleet) => fleet.is_healed = true,
        }
    }

    /// Whether some agent has not been told yet that its ask is over.
    pub(crate) fn owes_results(&self) -> bool {
        match self {
            Bridge::One(_) => false,
            Bridge::Fleet(fleet) => !fleet.under_way.is_empty(),
        }
    }

    /// Whether an ask is over, and its agent has not been told yet.
    pub(crate) fn is_under_way(&self, question: &str) -> bool {
        match self {
            Bridge::One(_) => false,
            Bridge::Fleet(fleet) => fleet.under_way.contains_key(&question.into()),
        }
    }

    /// Kills a node of a fleet. What is closed by that, and the asks whose calls have broken.
    pub(crate) fn kill(&mut self, now: u64) -> (Vec<Output>, Vec<QuestionId>) {
        match self {
            Bridge::One(_) => (Vec::new(), Vec::new()),
            Bridge::Fleet(fleet) => fleet.kill(now),
        }
    }

    fn room(&self) -> &Room {
        match self {
            Bridge::One(room) => room,
            Bridge::Fleet(fleet) => &fleet.truth,
        }
    }
}

impl Fleet {
    fn node(&mut self) -> Node {
        self.born += 1;
        let id = NodeId::new(format!("n{}", self.born));
        Node {
            replica: Replica::new("s", id.clone(), self.settings.clone()),
            id,
            asked: None,
            looks_at: None,
            calls: Vec::new(),
            has_new_ask: false,
            takes_ask: false,
        }
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
        let holder = |fleet: &Fleet, connection: &ConnectionId| {
            let holds = |node: &Node| node.replica.connections().any(|held| outside(held) == *connection);
            fleet.nodes.iter().position(holds)
        };
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
                if *keep == Keep::Call {
                    self.nodes[at_random].calls.push(question.clone());
                }
                self.nodes[at_random].has_new_ask = true;
                (at_random, input)
            }
            Input::HangUp(ref question) => {
                let node = self.nodes.iter().position(|node| node.calls.contains(question));
                (node.unwrap_or(at_random), input)
            }
            input => (at_random, input),
        };
        self.nodes[node].replica.push(input);
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
            Some((at, request)) if at <= now.0 => {
                self.answer(index, now.0, request);
                return true;
            }
            Some(asked) => {
                node.asked = Some(asked);
                return false;
            }
            None => {}
        }
        if node.looks_at.take_if(|at| *at <= now.0).is_some() && self.fault != Some(Fault::IgnoresNotices) {
            node.replica.look();
        }
        if node.replica.next_wake().is_some_and(|wake| wake <= now) {
            node.replica.push(Input::Wake);
        }
        let token = self.random.next();
        let Some(request) = self.nodes[index].replica.request(now, token) else { return false };
        if let Request::Commit(_) = request {
            self.nodes[index].takes_ask = std::mem::take(&mut self.nodes[index].has_new_ask);
        }
        if self.random.percent(30) {
            let at = now.0 + self.random.within(1..80);
            self.nodes[index].asked = Some((at, request));
            return false;
        }
        self.answer(index, now.0, request);
        true
    }

    fn answer(&mut self, index: usize, now: u64, request: Request) {
        let may_fail = !self.nodes[index].takes_ask && !self.nodes[index].has_new_ask && !self.is_healed;
        if may_fail && self.random.percent(2) {
            self.nodes[index].replica.answered(Err(away()));
            self.nodes[index].looks_at = Some(now + 1_000);
            return;
        }
        let before = self.store.version();
        let request = match request {
            Request::Commit(mut commit) if self.fault == Some(Fault::BlindCommits) => {
                commit.expected = before;
                Request::Commit(commit)
            }
            request => request,
        };
        let ended = ended_by(&request);
        let answer = self.store.ask(request);
        if self.store.version() != before {
            self.under_way.extend(ended);
            self.tell_others(index, now);
            self.truth = self.stored_room();
        }
        if may_fail && self.random.percent(2) {
            self.nodes[index].replica.answered(Err(away()));
            self.nodes[index].looks_at = Some(now + 1_000);
            return;
        }
        let takes_ask = std::mem::take(&mut self.nodes[index].takes_ask);
        if let Answer::State(_) = answer {
            self.nodes[index].has_new_ask |= takes_ask;
        }
        self.nodes[index].replica.answered(Ok(answer));
    }

    /// The others are told of a commit: soon, or when they look by themselves.
    fn tell_others(&mut self, index: usize, now: u64) {
        for other in (0..NODES).filter(|other| *other != index) {
            let late = if self.is_healed || self.random.percent(90) { self.random.within(0..60) } else { LOOKS_AFTER };
            let node = &mut self.nodes[other];
            let at = now + late;
            node.looks_at = Some(node.looks_at.map_or(at, |known| known.min(at)));
        }
    }

    /// What the world has to do for a node.
    fn collect(&mut self, index: usize, outputs: &mut Vec<Output>) {
        let node = &mut self.nodes[index];
        for output in node.replica.take_outputs() {
            match output {
                replica::Output::Room(output) => {
                    if let Output::Resolve { question, .. } = &output {
                        node.calls.retain(|call| call != question);
                        self.under_way.remove(question);
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
                replica::Output::Settled { .. } => {}
                // Chat frames that a bridge could not take are the agent's to send again.
                replica::Output::NotHandled(_) => {}
                replica::Output::Lost(question) => {
                    panic!("the store has lost nothing, and {question} is said to be lost")
                }
            }
        }
    }

    fn kill(&mut self, now: u64) -> (Vec<Output>, Vec<QuestionId>) {
        let index = self.random.index(NODES);
        // What was asked of the store may still arrive there.
        if let Some((_, request)) = self.nodes[index].asked.take()
            && self.random.percent(50)
        {
            let (ended, before) = (ended_by(&request), self.store.version());
            self.store.ask(request);
            if self.store.version() != before {
                self.under_way.extend(ended);
                self.truth = self.stored_room();
                self.tell_others(index, now);
            }
        }
        let node = self.node();
        let died = std::mem::replace(&mut self.nodes[index], node);
        let close = |connection: &ConnectionId| Output::Close { connection: outside(connection), code: 1006 };
        let mut outputs: Vec<_> = died.replica.connections().map(close).collect();
        self.dead.push((now + DEAD_AFTER, died.id));
        // A call may break when its ask is over. An agent that wants to be sure has a key, and finds the result.
        let (over, broken): (Vec<_>, Vec<_>) =
            died.calls.into_iter().partition(|call| self.under_way.contains_key(call));
        for question in over {
            outputs.push(self.under_way.remove(&question).expect("it is under way"));
        }
        (outputs, broken)
    }

    /// A node that lives notices those that are dead.
    fn end_dead(&mut self, now: u64) {
        while let Some(index) = self.dead.iter().position(|(at, _)| *at <= now) {
            let (_, id) = self.dead.remove(index);
            let node = self.random.index(NODES);
            self.nodes[node].replica.node_gone(id);
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

    fn stored_room(&self) -> Room {
        let snapshot = self.store.snapshot().expect("something was committed");
        Room::read_snapshot("s", self.settings.clone(), &snapshot).expect("a node has written it")
    }
}

/// Asks that a commit ends.
fn ended_by(request: &Request) -> Vec<(QuestionId, Output)> {
    let Request::Commit(commit) = request else { return Vec::new() };
    let ended = commit.deliveries.iter().filter_map(|delivery| match delivery {
        Delivery::Resolve { question, kind, outcome, result } => {
            let (kind, outcome, result) = (*kind, *outcome, result.clone());
            Some((question.clone(), Output::Resolve { question: question.clone(), kind, outcome, by: None, result }))
        }
        Delivery::Send { .. } | Delivery::Close { .. } => None,
    });
    ended.collect()
}

/// The name of a connection outside: without its node.
fn outside(connection: &ConnectionId) -> ConnectionId {
    let name = connection.as_str();
    name.split_once('_').and_then(|(_, rest)| rest.split_once('.')).map_or(name, |(_, name)| name).into()
}

fn outside_output(output: Output) -> Output {
    match output {
        Output::Send { to, frame } => Output::Send { to: outside(&to), frame },
        Output::Close { connection, code } => Output::Close { connection: outside(&connection), code },
        output => output,
    }
}

fn away() -> StoreAway {
    StoreAway("away".to_owned())
}
