//! Sessions of a bridge that shares a store with others, and a store that can be away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep};

use super::{ask, named, read_to, settle};
use crate::client::Client;
use crate::config::{Config, Limits};
use crate::room::{self, AskState, AskStatus, Input, Outcome, PermissionInput, Status, TimeLimit};
use crate::session::{AskError, Outgoing, SessionId, Sessions, TooManySessions};
use crate::store::{Answer, Later, Memory, Request, Store, StoreAway};

/// How long a store that is away lets a bridge wait.
const SILENT: Duration = Duration::from_secs(4);

/// A store that others share too. While it is away it says nothing.
#[derive(Debug)]
struct Shared {
    memory: Memory,
    is_away: AtomicBool,
    /// How many more commits it takes before it goes away.
    commits_left: AtomicUsize,
}

impl Shared {
    fn new() -> Arc<Shared> {
        Arc::new(Shared {
            memory: Memory::shared(room::Limits::default()),
            is_away: AtomicBool::new(false),
            commits_left: AtomicUsize::new(usize::MAX),
        })
    }

    fn goes(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }
}

impl Store for Shared {
    fn ask<'a>(&'a self, session: &'a SessionId, request: Request) -> Later<'a, Result<Answer, StoreAway>> {
        Box::pin(async move {
            if let Request::Commit(_) = request {
                let left =
                    self.commits_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                self.is_away.fetch_or(left.is_err(), Ordering::Relaxed);
            }
            if self.is_away.load(Ordering::Relaxed) {
                sleep(SILENT).await;
                return Err(StoreAway("away".to_owned()));
            }
            self.memory.ask(session, request).await
        })
    }

    fn changes(&self, session: &SessionId) -> watch::Receiver<u64> {
        self.memory.changes(session)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn forget(&self, session: &SessionId) {
        self.memory.forget(session);
    }

    fn ping(&self) -> Later<'_, Result<(), StoreAway>> {
        self.memory.ping()
    }
}

/// A store that is always there, whose notices a test gives, and that counts how often it is looked at.
#[derive(Debug)]
struct Noticed {
    memory: Memory,
    notices: watch::Sender<u64>,
    looks: AtomicUsize,
}

impl Store for Noticed {
    fn ask<'a>(&'a self, session: &'a SessionId, request: Request) -> Later<'a, Result<Answer, StoreAway>> {
        if let Request::Load { .. } = request {
            self.looks.fetch_add(1, Ordering::Relaxed);
        }
        self.memory.ask(session, request)
    }

    fn changes(&self, _: &SessionId) -> watch::Receiver<u64> {
        self.notices.subscribe()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn forget(&self, session: &SessionId) {
        self.memory.forget(session);
    }

    fn ping(&self) -> Later<'_, Result<(), StoreAway>> {
        self.memory.ping()
    }
}

#[tokio::test(start_paused = true)]
async fn every_other_number_of_a_commit_is_looked_at() {
    let memory = Memory::shared(room::Limits::default());
    let store = Arc::new(Noticed { memory, notices: watch::Sender::new(0), looks: AtomicUsize::new(0) });
    let sessions = Sessions::with_store(Config::default(), None, store.clone());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    for _ in 0..2 {
        session.record(None, ask(), Some(TimeLimit::Never)).await.unwrap();
    }
    let looks = async |number| {
        let before = store.looks.load(Ordering::Relaxed);
        store.notices.send_replace(number);
        settle().await;
        store.looks.load(Ordering::Relaxed) - before
    };
    assert_eq!(looks(2).await, 0, "that is the state which it knows");
    assert_eq!(looks(3).await, 1);
    assert_eq!(looks(1).await, 1, "the store has lost something, and counts again");
    assert_eq!(looks(0).await, 1, "something may have been missed");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_an_ask_at_another_bridge_is_heard_of_at_once() {
    let store = Shared::new();
    let (sessions, others) = (sharing(&store, 10), sharing(&store, 10));
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Never)).await.unwrap().id;
    let waiting = {
        let id = id.clone();
        tokio::spawn(async move { session.wait_for_end(&id).await })
    };
    settle().await;
    let start = Instant::now();
    others.open(&named("s"), Client::Own).unwrap().withdraw(&id).await.unwrap();
    assert!(waiting.await.unwrap().unwrap().unwrap().is_over());
    assert_eq!(start.elapsed(), Duration::ZERO, "without the notice it would look by itself seconds later");
}

