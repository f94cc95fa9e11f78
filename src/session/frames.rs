//! What each frame of the bridge does.

use crate::session::lists::keep_only;
use crate::text::Joined;
use std::sync::Arc;

use crate::protocol::{AckOutcome, Ask, Capabilities, ClientFrame, Refusal, ServerFrame, SessionStatus, Value};
use crate::text;

use super::Session;
use super::delivery::{Attempt, Purpose, RefusalMeaning, refusal_meaning};
use super::error_code::ErrorCode;
use super::event::Event;
use super::input::Output;
use super::link::ConnectionId;
use super::open_ask::OpenAsk;
use super::outcome::{DeliveryStatus, Outcome, Receipt};
use super::screen::Alert;
use super::time::Time;
use super::timing::{REPLAY_HOLD, REPLAY_WINDOW};

/// How many asks may wait at a time. A person who has a hundred before them is not helped by more.
const MOST_OPEN_ASKS: usize = 100;

impl Session {
    pub(super) fn frame(&mut self, now: Time, connection: ConnectionId, frame: ServerFrame) {
        match frame {
            ServerFrame::Connected { capabilities, session_id, .. } => {
                self.set_capabilities(capabilities);
                self.named(now, session_id);
            }
            ServerFrame::SessionId { session_id } => self.named(now, session_id),
            ServerFrame::SessionStatus(status) => self.session_status(now, status),
            ServerFrame::Ask(ask) => self.asked(now, connection, ask),
            ServerFrame::AskUserTimeout { question_id, error } => {
                self.over(now, &question_id, Outcome::TimedOut, error);
            }
            ServerFrame::AskUserWithdrawn { question_id, reason } => {
                self.over(now, &question_id, Outcome::Withdrawn, reason);
            }
            ServerFrame::AskUserResolved { question_id, is_cancel, answers, result } => {
                self.resolved(now, &question_id, is_cancel, &answers, result.as_ref());
            }
            ServerFrame::AskUserAck { question_id, outcome } => self.acknowledged(now, &question_id, outcome),
            ServerFrame::AskUserExtend { question_id, remaining_seconds } => {
                if let Some(index) = self.position(&question_id) {
                    self.asks[index].set_remaining(now, remaining_seconds);
                }
            }
            ServerFrame::Beat => {}
            ServerFrame::SessionTaken { .. } => {
                self.link.taken(&mut self.out);
                self.share_drafts();
            }
            ServerFrame::Error { error } => self.error(now, &error),
            ServerFrame::Agent { complete } => {
                self.is_processing = !complete;
                self.agent_moved(now, true);
            }
            ServerFrame::Unknown => {}
        }
    }

    /// The bridge says which session this is. One that was begun as a new one goes by that id from now on.
    fn named(&mut self, now: Time, id: Option<String>) {
        let Some(id) = id else { return };
        if let Some(name) = self.name.as_mut().and_then(|name| name.follow(&id)) {
            self.out.push(Output::Rename(name));
            self.out.push(Output::Notify(Event::Session { id }));
            self.persist_anew(now);
        }
    }

    fn set_capabilities(&mut self, capabilities: Capabilities) {
        self.capabilities = capabilities;
        self.link.set_beat(capabilities.beat_seconds);
    }

    fn session_status(&mut self, now: Time, status: SessionStatus) {
        self.is_processing = status.is_processing;
        if let Some(capabilities) = status.capabilities {
            self.set_capabilities(capabilities);
        }
        self.named(now, status.session_id);
        let pending = status.pending_question_id.filter(|_| status.waiting_for_user);
        if let Some(index) = pending.as_ref().and_then(|id| self.position(id)) {
            self.asks[index].see_named(now);
        }
        if let Some(bridge) = &mut self.bridge {
            bridge.see_status(now, pending);
        }
    }

    /// Sends a response again that seemed to have arrived, because a status still names its ask. An allowance waits until the
    /// request itself has come again.
    pub(super) fn repeat_pending(&mut self, now: Time) {
        let pending = self.bridge.as_ref().and_then(|bridge| bridge.pending());
        let pending = pending.filter(|id| !self.memory.has_allowed(id)).map(str::to_owned);
        if let Some((connection, id)) = self.link.open().zip(pending) {
            self.repeat(now, &id, connection);
        }
    }

    /// Sends the response to an ask that is over again, once on each connection.
    fn repeat(&mut self, now: Time, id: &str, connection: ConnectionId) {
        if let Some(frame) = self.memory.repeat(id, connection) {
            // Its ask is over: a bare bridge may still refuse it.
            if let Some(bridge) = self.bridge.as_mut().filter(|_| !self.capabilities.ack) {
                bridge.orphan(now);
            }
            self.out.push(Output::Send { connection, frame });
        }
    }

