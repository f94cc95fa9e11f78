//! Sessions with a clock that stands still until somebody sleeps.

mod store;

use std::sync::Arc;

use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep};

use super::{AskError, Incoming, Outgoing, Session, SessionId, Sessions, TooManySessions, eviction};
use crate::client::Client;
use crate::config::{Config, Limits};
use crate::room::{AskInput, AskStatus, ChatFrame, Input, Outcome, Status, TimeLimit};
use crate::store::{Answer, Later, Memory, Request, Store, StoreAway};

fn named(id: &str) -> SessionId {
    SessionId::new(id).unwrap()
}

fn ask() -> AskInput {
    AskInput::new(json!({"questions": []})).unwrap()
}

fn event(chunk: &str) -> ChatFrame {
    ChatFrame::new(json!({"type": "text", "chunk": chunk})).unwrap()
}

/// Everything up to the frame that holds `text`.
async fn read_to(incoming: &mut Incoming, text: &str) -> Vec<String> {
    let mut frames = Vec::new();
    while let Some(Outgoing::Text(frame)) = incoming.recv().await {
        let is_last = frame.contains(text);
        frames.push(frame);
        if is_last {
            return frames;
        }
    }
    panic!("{text} never came: {frames:?}");
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_nobody_answers_is_denied_in_time() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let start = Instant::now();
    let result = session.ask(ask(), Some(TimeLimit::Seconds(7))).await.unwrap();
    assert_eq!(result["reason"], "nobody_connected");
    assert_eq!(start.elapsed().as_secs(), 7);
}

