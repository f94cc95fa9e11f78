//! What each frame of the bridge does.

use std::sync::Arc;

use crate::protocol::{Ask, Capabilities, ClientFrame, ServerFrame, SessionStatus, text};

use super::error_code::ErrorCode;
use super::event::Event;
use super::input::Output;
use super::item::Item;
use super::link::ConnectionId;
use super::outcome::{Delivery, Outcome, Receipt};
use super::screen::Alert;
use super::time::Time;
use super::{Said, Session};

/// Right after a status an ask that it did not name may be long over, with its time-out close behind in the replay.
const REPLAY: u64 = 1_000;
/// So long such an ask is held back.
const HOLD: u64 = 150;
/// So long a replay may take to come to the question that a status named.
const REPLAYED_WITHIN: u64 = 300;
/// Asks that may wait at a time; a person who has a hundred before them is not helped by more.
const WAITING: usize = 100;

/// Whether an error speaks of a decision.
pub(super) fn is_refusal(error: &str) -> bool {
    error.contains("ask_user_response") || error.contains("Question ID")
}

impl Session {
    pub(super) fn frame(&mut self, now: Time, connection: ConnectionId, frame: ServerFrame) {
        match frame {
            ServerFrame::Connected { capabilities, session_id } => {
                self.can(capabilities);
                self.named(now, session_id);
            }
            ServerFrame::SessionId { session_id } => self.named(now, session_id),
            ServerFrame::SessionStatus(status) => self.session_status(now, connection, status),
            ServerFrame::AskUserQuestion(ask) => self.asked(now, connection, ask),
            ServerFrame::AskUserTimeout { question_id, error } => {
                self.over(now, &question_id, Outcome::TimedOut, error);
            }
            ServerFrame::AskUserWithdrawn { question_id, reason } => {
                self.over(now, &question_id, Outcome::Withdrawn, reason);
            }
            ServerFrame::AskUserResolved { question_id, is_cancel, answers } => {
                self.resolved(now, &question_id, is_cancel, &answers);
            }
            ServerFrame::AskUserAck { question_id, outcome } => self.acknowledged(now, &question_id, &outcome),
            ServerFrame::AskUserExtend { question_id, remaining_seconds } => {
                if let Some(index) = self.position(&question_id) {
                    self.items[index].set_remaining(now, remaining_seconds);
                }
            }
            ServerFrame::Beat => {}
            ServerFrame::SessionTaken => {
                self.link.taken(&mut self.out);
                self.said = None;
                self.hand_over_drafts();
            }
            ServerFrame::Error { error, .. } => self.error(now, connection, error),
            ServerFrame::Agent { complete } => {
                self.is_processing = !complete;
                self.agent_moved(now, connection, true);
            }
        }
    }

    /// The bridge says which session this is. One that was begun as a new one goes by that id from now on.
    fn named(&mut self, now: Time, id: Option<String>) {
        let Some(id) = id else { return };
        if let Some(name) = self.name.as_mut().and_then(|name| name.follow(&id)) {
            self.out.push(Output::Rename(name));
            self.out.push(Output::Notify(Event::Session { id }));
            self.keep_anew(now);
        }
    }

    fn can(&mut self, capabilities: Capabilities) {
        self.capabilities = capabilities;
        self.link.set_beat(capabilities.beat_seconds);
    }

    fn session_status(&mut self, now: Time, connection: ConnectionId, status: SessionStatus) {
        self.is_processing = status.is_processing;
        if let Some(capabilities) = status.capabilities {
            self.can(capabilities);
        }
        self.named(now, status.session_id);
        let pending = status.pending_question_id.filter(|_| status.waiting_for_user);
        for item in &mut self.items {
            item.compare(now, connection, pending.as_deref() == Some(item.id()), self.capabilities.ack);
        }
        let is_new = |id: &str| self.position(id).is_none() && !self.memory.knows(id);
        let is_awaited = pending.as_deref().is_some_and(is_new);
        // A decision that had arrived, as far as anybody could tell, and has not: its question may not be asked again.
        let is_missed = pending.as_deref().is_some_and(|id| self.memory.knows(id));
        let repeat_at = is_missed.then(|| now.plus_millis(REPLAYED_WITHIN));
        self.said = Some(Said { at: now, pending, is_awaited, repeat_at });
    }

