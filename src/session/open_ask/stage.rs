//! How far an ask has come. This is the only file that changes the stage.
//!
//! ```text
//!            cancel                    undo time is over, or it goes out
//!   Open ───────────────▶ Cancelling ───────────────────────────────────┐
//!    │ ▲ ◀─────undo────────────┘                                        ▼
//!    │ │ ◀─────undo──────┐                                            Sent ──▶ Over
//!    │ └─────────────────┴─ Decided ──── it goes out ──────────────────▶ ▲
//!    └── answer ──────────────▲                                          └ sent again (InFlight ⇄ Lost)
//! ```
//!
//! Any stage but `Over` can end in `Over`; a refused response goes back from `Sent` to `Open`. The table of all transitions
//! is in `delivery/table.rs`.

#[cfg(test)]
mod tests;

use super::{OpenAsk, RequestDecision};
use crate::protocol::{Capabilities, ClientFrame};
use crate::session::delivery::{Attempt, Purpose, SentDecision};
use crate::session::outcome::Outcome;
use crate::session::screen::{Alert, Phase};
use crate::session::time::Time;
use crate::session::timing::UNDO;

/// How far an ask has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stage {
    /// The person can answer.
    Open,
    /// The person has cancelled. That can be undone until this time, and until it is sent.
    Cancelling { until: Time },
    /// The person has answered. The answer was never handed to a connection. What they decided about a request that is no
    /// question stands here, because drafts alone do not say it.
    Decided(Option<Box<RequestDecision>>),
    /// The decision was handed to a connection.
    Sent(SentDecision),
    /// It is over, and stays on the screen until the person has read it.
    Over {
        outcome: Outcome,
        words: Option<String>,
        /// What was decided about a request that is no question, if it ended by that.
        request: Option<Box<RequestDecision>>,
    },
}

impl OpenAsk {
    pub(in crate::session) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub(in crate::session) fn is_sent(&self) -> bool {
        matches!(self.stage, Stage::Sent(_))
    }