fn sharing(store: &Arc<Shared>, sessions: usize) -> Sessions {
    let limits = Limits { sessions, ..Limits::default() };
    Sessions::with_store(Config { limits, ..Config::default() }, None, store.clone())
}

#[tokio::test(start_paused = true)]
async fn a_full_bridge_does_not_say_that_a_session_of_others_is_not_there() {
    let sessions = sharing(&Shared::new(), 1);
    let used = sessions.open(&named("used"), Client::Own).unwrap();
    assert_eq!(sessions.find(&named("other"), Client::Own).unwrap_err(), TooManySessions);
    assert!(sessions.find(&named("used"), Client::Own).unwrap().is_some());
    drop(used);
    assert!(sessions.find(&named("other"), Client::Own).unwrap().is_some(), "others may have it");
}

#[tokio::test(start_paused = true)]
async fn a_session_that_only_waits_in_the_store_rests() {
    let sessions = sharing(&Shared::new(), 10);
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Seconds(80_000))).await.unwrap().id;
    let polls = session.wait(&id, Duration::from_secs(20));
    assert!(polls.await.unwrap().is_some());
    drop(session);
    sleep(2 * Limits::default().idle_session).await;
    assert_eq!(sessions.count(), 0, "whoever polls or looks for what is due opens it again");
    let session = sessions.find(&named("s"), Client::Own).unwrap().unwrap();
    assert_eq!(session.status().await, Ok(Status { is_connected: false, asks: 1 }));
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_behind_somebody_whom_the_store_did_not_answer_is_told_at_once() {
    let store = Shared::new();
    let sessions = sharing(&store, 10);
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    session.status().await.unwrap();
    store.goes(true);
    let start = Instant::now();
    let looks = (0..10).map(|_| {
        let session = session.clone();
        tokio::spawn(async move { session.status().await })
    });
    for look in looks.collect::<Vec<_>>() {
        assert_eq!(look.await.unwrap(), Err(AskError::StoreAway));
    }
    assert_eq!(start.elapsed(), SILENT);
    store.goes(false);
    sleep(Duration::from_secs(2)).await;
    assert!(session.status().await.is_ok(), "it is asked again soon");
}

#[tokio::test(start_paused = true)]
async fn a_session_that_has_to_tell_the_store_something_makes_room_for_nobody() {
    let store = Shared::new();
    let sessions = sharing(&store, 1);
    let session = sessions.open(&named("a"), Client::Own).unwrap();
    let (connection, page) = session.connect(None, None, 1 << 20).await;
    settle().await;
    store.goes(true);
    session.input(Input::Closed(connection)).await;
    drop((session, page));
    sleep(2 * SILENT).await;
    assert_eq!(sessions.open(&named("b"), Client::Own).unwrap_err(), TooManySessions, "its page has left");
    store.goes(false);
    sleep(2 * SILENT).await;
    let session = sessions.open(&named("b"), Client::Own).unwrap();
    drop(session);
    settle().await;
    let session = sessions.open(&named("a"), Client::Own).unwrap();
    assert_eq!(session.status().await, Ok(Status { is_connected: false, asks: 0 }));
}

#[tokio::test(start_paused = true)]
async fn a_page_that_a_store_did_not_take_comes_back_soon() {
    let store = Shared::new();
    let session = sharing(&store, 10).open(&named("s"), Client::Own).unwrap();
    store.goes(true);
    let (_, mut page) = session.connect(None, None, 1 << 20).await;
    assert_eq!(page.recv().await, Some(Outgoing::Close(1012)), "1013 would mean the longest wait");
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_recorded_ask_at_a_bridge_that_stops_is_told_that_it_is_pending() {
    let store = Shared::new();
    let (sessions, others) = (sharing(&store, 10), sharing(&store, 10));
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Never)).await.unwrap().id;
    let waiting = {
        let (session, id) = (session.clone(), id.clone());
        tokio::spawn(async move { session.wait_for_end(&id).await })
    };
    let calling = tokio::spawn(async move { session.ask(ask(), Some(TimeLimit::Never)).await });
    settle().await;
    sessions.stop().await;
    let state = waiting.await.unwrap().unwrap().unwrap();
    assert_eq!((state.id, state.status), (id.clone(), AskStatus::Pending));
    assert_eq!(calling.await.unwrap(), Err(AskError::Stopped), "its ask ends with the call");
    let session = others.open(&named("s"), Client::Own).unwrap();
    assert_eq!(session.recorded().await.unwrap().len(), 1);
    assert_eq!(session.status().await, Ok(Status { is_connected: false, asks: 1 }));
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_ended_at_another_bridge_is_not_counted_as_waiting() {
    let store = Shared::new();
    let (sessions, others) = (sharing(&store, 10), sharing(&store, 10));
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Never)).await.unwrap().id;
    let waits = |sessions: &Sessions, count: u32| {
        let text = sessions.metrics().text(0);
        assert!(text.contains(&format!("ask_user_asks_waiting {count}\n")), "{text}");
    };
    waits(&sessions, 1);
    others.open(&named("s"), Client::Own).unwrap().withdraw(&id).await.unwrap();
    session.status().await.unwrap();
    settle().await;
    waits(&sessions, 0);
}

