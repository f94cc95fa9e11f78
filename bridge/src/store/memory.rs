//! The rooms of several nodes that live in one process, for tests. A bridge that shares its sessions with nobody has one too, and
//! asks it for nothing: its rooms are with the tasks of their sessions.

use std::collections::{HashMap, VecDeque};
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::{Answer, Commit, Entry, Later, Loaded, Request, Store, StoreAway, Version};
use crate::room::{Backlog, Limits, MissedChange};
use crate::session::SessionId;

/// How many commits of the past a session keeps for nodes that are behind.
const ENTRIES: usize = 64;

/// The rooms of one process.
#[derive(Debug)]
pub struct Memory {
    limits: Limits,
    is_shared: bool,
    sessions: Mutex<HashMap<SessionId, Kept>>,
}

/// What is kept of one session. Public, so that the simulation can lose a part of it.
#[derive(Clone, Debug)]
pub struct Stored {
    version: Version,
    snapshot: Option<Arc<str>>,
    missed: Backlog,
    entries: VecDeque<Entry>,
}

#[derive(Debug)]
struct Kept {
    stored: Stored,
    changes: watch::Sender<u64>,
}

impl Stored {
    /// No snapshot yet.
    pub fn new(limits: &Limits) -> Stored {
        let missed = Backlog::new(limits.missed_frames, limits.missed_bytes);
        Stored { version: Version::default(), snapshot: None, missed, entries: VecDeque::new() }
    }

    /// Its version.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The room as text, if there is one.
    pub fn snapshot(&self) -> Option<Arc<str>> {
        self.snapshot.clone()
    }

    /// Does what a node wants.
    pub fn ask(&mut self, request: Request) -> Answer {
        match request {
            Request::Load { seen, with_missed } => Answer::State(self.state(seen, with_missed)),
            Request::Commit(commit) if commit.expected != self.version => {
                Answer::State(self.state(Some(commit.expected), false))
            }
            Request::Commit(commit) => Answer::Committed(self.commit(*commit)),
        }
    }

    fn state(&self, seen: Option<Version>, with_missed: bool) -> Loaded {
        let is_new = |entry: &&Entry| seen.is_some_and(|seen| entry.version.number >= seen.number);
        Loaded {
            version: self.version,
            snapshot: self.snapshot.clone().filter(|_| seen != Some(self.version)),
            entries: self.entries.iter().filter(is_new).cloned().collect(),
            missed: with_missed.then(|| self.missed.iter().cloned().collect()),
        }
    }

    fn commit(&mut self, commit: Commit) -> Version {
        if commit.is_check() {
            return self.version;
        }
        self.version = Version { number: self.version.number + 1, token: commit.token };
        if let Some(snapshot) = commit.snapshot {
            self.snapshot = Some(snapshot);
        }
        let added = match commit.missed {
            MissedChange::None => Vec::new(),
            MissedChange::Add(added) => added,
            MissedChange::Replace(added) => {
                self.missed.take();
                added
            }
        };
        added.into_iter().for_each(|frame| self.missed.push(frame));
        self.entries.push_back(Entry { version: self.version, deliveries: commit.deliveries });
        if self.entries.len() > ENTRIES {
            self.entries.pop_front();
        }
        self.version
    }
}

impl Memory {
    /// For one bridge.
    pub fn new(limits: Limits) -> Memory {
        Memory { limits, is_shared: false, sessions: Mutex::default() }
    }

    /// For several bridges in one process.
    pub fn shared(limits: Limits) -> Memory {
        Memory { is_shared: true, ..Memory::new(limits) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Kept>> {
        // The map is whole between any two statements below.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, session: &SessionId, work: impl FnOnce(&mut Kept) -> T) -> T {
        let mut sessions = self.lock();
        let new = || Kept { stored: Stored::new(&self.limits), changes: watch::Sender::new(0) };
        work(sessions.entry(session.clone()).or_insert_with(new))
    }
}

impl Store for Memory {
    fn ask<'a>(&'a self, session: &'a SessionId, request: Request) -> Later<'a, Result<Answer, StoreAway>> {
        let answer = self.with(session, |kept| {
            let before = kept.stored.version;
            let answer = kept.stored.ask(request);
            if kept.stored.version != before {
                kept.changes.send_replace(kept.stored.version.number);
            }
            answer
        });
        Box::pin(ready(Ok(answer)))
    }

    fn changes(&self, session: &SessionId) -> watch::Receiver<u64> {
        self.with(session, |kept| kept.changes.subscribe())
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }

    fn forget(&self, _: &SessionId) {
        // The other nodes may want it.
    }

    fn ping(&self) -> Later<'_, Result<(), StoreAway>> {
        Box::pin(ready(Ok(())))
    }
}