    pub(in crate::session) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over { .. })
    }

    /// The decision that was handed to a connection.
    pub(in crate::session) fn sent(&self) -> Option<&SentDecision> {
        match &self.stage {
            Stage::Sent(sent) => Some(sent),
            Stage::Open | Stage::Cancelling { .. } | Stage::Decided(_) | Stage::Over { .. } => None,
        }
    }

    /// Whether its response was handed to the latest connection.
    pub(in crate::session) fn is_in_flight(&self) -> bool {
        self.in_flight_since().is_some()
    }

    /// When its response was handed to the latest connection.
    pub(in crate::session) fn in_flight_since(&self) -> Option<Time> {
        match self.sent()?.attempt {
            Attempt::InFlight { since, .. } => Some(since),
            Attempt::Lost => None,
        }
    }

    /// Whether only an `ask_user_ack` settles its response. `confirms` is whether the bridge has the capability `ack` now; one
    /// that had it when the response was sent owes it.
    pub(in crate::session) fn awaits_ack(&self, confirms: bool) -> bool {
        let attempt = self.sent().map(|sent| sent.attempt);
        let is_promised = matches!(attempt, Some(Attempt::InFlight { is_promised_ack: true, .. }));
        attempt.is_some() && (confirms || is_promised)
    }

    pub(in crate::session) fn is_in_flight_for(&self, purpose: Purpose) -> bool {
        self.sent().is_some_and(|sent| sent.attempt.is_for(purpose))
    }

    /// Until when a cancel can be undone that was not sent yet.
    pub(in crate::session) fn undo_until(&self) -> Option<Time> {
        match self.stage {
            Stage::Cancelling { until } => Some(until),
            Stage::Open | Stage::Decided(_) | Stage::Sent(_) | Stage::Over { .. } => None,
        }
    }

    /// Whether there is a decision that was never handed to a connection, and from when on it may be.
    pub(in crate::session) fn unsent_from(&self) -> Option<Time> {
        match self.stage {
            Stage::Cancelling { until } => Some(until),
            Stage::Decided(_) => Some(Time::default()),
            Stage::Open | Stage::Sent(_) | Stage::Over { .. } => None,
        }
    }

    pub(in crate::session) fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Open => Phase::Asking,
            Stage::Cancelling { .. } => Phase::Cancelling,
            Stage::Decided(_) | Stage::Sent(_) => Phase::Decided,
            Stage::Over { outcome, words, .. } => Phase::Ended { outcome: *outcome, words: words.clone() },
        }
    }

    /// How it ended, or would end if its decision arrived.
    pub(in crate::session) fn outcome(&self) -> Outcome {
        match &self.stage {
            Stage::Over { outcome, .. } => *outcome,
            Stage::Cancelling { .. } => Outcome::Cancelled,
            Stage::Sent(sent) => sent.decision,
            Stage::Decided(Some(decision)) => decision.outcome,
            Stage::Open | Stage::Decided(None) if self.gap().is_some() => Outcome::PartlyAnswered,
            Stage::Open | Stage::Decided(None) => Outcome::Answered,
        }
    }

    /// The name of the stage in the table of transitions.
    #[cfg(test)]
    pub(in crate::session) fn stage_name(&self) -> String {
        match &self.stage {
            Stage::Open => "open".to_owned(),
            Stage::Cancelling { .. } => "cancelling".to_owned(),
            Stage::Decided(_) => "decided".to_owned(),
            Stage::Sent(SentDecision { attempt: Attempt::InFlight { purpose, .. }, .. }) => {
                format!("in flight ({})", format!("{purpose:?}").to_lowercase())
            }
            Stage::Sent(SentDecision { attempt: Attempt::Lost, .. }) => "lost".to_owned(),
            Stage::Over { outcome, .. } => format!("over ({})", outcome.word()),
        }
    }

    // What the person does.

    /// Answers, unless the form of a question asks for another number of options: then it turns to that question.
    pub(in crate::session) fn decide_if_met(&mut self) {
        match (0..self.drafts.len()).find(|question| self.unmet_at(*question).is_some()) {
            Some(question) => {
                self.step = question;
                self.alert = self.unmet_at(question);
            }
            None => self.stage = Stage::Decided(None),
        }
    }

    /// Minimizes it, if the person has just answered.
    pub(in crate::session) fn minimize_decided(&mut self) {
        self.minimized |= matches!(self.stage, Stage::Decided(_));
    }

    /// Decides about a request that is no question.
    pub(in crate::session) fn decide_request(&mut self, decision: RequestDecision) {
        if self.is_open() {
            self.stage = Stage::Decided(Some(Box::new(decision)));
        }
    }

    /// What was decided about a request that is no question.
    pub(in crate::session) fn request_decision(&self) -> Option<&RequestDecision> {
        match &self.stage {
            Stage::Decided(decision) => decision.as_deref(),
            Stage::Sent(sent) => sent.request.as_deref(),
            Stage::Over { request, .. } => request.as_deref(),
            Stage::Open | Stage::Cancelling { .. } => None,
        }
    }

    /// The decision is the one that was made, with digits that what was persisted had lost.
    pub(in crate::session) fn restore_digits(&mut self, decision: RequestDecision) {
        let annotated = match &mut self.stage {
            Stage::Decided(request) => return *request = Some(Box::new(decision)),
            Stage::Sent(sent) => {
                sent.request = Some(Box::new(decision));
                sent.annotated
            }
            Stage::Open | Stage::Cancelling { .. } | Stage::Over { .. } => return,
        };
        let frame = self.response(annotated);
        if let Stage::Sent(sent) = &mut self.stage {
            sent.frame = frame;
        }
    }

    pub(in crate::session) fn cancel(&mut self, now: Time) {
        self.stage = Stage::Cancelling { until: now.plus_millis(UNDO) };
    }

    /// Undoes a decision that was not sent.
    pub(in crate::session) fn undo(&mut self) {
        if let Stage::Cancelling { .. } | Stage::Decided(_) = self.stage {
            self.stage = Stage::Open;
        }
    }

    // What becomes of a decision.

    /// Hands its decision to the connection, for the first time with a frame that is made now. What to send, and whether it is
    /// the first time; `None` if there is no decision.
    pub(in crate::session) fn hand_over(
        &mut self,
        now: Time,
        purpose: Purpose,
        capabilities: Capabilities,
    ) -> Option<(ClientFrame, bool)> {
        let attempt = Attempt::InFlight { since: now, purpose, is_promised_ack: capabilities.ack };
        let is_first = self.deliver(attempt, capabilities.annotations)?;
        let sent = self.sent()?;
        Some((sent.frame.clone(), is_first))
    }

    /// Treats its decision as sent and lost, because there is nobody to send it to.
    pub(in crate::session) fn give_up_sending(&mut self) {
        self.deliver(Attempt::Lost, false);
    }

    fn deliver(&mut self, attempt: Attempt, takes_annotations: bool) -> Option<bool> {
        match &mut self.stage {
            Stage::Sent(sent) => {
                sent.attempt = attempt;
                Some(false)
            }
            Stage::Cancelling { .. } | Stage::Decided(_) => {
                let (decision, frame) = (self.outcome(), self.response(takes_annotations));
                let request = self.request_decision().cloned().map(Box::new);
                self.stage =
                    Stage::Sent(SentDecision { decision, frame, annotated: takes_annotations, request, attempt });
                Some(true)
            }
            // Nothing was decided, and nothing must be invented.
            Stage::Open | Stage::Over { .. } => None,
        }
    }

    /// A new connection is open: what was in flight on the last one is lost.
    pub(in crate::session) fn lose_attempt(&mut self) {
        if let Stage::Sent(sent) = &mut self.stage {
            sent.attempt = Attempt::Lost;
        }
    }

    /// The bridge refused the response: everything can be edited again. The person may be typing in the page by now.
    pub(in crate::session) fn reopen(&mut self, alert: Alert) {
        self.stage = Stage::Open;
        self.alert = Some(alert);
        self.minimized = false;
        self.visibility.stand_behind();
    }

    /// The bridge refused the response, and nobody waits for another.
    pub(in crate::session) fn recall(&mut self) {
        if self.is_sent() {
            self.stage = Stage::Decided(self.request_decision().cloned().map(Box::new));
        }
    }

    /// It seemed to be over, and is not.
    pub(in crate::session) fn revive(&mut self) {
        if self.is_over() {
            self.stage = Stage::Open;
        }
    }

    /// Ends it. Returns whether it stays on the screen, so that the person can read what they had.
    pub(in crate::session) fn end(&mut self, outcome: Outcome, words: Option<String>) -> bool {
        self.visibility.end();
        // Somebody who has cancelled has no use for what they had.
        let stays = self.is_waiting() && self.is_touched() && outcome != Outcome::Cancelled;
        // An answer that could not be sent was minimized by itself, and its person has to see what became of it.
        self.minimized &= !matches!(self.stage, Stage::Decided(_));
        let request = self.request_decision().filter(|decision| decision.outcome == outcome).cloned().map(Box::new);
        self.stage = Stage::Over { outcome, words, request };
        stays
    }
}