#[tokio::test(start_paused = true)]
async fn a_full_bridge_knows_that_it_has_no_place() {
    let sessions = sharing(&Shared::new(), 1);
    assert!(sessions.has_place());
    let used = sessions.open(&named("used"), Client::Own).unwrap();
    assert!(!sessions.has_place());
    drop(used);
    assert!(sessions.has_place(), "what nobody uses makes room");
}

#[tokio::test(start_paused = true)]
async fn stopping_waits_until_the_store_has_been_told() {
    let store = Shared::new();
    let sessions = sharing(&store, 10);
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let (_, _page) = session.connect(None, None, 1 << 20).await;
    settle().await;
    store.goes(true);
    let start = Instant::now();
    sessions.stop().await;
    assert_eq!(start.elapsed(), SILENT, "it is tried");
    let store = Shared::new();
    let (sessions, others) = (sharing(&store, 10), sharing(&store, 10));
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let (_, _page) = session.connect(None, None, 1 << 20).await;
    settle().await;
    sessions.stop().await;
    let session = others.open(&named("s"), Client::Own).unwrap();
    assert_eq!(session.status().await, Ok(Status::default()), "the others find no page");
}

/// An approval that is allowed while an agent waits for it, at a bridge that is cut from the store after so many commits more. What the
/// agent gets, and whether another call for the same gets the allowance too.
async fn allowed_with(commits: usize) -> (Result<Option<AskState>, AskError>, AskStatus) {
    let store = Shared::new();
    let sessions = sharing(&store, 2);
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let (connection, mut page) = session.connect(None, None, 1 << 20).await;
    let approval = || PermissionInput::new(json!({"tool_name": "Bash", "input": {"command": "ls"}})).unwrap();
    let id = session.record_once(approval(), Some(TimeLimit::Never)).await.unwrap().id;
    read_to(&mut page, "permission_request").await;
    let waits = tokio::spawn({
        let (session, id) = (session.clone(), id.clone());
        async move { session.wait_for_end(&id).await }
    });
    settle().await;
    store.commits_left.store(commits, Ordering::Relaxed);
    let result = json!({"behavior": "allow", "updatedInput": {"command": "ls"}});
    let response = json!({"type": "permission_response", "data": {"request_id": id.as_str(), "result": result}});
    session.input(Input::Text { from: connection, text: response.to_string() }).await;
    let given = waits.await.unwrap();
    store.commits_left.store(usize::MAX, Ordering::Relaxed);
    store.goes(false);
    // The other bridge knows what the store knows, and the first is not asked.
    drop((session, page));
    let other = Sessions::with_store(Config::default(), None, store).open(&named("s"), Client::Own).unwrap();
    let repeated = other.record_once(approval(), Some(TimeLimit::Never)).await.unwrap();
    (given, repeated.status)
}

#[tokio::test(start_paused = true)]
async fn an_allowance_is_given_once_also_by_a_bridge_that_is_cut_from_the_store() {
    let (given, repeated) = allowed_with(2).await;
    assert!(given.unwrap().unwrap().is_allowance());
    assert_eq!(repeated, AskStatus::Pending, "it is asked again");
    let (given, repeated) = allowed_with(1).await;
    assert_eq!(given, Err(AskError::StoreAway));
    assert!(matches!(repeated, AskStatus::Over { outcome: Outcome::Answered, .. }), "the agent makes the call again");
}
