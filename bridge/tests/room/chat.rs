//! Everything on the socket that is not about asking.

use crate::script::{Script, failed};
use ask_user_bridge::room::{ChatFrame, ChatFrameError, Settings};
use serde_json::json;

#[test]
fn frames_of_the_agent_are_passed_on_unchanged() {
    let mut script = Script::new();
    script.open("a");
    let frame = json!({"type": "from_the_future", "z": [1, {"y": null}], "a": 0.5});
    assert_eq!(script.event(frame.clone()), [format!("a: {frame}")]);
}

#[test]
fn an_agent_cannot_speak_for_the_bridge() {
    for kind in [
        "connected",
        "session_status",
        "session_taken",
        "authenticate",
        "user_message",
        "ask_user_question",
        "ask_user_timeout",
        "ask_user_from_the_future",
        "permission_request",
        "permission_from_the_future",
        "elicitation_request",
        "elicitation_response",
        "elicitation_from_the_future",
    ] {
        assert_eq!(ChatFrame::new(json!({"type": kind})), Err(ChatFrameError::Reserved), "{kind}");
    }
    for kind in ["text", "thinking", "tool_use", "complete", "error", "session_id"] {
        assert!(ChatFrame::new(json!({"type": kind})).is_ok(), "{kind}");
    }
    for frame in [json!({}), json!({"type": 1}), json!(["type"]), json!("text"), json!(null)] {
        assert_eq!(ChatFrame::new(frame.clone()), Err(ChatFrameError::NoType), "{frame}");
    }
}

#[test]
fn a_message_goes_to_the_agent() {
    let mut script = Script::new();
    script.open("a");
    let message = r#"{"type":"user_message","text":"hi","extra":1}"#;
    assert_eq!(script.text("a", message), [format!("message {message}")]);
    script.ask("q1");
    assert_eq!(script.text("a", message), [format!("message {message}")], "also while a question is pending");
}

#[test]
fn a_message_without_text_is_an_error() {
    let mut script = Script::new();
    script.open("a");
    let error = failed("a", "Invalid user_message: text must be a string");
    assert_eq!(script.text("a", r#"{"type":"user_message","text":1}"#), [error]);
}

#[test]
fn without_an_agent_the_page_is_told() {
    let mut script = Script::with(Settings::default());
    script.open("a");
    let error = failed("a", "No agent takes messages on this bridge");
    assert_eq!(script.text("a", r#"{"type":"user_message","text":"hi"}"#), [error]);
}

#[test]
fn unknown_messages_are_errors() {
    let mut script = Script::new();
    script.open("a");
    for message in [r#"{"type":"ping"}"#, r#"{"type":"ask_user_question"}"#] {
        assert_eq!(script.text("a", message), [failed("a", "Unknown message type")]);
    }
    for message in ["{}", "[]", "null", "1", r#""ping""#, r#"{"type":1}"#] {
        assert_eq!(script.text("a", message), [failed("a", "Invalid message: type must be a string")], "{message}");
    }
}

#[test]
fn a_token_that_nobody_wants_does_no_harm() {
    let mut script = Script::new();
    script.open("a");
    assert!(script.text("a", r#"{"type":"authenticate","token":"t"}"#).is_empty());
}

/// What a page that connects now would be told.
fn is_processing(script: &Script) -> bool {
    let mut probe = Script { room: script.room.clone(), now: script.now };
    probe.open("probe").iter().any(|line| line.contains(r#""is_processing":true"#))
}

#[test]
fn is_processing_follows_the_agent() {
    let mut script = Script::new();
    script.open("a");
    assert!(!is_processing(&script));
    script.text("a", r#"{"type":"user_message","text":"hi"}"#);
    assert!(is_processing(&script), "from a message");
    script.event(json!({"type": "complete"}));
    assert!(!is_processing(&script), "to the end of the work");
    for kind in ["text", "thinking", "tool_use"] {
        script.event(json!({"type": kind}));
        assert!(is_processing(&script), "{kind}");
        script.event(json!({"type": "complete"}));
    }
    script.event(json!({"type": "session_id"}));
    assert!(!is_processing(&script), "not every frame is work");
    script.event(json!({"type": "text"}));
    script.event(json!({"type": "error", "error": "x"}));
    assert!(is_processing(&script), "a passing error ends nothing");
    script.event(json!({"type": "error", "error": "x", "isPermanent": true}));
    assert!(!is_processing(&script), "a permanent one does");
    script.ask("q1");
    assert!(is_processing(&script), "while somebody is asked");
    script.answer("a", "q1");
    assert!(!is_processing(&script), "an agent that only asks leaves nothing behind");
}
