//! The examples of `docs/protocol.md`: the room sends such frames and takes such frames, and the widget reads them.

use std::collections::BTreeSet;

use ask_user_bridge::room::{AskInput, ElicitationInput, Input, PermissionInput, Request, Settings};
use ask_user_widget::protocol::ServerFrame;
use serde_json::Value;

use crate::script::Script;

const PAGE: &str = include_str!("../../../docs/protocol.md");
const FEATURES: &str = include_str!("../../../tests/fixtures/ask-features.json");
const BASH: &str = include_str!("../../../tests/fixtures/permission-bash.json");
const FORM: &str = include_str!("../../../tests/fixtures/elicitation-form.json");
const URL: &str = include_str!("../../../tests/fixtures/elicitation-url.json");

/// The frames in the blocks of JSON below a heading of the page.
fn examples(heading: &str) -> Vec<Value> {
    let (_, section) = PAGE.split_once(&format!("\n## {heading}\n")).expect(heading);
    let section = section.split("\n## ").next().unwrap_or(section);
    let blocks = section.split("```json\n").skip(1).map(|block| block.split("```").next().unwrap_or(block));
    blocks.map(|block| serde_json::from_str(block).unwrap_or_else(|error| panic!("{error} in {block}"))).collect()
}

fn from_the_bridge() -> Vec<Value> {
    examples("Frames from the bridge")
}

fn from_the_page() -> Vec<Value> {
    examples("Frames from the page")
}

fn kind(frame: &Value) -> &str {
    frame["type"].as_str().expect("a frame has a type")
}

/// What tells one form of a frame from another: its type and the names of its members.
fn form(frame: &Value) -> (String, BTreeSet<String>) {
    let members = frame.as_object().expect("a frame is an object").keys().cloned();
    (kind(frame).to_owned(), members.collect())
}

fn script(extensions: bool) -> Script {
    Script::with(Settings { extensions, beat_seconds: Some(15), ..Settings::default() })
}

fn fixture(json: &str) -> Value {
    serde_json::from_str(json).expect("a fixture is JSON")
}

fn questions() -> Request {
    AskInput::new(fixture(FEATURES)).expect("a fixture is an ask").into()
}

fn approval() -> Request {
    PermissionInput::new(fixture(BASH)).expect("a fixture is an approval").into()
}

fn form_of(json: &str) -> Request {
    ElicitationInput::new(fixture(json)).expect("a fixture is a form").into()
}

/// Every frame that a room sends in a life with all that can happen to an ask.
fn sent(extensions: bool) -> Vec<Value> {
    let mut script = script(extensions);
    let mut lines = script.open("a");
    lines.extend(script.request("q_1", questions(), None));
    lines.extend(script.after(1_500).open("b"));
    for frame in from_the_page().into_iter().filter(|frame| !kind(frame).ends_with("_response")) {
        lines.extend(script.text("b", frame));
    }
    lines.extend(script.answer("b", "q_0"));
    lines.extend(script.answer("b", "q_1"));
    lines.extend(script.open("a"));
    lines.extend(script.request("q_2", questions(), None));
    lines.extend(script.hang_up("q_2"));
    lines.extend(script.request("q_3", questions(), None));
    lines.extend(script.after(60_000).input(Input::Wake));
    for request in [form_of(FORM), form_of(URL), approval()] {
        lines.extend(script.request("q_1", request, None));
        lines.extend(script.open("b"));
        for frame in from_the_page() {
            lines.extend(script.text("b", frame));
        }
        lines.extend(script.hang_up("q_1"));
        lines.extend(script.open("a"));
    }
    let frames = lines.iter().filter_map(|line| line.split_once(": "));
    frames.filter_map(|(_, frame)| serde_json::from_str(frame).ok()).collect()
}

#[test]
fn the_room_sends_every_frame_of_the_page_and_no_other() {
    let sent: Vec<Value> = [true, false].into_iter().flat_map(sent).collect();
    let forms: BTreeSet<_> = sent.iter().map(form).collect();
    for example in from_the_bridge() {
        assert!(forms.contains(&form(&example)), "no room sends {example}");
    }
    let kinds: BTreeSet<_> = from_the_bridge().iter().map(|frame| kind(frame).to_owned()).collect();
    for frame in sent {
        assert!(kinds.contains(kind(&frame)), "the page has no example of {frame}");
    }
}

#[test]
fn the_room_takes_every_frame_of_the_page() {
    for example in from_the_page() {
        let mut script = script(true);
        script.open("a");
        let request = match kind(&example) {
            "permission_response" => approval(),
            "elicitation_response" => form_of(FORM),
            _ => questions(),
        };
        script.request("q_1", request, None);
        let replies = script.text("a", &example);
        let is_refused = |line: &String| line.contains(r#""type":"error""#) || line.contains("close");
        assert!(!replies.iter().any(is_refused), "{example}: {replies:?}");
    }
}

#[test]
fn the_widget_reads_every_frame_of_the_page() {
    for example in from_the_bridge() {
        let frame = serde_json::from_str(&example.to_string()).expect("JSON");
        let read = ServerFrame::read(&frame).unwrap_or_else(|error| panic!("{error}: {example}"));
        assert!(!matches!(read, ServerFrame::Agent { .. }), "the widget does not know {example}");
        if let ServerFrame::Ask(ask) = read {
            assert_eq!(ask.problems, [], "{example}");
        }
    }
}

#[test]
fn the_requests_of_the_page_are_those_that_tests_make() {
    let bodies = |name: &str| -> Vec<Value> {
        let frames = from_the_bridge().into_iter().filter(|frame| kind(frame) == name);
        let own = ["type", "question_id", "request_id", "timeout_seconds", "remaining_seconds"];
        let body = |mut frame: Value| {
            frame.as_object_mut().expect("a frame is an object").retain(|key, _| !own.contains(&key.as_str()));
            frame
        };
        frames.map(body).collect()
    };
    assert_eq!(bodies("ask_user_question"), [fixture(FEATURES), fixture(FEATURES)]);
    assert_eq!(bodies("permission_request"), [fixture(BASH)]);
    assert_eq!(bodies("elicitation_request"), [fixture(FORM), fixture(URL)]);
}
