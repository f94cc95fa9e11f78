//! What agents and people do in a world, each noted in the ledger.

use ask_user_bridge::room::{self, AskInput, ChatFrame, TimeLimit};
use ask_user_widget::session::{self, Action, UserInput};
use serde_json::Value;

use crate::decision::Ending;
use crate::invariants::{Checked, Invariant, holds};
use crate::ledger::AskRecord;
use crate::link::To;
use crate::world::World;

impl World {
    /// The agent asks, with a limit of so many seconds, or none if it is 0.
    pub(crate) fn ask(&mut self, id: &str, input: Value, limit: Option<u32>) -> Checked {
        self.request(id, AskInput::new(input).expect("the agent asks properly").into(), limit)
    }

    /// The agent requests something of the person.
    pub(crate) fn request(&mut self, id: &str, request: room::Request, limit: Option<u32>) -> Checked {
        // Where an ask names no limit, the 55 s of docs/protocol.md hold.
        let seconds = limit.map_or(Some(55), |seconds| Some(u64::from(seconds)).filter(|seconds| *seconds > 0));
        self.ledger.asks.insert(
            id.to_owned(),
            AskRecord { at: self.now, limit: seconds, ending: None, past: Vec::new(), frame: None },
        );
        let limit = self.mutated_limit(limit.map(TimeLimit::from_seconds));
        self.handle_room_input(room::Input::Ask { question: id.into(), request, limit, keep: room::Keep::Call })
    }

    /// A bridge that says things twice sends every ask again that `view` has seen on this connection.
    pub(crate) fn repeat_asks(&mut self, view: usize) {
        let Some(wire) = self.views[view].open else { return };
        for (id, ask) in &self.ledger.asks {
            let was_seen = self.ledger.seen.get(&(view, id.clone())).is_some_and(|seen| seen.notified > 0);
            if let Some((_, frame)) = ask.frame.clone().filter(|(carried, _)| was_seen && *carried == wire) {
                self.link.send(self.now, wire, To::View, frame);
            }
        }
    }

    pub(crate) fn hang_up(&mut self, id: &str) -> Checked {
        // The result is on its way through a fleet: the agent has it a moment before it hangs up.
        if self.bridge.is_under_way(id) {
            return Ok(());
        }
        // A fleet says when it is over: an answer may come before the word of its agent.
        if let Some(ask) = self.ledger.asks.get_mut(id).filter(|ask| ask.ending.is_none() && !self.bridge.is_fleet()) {
            ask.ending = Some(Ending::HungUp);
        }
        self.handle_room_input(room::Input::HangUp(id.into()))
    }

    pub(crate) fn event(&mut self, frame: Value) -> Checked {
        self.handle_room_input(room::Input::Event(ChatFrame::new(frame).expect("the agent may send that")))
    }

    /// Does something in the dialog of this ask, and notes what it must have changed.
    pub(crate) fn does(&mut self, view: usize, id: &str, action: Action) -> Checked {
        let before = self.screen(view);
        let person = UserInput::Act { id: id.to_owned(), action: action.clone() };
        let outputs = self.handle_view(view, session::Input::User(person))?;
        self.ledger.note_action(self.now, view, id, &action, &before, &self.screen(view))?;
        self.perform_view(view, outputs)
    }

    /// The agent has the end of an ask.
    pub(crate) fn ends(&mut self, id: &str, ending: Ending) -> Checked {
        let ask = self.ledger.asks.get_mut(id).expect("only what was asked can end");
        holds(Invariant::OneResult, ask.ending.is_none(), || {
            format!("{id} ended as {:?} and again as {ending:?}", ask.ending)
        })?;
        let due = ask.limit.map(|limit| ask.at + limit * 1000);
        holds(Invariant::NotTooEarly, ending != Ending::TimedOut || due.is_some_and(|due| due <= self.now), || {
            format!("{id} timed out, its limit is {:?} s from {}", ask.limit, ask.at)
        })?;
        if let Ending::Decided(decision) = &ending {
            let is_decided = self.ledger.seen.iter().any(|((_, seen), record)| {
                seen == id && (record.decision.as_ref() == Some(decision) || record.sent.contains(decision))
            });
            holds(Invariant::AsDecided, is_decided, || {
                format!("the agent got {decision:?} for {id}, decided was {:?}", self.ledger.seen)
            })?;
        }
        self.ledger.asks.get_mut(id).expect("as above").ending = Some(ending);
        Ok(())
    }
}
