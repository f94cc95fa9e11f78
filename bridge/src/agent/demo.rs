//! The scripted agent of the demo page: streams some text, asks, and says what it was told. One message at a time.

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Duration, sleep};

use super::scenario::Scenario;
use crate::room::ChatFrame;
use crate::session::{Session, WeakSession};

/// Plays a scenario for each message, in order, until the session ends.
pub(super) async fn run(session: WeakSession, mut messages: mpsc::Receiver<Value>, pace: Duration) {
    while let Some(message) = messages.recv().await {
        let Some(session) = session.upgrade() else { return };
        play(&session, &Scenario::of(&message), pace).await;
    }
}

async fn play(session: &Session, scenario: &Scenario, pace: Duration) {
    for chunk in scenario.opening {
        sleep(pace).await;
        say(session, json!({"type": "text", "chunk": chunk})).await;
    }
    sleep(pace).await;
    // Real bridges pass the tool call on just before they ask.
    if let Some((name, input)) = scenario.tool_use() {
        say(session, json!({"type": "tool_use", "name": name, "input": input})).await;
    }
    let words = match session.ask(scenario.request(), None).await {
        Ok(result) => scenario.last_words(&result),
        Err(error) => format!("I could not ask you: {error}."),
    };
    sleep(pace).await;
    say(session, json!({"type": "text", "chunk": words})).await;
    say(session, json!({"type": "complete"})).await;
}

async fn say(session: &Session, frame: Value) {
    // Without its store the bridge has nobody to show it to.
    let _ = session.event(ChatFrame::new(frame).expect("the agent writes chat frames")).await;
}
