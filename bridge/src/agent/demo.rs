//! The scripted agent of the demo page: streams some text, asks, and says what it was told. One message at a time.

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Duration, sleep};

use super::scenario::{Scenario, last_words};
use crate::room::{AskInput, ChatFrame};
use crate::session::{Session, WeakSession};

/// Plays a scenario for each message, in order, until the session ends.
pub(super) async fn run(session: WeakSession, mut messages: mpsc::Receiver<Value>, pace: Duration) {
    while let Some(message) = messages.recv().await {
        let Some(session) = session.upgrade() else { return };
        let text = message["text"].as_str().unwrap_or_default();
        play(&session, &Scenario::of(text), pace).await;
    }
}

async fn play(session: &Session, scenario: &Scenario, pace: Duration) {
    for chunk in scenario.opening {
        sleep(pace).await;
        say(session, json!({"type": "text", "chunk": chunk})).await;
    }
    sleep(pace).await;
    let input = scenario.input();
    // Real bridges pass the tool call on just before they ask.
    say(session, json!({"type": "tool_use", "name": "AskUserQuestion", "input": input})).await;
    let asked = AskInput::new(input).expect("the scenarios are well formed");
    let words = match session.ask(asked, None).await {
        Ok(result) => last_words(scenario, &result),
        Err(error) => format!("I could not ask you: {error}."),
    };
    sleep(pace).await;
    say(session, json!({"type": "text", "chunk": words})).await;
    say(session, json!({"type": "complete"})).await;
}

async fn say(session: &Session, frame: Value) {
    session.event(ChatFrame::new(frame).expect("the agent writes chat frames")).await;
}
