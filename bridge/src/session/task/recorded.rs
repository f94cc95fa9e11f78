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

    /// Gives an agent a recorded ask as it is.
    pub(super) async fn give(
        &mut self,
        question: &QuestionId,
        looked: Result<(), AskError>,
        reply: oneshot::Sender<Result<Option<AskState>, AskError>>,
    ) {
        let state = looked.map(|()| self.replica.room().and_then(|room| room.find(question)));
        let is_over = state.as_ref().is_ok_and(|state| state.as_ref().is_some_and(AskState::is_over));
        if reply.send(state).is_ok() && is_over {
            let _ = self.feed(Input::Fetched(question.clone())).await;
        }
    }
}
