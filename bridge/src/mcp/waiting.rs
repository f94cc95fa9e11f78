//! How long a call waits for the person.

use tokio::time::Instant;

use super::settings::Settings;
use crate::room::{AskState, AskStatus, QuestionId};
use crate::session::{AskError, Session};

/// Waits for the end of an ask. With `progress` until it is over, or until `progress` says that nobody listens any more; it is
/// told for how many seconds the call has waited. Without, for as long as a client can be expected to wait. `None` if the ask is
/// not known.
pub(super) async fn wait(
    session: &Session,
    id: &QuestionId,
    settings: &Settings,
    mut progress: Option<impl AsyncFnMut(u64) -> Listens>,
) -> Result<Option<AskState>, AskError> {
    let Some(progress) = &mut progress else { return session.wait(id, settings.wait).await };
    let start = Instant::now();
    loop {
        let state = session.wait(id, settings.progress).await?;
        let is_pending = state.as_ref().is_some_and(|state| state.status == AskStatus::Pending);
        if !is_pending || progress(start.elapsed().as_secs()).await == Listens::NoMore {
            return Ok(state);
        }
    }
}

/// Whether a client still listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listens {
    /// As far as is known.
    Still,
    /// It has gone.
    NoMore,
}
