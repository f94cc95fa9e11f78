//! Nothing grows for ever, and what is dropped is never the pending question.

use crate::script::{MISMATCH, asked};
use crate::script::{Script, acked, failed, replayed};
use ask_user_bridge::room::{Limits, Load};
use serde_json::json;

fn chunk(number: usize) -> serde_json::Value {
    json!({"type": "text", "chunk": number})
}

#[test]
fn the_oldest_missed_frames_are_dropped() {
    let mut script = Script::limited(Limits { missed_frames: 3, ..Limits::default() });
    for number in 0..10 {
        script.event(chunk(number));
    }
    let replay = script.open("a").split_off(2);
    assert_eq!(replay, [7, 8, 9].map(|number| format!("a: {}", chunk(number))));
}

#[test]
fn missed_frames_are_bounded_in_size() {
    let size = chunk(0).to_string().len();
    let mut script = Script::limited(Limits { missed_bytes: 2 * size, ..Limits::default() });
    for number in 0..10 {
        script.event(chunk(number));
    }
    assert_eq!(script.room.load(), Load { missed_frames: 2, missed_bytes: 2 * size, ..Load::default() });
    script.event(json!({"type": "text", "chunk": "x".repeat(1000)}));
    assert_eq!(script.room.load(), Load::default(), "a frame over the limit is not kept at all");
}

#[test]
fn the_pending_question_is_never_dropped() {
    let mut script = Script::limited(Limits { missed_frames: 2, ..Limits::default() });
    script.ask("q1");
    for number in 0..5 {
        script.event(chunk(number));
    }
    let replay = script.open("a").split_off(2);
    assert_eq!(
        replay,
        [replayed("a", "q1", "55"), format!("a: {}", chunk(3)), format!("a: {}", chunk(4))],
        "first, since it is older than what is left"
    );
}

#[test]
fn replaying_empties_the_buffer() {
    let mut script = Script::new();
    script.event(chunk(1));
    script.open("a");
    assert_eq!(script.room.load(), Load::default());
}

#[test]
fn too_many_asks_are_refused_and_the_others_kept() {
    let mut script = Script::limited(Limits { waiting_asks: 2, ..Limits::default() });
    script.open("a");
    for question in ["q1", "q2", "q3"] {
        script.ask(question);
    }
    assert_eq!(script.ask("q4"), ["q4 refused: Too many questions of this session wait for an answer"]);
    assert!(script.hang_up("q4").is_empty());
    assert_eq!(script.answer("a", "q1")[2], asked("a", "q2"));
    assert!(script.ask("q5").is_empty(), "there is room again");
}

#[test]
fn asks_that_wait_are_bounded_in_size() {
    let mut script = Script::limited(Limits { waiting_bytes: 1000, ..Limits::default() });
    script.open("a");
    let large = json!({"questions": ["x".repeat(900)]});
    let larger = json!({"questions": ["x".repeat(1100)]});
    assert_eq!(script.ask_input("q1", larger).len(), 1, "the one that is shown does not wait");
    assert!(script.ask_input("q2", large.clone()).is_empty(), "there is room for one");
    assert!(script.ask_input("q3", large)[0].starts_with("q3 refused"));
}

#[test]
fn settled_asks_are_forgotten_in_the_end() {
    let mut script = Script::limited(Limits { settled_asks: 2, ..Limits::default() });
    script.open("a");
    for question in ["q1", "q2", "q3"] {
        script.ask(question);
        script.answer("a", question);
    }
    assert_eq!(script.room.load().settled_asks, 2);
    assert_eq!(script.answer("a", "q3"), [acked("a", "q3", "duplicate")]);
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "late")], "no longer known");
    script.ask("q4");
    assert_eq!(script.answer("a", "q1"), [failed("a", MISMATCH)]);
}
