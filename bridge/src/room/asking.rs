//! The agent's side of a room: asks, hang-ups, chat frames, and what happens when time is up.

use ask_user_widget::protocol::ServerFrame;
use serde_json::Value;

use super::chat::Tells;
use super::json::write_frame;
use super::pending::Pending;
use super::settled::End;
use super::{ChatFrame, Output, QuestionId, Refusal, Request, Room, TimeLimit};

/// An ask whose turn has not come.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) question: QuestionId,
    pub(super) request: Request,
    pub(super) limit: TimeLimit,
    bytes: usize,
}

impl Room {
    pub(super) fn ask(
        &mut self,
        question: QuestionId,
        request: Request,
        limit: Option<TimeLimit>,
        out: &mut Vec<Output>,
    ) {
        let is_known = self.pending() == Some(&question) || self.waiting.iter().any(|ask| ask.question == question);
        if is_known {
            return;
        }
        if !self.settings.extensions && !request.is_basic() {
            out.push(Output::Refuse { question, refusal: Refusal::QuestionsOnly });
            return;
        }
        let bytes = request.bytes();
        let limits = &self.settings.limits;
        let held: usize = self.waiting.iter().map(|ask| ask.bytes).sum();
        // An ask that would be shown at once takes no place in the queue.
        let is_full = self.waiting.len() >= limits.waiting_asks || held + bytes > limits.waiting_bytes;
        if self.pending.is_some() && is_full {
            out.push(Output::Refuse { question, refusal: Refusal::QueueFull });
            return;
        }
        let limit = limit.unwrap_or(self.settings.limit);
        self.waiting.push_back(Waiting { question, request, limit, bytes });
        self.ask_next(out);
    }

    pub(super) fn hang_up(&mut self, question: &QuestionId, out: &mut Vec<Output>) {
        self.waiting.retain(|ask| ask.question != *question);
        let Some(pending) = self.pending.take_if(|pending| pending.id() == question) else { return };
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
        self.ask_next(out);
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

    pub(super) fn event(&mut self, event: ChatFrame, out: &mut Vec<Output>) {
        match event.tells() {
            Tells::Working => self.working = true,
            Tells::Done => self.working = false,
            Tells::Nothing => {}
        }
        self.send_or_keep(event.into_value(), out);
    }

    /// Ends the pending ask if its time is up.
    pub(super) fn expire(&mut self, out: &mut Vec<Output>) {
        let now = self.now;
        let is_due = |pending: &mut Pending| pending.deadline().is_some_and(|deadline| deadline <= now);
        let Some(pending) = self.pending.take_if(is_due) else { return };
        let question = pending.id().clone();
        self.settled.push(question.clone(), End::Unanswered);
        self.send_end(&pending, write_frame(&timeout(&question)), out);
        out.push(Output::Resolve { question, result: pending.time_out() });
        self.ask_next(out);
    }

    /// Asks what is next, if there is anything and nothing is pending.
    pub(super) fn ask_next(&mut self, out: &mut Vec<Output>) {
        if self.pending.is_some() {
            return;
        }
        let Some(ask) = self.waiting.pop_front() else { return };
        let mut pending = Pending::start(ask, self.now, &self.settings.limits);
        match &self.page {
            Some(page) => {
                pending.show(&self.page_view);
                out.push(Output::Send { to: page.clone(), frame: pending.frame() });
            }
            None => self.backlog.push(pending.frame(), Some(pending.id().clone())),
        }
        self.pending = Some(pending);
    }
}

fn timeout(question: &QuestionId) -> ServerFrame {
    let error = Some("User response timed out".to_owned());
    ServerFrame::AskUserTimeout { question_id: question.to_string(), error }
}
