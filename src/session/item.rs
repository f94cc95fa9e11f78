//! One ask on its way from "asked" to "over": its drafts, its deadline, and how far its decision has come.

mod clock;
mod delivery;
mod kept;

use std::sync::Arc;

use crate::protocol::{Ask, ClientFrame, ListStyle, wire_annotations, wire_answers};

use super::draft::Draft;
use super::link::ConnectionId;
use super::memory;
use super::outcome::{Delivery, Outcome, Receipt, ReceiptLine};
use super::screen::{Alert, Phase};
use super::time::Time;

/// Somebody who typed within this time is not interrupted,
pub(super) const TYPING: u64 = 1_000;
/// but no ask waits longer than this for it.
pub(super) const TYPING_MOST: u64 = 5_000;
/// How long a cancel can be taken back.
const UNDO: u64 = 5_000;

/// An ask that is not over, or that the person should still read.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) ask: Arc<Ask>,
    pub(super) drafts: Vec<Draft>,
    /// The question that is shown, or the review after the last.
    pub(super) step: usize,
    /// When it came.
    pub(super) seen: Time,
    pub(super) alert: Option<Alert>,
    /// Whether the person has folded it away.
    pub(super) collapsed: bool,
    state: State,
    /// When it may be shown; `None` once it is.
    reveal_at: Option<Time>,
    /// Whether the page was told of it.
    is_told: bool,
    /// Whether it stands behind another, and when it came from there to the front, until it is shown.
    is_behind: bool,
    forward_at: Option<Time>,
    /// Whether another page has what is typed here, so that its version counts when it comes back.
    pub(super) is_handed: bool,
    /// Whether it was kept by an earlier page, and the bridge has not yet said that it still waits for it.
    is_unsure: bool,
    deadline: Option<Time>,
    seconds_left: Option<u64>,
    /// The mark at which the time that is left was last said aloud.
    spoken: Option<u64>,
    /// Whether the time has just become short.
    warns: bool,
    gone_at: Option<Time>,
    /// Whether the bridge has said that it does not wait for it.
    is_unwanted: bool,
    /// Whether it is sent again to a bridge that has not said what it waits for.
    is_blind: bool,
    /// When its decision may be sent at the earliest.
    send_after: Option<Time>,
    /// When it was last sent again.
    resent_at: Option<Time>,
    /// When more time was last asked for.
    extended: Option<Time>,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    Asking,
    /// A cancel that can still be taken back.
    Cancelling {
        until: Time,
    },
    /// Decided, and not yet handed to a connection.
    Decided {
        cancelled: bool,
    },
    /// Handed to a connection, and nothing has shown yet that it arrived.
    Sent {
        connection: ConnectionId,
        cancelled: bool,
        /// Whether to send it again, because the bridge seems to have missed it.
        again: bool,
    },
    Ended {
        outcome: Outcome,
        words: Option<String>,
    },
}

impl Item {
    pub(super) fn new(now: Time, ask: Ask, reveal_at: Time) -> Item {
        let seconds = ask.remaining_seconds.or(ask.timeout_seconds);
        let mut item = Item {
            drafts: vec![Draft::default(); ask.questions.len()],
            step: 0,
            seen: now,
            alert: None,
            collapsed: false,
            state: State::Asking,
            reveal_at: Some(reveal_at),
            is_told: false,
            is_behind: false,
            forward_at: None,
            is_unsure: false,
            is_handed: false,
            deadline: seconds.map(|seconds| now.plus_seconds(seconds)),
            seconds_left: None,
            spoken: None,
            warns: false,
            gone_at: None,
            is_unwanted: false,
            is_blind: false,
            send_after: None,
            resent_at: None,
            extended: None,
            ask: Arc::new(ask),
        };
        item.count_down(now);
        item
    }

    pub(super) fn id(&self) -> &str {
        &self.ask.id
    }

    /// Shows it, if its time has come just now. Whether the page is to be told of it, which it is once.
    pub(super) fn reveal(&mut self, now: Time) -> bool {
        let due = self.reveal_at.is_some_and(|at| at <= now);
        if due {
            self.reveal_at = None;
        }
        due && !std::mem::replace(&mut self.is_told, true)
    }

    /// Shows it later, because the person is busy elsewhere.
    pub(super) fn postpone(&mut self, until: Time) {
        self.reveal_at = self.reveal_at.map(|at| at.max(until));
    }

