//! A guard that withdraws a question when whoever asked it goes away.

use tokio::sync::mpsc::error::TrySendError;

use super::{Command, Session};
use crate::room::{Input, QuestionId};

/// Armed until [`HangUp::disarm`].
pub(super) struct HangUp(Option<(Session, QuestionId)>);

impl HangUp {
    pub(super) fn new(session: Session, question: QuestionId) -> HangUp {
        HangUp(Some((session, question)))
    }

    pub(super) fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for HangUp {
    fn drop(&mut self) {
        let Some((session, question)) = self.0.take() else { return };
        let message = session.message(Command::Input(Input::HangUp(question)));
        // A full inbox must not swallow the word, and a drop cannot wait.
        if let Err(TrySendError::Full(message)) = session.inbox.try_send(message)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move { session.inbox.send(message).await });
        }
    }
}
