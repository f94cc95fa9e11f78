//! A guard that withdraws a question when whoever asked it goes away.

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::Command;
use crate::room::{Input, QuestionId};

/// Armed until [`HangUp::disarm`].
pub(super) struct HangUp(Option<(mpsc::Sender<Command>, QuestionId)>);

impl HangUp {
    pub(super) fn new(inbox: mpsc::Sender<Command>, question: QuestionId) -> HangUp {
        HangUp(Some((inbox, question)))
    }

    pub(super) fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for HangUp {
    fn drop(&mut self) {
        let Some((inbox, question)) = self.0.take() else { return };
        let command = Command::Input(Input::HangUp(question));
        // A full inbox must not swallow the word, and a drop cannot wait.
        if let Err(TrySendError::Full(command)) = inbox.try_send(command)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move { inbox.send(command).await });
        }
    }
}