    /// It stands behind another.
    pub(super) fn stand_behind(&mut self) {
        self.is_behind = true;
    }

    /// It would come before the person now. Whether it does: if it comes from behind another, and they type elsewhere, it
    /// waits, as a new one does.
    pub(super) fn comes_forward(&mut self, now: Time, typed: Option<Time>) -> bool {
        if std::mem::take(&mut self.is_behind) {
            self.forward_at = Some(now);
        }
        let until = |since: Time| typed.map(|typed| typed.plus_millis(TYPING).min(since.plus_millis(TYPING_MOST)));
        match self.forward_at.and_then(until) {
            Some(until) if until > now => self.reveal_at = Some(until),
            _ => self.forward_at = None,
        }
        self.reveal_at.is_none()
    }

    pub(super) fn is_on_screen(&self) -> bool {
        self.reveal_at.is_none() && !self.is_sent()
    }

    /// Whether somebody knows of it, here or on the page before a reload.
    pub(super) fn was_seen(&self) -> bool {
        self.is_told || self.reveal_at.is_none() || self.is_touched()
    }

    /// Whether an answer to the one is an answer to the other.
    pub(super) fn asks_the_same(&self, ask: &Ask) -> bool {
        memory::asks_the_same(&self.ask, ask)
    }

    /// Gives its name free for another.
    pub(super) fn rename_earlier(&mut self) {
        let ask = Arc::make_mut(&mut self.ask);
        ask.id.push_str(" (earlier)");
    }

    fn is_touched(&self) -> bool {
        self.drafts.iter().any(Draft::is_touched)
    }

