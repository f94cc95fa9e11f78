//! An agent that no longer waits.

use crate::script::{Script, acked, allowed, asked, timed_out};

fn withdrawn(to: &str, question: &str) -> String {
    format!(
        r#"{to}: {{"type":"ask_user_withdrawn","question_id":"{question}","reason":"The agent no longer waits for an answer"}}"#
    )
}

#[test]
fn a_caller_that_hangs_up_withdraws() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    assert_eq!(script.hang_up("q1"), [withdrawn("a", "q1")]);
    assert_eq!(script.room.next_wake(), None);
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "late")]);
}

#[test]
fn a_bare_bridge_says_it_by_the_one_word_it_has() {
    let mut script = Script::plain();
    script.open("a");
    script.ask("q1");
    assert_eq!(script.hang_up("q1"), [timed_out("a", "q1")]);
    assert!(script.answer("a", "q1").is_empty());
}

#[test]
fn the_next_ask_follows() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.ask("q2");
    assert_eq!(script.hang_up("q1"), [withdrawn("a", "q1"), asked("a", "q2")]);
}

#[test]
fn an_ask_that_waits_goes_without_a_word() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.ask("q2");
    script.ask("q3");
    assert!(script.hang_up("q2").is_empty());
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "accepted"), allowed("q1"), asked("a", "q3")]);
}

#[test]
fn withdrawn_while_the_page_is_away() {
    let mut script = Script::new();
    script.ask("q1");
    script.hang_up("q1");
    let greeting = script.open("a");
    assert!(greeting[1].contains(r#""pending_question_id":null"#), "{}", greeting[1]);
    assert_eq!(greeting[2..], [asked("a", "q1"), withdrawn("a", "q1")]);
}

#[test]
fn hanging_up_after_the_end_is_nothing() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.answer("a", "q1");
    assert!(script.hang_up("q1").is_empty());
    assert!(script.hang_up("never").is_empty());
}
