//! The store has shown a state: what others left for this node is done, and what does not go on from what it knew is noticed.

use crate::room::{self, AskStatus, ConnectionId, Room};
use crate::store::{Delivery, Entry, Loaded, Version};

use super::{Copy, GOING_AWAY, Output, Replica};

impl Replica {
    /// The state of the session as it is in the store. Whether it can be read.
    pub(super) fn take_state(&mut self, loaded: Loaded) -> bool {
        let known = self.copy.as_ref().filter(|copy| copy.version == loaded.version);
        let (room, snapshot) = match (loaded.snapshot, known) {
            (Some(snapshot), _) => {
                (Room::read_snapshot(self.session.clone(), self.settings.clone(), &snapshot), Some(snapshot))
            }
            (None, Some(known)) => (Ok(known.room.clone()), known.snapshot.clone()),
            (None, None) => (Ok(Room::new(self.session.clone(), self.settings.clone())), None),
        };
        // A bridge of a later version wrote it. This one cannot serve the session, and its pages would not even get beats.
        let Ok(mut room) = room else {
            if let Some(former) = &self.copy {
                match following(former.version, &loaded.entries).map(<[Entry]>::to_vec) {
                    Some(entries) => entries.iter().for_each(|entry| self.deliver(&entry.deliveries)),
                    None => self.lose_awaited(),
                }
            }
            self.close_all();
            self.hand_back(None);
            return false;
        };
        self.is_behind = false;
        let former = self.copy.take();
        if let Some(former) = &former {
            room.continue_beats(&former.room);
        }
        let has_missed = loaded.missed.is_some();
        room.set_missed(loaded.missed.unwrap_or_default());
        self.copy = Some(Copy { version: loaded.version, snapshot, room, has_missed });
        match former {
            None => {}
            Some(former) if former.version == loaded.version => {}
            Some(former) => match following(former.version, &loaded.entries) {
                Some(entries) => entries.iter().for_each(|entry| self.deliver(&entry.deliveries)),
                None => self.close_all(),
            },
        }
        self.settle_awaited();
        self.close_strangers();
        self.end_ghosts();
        true
    }

    /// Does what another node's step wants of this one.
    fn deliver(&mut self, deliveries: &[Delivery]) {
        let outputs = deliveries.iter().cloned().map(|delivery| match delivery {
            Delivery::Send { to, frame } => room::Output::Send { to, frame },
            Delivery::Close { connection, code } => room::Output::Close { connection, code },
            Delivery::Resolve { question, kind, outcome, result } => {
                room::Output::Resolve { question, kind, outcome, by: None, result }
            }
        });
        self.perform(outputs.collect());
    }

    /// Nobody knows what this node has missed. Its pages connect anew and are told what is pending.
    fn close_all(&mut self) {
        for connection in std::mem::take(&mut self.connections) {
            if self.is_opening(&connection) {
                self.connections.insert(connection);
            } else {
                self.outputs.push(Output::Room(room::Output::Close { connection, code: GOING_AWAY }));
            }
        }
    }

    /// Whoever waits for an ask gets a result that this node was not told of, goes on waiting, or is told that the ask is lost: the
    /// store has lost it, or others took this node for dead and ended its calls.
    fn settle_awaited(&mut self) {
        let Some(copy) = &self.copy else { return };
        for question in std::mem::take(&mut self.awaited) {
            let is_coming =
                |input: &room::Input| matches!(input, room::Input::Ask { question: new, .. } if *new == question);
            let known = copy.room.find(&question).or_else(|| copy.room.call_result(&question));
            match known.map(|state| (state.kind, state.status)) {
                Some((kind, AskStatus::Over { outcome, result })) => {
                    let resolve = room::Output::Resolve { question, kind, outcome, by: None, result };
                    self.outputs.push(Output::Room(resolve));
                }
                _ if copy.room.waits_for(&question) || self.queue.iter().any(is_coming) => {
                    self.awaited.insert(question);
                }
                _ => self.outputs.push(Output::Lost(question)),
            }
        }
    }

    /// Nobody at this node can know any more how the asks end for which agents wait.
    fn lose_awaited(&mut self) {
        self.outputs.extend(std::mem::take(&mut self.awaited).into_iter().map(Output::Lost));
    }

    /// Closes connections that this node holds and the room does not know, so that their pages connect anew: another node took
    /// this one for dead, or the store has lost them.
    pub(super) fn close_strangers(&mut self) {
        let Some(copy) = &self.copy else { return };
        let strangers = self
            .connections
            .iter()
            .filter(|connection| copy.room.page() != Some(*connection) && !self.is_opening(connection));
        for connection in strangers.cloned().collect::<Vec<_>>() {
            self.connections.remove(&connection);
            self.outputs.push(Output::Room(room::Output::Close { connection, code: GOING_AWAY }));
        }
    }

    /// Ends what the room takes for this node's and what this node does not hold: it has gone while the store was away, and
    /// whoever should have said so has forgotten it.
    fn end_ghosts(&mut self) {
        let Some(copy) = &self.copy else { return };
        let page = copy.room.page().filter(|page| self.node.made(page.as_str()) && !self.connections.contains(*page));
        let calls = copy.room.calls().filter(|call| self.node.made(call.as_str()) && !self.awaited.contains(*call));
        let page = page.cloned().map(room::Input::Closed);
        let ends: Vec<_> = page.into_iter().chain(calls.cloned().map(room::Input::HangUp)).collect();
        for end in ends {
            if !self.queue.contains(&end) {
                self.queue.push_back(end);
            }
        }
    }

    /// Whether the room has not heard of this connection yet.
    fn is_opening(&self, connection: &ConnectionId) -> bool {
        let is_it =
            |input: &room::Input| matches!(input, room::Input::Opened { connection: new, .. } if new == connection);
        self.queue.iter().any(is_it)
    }
}

/// The commits after the one that was seen; `None` if they do not go on from it.
fn following(seen: Version, entries: &[Entry]) -> Option<&[Entry]> {
    match entries.split_first() {
        Some((first, rest)) if first.version == seen => Some(rest),
        // Where there was no snapshot, the first commit follows.
        Some((first, _)) if seen.number == 0 && first.version.number == 1 => Some(entries),
        _ => None,
    }
}