    fn asked(&mut self, now: Time, connection: ConnectionId, ask: Ask) {
        let is_pending = self.bridge.as_ref().is_some_and(|bridge| bridge.pending() == Some(&ask.id));
        self.forget_namesake(&ask);
        if is_pending || self.memory.is_guess(&ask.id) {
            self.believe_pending(now, &ask.id);
        }
        if self.memory.knows(&ask.id) {
            return self.repeat(now, &ask.id, connection);
        }
        if let Some(index) = self.position(&ask.id) {
            self.see_request(now, &ask.id);
            self.asks[index].see_again(now, ask);
        } else if self.asks.len() >= MOST_OPEN_ASKS {
            self.report_error(
                now,
                ErrorCode::TooManyQuestions,
                &format!("ask_user_question: more than {MOST_OPEN_ASKS} asks are waiting; this one is not shown"),
            );
        } else {
            // A bridge waits for one ask at a time, so what was decided before this one has arrived.
            self.agent_moved(now, false);
            let status_at = self.bridge.as_ref().and_then(|bridge| bridge.status_at());
            let is_replay = status_at.is_some_and(|at| now.millis_since(at) < REPLAY_WINDOW);
            let hold = if is_replay && !is_pending { REPLAY_HOLD } else { 0 };
            self.see_request(now, &ask.id);
            self.arrived += 1;
            self.asks.push(OpenAsk::new(now, ask, now.plus_millis(hold)));
            self.adopt(now, self.asks.len() - 1);
            self.take_lapsed_drafts(self.asks.len() - 1);
        }
    }

    /// The bridge waits for this ask, as far as can be seen.
    fn see_ask(&mut self, now: Time, id: &str) {
        if let Some(bridge) = &mut self.bridge {
            bridge.see_ask(now, id);
        }
    }

    /// The request of this ask has come.
    fn see_request(&mut self, now: Time, id: &str) {
        self.see_ask(now, id);
        if let Some(bridge) = &mut self.bridge {
            bridge.see_request(id);
        }
    }

    /// The other side says that an ask is over.
    fn over(&mut self, now: Time, id: &str, outcome: Outcome, words: Option<String>) {
        self.no_longer_pending(id);
        let Some(index) = self.position(id).filter(|index| !self.asks[*index].is_over()) else {
            return self.correct(id, outcome, words);
        };
        let awaits_ack = self.asks[index].awaits_ack(self.capabilities.ack);
        let sent_at = self.asks[index].in_flight_since().filter(|_| !awaits_ack);
        if let Some((bridge, sent_at)) = self.bridge.as_mut().zip(sent_at) {
            bridge.orphan(sent_at);
        }
        let words = words.map(|words| text::shown(&words));
        self.end_seen(now, index, outcome, words);
    }

    /// Answered in another view; unless it is this one's own answer that comes back, after a reload for example.
    pub(super) fn resolved(
        &mut self,
        now: Time,
        id: &str,
        is_cancel: bool,
        answers: &[(String, String)],
        result: Option<&Value>,
    ) {
        let is_own = |frame: &ClientFrame| match frame {
            ClientFrame::Answer { answers: own, .. } => !is_cancel && own == answers,
            ClientFrame::PermissionResponse { result: own, .. }
            | ClientFrame::ElicitationResponse { result: own, .. } => result == Some(own),
            ClientFrame::Cancel { .. } => is_cancel,
            // None of these decides anything here.
            ClientFrame::Extend { .. }
            | ClientFrame::Beat
            | ClientFrame::Authenticate { .. }
            | ClientFrame::UserMessage { .. } => false,
        };
        if self.memory.response(id).is_some_and(is_own) {
            // It was over already; now nobody doubts that the answer has arrived.
            let is_answer = |receipt: &&mut Arc<Receipt>| receipt.id == id && receipt.outcome.is_answer();
            if let Some(receipt) = self.receipts.iter_mut().find(is_answer) {
                Arc::make_mut(receipt).delivery = DeliveryStatus::Settled;
            }
            return self.no_longer_pending(id);
        }
        if let Some(index) = self.position(id)
            && let Some(sent) = self.asks[index].sent()
            && is_own(&sent.frame)
        {
            // Where a confirmation is due, it says whether it was the very same, notes and all.
            if !self.asks[index].awaits_ack(self.capabilities.ack) {
                self.end(now, index, sent.decision, None);
            }
            return;
        }
        let answers: Vec<_> = answers.iter().map(|(_, answer)| answer.as_str()).collect();
        let words = Some(answers.joined("; ")).filter(|words| !words.is_empty() && !is_cancel);
        let outcome = if is_cancel { Outcome::CancelledElsewhere } else { Outcome::AnsweredElsewhere };
        self.over(now, id, outcome, words);
    }

    /// A bridge that waits for an ask is believed, though it seemed to be over here without a decision: another page may
    /// have been mistaken about it.
    fn believe_pending(&mut self, now: Time, id: &str) {
        if self.memory.forget_undecided(id) {
            self.forget_receipt(id);
            if let Some(index) = self.position(id) {
                self.asks[index].revive();
                // "Close" becomes what decides.
                self.guard.iter_mut().for_each(|guard| guard.moved(now));
                keep_only(&mut self.lapsed, |earlier| earlier.id() != id);
            }
        }
    }