    /// Sends a decision again that the bridge still waits for, if its question did not come to ask for it.
    pub(super) fn repeat_missed(&mut self, now: Time) {
        let Some(connection) = self.link.open() else { return };
        let Some(said) = self.said.as_mut().filter(|said| said.repeat_at.is_some_and(|at| at <= now)) else { return };
        said.repeat_at = None;
        let id = said.pending.clone().unwrap_or_default();
        self.repeat(&id, connection);
    }

    fn repeat(&mut self, id: &str, connection: ConnectionId) {
        if let Some(frame) = self.memory.repeat(id, connection) {
            self.strays += u32::from(!self.capabilities.ack);
            self.out.push(Output::Send { connection, frame });
        }
    }

    fn asked(&mut self, now: Time, connection: ConnectionId, ask: Ask) {
        let is_pending = self.said.as_ref().is_some_and(|said| said.pending.as_deref() == Some(&ask.id));
        if let Some(said) = self.said.as_mut().filter(|_| is_pending) {
            said.is_awaited = false;
        }
        self.forget_namesake(now, &ask);
        if is_pending || self.memory.is_guess(&ask.id) {
            self.believe_pending(&ask.id);
        }
        if self.memory.knows(&ask.id) {
            self.repeat(&ask.id, connection);
        } else if let Some(index) = self.position(&ask.id) {
            self.items[index].replayed(now, connection, ask);
        } else if self.items.len() >= WAITING {
            self.complain(
                now,
                ErrorCode::TooManyQuestions,
                &format!("ask_user_question: more than {WAITING} asks are waiting; this one is not shown"),
            );
        } else {
            // A bridge waits for one ask at a time, so what was decided before this one has arrived.
            self.agent_moved(now, connection, false);
            let in_replay = self.said.as_ref().is_some_and(|said| now.millis_since(said.at) < REPLAY);
            let hold = if in_replay && !is_pending { HOLD } else { 0 };
            self.items.push(Item::new(now, ask, now.plus_millis(hold)));
            self.adopt(now, self.items.len() - 1);
            self.take_from_shelf(self.items.len() - 1);
        }
    }

    /// The other side says that an ask is over.
    fn over(&mut self, now: Time, id: &str, outcome: Outcome, words: Option<String>) {
        self.no_longer_pending(id);
        let Some(index) = self.position(id).filter(|index| !self.items[*index].is_ended()) else {
            return self.correct(id, outcome, words);
        };
        if !self.capabilities.ack && self.link.open().is_some_and(|open| self.items[index].is_sent_on(open)) {
            self.strays += 1;
        }
        let words = words.map(|words| text::shown(&words));
        self.end_seen(now, index, outcome, words);
    }

    /// Answered in another view; unless it is this one's own answer that comes back, after a reload for example.
    pub(super) fn resolved(&mut self, now: Time, id: &str, is_cancel: bool, answers: &[(String, String)]) {
        if let Some(index) = self.position(id).filter(|index| self.items[*index].is_sent()) {
            let is_own = match self.items[index].frame(false) {
                ClientFrame::Answer { answers: own, .. } => !is_cancel && own == answers,
                _ => is_cancel,
            };
            if is_own && self.capabilities.ack {
                // The confirmation says whether it was the very same, notes and all.
                return;
            }
            if is_own {
                return self.end(now, index, self.items[index].outcome(), None);
            }
        }
        let answers: Vec<_> = answers.iter().map(|(_, answer)| answer.as_str()).collect();
        let words = Some(answers.join("; ")).filter(|words| !words.is_empty() && !is_cancel);
        let outcome = if is_cancel { Outcome::CancelledElsewhere } else { Outcome::AnsweredElsewhere };
        self.over(now, id, outcome, words);
    }

    /// A bridge that waits for an ask is believed, though it seemed to be over here without a decision: another page may
    /// have been mistaken about it.
    fn believe_pending(&mut self, id: &str) {
        if self.memory.forget_undecided(id) {
            self.receipts.retain(|receipt| receipt.id != id);
            if let Some(index) = self.position(id) {
                self.items[index].revive();
                self.shelf.retain(|earlier| earlier.id() != id);
            }
        }
    }

    /// A bridge that has lost its memory may give an old id to a new question: an old answer must not go to that. What
    /// somebody had typed for the old one stays to be read, under another name.
    fn forget_namesake(&mut self, now: Time, ask: &Ask) {
        self.memory.forget_namesake(ask);
        let Some(index) = self.position(&ask.id).filter(|index| !self.items[*index].asks_the_same(ask)) else { return };
        if !self.items[index].was_seen() {
            self.items.remove(index);
            return;
        }
        let item = &mut self.items[index];
        let stays = item.end(now, Outcome::Lapsed, None);
        let receipt = Receipt { delivery: Delivery::NotSent, ..item.receipt(false) };
        item.rename_earlier();
        let earlier = item.id().to_owned();
        if !stays {
            self.items.remove(index);
        }
        self.tell_end(receipt.clone(), None);
        self.receipts.retain(|kept| kept.id != receipt.id);
        self.keep_receipt(Receipt { id: earlier, ..receipt });
    }

