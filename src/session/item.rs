//! One ask on its way from "asked" to "over": its drafts, its deadline, and how far its decision has come.

mod clock;
mod delivery;
mod kept;

use std::sync::Arc;

use crate::protocol::{Answer, Ask, ClientFrame, Question, wire_annotations, wire_answers};

use super::draft::Draft;
use super::link::ConnectionId;
use super::memory;
use super::outcome::{Delivery, Outcome, Receipt, ReceiptLine};
use super::screen::{Alert, Phase, Reach};
use super::time::Time;

/// How long a cancel can be taken back.
const UNDO: u64 = 5_000;

/// An ask that is not over, or that the person should still read.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) ask: Arc<Ask>,
    pub(super) drafts: Vec<Draft>,
    /// The question that is shown, or the review after the last.
    pub(super) step: usize,
    pub(super) alert: Option<Alert>,
    /// How often the person wanted to go on without an answer.
    pub(super) refusals: u32,
    /// Whether the person has folded it away.
    pub(super) minimized: bool,
    state: State,
    /// When it may be shown; `None` once it is.
    reveal_at: Option<Time>,
    /// Whether it waits for somebody who types elsewhere.
    is_postponed: bool,
    /// Whether the page was told of it.
    is_told: bool,
    /// Whether it stands behind another, and whether it has come from there and is not shown yet.
    is_behind: bool,
    is_forward: bool,
    /// Whether another page has what is typed here, so that its version counts when it comes back.
    pub(super) is_handed: bool,
    /// Whether it was kept by an earlier page, and the bridge has not yet said that it still waits for it.
    is_unsure: bool,
    deadline: Option<Time>,
    seconds_left: Option<u64>,
    /// The most seconds that it ever had.
    limit: u64,
    /// For how many more seconds a cancel can be taken back.
    pub(super) undo_seconds: Option<u64>,
    /// The mark at which the time that is left was last said aloud.
    spoken: Option<u64>,
    gone_at: Option<Time>,
    /// Whether the bridge that asked it is out of reach.
    is_out_of_reach: bool,
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
        /// Whether the frame had annotations in it.
        annotated: bool,
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
            alert: None,
            refusals: 0,
            minimized: false,
            state: State::Asking,
            reveal_at: Some(reveal_at),
            is_postponed: false,
            is_told: false,
            is_behind: false,
            is_forward: false,
            is_unsure: false,
            is_handed: false,
            deadline: seconds.map(|seconds| now.plus_seconds(seconds)),
            seconds_left: None,
            limit: ask.timeout_seconds.map_or(0, |seconds| seconds as u64),
            undo_seconds: None,
            spoken: None,
            gone_at: None,
            is_out_of_reach: false,
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
            self.is_postponed = false;
        }
        due && !std::mem::replace(&mut self.is_told, true)
    }

    /// Shows it later, because the person is busy elsewhere.
    pub(super) fn postpone(&mut self, now: Time, until: Time) {
        if let Some(at) = self.reveal_at.filter(|_| until > now) {
            self.is_postponed |= at <= now;
            self.reveal_at = Some(at.max(until));
        }
    }

    /// Whether it waits for somebody who types elsewhere, and nothing else.
    pub(super) fn is_coming(&self) -> bool {
        self.is_postponed && self.reveal_at.is_some() && !self.is_sent()
    }

    /// Makes room for somebody who types on, and waits as a new one does.
    pub(super) fn give_way(&mut self, until: Option<Time>) {
        self.is_postponed = true;
        self.reveal_at = until;
    }

    /// Shows it at this moment. Whether the page is to be told of it.
    pub(super) fn show_at(&mut self, now: Time) -> bool {
        self.reveal_at = self.reveal_at.map(|_| now);
        self.is_forward = false;
        self.is_behind = false;
        self.reveal(now)
    }

    /// It stands behind another.
    pub(super) fn stand_behind(&mut self) {
        self.is_behind = true;
    }

    /// It would come before the person now. Whether it does: if it comes from behind another, and they type elsewhere, it
    /// waits, as a new one does.
    pub(super) fn comes_forward(&mut self, now: Time, busy_until: Option<Time>) -> bool {
        if std::mem::take(&mut self.is_behind) {
            self.is_forward = true;
        }
        match busy_until.filter(|_| self.is_forward) {
            Some(until) if until > now => {
                self.reveal_at = Some(until);
                self.is_postponed = true;
            }
            _ => self.is_forward = false,
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

    /// Whether it is not over, and the bridge that asked it is in reach.
    pub(super) fn is_held(&self) -> bool {
        !self.is_ended() && !self.is_out_of_reach
    }

    /// Whether the bridge that asked it is out of reach.
    pub(super) fn is_out_of_reach(&self) -> bool {
        self.is_out_of_reach
    }

    pub(super) fn set_out_of_reach(&mut self, is_out_of_reach: bool) {
        self.is_out_of_reach = is_out_of_reach;
    }

    pub(super) fn reach(&self) -> Reach {
        match self.is_out_of_reach {
            true => Reach::Unreachable { is_late: self.seconds_left == Some(0) },
            false => Reach::Reachable,
        }
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

    /// Whether its annotations are sent with it, or were; `capable` is whether the bridge takes them.
    pub(super) fn is_annotated(&self, capable: bool) -> bool {
        match self.state {
            State::Sent { annotated, .. } => annotated,
            _ => capable,
        }
    }

    /// What the form of a question asks for that is not chosen there.
    pub(super) fn unmet_at(&self, question: usize) -> Option<Alert> {
        let form = self.ask.questions.get(question)?.form;
        form.unmet(self.drafts[question].picks.len()).map(Alert::Picks)
    }

    /// Whether it was sent there only to hear whether it had arrived before.
    pub(super) fn is_in_doubt_on(&self, on: ConnectionId) -> bool {
        self.is_unwanted && self.is_sent_on(on)
    }

    /// Whether the person sees a bar, and not its question.
    pub(super) fn shows_bar(&self) -> bool {
        self.minimized || matches!(self.state, State::Cancelling { .. })
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
            State::Decided { cancelled } | State::Sent { cancelled, .. } => Phase::Unsent { cancelled: *cancelled },
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

    /// Decides, unless the form of a question asks for another number of options: then it turns to that question.
    pub(super) fn decide_if_met(&mut self) {
        match (0..self.drafts.len()).find(|question| self.unmet_at(*question).is_some()) {
            Some(question) => {
                self.step = question;
                self.alert = self.unmet_at(question);
            }
            None => self.state = State::Decided { cancelled: false },
        }
    }

    /// Folds it, if it was just decided.
    pub(super) fn fold_decided(&mut self) {
        self.minimized |= matches!(self.state, State::Decided { .. });
    }

    pub(super) fn cancel(&mut self, now: Time) {
        self.state = State::Cancelling { until: now.plus_millis(UNDO) };
    }

    /// Until when a cancel can be taken back.
    fn undo_until(&self) -> Option<Time> {
        match self.state {
            State::Cancelling { until } => Some(until),
            _ => None,
        }
    }

    /// It cannot be sent yet, because the answer to a question is missing.
    pub(super) fn refuse(&mut self, gap: usize) {
        self.alert = Some(Alert::Gap(gap));
        self.refusals += 1;
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
        self.minimized = false;
        // What the bridge said of the decision that it refused says nothing of the next.
        self.is_unwanted = false;
        self.is_blind = false;
        self.send_after = None;
        self.resent_at = None;
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
        self.is_postponed = false;
        // Who has cancelled has no use for what they had.
        let stays = self.is_waiting() && self.is_touched() && outcome != Outcome::Cancelled;
        // An answer that was never sent folded by itself, and its person has to hear what became of it.
        self.minimized &= !matches!(self.state, State::Decided { cancelled: false });
        self.state = State::Ended { outcome, words };
        self.gone_at = None;
        self.is_out_of_reach = false;
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
        let undo = self.undo_until().zip(self.undo_seconds).filter(|_| is_front);
        let undo = undo.map(|(until, left)| Time(until.0.saturating_sub((left - 1) * 1000)));
        [self.reveal_at, self.gone_at, tick, undo, self.due_at().filter(|_| is_connected)].into_iter().flatten()
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

    /// What is sent of it; `capable` is whether the bridge takes annotations.
    pub(super) fn frame(&self, capable: bool) -> ClientFrame {
        let question_id = self.ask.id.clone();
        if self.outcome() == Outcome::Cancelled {
            return ClientFrame::Cancel { question_id };
        }
        let answers: Vec<_> = self.drafts.iter().map(Draft::answer).collect();
        ClientFrame::Answer {
            question_id,
            annotations: if self.is_annotated(capable) { wire_annotations(&self.ask, &answers) } else { Vec::new() },
            answers: wire_answers(&self.ask, &answers),
        }
    }

    /// What stays of it. `annotated` is whether its annotations were sent: a receipt says what was sent.
    pub(super) fn receipt(&self, annotated: bool) -> Receipt {
        let outcome = self.outcome();
        let is_answer = outcome.is_answer();
        // Of what is not sent everything stays, also a text that another choice had stood before.
        let said = if is_answer { Draft::answer } else { Draft::left };
        let answers: Vec<_> = self.drafts.iter().map(said).collect();
        let is_sent =
            |question: &Question, answer: &Answer| !is_answer || (annotated && question.form.takes_note(answer));
        Receipt {
            id: self.ask.id.clone(),
            outcome,
            delivery: Delivery::Sent,
            lines: ReceiptLine::all(&self.ask, &answers, is_sent),
            answers: if is_answer { wire_answers(&self.ask, &answers) } else { Vec::new() },
            annotations: if is_answer && annotated { wire_annotations(&self.ask, &answers) } else { Vec::new() },
        }
    }
}