    /// Whether the agent waits for the person because of it.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_on_screen() && !matches!(self.state, State::Ended { .. })
    }

    pub(super) fn is_asking(&self) -> bool {
        self.state == State::Asking
    }

    pub(super) fn is_sent(&self) -> bool {
        matches!(self.state, State::Sent { .. })
    }

    pub(super) fn is_sent_on(&self, on: ConnectionId) -> bool {
        matches!(self.state, State::Sent { connection, .. } if connection == on)
    }

    /// Whether it was sent there only to hear whether it had arrived before.
    pub(super) fn is_in_doubt_on(&self, on: ConnectionId) -> bool {
        self.is_unwanted && self.is_sent_on(on)
    }

    /// Whether the person sees a bar, and not its question.
    pub(super) fn is_folded(&self) -> bool {
        self.collapsed || matches!(self.state, State::Cancelling { .. })
    }

    /// Whether it was sent there though nobody had asked for it.
    pub(super) fn is_blind_on(&self, on: ConnectionId) -> bool {
        self.is_blind && self.is_sent_on(on)
    }

    pub(super) fn is_ended(&self) -> bool {
        matches!(self.state, State::Ended { .. })
    }

    /// The first question without an answer.
    pub(super) fn gap(&self) -> Option<usize> {
        self.drafts.iter().position(|draft| !draft.is_answered())
    }

    pub(super) fn phase(&self) -> Phase {
        match &self.state {
            State::Asking => Phase::Asking,
            State::Cancelling { .. } => Phase::Cancelling,
            State::Decided { cancelled } | State::Sent { cancelled, .. } => Phase::Kept { cancelled: *cancelled },
            State::Ended { outcome, words } => Phase::Ended { outcome: *outcome, words: words.clone() },
        }
    }

    /// Several questions are looked over before they are sent.
    pub(super) fn has_review(&self) -> bool {
        self.ask.questions.len() > 1
    }

    pub(super) fn is_in_review(&self) -> bool {
        self.step == self.ask.questions.len()
    }

    // What the person decides.

    pub(super) fn decide(&mut self) {
        self.state = State::Decided { cancelled: false };
    }

    pub(super) fn cancel(&mut self, now: Time) {
        self.state = State::Cancelling { until: now.plus_millis(UNDO) };
    }

    /// Takes back what has not been sent.
    pub(super) fn undo(&mut self) {
        if let State::Cancelling { .. } | State::Decided { .. } = self.state {
            self.state = State::Asking;
        }
    }

    /// It seemed to be over, and is not.
    pub(super) fn revive(&mut self) {
        if self.is_ended() {
            self.state = State::Asking;
        }
    }

    /// The bridge refused the decision: everything is editable again. The person may be typing elsewhere by now.
    pub(super) fn reopen(&mut self, alert: Alert) {
        self.state = State::Asking;
        self.alert = Some(alert);
        self.is_behind = true;
    }

    /// What was sent was for nobody.
    pub(super) fn recall(&mut self) {
        if let State::Sent { cancelled, .. } = self.state {
            self.state = State::Decided { cancelled };
        }
    }

    /// Turns to a question, or to the review. Whether there is one.
    pub(super) fn turn_to(&mut self, step: usize) -> bool {
        let is_there = step < self.ask.questions.len() || (step == self.ask.questions.len() && self.has_review());
        if is_there {
            self.step = step;
        }
        is_there
    }

    /// Ends it. Whether it stays, so that the person can read what they had.
    pub(super) fn end(&mut self, now: Time, outcome: Outcome, words: Option<String>) -> bool {
        self.reveal_at = None;
        // Who has cancelled has no use for what they had.
        let stays = self.is_waiting() && self.is_touched() && outcome != Outcome::Cancelled;
        self.state = State::Ended { outcome, words };
        self.gone_at = None;
        self.count_down(now);
        stays
    }

    // What another page does to it.

    /// Takes what was chosen and typed on another page, where there is nothing newer here.
    pub(super) fn adopt(&mut self, offered: &Item) {
        let is_blank = self.drafts.iter().all(|draft| *draft == Draft::default());
        if self.is_asking() && (self.is_handed || is_blank) {
            self.drafts.clone_from(&offered.drafts);
            self.step = offered.step;
        }
    }

    /// When something of it is due; a decision only while there is a connection to send it on.
    pub(super) fn next_wake(&self, is_front: bool, is_connected: bool) -> impl Iterator<Item = Time> {
        let tick = match (self.deadline, self.seconds_left) {
            (Some(deadline), Some(left)) if is_front && left > 0 => {
                Some(Time(deadline.0.saturating_sub((left - 1) * 1000)))
            }
            _ => None,
        };
        [self.reveal_at, self.gone_at, tick, self.due_at().filter(|_| is_connected)].into_iter().flatten()
    }

    // What comes of it.

    pub(super) fn outcome(&self) -> Outcome {
        match self.state {
            State::Ended { outcome, .. } => outcome,
            State::Cancelling { .. } | State::Decided { cancelled: true } | State::Sent { cancelled: true, .. } => {
                Outcome::Cancelled
            }
            _ if self.gap().is_some() => Outcome::PartlyAnswered,
            _ => Outcome::Answered,
        }
    }

    pub(super) fn frame(&self, style: ListStyle, with_annotations: bool) -> ClientFrame {
        let question_id = self.ask.id.clone();
        if self.outcome() == Outcome::Cancelled {
            return ClientFrame::Cancel { question_id };
        }
        let answers: Vec<_> = self.drafts.iter().map(Draft::answer).collect();
        ClientFrame::Answer {
            question_id,
            annotations: if with_annotations { wire_annotations(&self.ask, &answers) } else { Vec::new() },
            answers: wire_answers(&self.ask, &answers, style),
        }
    }

    pub(super) fn receipt(&self, style: ListStyle) -> Receipt {
        let outcome = self.outcome();
        // Of what is not sent everything stays, also a text that another choice had stood before.
        let said = if outcome.is_answer() { Draft::answer } else { Draft::left };
        let answers: Vec<_> = self.drafts.iter().map(said).collect();
        let lines = self.ask.questions.iter().zip(&answers).map(|(question, answer)| ReceiptLine {
            header: question.header.clone(),
            question: question.text.shown.clone(),
            answers: {
                let chosen = answer.picks.iter().filter_map(|pick| question.options.get(*pick));
                let labels = chosen.map(|option| option.label.shown.clone());
                labels.chain(answer.other.clone()).collect()
            },
            picks: answer.picks.clone(),
            other: answer.other.clone(),
            offered: question.options.iter().map(|option| option.label.shown.clone()).collect(),
            notes: answer.notes.clone(),
        });
        Receipt {
            id: self.ask.id.clone(),
            outcome,
            delivery: Delivery::Sent,
            lines: lines.collect(),
            answers: if outcome.is_answer() { wire_answers(&self.ask, &answers, style) } else { Vec::new() },
            annotations: if outcome.is_answer() { wire_annotations(&self.ask, &answers) } else { Vec::new() },
        }
    }
}