    /// What seemed to have arrived did not. A bridge that confirms has left no doubt.
    fn correct(&mut self, id: &str, outcome: Outcome, words: Option<String>) {
        if self.capabilities.ack || !self.memory.correct(id, outcome) {
            return;
        }
        if let Some(receipt) = self.receipts.iter_mut().find(|receipt| receipt.id == id) {
            let receipt = Arc::make_mut(receipt);
            receipt.outcome = outcome;
            receipt.delivery = Delivery::Settled;
            receipt.answers.clear();
            receipt.annotations.clear();
            let receipt = receipt.clone();
            self.tell_end(receipt, words);
        }
    }

    fn acknowledged(&mut self, now: Time, id: &str, outcome: &str) {
        let Some(index) = self.position(id).filter(|index| self.items[*index].is_sent()) else { return };
        let outcome = if outcome == "late" { Outcome::TimedOut } else { self.items[index].outcome() };
        self.end(now, index, outcome, None);
    }

    /// An error has no id: it means the decision under way if it speaks of one, and otherwise the agent's own work.
    fn error(&mut self, now: Time, connection: ConnectionId, error: String) {
        let is_refusal = is_refusal(&error);
        if error.contains("Question ID") && self.strays > 0 {
            // The answer that crossed the end of its ask; the person knows already.
            self.strays -= 1;
            return;
        }
        if let Some(index) = self.items.iter().position(|item| item.is_in_doubt_on(connection))
            && error.contains("Question ID")
        {
            // A bridge that has lost its memory waits for something else. Opened again, it could never be sent.
            return self.end(now, index, Outcome::TimedOut, None);
        }
        if let Some(index) = self.items.iter().position(|item| item.is_blind_on(connection))
            && error.contains("Question ID")
        {
            // Of a time-out it would have told: what it does not want again it has.
            return self.end(now, index, self.items[index].outcome(), None);
        }
        // The next ask settles whatever was sent before it. Two that are under way were both sent after it, and the bridge, which
        // waits for one at a time, does not want the earlier.
        let mut sent = self.items.iter();
        let sent = match error.contains("Question ID") {
            true => sent.position(|item| item.is_sent_on(connection)),
            false => sent.rposition(|item| item.is_sent_on(connection)),
        };
        match sent.filter(|_| is_refusal) {
            Some(index) if error.contains("Question ID") && self.is_past(index) => {
                // Nobody waits for it any more, and nobody said so: opened again it would stand before the next for ever.
                if self.items[index].outcome() == Outcome::Cancelled {
                    return self.end(now, index, Outcome::Cancelled, None);
                }
                self.receipts.retain(|receipt| receipt.id != self.items[index].id());
                self.items[index].recall();
                self.end(now, index, Outcome::Lapsed, None);
            }
            Some(index) => {
                let id = self.items[index].id().to_owned();
                self.items[index].reopen(Alert::Refused(text::shown(&error)));
                self.receipts.retain(|receipt| receipt.id != id);
                self.sent_until = None;
                self.complain(now, ErrorCode::AnswerRefused, &format!("The bridge refused the answer: {error}"));
            }
            None => self.agent_moved(now, connection, true),
        }
    }

    /// Whether a refused decision was a cancel, or was followed by another ask: a bridge waits for one at a time.
    fn is_past(&self, index: usize) -> bool {
        self.items[index].outcome() == Outcome::Cancelled || self.items[index + 1..].iter().any(|item| !item.is_ended())
    }

    /// The agent goes on, so what was sent on this connection has arrived; unless the bridge confirms by itself. What it
    /// said before is told again on a new connection, and proves nothing about what the bridge waits for there.
    fn agent_moved(&mut self, now: Time, connection: ConnectionId, may_be_replay: bool) {
        if self.capabilities.ack {
            return;
        }
        let is_replay = |item: &Item| may_be_replay && item.was_resent_within(now, REPLAY);
        let has_arrived = |item: &Item| item.is_sent_on(connection) && !is_replay(item);
        while let Some(index) = self.items.iter().position(has_arrived) {
            self.arrived(now, index);
        }
    }
}
