//! Calls under a clock that stands still until somebody sleeps.

use serde_json::json;
use tokio::time::{Duration, Instant, sleep};

use super::settings::Settings;
use super::waiting::{Listens, wait};
use crate::client::Client;
use crate::config::Config;
use crate::room::{AskInput, AskStatus, Input, Outcome, QuestionId, TimeLimit};
use crate::session::{Session, SessionId, Sessions};

/// A session in which something is asked and nobody has answered.
async fn asked(limit: TimeLimit) -> (Session, QuestionId) {
    let sessions = Sessions::new(Config::default());
    let session = sessions.open(&SessionId::new("s").unwrap(), Client::Own).unwrap();
    let input = AskInput::new(json!({"questions": [{"question": "Q?"}]})).unwrap();
    let state = session.record(None, input, Some(limit)).await.unwrap();
    (session, state.id)
}

/// A person who answers after a while.
fn answers_after(session: &Session, id: &QuestionId, time: Duration) {
    let (session, id) = (session.clone(), id.clone());
    tokio::spawn(async move {
        let (connection, _incoming) = session.connect(None, None, 1 << 20).await;
        sleep(time).await;
        let data = json!({"question_id": id.as_str(), "answers": {"Q?": "yes"}, "cancelled": false});
        let text = json!({"type": "ask_user_response", "data": data}).to_string();
        session.input(Input::Text { from: connection, text }).await;
        sleep(Duration::from_secs(3600)).await;
    });
}

/// A client that does not want to hear that the call is there.
const SILENT: Option<fn(u64) -> std::future::Ready<Listens>> = None;

#[tokio::test(start_paused = true)]
async fn a_client_without_progress_is_told_in_time_and_gets_the_answer_at_last() {
    let (session, id) = asked(TimeLimit::Seconds(1800)).await;
    answers_after(&session, &id, Duration::from_secs(180));
    let start = Instant::now();
    let mut calls = 0;
    let state = loop {
        calls += 1;
        let begin = Instant::now();
        let state = wait(&session, &id, &Settings::default(), SILENT).await.unwrap().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(55), "a client waits 60 s");
        if state.status != AskStatus::Pending {
            break state;
        }
    };
    let AskStatus::Over { outcome, result } = state.status else { panic!("it is over") };
    assert_eq!(outcome, Outcome::Answered);
    assert_eq!(result["updatedInput"]["answers"]["Q?"], "yes");
    assert_eq!((calls, start.elapsed().as_secs()), (4, 180));
}

#[tokio::test(start_paused = true)]
async fn a_client_with_progress_hears_it_every_few_seconds_and_is_told_in_time_too() {
    let (session, id) = asked(TimeLimit::Seconds(1800)).await;
    answers_after(&session, &id, Duration::from_secs(180));
    let mut heard = Vec::new();
    let mut calls = 0;
    let state = loop {
        calls += 1;
        let begin = Instant::now();
        let progress = async |seconds| {
            heard.push(seconds);
            Listens::Still
        };
        let state = wait(&session, &id, &Settings::default(), Some(progress)).await.unwrap().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(55), "its time-out may not count from the last word");
        if state.status != AskStatus::Pending {
            break state;
        }
    };
    assert!(matches!(state.status, AskStatus::Over { outcome: Outcome::Answered, .. }), "{state:?}");
    assert_eq!((calls, &heard[..5]), (4, &[12, 24, 36, 48, 12][..]));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_no_longer_listens_is_left() {
    let (session, id) = asked(TimeLimit::Never).await;
    let state = wait(&session, &id, &Settings::default(), Some(async |_| Listens::NoMore)).await.unwrap().unwrap();
    assert_eq!(state.status, AskStatus::Pending);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_longer_than_the_ask() {
    let (session, id) = asked(TimeLimit::Seconds(40)).await;
    let start = Instant::now();
    let state = wait(&session, &id, &Settings::default(), Some(async |_| Listens::Still)).await.unwrap().unwrap();
    assert!(matches!(state.status, AskStatus::Over { outcome: Outcome::TimedOut, .. }), "{state:?}");
    assert_eq!(start.elapsed().as_secs(), 40);
    assert_eq!(wait(&session, &"q".into(), &Settings::default(), SILENT).await, Ok(None), "an unknown ask");
}
