//! What the world notes of a fleet: ends and replies as they come, and what is no longer true when the store has lost its last
//! commits.

use ask_user_bridge::room::{AskStatus, QuestionId};

use crate::decision::Ending;
use crate::fleet::{Bridge, FleetEvent};
use crate::invariants::Checked;
use crate::world::World;

impl World {
    /// A node of a fleet dies. Its connections and its agents' calls end with it.
    pub(crate) fn kill_node(&mut self) -> Checked {
        self.note(|| "a node dies".to_owned());
        let Bridge::Fleet(fleet) = &mut self.bridge else { return Ok(()) };
        let outputs = fleet.kill(self.now);
        self.perform_room(outputs)
    }

    /// Others take a node of a fleet for dead that lives.
    pub(crate) fn misjudge_node(&mut self) {
        self.note(|| "a node is taken for dead".to_owned());
        if let Bridge::Fleet(fleet) = &mut self.bridge {
            fleet.misjudge();
        }
    }

    /// The replica of a fleet's store takes over, and does not have the last commits.
    pub(crate) fn fail_over(&mut self) -> Checked {
        let Bridge::Fleet(fleet) = &mut self.bridge else { return Ok(()) };
        if !fleet.fail_over(self.now) {
            return Ok(());
        }
        self.note(|| "the store loses its last commits".to_owned());
        self.ledger.was_restarted = true;
        for event in self.bridge.take_events() {
            self.note_event(event)?;
        }
        for id in self.ledger.asks.keys().cloned().collect::<Vec<_>>() {
            // What was before the person waits behind another again, perhaps.
            if self.bridge.waits_for(&id) {
                self.note_may_come_again(&id);
            }
            match self.calls.iter().position(|call| call.id == id) {
                Some(number) => self.note_lost_record(number, &id),
                None => self.note_lost_end(&id),
            }
        }
        self.perform_room(Vec::new())
    }

    /// What the store knows of a recorded ask now.
    fn note_lost_record(&mut self, number: usize, id: &str) {
        let found = self.bridge.find(&QuestionId::from(id)).map(|state| state.status);
        let is_forgotten = self.is_forgotten(number);
        let (Some(ask), call) = (self.ledger.asks.get_mut(id), &mut self.calls[number]) else { return };
        match found {
            Some(AskStatus::Over { .. }) => return,
            Some(AskStatus::Pending) => {
                call.recorded = None;
                ask.past.extend(ask.ending.take());
            }
            None if is_forgotten => return,
            None => {
                call.recorded = None;
                ask.past.extend(ask.ending.take());
                call.is_lost = true;
                call.is_expired |= call.key.is_none();
                if !call.is_open() {
                    ask.ending = Some(Ending::HungUp);
                }
            }
        }
        self.note_may_come_again(id);
    }

    /// An ask that is over for its agent may be there again.
    fn note_lost_end(&mut self, id: &str) {
        let is_back = self.bridge.waits_for(id);
        let Some(ask) = self.ledger.asks.get_mut(id) else { return };
        let Some(ending) = ask.ending.take() else { return };
        if is_back {
            ask.past.push(ending);
            if let Bridge::Fleet(fleet) = &mut self.bridge {
                fleet.note_orphan(id);
            }
            self.note_may_come_again(id);
        } else {
            // The end may be lost, or the ask with it.
            if ask.past.contains(&ending) {
                ask.past.push(Ending::HungUp);
            }
            ask.ending = Some(ending);
        }
    }

    /// Something happened in a fleet.
    pub(crate) fn note_event(&mut self, event: FleetEvent) -> Checked {
        self.note(|| format!("fleet  -> {event:?}"));
        let number =
            |world: &World, question: &QuestionId| world.calls.iter().position(|call| call.id == question.as_str());
        match event {
            FleetEvent::Ended { question, result, is_recorded } => {
                self.ends(question.as_str(), Ending::of_result(&result))?;
                if is_recorded { self.note_recorded(&question, result) } else { Ok(()) }
            }
            FleetEvent::Unmade { question, result } => {
                if let Some(ask) = self.ledger.asks.get_mut(question.as_str()) {
                    ask.past.push(Ending::of_result(&result));
                }
                self.note_may_come_again(question.as_str());
                Ok(())
            }
            FleetEvent::Withdrawn(question) => {
                if let Some(ask) = self.ledger.asks.get_mut(question.as_str()) {
                    ask.ending.get_or_insert(Ending::HungUp);
                }
                Ok(())
            }
            FleetEvent::Taken(question) => {
                if let Some(number) = number(self, &question) {
                    self.calls[number].is_taken = true;
                }
                Ok(())
            }
            FleetEvent::Broke(question) => {
                if let Some(number) = number(self, &question) {
                    self.calls[number].waits = None;
                    self.note_forsaken(number);
                }
                Ok(())
            }
            FleetEvent::Replied { question, result } => match number(self, &question) {
                Some(number) => {
                    self.calls[number].is_taken = true;
                    match self.calls[number].waits.take() {
                        Some(reply) => self.replies(number, reply, result),
                        None => Ok(()),
                    }
                }
                None => Ok(()),
            },
            FleetEvent::Unknown(question) => match number(self, &question) {
                Some(number) => {
                    let call = &mut self.calls[number];
                    call.waits = None;
                    // Where there is a key, the agent asks again.
                    if call.key.is_some() || call.is_expired { Ok(()) } else { self.is_unknown(number) }
                }
                None => Ok(()),
            },
        }
    }
}
