//! Sessions with a clock that stands still until somebody sleeps.

use serde_json::json;
use tokio::time::{Duration, Instant, sleep};

use super::{AskError, Incoming, Outgoing, Session, SessionId, Sessions, TooManySessions};
use crate::config::{Config, Limits};
use crate::room::{AskInput, ChatFrame, Input, TimeLimit};

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
    let session = sessions.open(&named("s")).unwrap();
    let start = Instant::now();
    let result = session.ask(ask(), Some(TimeLimit::Seconds(7))).await.unwrap();
    assert_eq!(result["message"], "User response timeout");
    assert_eq!(start.elapsed().as_secs(), 7);
}

#[tokio::test(start_paused = true)]
async fn a_quiet_session_is_dropped_and_a_used_one_is_not() {
    let sessions = Sessions::new(Config::default());
    let idle = Limits::default().idle_session;
    drop(sessions.open(&named("quiet")).unwrap());
    let held = sessions.open(&named("held")).unwrap();
    let asking = sessions.open(&named("asking")).unwrap();
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
    sessions.open(&named("s")).unwrap().event(event("old")).await;
    sleep(2 * Limits::default().idle_session).await;
    let session = sessions.open(&named("s")).unwrap();
    session.event(event("new")).await;
    let (_, mut incoming) = session.connect(None, 1 << 20).await;
    let frames = read_to(&mut incoming, "new").await;
    assert!(!frames.iter().any(|frame| frame.contains("old")), "{frames:?}");
}

#[tokio::test]
async fn there_are_only_so_many_sessions() {
    let limits = Limits { sessions: 2, ..Limits::default() };
    let sessions = Sessions::new(Config { limits, ..Config::default() });
    assert!(sessions.open(&named("a")).is_ok() && sessions.open(&named("b")).is_ok());
    assert_eq!(sessions.open(&named("c")).unwrap_err(), TooManySessions);
    assert!(sessions.open(&named("a")).is_ok(), "one that is there is found");
}

#[tokio::test]
async fn a_page_that_falls_behind_is_given_up_and_what_follows_is_kept() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s")).unwrap();
    let (_, mut slow) = session.connect(None, 2000).await;
    session.event(event(&"x".repeat(2000))).await;
    session.event(event("since")).await;
    while slow.recv().await.is_some() {}
    let (_, mut next) = session.connect(None, 1 << 20).await;
    let frames = read_to(&mut next, "since").await;
    assert_eq!(frames.len(), 3, "connected, session_status, and the frame: {frames:?}");
}

#[tokio::test]
async fn a_full_inbox_does_not_swallow_a_hang_up() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s")).unwrap();
    let asking = {
        let session = session.clone();
        tokio::spawn(async move { session.ask(ask(), Some(TimeLimit::Never)).await })
    };
    let (_, mut page) = session.connect(None, 1 << 20).await;
    read_to(&mut page, "ask_user_question").await;
    // This test has the only thread, so the session's task cannot read while the inbox is filled.
    while fill(&session) {}
    asking.abort();
    assert!(asking.await.unwrap_err().is_cancelled());
    read_to(&mut page, "ask_user_withdrawn").await;
}

fn fill(session: &Session) -> bool {
    session.inbox.try_send(super::Command::Input(Input::Wake)).is_ok()
}

#[tokio::test]
async fn stopping_closes_pages_and_tells_agents() {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&named("s")).unwrap();
    let asking = {
        let session = session.clone();
        tokio::spawn(async move { session.ask(ask(), None).await })
    };
    let (_, mut page) = session.connect(None, 1 << 20).await;
    read_to(&mut page, "ask_user_question").await;
    sessions.stop().await;
    assert_eq!(page.recv().await, Some(Outgoing::Close(1001)));
    assert_eq!(page.recv().await, None);
    assert_eq!(asking.await.unwrap(), Err(AskError::Stopped));
    let asked_after = tokio::time::timeout(Duration::from_secs(5), session.ask(ask(), None));
    assert_eq!(asked_after.await, Ok(Err(AskError::Stopped)));
}
