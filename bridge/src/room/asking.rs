//! The agent's side of a room: asks, and chat frames. How asks end is in `ending.rs`.

use ask_user_widget::protocol::AckOutcome;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::chat::Tells;
use super::ending::ack;
use super::json::write_frame;
use super::pending::Pending;
use super::unclaimed::Held;
use super::{ChatFrame, Keep, MissedFrame, Output, QuestionId, Refusal, Request, Room, Time, TimeLimit};

/// An ask that is not over: one whose turn has not come, or the one that is [`Pending`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub(super) question: QuestionId,
    pub(super) request: Request,
    pub(super) limit: TimeLimit,
    pub(super) keep: Keep,
    bytes: usize,
    /// `None` if a bridge of an earlier version has written it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked_at: Option<Time>,
}

impl Waiting {
    pub(super) fn is_recorded(&self) -> bool {
        self.keep.is_recorded()
    }
}

impl Room {
    pub(super) fn ask(
        &mut self,
        question: QuestionId,
        request: Request,
        limit: Option<TimeLimit>,
        keep: Keep,
        out: &mut Vec<Output>,
    ) {
        if self.unfinished(&question).is_some() || self.records.find(&question).is_some() {
            return;
        }
        if keep.content().is_some_and(|content| self.find_content(content).is_some()) {
            return;
        }
        let limit = limit.unwrap_or(self.settings.limit);
        let bytes = request.bytes();
        let ask = Waiting { question, request, limit, keep, bytes, asked_at: Some(self.now) };
        if let Err(refusal) = self.admit(&ask) {
            out.push(Output::Refuse { question: ask.question, refusal });
            return;
        }
        match self.claim(&ask, out) {
            Some((held, result)) => self.settle(ask, held.from, &held.response, result, out),
            None => self.waiting.push_back(ask),
        }
        self.ask_next(out);
    }

    /// Makes room for the ask, or says why it is not taken.
    fn admit(&mut self, ask: &Waiting) -> Result<(), Refusal> {
        if !self.settings.extensions && !ask.request.is_basic() {
            return Err(Refusal::QuestionsOnly);
        }
        if let Some(key) = ask.keep.key() {
            let unfinished = self.all_unfinished().filter_map(|other| other.keep.key());
            if unfinished.chain(self.records.iter().filter_map(|record| record.key.as_ref())).any(|used| used == key) {
                return Err(Refusal::KeyReused);
            }
            if self.settled.was_asked(ask.question.as_str()) {
                return Err(Refusal::KeyExpired);
            }
        }
        let limits = &self.settings.limits;
        let held: usize = self.waiting.iter().map(|ask| ask.bytes).sum();
        let is_full = self.waiting.len() >= limits.waiting_asks || held + ask.bytes > limits.waiting_bytes;
        // An ask that is shown at once, or over at once, takes no place in the queue.
        let waits = self.pending.is_some() && self.unclaimed.result(ask).is_none();
        if waits && is_full {
            return Err(Refusal::QueueFull);
        }
        let recorded = self.all_unfinished().filter(|other| other.is_recorded()).count();
        if ask.is_recorded() && !self.records.make_room(recorded, &self.settings.limits) {
            return Err(Refusal::RecordsFull);
        }
        Ok(())
    }

    /// The response that came before its ask, and what the agent gets for it.
    fn claim(&mut self, ask: &Waiting, out: &mut Vec<Output>) -> Option<(Held, Value)> {
        let held = self.unclaimed.claim(&ask.question)?;
        let result = ask.request.result(&held.response).ok();
        // No page makes a response that does not fit. Whoever did is asked.
        let outcome = result.as_ref().map_or(AckOutcome::Late, |_| held.response.ack_outcome());
        if self.page.as_ref() == Some(&held.from) {
            out.push(ack(&held.from, &ask.question, outcome));
        }
        Some((held, result?))
    }

    /// The ask of this id, if it is not over.
    pub(super) fn unfinished(&self, question: &QuestionId) -> Option<&Waiting> {
        self.all_unfinished().find(|ask| ask.question == *question)
    }

    /// When an ask was made that is not over.
    pub fn asked_at(&self, question: &QuestionId) -> Option<Time> {
        self.unfinished(question).and_then(|ask| ask.asked_at)
    }

    /// The pending ask, and those that wait behind it.
    pub(super) fn all_unfinished(&self) -> impl Iterator<Item = &Waiting> {
        self.pending.iter().map(Pending::ask).chain(&self.waiting)
    }

    pub(super) fn event(&mut self, event: ChatFrame, out: &mut Vec<Output>) {
        match event.tells() {
            Tells::Working => self.working = true,
            Tells::Done => self.working = false,
            Tells::Nothing => {}
        }
        self.send_or_keep(event.into_value(), out);
    }

    /// Asks what is next, if there is anything and nothing is pending.
    pub(super) fn ask_next(&mut self, out: &mut Vec<Output>) {
        if self.pending.is_some() {
            return;
        }
        let Some(ask) = self.waiting.pop_front() else { return };
        let mut pending = Pending::start(ask, self.now, &self.settings);
        let frame = pending.frame();
        let Some(page) = self.page.clone() else {
            self.backlog.push(MissedFrame { frame, asks: Some(pending.id().clone()) });
            self.pending = Some(pending);
            return;
        };
        pending.show(&self.page_view);
        let is_of_key = pending.id().is_of_key();
        self.pending = Some(pending);
        if is_of_key {
            // The page may know the id from before a restart, as one that is over. A status that names it is believed.
            out.push(Output::Send { to: page.clone(), frame: write_frame(&self.session_status()) });
        }
        out.push(Output::Send { to: page, frame });
    }
}
