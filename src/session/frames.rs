//! What each frame of the bridge does.

use crate::protocol::{Ask, ServerFrame, SessionStatus, text};

use super::event::Event;
use super::input::Output;
use super::item::Item;
use super::link::ConnectionId;
use super::outcome::Outcome;
use super::screen::Alert;
use super::time::Time;
use super::{Said, Session};

/// Right after a status an ask that it did not name may be long over, with its time-out close behind in the replay.
const REPLAY: u64 = 1_000;
/// So long such an ask is held back.
const HOLD: u64 = 150;
/// Asks that may wait at a time; a person who has a hundred before them is not helped by more.
const WAITING: usize = 100;

impl Session {
    pub(super) fn frame(&mut self, now: Time, connection: ConnectionId, frame: ServerFrame) {
        match frame {
            ServerFrame::Connected { capabilities } => self.capabilities = capabilities,
            ServerFrame::SessionStatus(status) => self.session_status(now, connection, status),
            ServerFrame::AskUserQuestion(ask) => self.asked(now, connection, ask),
            ServerFrame::AskUserTimeout { question_id, error } => {
                self.over(now, &question_id, Outcome::TimedOut, error);
            }
            ServerFrame::AskUserWithdrawn { question_id, reason } => {
                self.over(now, &question_id, Outcome::Withdrawn, reason);
            }
            ServerFrame::AskUserResolved { question_id, answers } => {
                let words = answers.into_iter().map(|(_, answer)| answer).collect::<Vec<_>>().join("; ");
                self.over(now, &question_id, Outcome::AnsweredElsewhere, Some(words).filter(|words| !words.is_empty()));
            }
            ServerFrame::AskUserAck { question_id, outcome } => self.acknowledged(now, &question_id, &outcome),
            ServerFrame::AskUserExtend { question_id, remaining_seconds } => {
                if let Some(index) = self.position(&question_id) {
                    self.items[index].set_remaining(now, remaining_seconds);
                }
            }
            ServerFrame::SessionTaken => {
                self.link.taken(&mut self.out);
                self.said = None;
            }
            ServerFrame::Error { error, .. } => self.error(now, connection, error),
            ServerFrame::Agent { complete } => {
                self.is_processing = !complete;
                self.agent_moved(now, connection);
            }
        }
    }

    fn session_status(&mut self, now: Time, connection: ConnectionId, status: SessionStatus) {
        self.is_processing = status.is_processing;
        if let Some(capabilities) = status.capabilities {
            self.capabilities = capabilities;
        }
        let pending = status.pending_question_id.filter(|_| status.waiting_for_user);
        for item in &mut self.items {
            item.compare(now, connection, pending.as_deref() == Some(item.id()), self.capabilities.ack);
        }
        let is_awaited = pending.as_deref().is_some_and(|id| self.position(id).is_none() && !self.memory.knows(id));
        self.said = Some(Said { at: now, pending, is_awaited });
    }

    fn asked(&mut self, now: Time, connection: ConnectionId, ask: Ask) {
        let is_pending = self.said.as_ref().is_some_and(|said| said.pending.as_deref() == Some(&ask.id));
        if let Some(said) = self.said.as_mut().filter(|_| is_pending) {
            said.is_awaited = false;
        }
        if self.memory.knows(&ask.id) {
            if let Some(frame) = self.memory.repeat(&ask.id, connection) {
                self.strays += u32::from(!self.capabilities.ack);
                self.out.push(Output::Send { connection, frame });
            }
        } else if let Some(index) = self.position(&ask.id) {
            self.items[index].replayed(now, connection, ask.remaining_seconds);
        } else if self.items.len() >= WAITING {
            let message = format!("ask_user_question: more than {WAITING} asks are waiting; this one is not shown");
            self.out.push(Output::Tell(Event::Error { message }));
        } else {
            // A bridge waits for one ask at a time, so what was decided before this one has arrived.
            self.agent_moved(now, connection);
            let in_replay = self.said.as_ref().is_some_and(|said| now.millis_since(said.at) < REPLAY);
            let hold = if in_replay && !is_pending { HOLD } else { 0 };
            self.items.push(Item::new(now, ask, now.plus_millis(hold)));
        }
    }

    /// The other side says that an ask is over.
    fn over(&mut self, now: Time, id: &str, outcome: Outcome, words: Option<String>) {
        if let Some(said) = self.said.as_mut().filter(|said| said.pending.as_deref() == Some(id)) {
            said.is_awaited = false;
        }
        let Some(index) = self.position(id).filter(|index| !self.items[*index].is_ended()) else {
            return self.correct(id, outcome, words);
        };
        if !self.capabilities.ack && self.link.open().is_some_and(|open| self.items[index].is_sent_on(open)) {
            self.strays += 1;
        }
        let words = words.map(|words| text::shown(&words));
        if self.items[index].was_revealed() {
            self.end(now, index, outcome, words);
        } else {
            // Asked and over while nobody was here: it is remembered, and nothing flashes.
            let item = self.items.remove(index);
            self.memory.remember(item.id(), outcome, None);
        }
    }

    /// What seemed to have arrived did not.
    fn correct(&mut self, id: &str, outcome: Outcome, words: Option<String>) {
        if !self.memory.correct(id, outcome) {
            return;
        }
        if let Some(receipt) = self.receipts.iter_mut().find(|receipt| receipt.id == id) {
            receipt.outcome = outcome;
            let receipt = receipt.clone();
            self.out.push(Output::Tell(Event::Timeout { receipt, error: words }));
        }
    }

    fn acknowledged(&mut self, now: Time, id: &str, outcome: &str) {
        let Some(index) = self.position(id).filter(|index| self.items[*index].is_sent()) else { return };
        let outcome = if outcome == "late" { Outcome::TimedOut } else { self.items[index].outcome() };
        self.end(now, index, outcome, None);
    }

    /// An error has no id: it means the decision under way if it speaks of one, and otherwise the agent's own work.
    fn error(&mut self, now: Time, connection: ConnectionId, error: String) {
        let is_refusal = error.contains("ask_user_response") || error.contains("Question ID");
        if error.contains("Question ID") && self.strays > 0 {
            // The answer that crossed the end of its ask; the person knows already.
            self.strays -= 1;
            return;
        }
        // The latest: an earlier one was over before the next was asked.
        let sent = self.items.iter().rposition(|item| item.is_sent_on(connection));
        match sent.filter(|_| is_refusal) {
            Some(index) => {
                let id = self.items[index].id().to_owned();
                self.items[index].reopen(Alert::Refused(text::shown(&error)));
                self.receipts.retain(|receipt| receipt.id != id);
                self.out
                    .push(Output::Tell(Event::Error { message: format!("The bridge refused the answer: {error}") }));
            }
            None => self.agent_moved(now, connection),
        }
    }

    /// The agent goes on, so what was sent on this connection has arrived; unless the bridge confirms by itself.
    fn agent_moved(&mut self, now: Time, connection: ConnectionId) {
        if self.capabilities.ack {
            return;
        }
        while let Some(index) = self.items.iter().position(|item| item.is_sent_on(connection)) {
            self.end(now, index, self.items[index].outcome(), None);
        }
    }
}
