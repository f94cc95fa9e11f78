//! Which sessions there are. A session begins when somebody names it and ends when it has been quiet for long, or when it
//! is not used and another needs its place.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::eviction::{self, Unused};
use super::ledger::Ledger;
use super::task::Task;
use super::{Command, Message, Session, SessionId, WeakSession};
use crate::audit::Audit;
use crate::client::Client;
use crate::clock::Clock;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::room::{Keeps, Time};
use crate::store::{Memory, Store};

/// The sessions of one bridge.
#[derive(Clone, Debug)]
pub struct Sessions {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    config: Config,
    clock: Clock,
    store: Arc<dyn Store>,
    metrics: Metrics,
    audit: Option<Audit>,
    open: Mutex<HashMap<SessionId, Open>>,
    /// A place for each task that runs.
    running: Arc<Semaphore>,
}

/// More tasks than there can be.
const MOST_TASKS: u32 = 1 << 28;

/// One session that is there.
#[derive(Debug)]
struct Open {
    inbox: mpsc::Sender<Message>,
    client: Client,
    rest: Rest,
}

/// What a session's task says of itself after everything that it was told.
#[derive(Clone, Debug)]
pub(super) struct Rest(Arc<Mutex<(Instant, Keeps)>>);

impl Rest {
    fn new() -> Rest {
        Rest(Arc::new(Mutex::new((Instant::now(), Keeps::Nothing))))
    }

    /// It was told something just now, and keeps this.
    pub(super) fn note(&self, keeps: Keeps) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), keeps);
    }

    fn get(&self) -> (Instant, Keeps) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Whether nobody holds a handle: every socket, every agent that waits and everything on its way to the task has one.
    fn is_unused(&self) -> bool {
        self.inbox.strong_count() <= 1
    }
}

/// The bridge has as many sessions as it may have, and all are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManySessions;

impl Sessions {
    /// Sessions that live in this process alone, without an audit; none yet.
    pub fn new(config: Config) -> Sessions {
        Sessions::audited(config, None)
    }

    /// Sessions that live in this process alone. How their asks end is written to the audit.
    pub fn audited(config: Config, audit: Option<Audit>) -> Sessions {
        let store = Arc::new(Memory::new(config.room().limits));
        Sessions::with_store(config, audit, store)
    }

    /// Sessions whose rooms are in this store.
    pub fn with_store(config: Config, audit: Option<Audit>, store: Arc<dyn Store>) -> Sessions {
        Sessions::with_clock(config, audit, store, Clock::start())
    }

    /// Sessions whose rooms are in this store, and are given the time of this clock.
    pub(crate) fn with_clock(config: Config, audit: Option<Audit>, store: Arc<dyn Store>, clock: Clock) -> Sessions {
        let metrics = Metrics::default();
        let running = Arc::new(Semaphore::new(MOST_TASKS as usize));
        Sessions { shared: Arc::new(Shared { config, clock, store, metrics, audit, open: Mutex::default(), running }) }
    }

    /// Where the rooms are.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    /// The time that the rooms are given.
    pub(crate) fn now(&self) -> Time {
        self.shared.clock.now()
    }

    /// The session of this name, a new one if need be. Must be called inside a tokio runtime.
    pub fn open(&self, id: &SessionId, client: Client) -> Result<Session, TooManySessions> {
        let mut open = self.lock();
        if let Some(there) = open.get(id).filter(|there| !there.inbox.is_closed()) {
            return Ok(Session { inbox: there.inbox.clone() });
        }
        if open.len() >= self.shared.config.limits.sessions {
            let gone = eviction::choose(unused(&open)).ok_or(TooManySessions)?;
            // With its inbox the task ends.
            open.remove(&gone);
        }
        let (inbox, commands) = mpsc::channel(256);
        let weak = WeakSession { inbox: inbox.downgrade() };
        let rest = Rest::new();
        let shared = &self.shared;
        let ledger = Ledger::new(id.clone(), shared.metrics.clone(), shared.audit.clone(), shared.store.is_shared());
        let task = Task::new(&shared.config, shared.store.clone(), shared.clock, commands, weak, rest.clone(), ledger);
        let (sessions, place) = (self.clone(), self.shared.running.clone().try_acquire_owned());
        let running = Box::new(task).run(sessions);
        tokio::spawn(async move {
            let _place = place;
            running.await;
        });
        open.insert(id.clone(), Open { inbox: inbox.clone(), client, rest });
        Ok(Session { inbox })
    }

    /// Whether one more session can be opened.
    pub(crate) fn has_place(&self) -> bool {
        let open = self.lock();
        open.len() < self.shared.config.limits.sessions || eviction::choose(unused(&open)).is_some()
    }

    /// The session of this name, if it is there. Where others may have it, it is opened to look.
    pub fn find(&self, id: &SessionId, client: Client) -> Result<Option<Session>, TooManySessions> {
        if self.shared.store.is_shared() {
            return self.open(id, client).map(Some);
        }
        let open = self.lock();
        let there = open.get(id).filter(|there| !there.inbox.is_closed());
        Ok(there.map(|there| Session { inbox: there.inbox.clone() }))
    }

    /// The counts of the bridge.
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// How many sessions there are.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Ends all sessions: sockets are closed, agents that wait are told. Ends when all have ended.
    pub async fn stop(&self) {
        let mut telling: JoinSet<()> = JoinSet::new();
        // No task waits for another, so none is told later because another is slow.
        for (_, there) in self.lock().drain() {
            telling.spawn(async move { Session { inbox: there.inbox }.send(Command::Stop).await });
        }
        telling.join_all().await;
        let _ = self.shared.running.acquire_many(MOST_TASKS).await;
    }

    /// Forgets a session, unless somebody holds a handle on it. Handles are made under the same lock, so what this returns
    /// stays true.
    pub(super) fn forget(&self, id: &SessionId, commands: &mpsc::Receiver<Message>) -> bool {
        let mut open = self.lock();
        match commands.sender_strong_count() {
            // It had to make room already, and its name may be another session's now.
            0 => true,
            1 => open.remove(id).is_some(),
            _ => false,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Open>> {
        // The map is whole between any two statements above.
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unused(open: &HashMap<SessionId, Open>) -> Vec<Unused<SessionId>> {
    let unused = open.iter().filter(|(_, there)| there.is_unused());
    let unused = unused.map(|(id, there)| {
        let (since, keeps) = there.rest.get();
        Unused { id: id.clone(), client: there.client, quiet: since.elapsed(), keeps }
    });
    unused.collect()
}