#[tokio::test(start_paused = true)]
async fn a_quiet_session_is_dropped_and_a_used_one_is_not() {
    let sessions = Sessions::new(Config::default());
    let idle = Limits::default().idle_session;
    drop(sessions.open(&named("quiet"), Client::Own).unwrap());
    let held = sessions.open(&named("held"), Client::Own).unwrap();
    let asking = sessions.open(&named("asking"), Client::Own).unwrap();
    let asking = tokio::spawn(async move { asking.ask(ask(), Some(TimeLimit::Never)).await });
    sleep(idle / 2).await;
    assert_eq!(sessions.count(), 3);
    sleep(idle).await;
    assert_eq!(sessions.count(), 2);
    drop(held);
    sleep(2 * idle).await;
    assert_eq!(sessions.count(), 1);
    asking.abort();
    sleep(2 * idle).await;
    assert_eq!(sessions.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_session_starts_anew() {
    let sessions = Sessions::new(Config::default());
    sessions.open(&named("s"), Client::Own).unwrap().event(event("old")).await.unwrap();
    sleep(2 * Limits::default().idle_session).await;
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    session.event(event("new")).await.unwrap();
    let (_, mut incoming) = session.connect(None, None, 1 << 20).await;
    let frames = read_to(&mut incoming, "new").await;
    assert!(!frames.iter().any(|frame| frame.contains("old")), "{frames:?}");
}

/// The store of a bridge that shares its sessions with nobody. It has nothing to say.
#[derive(Debug)]
struct NoStore;

impl Store for NoStore {
    fn ask<'a>(&'a self, _: &'a SessionId, request: Request) -> Later<'a, Result<Answer, StoreAway>> {
        panic!("{request:?}")
    }

    fn changes(&self, _: &SessionId) -> watch::Receiver<u64> {
        panic!("nobody else changes a session")
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn forget(&self, _: &SessionId) {
        panic!("a task that ends must not forget what the next one of its name has")
    }

    fn ping(&self) -> Later<'_, Result<(), StoreAway>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_opened_again_loses_nothing_to_the_task_that_had_its_name() {
    let limits = Limits { sessions: 1, ..Limits::default() };
    let sessions = Sessions::with_store(Config { limits, ..Config::default() }, None, Arc::new(NoStore));
    for round in 0..3 {
        // Each name is let go while its task still runs.
        drop(sessions.open(&named("a"), Client::Own).unwrap());
        drop(sessions.open(&named("b"), Client::Own).unwrap());
        let session = sessions.open(&named("a"), Client::Own).unwrap();
        let id = session.record(None, ask(), None).await.unwrap().id;
        settle().await;
        let found = session.wait(&id, Duration::ZERO).await.unwrap();
        assert_eq!(found.map(|state| state.status), Some(AskStatus::Pending), "round {round}");
        session.withdraw(&id).await.unwrap();
        drop(session);
        sleep(eviction::SAFE).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_whose_page_has_gone_without_a_word_ends_too() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let (_, incoming) = session.connect(None, None, 1 << 20).await;
    settle().await;
    drop(incoming);
    session.event(event("x")).await.unwrap();
    drop(session);
    sleep(2 * Limits::default().idle_session).await;
    assert_eq!(sessions.count(), 0, "the room has heard that nothing reaches its page");
}

#[tokio::test(start_paused = true)]
async fn what_a_page_missed_waits_for_the_next_one() {
    let sessions = few(1);
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    for chunk in ["one", "two"] {
        session.event(event(chunk)).await.unwrap();
    }
    let (connection, mut incoming) = session.connect(None, None, 1 << 20).await;
    read_to(&mut incoming, "one").await;
    read_to(&mut incoming, "two").await;
    session.input(Input::Closed(connection)).await;
    session.event(event("three")).await.unwrap();
    let (_, mut incoming) = session.connect(None, None, 1 << 20).await;
    let frames = read_to(&mut incoming, "three").await;
    assert!(!frames.iter().any(|frame| frame.contains("one")), "what was replayed is not replayed again: {frames:?}");
}

fn few(sessions: usize) -> Sessions {
    let limits = Limits { sessions, ..Limits::default() };
    Sessions::new(Config { limits, ..Config::default() })
}

/// Lets the tasks read what they were told.
async fn settle() {
    sleep(Duration::from_millis(1)).await;
}

#[tokio::test(start_paused = true)]
async fn there_are_only_so_many_sessions_in_use() {
    let sessions = few(2);
    let a = sessions.open(&named("a"), Client::Own).unwrap();
    let (_, _page) = a.connect(None, None, 1 << 20).await;
    let b = sessions.open(&named("b"), Client::Own).unwrap();
    let asking = tokio::spawn(async move { b.ask(ask(), Some(TimeLimit::Never)).await });
    settle().await;
    assert_eq!(sessions.open(&named("c"), Client::Own).unwrap_err(), TooManySessions);
    assert!(sessions.open(&named("a"), Client::Own).is_ok(), "one that is there is found");
    asking.abort();
    settle().await;
    assert_eq!(
        sessions.open(&named("c"), Client::Own).unwrap_err(),
        TooManySessions,
        "its page is told when it is back"
    );
    sleep(eviction::SAFE).await;
    assert!(sessions.open(&named("c"), Client::Own).is_ok(), "and has had its time");
}

#[tokio::test(start_paused = true)]
async fn a_session_with_a_recorded_ask_is_kept_until_retention_ends() {
    let sessions = few(1);
    let session = sessions.open(&named("a"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Never)).await.unwrap().id;
    drop(session);
    sleep(2 * Limits::default().idle_session).await;
    assert_eq!(sessions.open(&named("b"), Client::Own).unwrap_err(), TooManySessions, "it waits without its agent");
    let session = sessions.find(&named("a"), Client::Own).unwrap().unwrap();
    let (connection, mut page) = session.connect(None, None, 1 << 20).await;
    read_to(&mut page, "ask_user_question").await;
    let data = json!({"question_id": id.as_str(), "cancelled": true});
    let frame = json!({"type": "ask_user_response", "data": data});
    session.input(Input::Frame { from: connection.clone(), frame }).await;
    read_to(&mut page, "ask_user_ack").await;
    session.input(Input::Closed(connection)).await;
    drop(session);
    sleep(2 * Limits::default().idle_session).await;
    assert_eq!(sessions.open(&named("b"), Client::Own).unwrap_err(), TooManySessions, "nobody has its answer");
    let session = sessions.find(&named("a"), Client::Own).unwrap().unwrap();
    let state = session.wait(&id, Duration::from_secs(1)).await.unwrap().unwrap();
    assert!(matches!(state.status, AskStatus::Over { outcome: Outcome::Cancelled, .. }), "{state:?}");
    drop(session);
    sleep(2 * Limits::default().idle_session).await;
    assert_eq!(sessions.count(), 1, "it may be fetched again");
    assert!(sessions.open(&named("b"), Client::Own).is_ok(), "but it makes room for others");

    let session = sessions.open(&named("b"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Seconds(1))).await.unwrap().id;
    assert!(session.wait_for_end(&id).await.unwrap().is_some());
    drop(session);
    sleep(Duration::from_secs(86_400) + 2 * Limits::default().idle_session).await;
    assert_eq!(sessions.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_recorded_ask_hears_of_its_end_or_of_the_time() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let id = session.record(None, ask(), Some(TimeLimit::Seconds(30))).await.unwrap().id;
    let start = Instant::now();
    let state = session.wait(&id, Duration::from_secs(20)).await.unwrap().unwrap();
    assert_eq!((state.status, start.elapsed().as_secs()), (AskStatus::Pending, 20));
    let (one, other) = tokio::join!(session.wait_for_end(&id), session.wait(&id, Duration::from_secs(20)));
    assert_eq!((&one, start.elapsed().as_secs()), (&other, 30));
    assert!(matches!(one.unwrap().unwrap().status, AskStatus::Over { outcome: Outcome::TimedOut, .. }));
    assert_eq!(session.wait_for_end(&"q_unknown".into()).await, Ok(None));
    sessions.stop().await;
    assert_eq!(session.wait_for_end(&id).await, Err(AskError::Stopped));
}

#[tokio::test(start_paused = true)]
async fn the_same_request_at_two_bridges_of_one_store_is_one_ask() {
    let store = Arc::new(Memory::shared(crate::room::Limits::default()));
    let at_bridge = || {
        let sessions = Sessions::with_store(Config::default(), None, store.clone());
        sessions.open(&named("s"), Client::Own).unwrap()
    };
    let bridges = [at_bridge(), at_bridge(), at_bridge()];
    let [one, other, third] = &bridges;
    let limit = Some(TimeLimit::Never);
    let (first, second) = tokio::join!(one.record_once(ask(), limit), other.record_once(ask(), limit));
    let first = first.unwrap();
    assert_eq!(second, Ok(first.clone()));
    assert_eq!(third.record_once(ask(), limit).await, Ok(first.clone()));
    assert_eq!(third.recorded().await, Ok(vec![first.clone()]));
    assert_eq!(third.latest().await, Ok(Some(first.id)));
}

#[tokio::test(start_paused = true)]
async fn names_that_nobody_uses_block_nobody() {
    let sessions = few(3);
    let used = sessions.open(&named("used"), Client::Own).unwrap();
    let (_, mut page) = used.connect(None, None, 1 << 20).await;
    sessions.open(&named("kept"), Client::Own).unwrap().event(event("kept")).await.unwrap();
    settle().await;
    for number in 0..5000 {
        drop(sessions.open(&named(&format!("name-{number}")), Client::Own).expect("there is room"));
    }
    assert_eq!(sessions.count(), 3);
    used.event(event("still here")).await.unwrap();
    read_to(&mut page, "still here").await;
    let (_, mut page) = sessions.open(&named("kept"), Client::Own).unwrap().connect(None, None, 1 << 20).await;
    read_to(&mut page, "kept").await;
}

#[tokio::test(start_paused = true)]
async fn what_is_on_its_way_to_a_session_holds_it() {
    let sessions = few(1);
    // This test has the only thread, so the session's task has read nothing yet.
    sessions.open(&named("a"), Client::Own).unwrap().input(Input::Event(event("unread"))).await;
    assert_eq!(sessions.open(&named("b"), Client::Own).unwrap_err(), TooManySessions);
}

#[tokio::test(start_paused = true)]
async fn looking_at_a_session_makes_none() {
    let sessions = few(1);
    assert!(sessions.find(&named("s"), Client::Own).unwrap().is_none());
    assert_eq!(sessions.count(), 0);
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let found = sessions.find(&named("s"), Client::Own).unwrap().unwrap();
    assert_eq!(found.status().await, Ok(Status::default()));
    let (_, _page) = session.connect(None, None, 1 << 20).await;
    assert_eq!(found.status().await, Ok(Status { is_connected: true, asks: 0 }));
}

#[tokio::test]
async fn a_page_that_falls_behind_is_given_up_and_what_follows_is_kept() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let (_, mut slow) = session.connect(None, None, 2000).await;
    session.event(event(&"x".repeat(2000))).await.unwrap();
    session.event(event("since")).await.unwrap();
    while slow.recv().await.is_some() {}
    let (_, mut next) = session.connect(None, None, 1 << 20).await;
    let frames = read_to(&mut next, "since").await;
    assert_eq!(frames.len(), 3, "connected, session_status, and the frame: {frames:?}");
}

#[tokio::test]
async fn a_full_inbox_does_not_swallow_a_hang_up() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let asking = {
        let session = session.clone();
        tokio::spawn(async move { session.ask(ask(), Some(TimeLimit::Never)).await })
    };
    let (_, mut page) = session.connect(None, None, 1 << 20).await;
    read_to(&mut page, "ask_user_question").await;
    // This test has the only thread, so the session's task cannot read while the inbox is filled.
    while fill(&session) {}
    asking.abort();
    assert!(asking.await.unwrap_err().is_cancelled());
    read_to(&mut page, "ask_user_withdrawn").await;
}

fn fill(session: &Session) -> bool {
    session.inbox.try_send(session.message(super::Command::Input(Input::Wake))).is_ok()
}

#[tokio::test]
async fn stopping_closes_pages_and_tells_agents() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s"), Client::Own).unwrap();
    let asking = {
        let session = session.clone();
        tokio::spawn(async move { session.ask(ask(), None).await })
    };
    let (_, mut page) = session.connect(None, None, 1 << 20).await;
    read_to(&mut page, "ask_user_question").await;
    sessions.stop().await;
    assert_eq!(page.recv().await, Some(Outgoing::Close(1001)));
    assert_eq!(page.recv().await, None);
    assert_eq!(asking.await.unwrap(), Err(AskError::Stopped));
    let asked_after = tokio::time::timeout(Duration::from_secs(5), session.ask(ask(), None));
    assert_eq!(asked_after.await, Ok(Err(AskError::Stopped)));
}
