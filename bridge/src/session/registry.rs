//! Which sessions there are. A session begins when somebody names it and ends when it has been quiet for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::task::Task;
use super::{Command, Session, SessionId, WeakSession};
use crate::config::Config;

/// The sessions of one bridge.
#[derive(Clone, Debug)]
pub struct Sessions {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    config: Config,
    open: Mutex<HashMap<SessionId, mpsc::Sender<Command>>>,
}

/// The bridge has as many sessions as it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManySessions;

impl Sessions {
    /// No session yet.
    pub fn new(config: Config) -> Sessions {
        Sessions { shared: Arc::new(Shared { config, open: Mutex::default() }) }
    }

    /// The session of this name, a new one if need be. Must be called inside a tokio runtime.
    pub fn open(&self, id: &SessionId) -> Result<Session, TooManySessions> {
        let mut open = self.lock();
        if let Some(inbox) = open.get(id).filter(|inbox| !inbox.is_closed()) {
            return Ok(Session { inbox: inbox.clone() });
        }
        if open.len() >= self.shared.config.limits.sessions {
            return Err(TooManySessions);
        }
        let (inbox, commands) = mpsc::channel(256);
        let weak = WeakSession { inbox: inbox.downgrade() };
        tokio::spawn(Task::new(id.clone(), &self.shared.config, commands, weak).run(self.clone()));
        open.insert(id.clone(), inbox.clone());
        Ok(Session { inbox })
    }

    /// How many sessions there are.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Ends all sessions: sockets are closed, agents that wait are told.
    pub async fn stop(&self) {
        let inboxes: Vec<_> = self.lock().drain().map(|(_, inbox)| inbox).collect();
        for inbox in inboxes {
            let _ = inbox.send(Command::Stop).await;
        }
    }

    /// Forgets a session, unless somebody holds a handle on it or has just told it something. Handles are made under the
    /// same lock, so what this returns stays true.
    pub(super) fn forget(&self, id: &SessionId, commands: &mpsc::Receiver<Command>) -> bool {
        let mut open = self.lock();
        let is_alone = commands.sender_strong_count() <= 1 && commands.is_empty();
        if is_alone {
            open.remove(id);
        }
        is_alone
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, mpsc::Sender<Command>>> {
        // The map is whole between any two statements above.
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
