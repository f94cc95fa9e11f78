//! How asks end: withdrawn by the agent, timed out, or by a response. Each end is told once, and recorded if the ask wants it.

use ask_user_widget::protocol::permission::Denial;
use ask_user_widget::protocol::{AckOutcome, ServerFrame};
use serde_json::Value;

use super::asking::Waiting;
use super::json::write_frame;
use super::pending::Pending;
use super::records::Record;
use super::response::Response;
use super::settled::End;
use super::{ConnectionId, Outcome, Output, QuestionId, Room};

impl Room {
    pub(super) fn hang_up(&mut self, question: &QuestionId, out: &mut Vec<Output>) {
        if self.unfinished(question).is_some_and(|ask| !ask.is_recorded()) {
            self.retract(question, out);
        }
    }

    pub(super) fn withdraw(&mut self, question: &QuestionId, out: &mut Vec<Output>) {
        if self.unfinished(question).is_some_and(Waiting::is_recorded) {
            self.retract(question, out);
        }
    }

    /// Takes an ask back that nobody needs any more.
    fn retract(&mut self, question: &QuestionId, out: &mut Vec<Output>) {
        let ask = match self.pending.take_if(|pending| pending.id() == question) {
            Some(pending) => {
                self.settled.push(question.clone(), End::Unanswered);
                // The basic protocol has one frame for a question that ended without the person: the time-out.
                let ended = match self.settings.extensions {
                    true => ServerFrame::AskUserWithdrawn {
                        question_id: question.to_string(),
                        reason: Some("The agent no longer waits for an answer".to_owned()),
                    },
                    false => timeout(question),
                };
                self.send_end(&pending, write_frame(&ended), out);
                pending.into_ask()
            }
            None => {
                let Some(index) = self.waiting.iter().position(|ask| ask.question == *question) else { return };
                let Some(ask) = self.waiting.remove(index) else { return };
                if ask.is_recorded() {
                    self.settled.push(question.clone(), End::Unanswered);
                }
                ask
            }
        };
        // Whoever has hung up hears nothing any more.
        if ask.is_recorded() {
            let result = ask.request.unanswered(Denial::Withdrawn);
            self.finish(ask, Outcome::Withdrawn, None, result, out);
        }
        self.ask_next(out);
    }

    /// Ends an ask by a response that fits it, and that came on this connection.
    pub(super) fn settle(
        &mut self,
        ask: Waiting,
        by: ConnectionId,
        response: &Response,
        result: Value,
        out: &mut Vec<Output>,
    ) {
        self.settled.push(ask.question.clone(), End::Responded(response.fingerprint()));
        self.finish(ask, response.outcome(), Some(by), result, out);
    }

    /// Records the result, if the ask wants that, and gives it to whoever waits.
    fn finish(
        &mut self,
        ask: Waiting,
        outcome: Outcome,
        by: Option<ConnectionId>,
        result: Value,
        out: &mut Vec<Output>,
    ) {
        let kind = ask.request.kind();
        let Waiting { question, keep, .. } = ask;
        if keep.is_recorded() {
            let (key, content) = (keep.key().cloned(), keep.content().cloned());
            let (id, ended_at, result) = (question.clone(), self.now, result.clone());
            let (is_fetched, fetched_at) = (false, None);
            self.records.push(Record { id, kind, key, content, outcome, result, ended_at, is_fetched, fetched_at });
        } else {
            self.call_results.push(question.clone(), kind, outcome, result.clone(), self.now);
        }
        out.push(Output::Resolve { question, kind, outcome, by, result });
    }

    /// Tells the page that an ask is over, and remembers it for views that have seen it and are not here. The page's own is
    /// among them: over a link that is half open it hears nothing.
    fn send_end(&mut self, pending: &Pending, ended: Value, out: &mut Vec<Output>) {
        if self.page.is_some() && self.settings.extensions {
            self.views.ended(ended.clone(), pending.seen_by.as_slice(), None);
        }
        self.send_or_keep(ended, out);
    }

    /// Remembers how the page has ended an ask, for the other views that have seen it.
    pub(super) fn remember_response(&mut self, pending: &Pending, resolved: Value) {
        if self.settings.extensions {
            self.views.ended(resolved, pending.seen_by.as_slice(), Some(&self.page_view));
        }
    }

    /// Ends the pending ask if its time is up.
    pub(super) fn expire(&mut self, out: &mut Vec<Output>) {
        let now = self.now;
        let is_due = |pending: &mut Pending| pending.deadline().is_some_and(|deadline| deadline <= now);
        let Some(pending) = self.pending.take_if(is_due) else { return };
        self.settled.push(pending.id().clone(), End::Unanswered);
        self.send_end(&pending, write_frame(&timeout(pending.id())), out);
        let result = pending.time_out();
        self.finish(pending.into_ask(), Outcome::TimedOut, None, result, out);
        self.ask_next(out);
    }

    /// Tells the page of each response that came too early, and that no agent wanted in time.
    pub(super) fn expire_unclaimed(&mut self, out: &mut Vec<Output>) {
        while let Some(held) = self.unclaimed.expired(self.now) {
            if self.page.as_ref() == Some(&held.from) {
                out.push(ack(&held.from, &held.question, AckOutcome::Late));
            }
            self.settled.push(held.question, End::NeverAsked);
        }
    }
}

/// The word to a page on one response.
pub(super) fn ack(to: &ConnectionId, question: &QuestionId, outcome: AckOutcome) -> Output {
    let frame = write_frame(&ServerFrame::AskUserAck { question_id: question.to_string(), outcome });
    Output::Send { to: to.clone(), frame }
}

fn timeout(question: &QuestionId) -> ServerFrame {
    let error = Some("User response timed out".to_owned());
    ServerFrame::AskUserTimeout { question_id: question.to_string(), error }
}
