//! Asks: the frame, the queue, what is opaque.

use crate::script::{CANCELLED, NOBODY, TIMEOUT, timed_out};
use crate::script::{Script, acked, allowed, asked, denied};
use ask_user_bridge::room::{AskInput, TimeLimit};
use serde_json::json;

#[test]
fn a_question_goes_to_the_page() {
    let mut script = Script::new();
    script.open("a");
    assert_eq!(script.ask("q1"), [asked("a", "q1")]);
}

#[test]
fn the_frame_carries_the_questions_as_they_are() {
    let mut script = Script::new();
    script.open("a");
    let lines = script.ask_input("q1", json!({"metadata": {"source": "x"}, "questions": [{"z": 1, "a": null}, "odd"]}));
    assert_eq!(
        lines,
        [
            r#"a: {"type":"ask_user_question","question_id":"q1","questions":[{"z":1,"a":null},"odd"],"timeout_seconds":55}"#
        ]
    );
}

#[test]
fn without_a_limit_there_is_no_timeout_and_no_wake() {
    let mut script = Script::new();
    script.open("a");
    let lines = script.ask_within("q1", Some(TimeLimit::Never));
    assert!(!lines[0].contains("timeout_seconds"), "{}", lines[0]);
    assert_eq!(script.room.next_wake(), None);
    let lines = script.open("b");
    assert!(!lines[4].contains("seconds"), "{}", lines[4]);
}

#[test]
fn an_ask_may_set_its_own_limit() {
    let mut script = Script::new();
    script.open("a");
    let lines = script.ask_within("q1", Some(TimeLimit::Seconds(7)));
    assert!(lines[0].ends_with(r#""timeout_seconds":7}"#), "{}", lines[0]);
    assert_eq!(script.room.next_wake().map(|wake| wake.0), Some(script.now + 7000));
}

#[test]
fn asks_wait_their_turn() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    assert!(script.ask("q2").is_empty());
    assert!(script.ask("q3").is_empty());
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "accepted"), allowed("q1"), asked("a", "q2")]);
    let lines = script.cancel("a", "q2");
    assert_eq!(lines, [acked("a", "q2", "cancelled"), denied("q2", CANCELLED), asked("a", "q3")]);
    assert_eq!(script.wake(), [timed_out("a", "q3"), denied("q3", TIMEOUT)]);
    assert!(script.room.pending().is_none());
}

#[test]
fn the_clock_of_an_ask_starts_when_it_is_asked() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.ask("q2");
    script.after(50_000).answer("a", "q1");
    assert_eq!(script.room.next_wake().map(|wake| wake.0), Some(script.now + 55_000));
}

#[test]
fn after_a_time_out_the_next_is_asked_also_when_nobody_is_there() {
    let mut script = Script::new();
    script.ask("q1");
    script.ask("q2");
    assert_eq!(script.wake(), [denied("q1", NOBODY)]);
    assert_eq!(script.wake(), [denied("q2", NOBODY)]);
    let replay = script.open("a").split_off(2);
    assert_eq!(replay, [asked("a", "q1"), timed_out("a", "q1"), asked("a", "q2"), timed_out("a", "q2")]);
}

#[test]
fn an_id_that_is_there_already_is_ignored() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.ask("q2");
    assert!(script.ask("q1").is_empty() && script.ask("q2").is_empty());
    assert_eq!(script.room.load().waiting_asks, 1);
}

#[test]
fn an_input_is_an_object_with_questions() {
    assert!(AskInput::new(json!({"questions": []})).is_ok());
    for bad in [json!({}), json!({"questions": {}}), json!({"questions": null}), json!([]), json!("x"), json!(null)] {
        assert!(AskInput::new(bad.clone()).is_err(), "{bad}");
    }
}
