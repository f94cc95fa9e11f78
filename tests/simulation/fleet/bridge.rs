//! The bridge as the world sees it: one room, or a fleet.

use ask_user_bridge::room::{self, ConnectionId, Content, Input, Output, QuestionId, Room, Settings, Time};

use super::node::outside;
use super::{Fleet, FleetEvent, NODES};

pub(crate) enum Bridge {
    One(Box<Room>),
    Fleet(Box<Fleet>),
}

impl Bridge {
    pub(crate) fn one(settings: Settings) -> Bridge {
        Bridge::One(Box::new(Room::new("s", settings)))
    }

    pub(crate) fn fleet(seed: u64, settings: Settings) -> Bridge {
        Bridge::Fleet(Box::new(Fleet::new(seed, settings)))
    }

    /// A bridge of the same kind that knows nothing.
    pub(crate) fn renewed(&mut self, settings: Settings) -> Bridge {
        match self {
            Bridge::One(_) => Bridge::one(settings),
            Bridge::Fleet(fleet) => {
                let new = Fleet::new(fleet.random.next(), settings);
                Bridge::Fleet(Box::new(Fleet { fault: fleet.fault, is_healed: fleet.is_healed, ..new }))
            }
        }
    }

    pub(crate) fn is_fleet(&self) -> bool {
        match self {
            Bridge::One(_) => false,
            Bridge::Fleet(_) => true,
        }
    }

    /// The id of a new ask that ends with its call: in a fleet it names the node that the call comes to.
    pub(crate) fn call_id(&mut self, name: &str) -> String {
        match self {
            Bridge::One(_) => name.to_owned(),
            Bridge::Fleet(fleet) => {
                let node = fleet.random.index(NODES);
                fleet.nodes[node].id.id("q_", name)
            }
        }
    }

    pub(crate) fn handle(&mut self, now: Time, input: Input) -> Vec<Output> {
        match self {
            Bridge::One(room) => room.handle(now, input),
            Bridge::Fleet(fleet) => fleet.handle(now, input),
        }
    }

    /// What the world has to note since it was last asked.
    pub(crate) fn take_events(&mut self) -> Vec<FleetEvent> {
        match self {
            Bridge::One(_) => Vec::new(),
            Bridge::Fleet(fleet) => std::mem::take(&mut fleet.events),
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

    /// The recorded ask that a call with this content repeats.
    pub(crate) fn find_content(&self, content: &Content) -> Option<room::AskState> {
        self.room().find_content(content)
    }

    /// The latest of the asks that are known by their content.
    pub(crate) fn latest_by_content(&self) -> Option<&QuestionId> {
        self.room().latest_by_content()
    }

    /// Whether an ask waits for the person, or for its turn.
    pub(crate) fn waits_for(&self, question: &str) -> bool {
        self.room().waits_for(&question.into())
    }

    /// The connection that has the session, as the world calls it.
    pub(crate) fn page(&self) -> Option<ConnectionId> {
        match self {
            Bridge::One(room) => room.page().cloned(),
            Bridge::Fleet(fleet) => fleet.truth.page().map(outside),
        }
    }

    /// Whatever the store was asked is answered at once, and everything that follows from it.
    pub(crate) fn hurry(&mut self) {
        match self {
            Bridge::One(_) => {}
            Bridge::Fleet(fleet) => fleet.hurries = true,
        }
    }

    /// Inputs that may be handled at once, since no node has been without any after them.
    pub(crate) fn waiting_inputs(&self) -> usize {
        match self {
            Bridge::One(_) => 0,
            Bridge::Fleet(fleet) => fleet.waiting_inputs,
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

    /// An ask that should have ended with the call of its agent, and has not.
    pub(crate) fn orphan(&self) -> Option<&QuestionId> {
        match self {
            Bridge::One(_) => None,
            Bridge::Fleet(fleet) => fleet.truth.calls().find(|call| fleet.orphans.contains(*call)),
        }
    }

    fn room(&self) -> &Room {
        match self {
            Bridge::One(room) => room,
            Bridge::Fleet(fleet) => &fleet.truth,
        }
    }
}
