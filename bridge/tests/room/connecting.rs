//! Greeting, replay, takeover.

use crate::script::{Script, asked, replayed, timed_out};
use ask_user_bridge::room::Input;
use serde_json::json;

const TAKEN: &str = r#"{"type":"session_taken","session_id":"s"}"#;

#[test]
fn the_greeting_of_an_idle_session() {
    assert_eq!(
        Script::new().open("a"),
        [
            r#"a: {"type":"connected","connection_id":"a","session_id":"s","capabilities":["annotations","ack","deadline","extend","resolved","withdraw","permission","elicitation"]}"#,
            r#"a: {"type":"session_status","session_id":"s","is_processing":false,"waiting_for_user":false,"pending_question_id":null,"capabilities":["annotations","ack","deadline","extend","resolved","withdraw","permission","elicitation"]}"#,
        ]
    );
}

#[test]
fn the_greeting_of_a_bare_bridge_names_no_capabilities() {
    assert_eq!(
        Script::plain().open("a"),
        [
            r#"a: {"type":"connected","connection_id":"a","session_id":"s"}"#,
            r#"a: {"type":"session_status","session_id":"s","is_processing":false,"waiting_for_user":false,"pending_question_id":null}"#,
        ]
    );
}

#[test]
fn the_status_names_the_pending_question() {
    let mut script = Script::plain();
    script.ask("q1");
    assert_eq!(
        script.open("a")[1],
        r#"a: {"type":"session_status","session_id":"s","is_processing":true,"waiting_for_user":true,"pending_question_id":"q1"}"#
    );
}

#[test]
fn what_was_missed_is_replayed_in_order_after_the_status() {
    let mut script = Script::new();
    script.event(json!({"type": "text", "chunk": "one"}));
    script.ask("q1");
    script.event(json!({"type": "text", "chunk": "two"}));
    let replay = script.after(2500).open("a").split_off(2);
    assert_eq!(
        replay,
        [
            r#"a: {"type":"text","chunk":"one"}"#.to_owned(),
            replayed("a", "q1", "52.5"),
            r#"a: {"type":"text","chunk":"two"}"#.to_owned(),
        ]
    );
}

#[test]
fn events_are_replayed_once_and_the_pending_question_each_time() {
    let mut script = Script::new();
    script.event(json!({"type": "text", "chunk": "one"}));
    script.ask("q1");
    script.open("a");
    script.close("a");
    assert_eq!(script.after(1000).open("b").split_off(2), [replayed("b", "q1", "54")]);
    assert_eq!(script.open("c")[4..], [replayed("c", "q1", "54")], "also after a takeover");
}

#[test]
fn a_question_that_was_seen_comes_before_what_happened_since() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.close("a");
    script.event(json!({"type": "text", "chunk": "since"}));
    let replay = script.open("b").split_off(2);
    assert_eq!(replay, [replayed("b", "q1", "55"), r#"b: {"type":"text","chunk":"since"}"#.to_owned()]);
}

#[test]
fn a_bare_bridge_replays_the_question_as_it_was() {
    let mut script = Script::plain();
    script.ask("q1");
    assert_eq!(script.after(20_000).open("a").split_off(2), [asked("a", "q1")]);
}

#[test]
fn asked_and_timed_out_while_away() {
    for mut script in [Script::new(), Script::plain()] {
        script.ask("q1");
        script.wake();
        let greeting = script.open("a");
        assert!(greeting[1].contains(r#""waiting_for_user":false,"pending_question_id":null"#), "{}", greeting[1]);
        assert_eq!(greeting[2..], [asked("a", "q1"), timed_out("a", "q1")]);
    }
}

#[test]
fn a_time_out_that_comes_to_light_on_connecting_is_in_the_status() {
    let mut script = Script::new();
    script.ask("q1");
    let greeting = script.after(60_000).open("a");
    assert!(greeting[0].starts_with("q1 = "), "{}", greeting[0]);
    assert!(greeting[2].contains(r#""pending_question_id":null"#), "{}", greeting[2]);
}

#[test]
fn a_new_connection_takes_over() {
    let mut script = Script::new();
    script.open("a");
    let lines = script.open("b");
    assert_eq!(lines[..2], [format!("a: {TAKEN}"), "a: close 1000".to_owned()]);
    assert!(lines[2].starts_with(r#"b: {"type":"connected","#), "{}", lines[2]);
    assert_eq!(script.ask("q1"), [asked("b", "q1")]);
}

#[test]
fn the_former_connection_is_not_heard() {
    let mut script = Script::new();
    script.open("a");
    script.open("b");
    script.ask("q1");
    let taken = [format!("a: {TAKEN}")];
    assert_eq!(script.answer("a", "q1"), taken);
    assert_eq!(script.cancel("a", "q1"), taken);
    assert_eq!(script.text("a", r#"{"type":"user_message","text":"hi"}"#), taken);
    assert_eq!(script.room.pending().map(|id| id.as_str()), Some("q1"));
    assert_eq!(script.answer("b", "q1").len(), 2);
}

#[test]
fn the_end_of_the_former_connection_does_not_end_the_new_one() {
    let mut script = Script::new();
    script.open("a");
    script.open("b");
    script.close("a");
    assert_eq!(script.ask("q1"), [asked("b", "q1")]);
}

#[test]
fn an_opened_connection_is_not_greeted_twice() {
    let mut script = Script::new();
    script.open("a");
    assert!(script.open("a").is_empty());
}

#[test]
fn what_cannot_be_read_closes_the_socket() {
    let deep = "[".repeat(200_000);
    for (input, code) in [
        (Input::Text { from: "a".into(), text: "{nope".to_owned() }, 1007),
        (Input::Text { from: "a".into(), text: String::new() }, 1007),
        (Input::Text { from: "a".into(), text: deep }, 1007),
        (Input::Binary { from: "a".into() }, 1003),
    ] {
        let mut script = Script::new();
        script.open("a");
        assert_eq!(script.input(input), [format!("a: close {code}")]);
        assert!(script.ask("q1").is_empty(), "from now on frames are kept");
        assert_eq!(script.open("b").split_off(2), [replayed("b", "q1", "55")]);
    }
}

#[test]
fn a_room_is_quiet_when_nobody_is_there_and_nothing_is_asked() {
    let mut script = Script::new();
    assert!(script.room.is_quiet());
    script.open("a");
    assert!(!script.room.is_quiet());
    script.close("a");
    assert!(script.room.is_quiet());
    script.ask("q1");
    assert!(!script.room.is_quiet());
    script.wake();
    assert!(script.room.is_quiet());
}
