//! More time for a person at work.

use crate::script::{GONE, Script, denied, failed};
use ask_user_bridge::room::{Limits, TimeLimit};
use serde_json::{Value, json};

fn pending() -> Script {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script
}

fn extend(script: &mut Script, question: &str, seconds: Value) -> Vec<String> {
    script.text("a", json!({"type": "ask_user_extend", "question_id": question, "seconds": seconds}))
}

fn remaining(question: &str, seconds: &str) -> Vec<String> {
    vec![format!(r#"a: {{"type":"ask_user_extend","question_id":"{question}","remaining_seconds":{seconds}}}"#)]
}

#[test]
fn the_deadline_moves_and_the_page_is_told() {
    let mut script = pending();
    script.after(50_000);
    assert_eq!(extend(&mut script, "q1", json!(60)), remaining("q1", "60"));
    assert_eq!(script.room.next_wake().map(|wake| wake.0), Some(script.now + 60_000));
}

#[test]
fn a_request_that_arrives_twice_grants_once() {
    let mut script = pending();
    script.after(50_000);
    extend(&mut script, "q1", json!(60));
    assert_eq!(extend(&mut script, "q1", json!(60)), remaining("q1", "60"));
}

#[test]
fn an_extension_never_shortens() {
    let mut script = pending();
    assert_eq!(extend(&mut script, "q1", json!(5)), remaining("q1", "55"));
}

#[test]
fn one_request_is_clamped() {
    let mut script = pending();
    for seconds in [json!(601), json!(1e300), json!(u64::MAX)] {
        assert_eq!(extend(&mut script, "q1", seconds), remaining("q1", "600"));
    }
}

#[test]
fn ten_extensions_are_granted_and_then_there_is_an_end() {
    let mut script = pending();
    let first = script.now;
    for _ in 0..10 {
        assert_eq!(extend(&mut script, "q1", json!(600)), remaining("q1", "600"));
        script.after(599_000);
    }
    let limits = Limits::default();
    let last = first + 55_000 + u64::from(limits.extend_total_seconds) * 1000;
    extend(&mut script, "q1", json!(600));
    assert_eq!(script.room.next_wake().map(|wake| wake.0), Some(last));
}

#[test]
fn fields_may_stand_in_data() {
    let mut script = pending();
    let frame = json!({"type": "ask_user_extend", "data": {"questionId": "q1", "seconds": 90}});
    assert_eq!(script.text("a", frame), remaining("q1", "90"));
}

#[test]
fn without_a_limit_there_is_nothing_to_extend() {
    let mut script = Script::new();
    script.open("a");
    script.ask_within("q1", Some(TimeLimit::Never));
    assert!(extend(&mut script, "q1", json!(60)).is_empty());
    assert_eq!(script.room.next_wake(), None);
}

#[test]
fn what_has_ended_has_no_time_left() {
    let mut script = pending();
    script.wake();
    assert_eq!(extend(&mut script, "q1", json!(60)), remaining("q1", "0"));
    assert!(extend(&mut script, "never", json!(60)).is_empty());
}

#[test]
fn ill_typed_requests_are_errors() {
    for (seconds, question) in [(json!("60"), "q1"), (json!(null), "q1"), (json!(0), "q1"), (json!(-5), "q1")] {
        let mut script = pending();
        let error = failed("a", "Invalid ask_user_extend: seconds must be a positive number");
        assert_eq!(extend(&mut script, question, seconds), [error]);
    }
    let error = failed("a", "Invalid ask_user_extend: question_id must be a string");
    assert_eq!(extend(&mut pending(), "", json!(60)), [error]);
}

#[test]
fn a_bare_bridge_does_not_know_the_word() {
    let mut script = Script::plain();
    script.open("a");
    script.ask("q1");
    let due = script.room.next_wake();
    assert_eq!(extend(&mut script, "q1", json!(60)), [failed("a", "Unknown message type")]);
    assert_eq!(script.room.next_wake(), due);
}

/// When the ask is over, counted from when it was asked.
fn due(script: &Script, asked: u64) -> u64 {
    script.room.next_wake().expect("it has a limit").0 - asked
}

/// A page that was asked with 6 s and has 60 s more, from 5 s on.
fn extended() -> (Script, u64) {
    let mut script = Script::new();
    script.open("a");
    script.ask_within("q1", Some(TimeLimit::Seconds(6)));
    let asked = script.now;
    script.after(5000);
    assert_eq!(extend(&mut script, "q1", json!(60)), remaining("q1", "60"));
    assert_eq!(due(&script, asked), 65_000);
    (script, asked)
}

#[test]
fn more_time_ends_soon_after_the_page_has_gone() {
    let (mut script, asked) = extended();
    script.after(5000).close("a");
    assert_eq!(due(&script, asked), 25_000, "15 s in which it may come back");
    assert_eq!(script.wake(), [denied("q1", GONE)]);
}

#[test]
fn a_page_that_goes_takes_nothing_of_what_the_agent_gave() {
    let mut script = pending();
    let asked = script.now;
    script.after(20_000);
    extend(&mut script, "q1", json!(600));
    script.close("a");
    assert_eq!(due(&script, asked), 55_000);
    // The deadline that a page was granted is never moved out by its going.
    let mut script = pending();
    let asked = script.now;
    script.after(54_000);
    extend(&mut script, "q1", json!(5));
    script.close("a");
    assert_eq!(due(&script, asked), 59_000);
}

#[test]
fn a_page_that_is_soon_back_has_its_time_again() {
    let (mut script, asked) = extended();
    script.after(5000).close("a");
    let greeting = script.after(14_999).open("a2");
    assert!(greeting[2].ends_with(r#""remaining_seconds":40.001}"#), "{greeting:?}");
    assert_eq!(due(&script, asked), 65_000);
    script.close("a2");
    assert_eq!(due(&script, asked), 39_999, "every going counts from itself");
}

#[test]
fn a_view_that_takes_over_has_the_time_too() {
    let (mut script, asked) = extended();
    script.after(1000).open("b");
    assert_eq!(due(&script, asked), 65_000);
    script.close("a");
    assert_eq!(due(&script, asked), 65_000, "a is not the page any more");
    script.after(1000).close("b");
    assert_eq!(due(&script, asked), 22_000);
}

#[test]
fn a_page_that_is_thrown_out_has_gone_too() {
    let (mut script, asked) = extended();
    assert_eq!(script.text("a", "{nope"), ["a: close 1007"]);
    assert_eq!(due(&script, asked), 20_000);
}