    /// A bridge that has lost its memory may give an old id to a new question: an old answer must not go to that. What
    /// somebody had typed for the old one stays to be read, under another name.
    fn forget_namesake(&mut self, ask: &Ask) {
        self.memory.forget_namesake(ask);
        let Some(index) = self.position(&ask.id).filter(|index| !self.asks[*index].asks_the_same(ask)) else { return };
        if !self.asks[index].was_seen() {
            self.asks.remove(index);
            return;
        }
        let earlier = &mut self.asks[index];
        let stays = earlier.end(Outcome::Lapsed, None);
        let receipt = Receipt { delivery: DeliveryStatus::NotSent, ..earlier.receipt(false) };
        earlier.rename_earlier();
        let id = earlier.id().to_owned();
        if !stays {
            self.asks.remove(index);
        }
        self.notify_end(receipt.clone(), None);
        self.forget_receipt(&receipt.id);
        self.put_receipt(Receipt { id, ..receipt });
    }

    /// What seemed to have arrived did not. A bridge that confirms has left no doubt.
    fn correct(&mut self, id: &str, outcome: Outcome, words: Option<String>) {
        if self.capabilities.ack || !self.memory.correct(id, outcome) {
            return;
        }
        if let Some(receipt) = self.receipts.iter_mut().find(|receipt| receipt.id == id) {
            let receipt = Arc::make_mut(receipt);
            receipt.outcome = outcome;
            receipt.delivery = DeliveryStatus::Settled;
            receipt.answers.clear();
            receipt.annotations.clear();
            receipt.result = None;
            let receipt = receipt.clone();
            self.notify_end(receipt, words);
        }
    }

    fn acknowledged(&mut self, now: Time, id: &str, outcome: AckOutcome) {
        let Some(index) = self.position(id).filter(|index| self.asks[*index].is_sent()) else { return };
        let outcome = if outcome == AckOutcome::Late {
            // A bridge that was restarted may ask again.
            self.keep_drafts(index);
            Outcome::TimedOut
        } else {
            self.asks[index].outcome()
        };
        self.end(now, index, outcome, None);
    }

    /// An error has no id: it means a response in flight if it speaks of one, and otherwise the agent's own work.
    fn error(&mut self, now: Time, error: &str) {
        let Some(refusal) = Refusal::parse(error) else { return self.agent_moved(now, true) };
        let Some(bridge) = &mut self.bridge else { return };
        match refusal_meaning(now, &refusal, self.capabilities.ack, bridge, &self.asks) {
            RefusalMeaning::Orphan => bridge.refuse_orphan(now),
            RefusalMeaning::Over(index, outcome) => self.end(now, index, outcome, None),
            RefusalMeaning::Lapsed(index) => {
                let id = self.asks[index].id().to_owned();
                self.forget_receipt(&id);
                self.asks[index].recall();
                self.lapse(now, index);
            }
            RefusalMeaning::Unconfirmed(index) => self.end_unconfirmed(now, index),
            RefusalMeaning::Reopen(index) => self.reopen(now, index, error),
            RefusalMeaning::Nothing => self.agent_moved(now, true),
        }
    }

    fn reopen(&mut self, now: Time, index: usize, error: &str) {
        let ask = &mut self.asks[index];
        ask.reopen(Alert::Refused(text::shown(error)));
        let id = ask.id().to_owned();
        self.forget_receipt(&id);
        // What the bridge said before was about the response that it refused.
        self.see_ask(now, &id);
        self.sent_toast_until = None;
        self.report_error(now, ErrorCode::AnswerRefused, &format!("The bridge refused the answer: {error}"));
    }

    /// The agent goes on, so what is in flight has arrived; unless the bridge confirms by itself. What the agent said before a
    /// connection was lost is replayed on the next, and proves nothing about a response that was sent again there.
    fn agent_moved(&mut self, now: Time, may_be_replay: bool) {
        let confirms = self.capabilities.ack;
        let has_arrived = |ask: &OpenAsk| match ask.sent().map(|sent| sent.attempt) {
            Some(Attempt::InFlight { .. }) if ask.awaits_ack(confirms) => false,
            Some(Attempt::InFlight { purpose: Purpose::First, .. }) => true,
            Some(Attempt::InFlight {
                since,
                purpose: Purpose::Wanted | Purpose::Inquiry | Purpose::Unprompted,
                ..
            }) => !may_be_replay || now.millis_since(since) >= REPLAY_WINDOW,
            Some(Attempt::Lost) | None => false,
        };
        while let Some(index) = self.asks.iter().position(has_arrived) {
            self.orphan_unwanted(index);
            self.end_arrived(now, index);
        }
    }
}
