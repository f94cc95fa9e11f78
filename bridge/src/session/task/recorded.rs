//! What agents want of asks that are recorded.

use tokio::sync::oneshot;

use super::Task;
use crate::random;
use crate::room::{AskState, AskStatus, Input, Keep, QuestionId, Request, TimeLimit};
use crate::session::AskError;

impl Task {
    /// Has an ask recorded. What it is now.
    pub(super) async fn record(
        &mut self,
        keep: Keep,
        request: Request,
        limit: Option<TimeLimit>,
    ) -> Result<AskState, AskError> {
        let question = match keep.key() {
            Some(key) => key.question_id(self.id.as_str(), &request),
            None => random::question_id(),
        };
        let content = keep.content().cloned();
        let handled = self.feed(Input::Ask { question: question.clone(), request, limit, keep }).await;
        if let Some(error) = self.refused.remove(&question) {
            return Err(error);
        }
        handled?;
        let room = self.replica.room().ok_or(AskError::Stopped)?;
        let repeated = || content.and_then(|content| room.find_content(&content));
        room.find(&question).or_else(repeated).ok_or(AskError::Stopped)
    }

    /// Gives an agent a recorded ask once it is over.
    pub(super) async fn wait(
        &mut self,
        question: QuestionId,
        reply: oneshot::Sender<Result<Option<AskState>, AskError>>,
    ) {
        let looked = self.look().await;
        let state = self.replica.room().and_then(|room| room.find(&question));
        match state.map(|state| state.status) {
            Some(AskStatus::Pending) if looked.is_ok() => {
                self.replica.wait_for(question.clone());
                self.waiters.push(question, reply);
            }
            Some(_) | None => self.give(&question, looked, reply).await,
        }
    }

    /// Gives an agent a recorded ask as it is. That it has an allowance is recorded before it gets it: otherwise another bridge, after
    /// this one was cut from the store, would give the same allowance to another call.
    pub(super) async fn give(
        &mut self,
        question: &QuestionId,
        looked: Result<(), AskError>,
        reply: oneshot::Sender<Result<Option<AskState>, AskError>>,
    ) {
        let mut state = looked.map(|()| self.replica.room().and_then(|room| room.find(question)));
        let has = |is_it: fn(&AskState) -> bool| matches!(&state, Ok(Some(state)) if is_it(state));
        let (is_over, is_allowance) = (has(AskState::is_over), has(AskState::is_allowance));
        if is_allowance && !reply.is_closed() {
            let recorded = self.feed(Input::Fetched(question.clone())).await;
            state = recorded.and(state);
        }
        if reply.send(state).is_ok() && is_over && !is_allowance {
            let _ = self.feed(Input::Fetched(question.clone())).await;
        }
    }

    /// A recorded ask is over: whoever waits for it gets it, an allowance once it is recorded that they do.
    pub(super) fn give_to_waiters(&mut self, question: &QuestionId) {
        let state = self.replica.room().and_then(|room| room.find(question));
        let mut waiters = self.waiters.take(question);
        if state.as_ref().is_some_and(AskState::is_allowance) {
            waiters.retain(|waiter| !waiter.is_closed());
            if !waiters.is_empty() {
                self.replica.push(Input::Fetched(question.clone()));
                self.promised.extend(waiters.into_iter().map(|waiter| (waiter, state.clone())));
            }
            return;
        }
        for waiter in waiters {
            if waiter.send(Ok(state.clone())).is_ok() {
                self.replica.push(Input::Fetched(question.clone()));
            }
        }
    }

    /// The store has taken everything, or is away: whoever was promised an allowance gets it, or that.
    pub(super) fn keep_promises(&mut self, handled: Result<(), AskError>) {
        for (waiter, state) in std::mem::take(&mut self.promised) {
            let _ = waiter.send(handled.map(|()| state));
        }
    }
}
