//! How long a call waits for the person.

use tokio::time::Instant;

use super::settings::Settings;
use crate::room::{AskState, AskStatus, QuestionId};
use crate::session::{AskError, Session};

/// Waits for the end of an ask, for as long as a client can be expected to wait. `progress` hears meanwhile for how many seconds
/// the call has waited, and says whether anybody listens any more. `None` if the ask is not known.
pub(super) async fn wait(
    session: &Session,
    id: &QuestionId,
    settings: &Settings,
    mut progress: Option<impl AsyncFnMut(u64) -> Listens>,
) -> Result<Option<AskState>, AskError> {
    let Some(progress) = &mut progress else { return session.wait(id, settings.wait).await };
    let start = Instant::now();
    loop {
        let left = settings.wait.saturating_sub(start.elapsed());
        let state = session.wait(id, left.min(settings.progress())).await?;
        let is_pending = state.as_ref().is_some_and(|state| state.status == AskStatus::Pending);
        let is_time_up = start.elapsed() >= settings.wait;
        if !is_pending || is_time_up || progress(start.elapsed().as_secs()).await == Listens::NoMore {
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
