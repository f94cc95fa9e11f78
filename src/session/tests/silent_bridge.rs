//! Bridges that say little: no status, no word of an end, or a last one.

use super::rig::{Rig, one, pick, status};
use crate::protocol::ServerFrame;
use crate::session::timing::{REPLAY_GRACE, SILENT_BRIDGE, UNDO};
use crate::session::{Action, Input, Outcome, Phase, Time};

/// Answered, and cut off before anybody could say that it arrived.
fn cut_and_open(greeting: &str) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(greeting);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.drop_connection();
    rig.sent();
    let before = rig.connects;
    while rig.connects == before {
        rig.wait(1_000);
    }
    rig.open();
    rig
}

#[test]
fn a_bridge_that_never_says_its_status_still_gets_what_was_sent_before_the_cut() {
    for greeting in [r#"{"type":"connected"}"#, r#"{"type":"connected","capabilities":["ack"]}"#] {
        let mut rig = cut_and_open(greeting);
        rig.frame(greeting);
        rig.wait(SILENT_BRIDGE - 100);
        assert_eq!(rig.sent().len(), 0, "a status may still come");
        rig.wait(200);
        assert_eq!(rig.sent().len(), 1, "{greeting}");
        rig.wait(3_000);
        assert_eq!(rig.sent().len(), 0, "once");
    }
    let mut rig = cut_and_open(r#"{"type":"connected"}"#);
    rig.frame(&status(None));
    rig.wait(20_000);
    assert_eq!(rig.sent().len(), 0, "a bridge that says that it does not wait gets nothing");
    let mut rig = cut_and_open(r#"{"type":"connected"}"#);
    rig.wait(SILENT_BRIDGE + 1_000);
    rig.frame(r#"{"type":"error","error":"Question ID does not match"}"#);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"], "it does not want what it has");
}

#[test]
fn a_decision_that_seemed_to_have_arrived_is_sent_again_when_a_status_alone_asks_for_it() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"text","chunk":"crossing"}"#);
    rig.drop_connection();
    rig.sent();
    rig.reconnect(Some("q_1"));
    rig.wait(REPLAY_GRACE - 1);
    assert_eq!(rig.sent().len(), 0, "its question may come and ask for it");
    rig.wait(1);
    assert_eq!(rig.sent().len(), 1);
    rig.frame(&one("q_1"));
    rig.settle();
    assert_eq!(rig.sent().len(), 0, "once a connection");
}

#[test]
fn what_the_agent_said_before_a_cut_proves_nothing_after_it() {
    let mut rig = cut_and_open(r#"{"type":"connected"}"#);
    rig.frame(&status(Some("q_1")));
    rig.frame(&one("q_1"));
    assert_eq!(rig.sent().len(), 1);
    rig.frame(r#"{"type":"text","chunk":"said long ago"}"#);
    rig.wait(1_000);
    assert!(rig.persisted_drafts.is_some(), "it is not settled, and a reload would still know it");
    rig.frame(r#"{"type":"text","chunk":"going on"}"#);
    rig.wait(1_000);
    assert!(rig.persisted_drafts.is_none());
}

#[test]
fn a_bridge_that_dropped_an_ask_without_a_word_is_not_asked_for_ever() {
    const MISMATCH: &str = r#"{"type":"error","error":"Question ID does not match"}"#;
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(pick(0, 0));
    rig.does(Action::Cancel);
    rig.wait(UNDO);
    rig.events();
    rig.frame(MISMATCH);
    assert_eq!(rig.events().len(), 0, "the page was notified when it was sent");
    assert_eq!(rig.dialog().ask.id, "q_2", "a cancel is over, whoever hears of it");
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.does(Action::Minimize);
    rig.frame(MISMATCH);
    assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"]);
}

#[test]
fn a_session_that_is_gone_takes_its_asks_with_it() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half".into() });
    rig.input(Input::Closed { connection: rig.connection(), code: 4410, reason: String::new() });
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::Lapsed, words: None });
    assert!(!rig.waiting);
}

#[test]
fn where_nobody_can_be_told_a_cancel_ends_all_the_same() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.input(Input::Closed { connection: rig.connection(), code: 4403, reason: String::new() });
    assert!(rig.has_dialog() && !rig.waiting, "the chat is free");
    rig.does(Action::Cancel);
    rig.wait(UNDO);
    assert!(!rig.has_dialog());
    assert_eq!(rig.receipts(), ["q_1 cancelled NotSent"]);
}

#[test]
fn an_ask_that_was_only_guessed_to_be_over_can_be_asked_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.drop_connection();
    rig.reconnect(None);
    rig.wait(1_000);
    assert!(!rig.has_dialog());
    rig.frame(&one("q_1"));
    rig.wait(200);
    assert_eq!((rig.phase(), rig.receipts().len()), (Phase::Asking, 0));
}

#[test]
fn a_refusal_of_what_was_corrected_is_one_though_it_was_once_sent_unasked() {
    let mut rig = cut_and_open(r#"{"type":"connected"}"#);
    rig.wait(SILENT_BRIDGE + 1_000);
    rig.frame(r#"{"type":"error","error":"Invalid ask_user_response: answers"}"#);
    rig.does(Action::Send);
    rig.frame(r#"{"type":"error","error":"Question ID does not match"}"#);
    assert_eq!(rig.phase(), Phase::Asking, "it was refused");
    assert_eq!(rig.receipts().len(), 0, "and is not called answered");
}

#[test]
fn what_was_typed_for_an_ask_that_was_guessed_to_be_over_is_there_when_it_is_asked_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half".into() });
    rig.drop_connection();
    rig.reconnect(None);
    rig.wait(1_000);
    rig.does(Action::Close);
    assert!(!rig.has_dialog());
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert_eq!((rig.phase(), rig.dialog().drafts[0].text.as_str()), (Phase::Asking, "half"));
}

#[test]
fn one_that_the_bridge_withdrew_stays_over() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"q_1"}"#);
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert!(!rig.has_dialog());
}

#[test]
fn of_two_answers_under_way_a_refusal_without_an_id_means_the_earlier() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.drop_connection();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    let before = rig.connects;
    while rig.connects == before {
        rig.wait(1_000);
    }
    rig.open();
    rig.frame(r#"{"type":"connected"}"#);
    rig.frame(&one("q_2"));
    rig.wait(2_000);
    assert_eq!(rig.sent().len(), 1, "a bridge that says no status gets what was decided");
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    assert_eq!(rig.sent().len(), 1);
    rig.frame(r#"{"type":"error","error":"Question ID does not match"}"#);
    assert_eq!(rig.receipts(), ["q_2 answered Sent", "q_1 lapsed NotSent"]);
}

#[test]
fn a_frame_of_an_unknown_name_proves_nothing() {
    const UNKNOWN: &str = r#"{"type":"ask_user_progress","question_id":"q_1"}"#;
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.events();
    rig.frame(UNKNOWN);
    rig.wait(1_000);
    assert!(rig.persisted_drafts.is_some(), "the answer is not settled, and a reload would still know it");
    assert_eq!(rig.events(), [""; 0], "the session itself says nothing about the frame");
    rig.drop_connection();
    rig.sent();
    rig.reconnect(Some("q_1"));
    rig.frame(&one("q_1"));
    assert_eq!(rig.sent().len(), 1, "the answer is sent again to a bridge that still waits for it");
}

#[test]
fn a_frame_of_an_unknown_name_does_not_say_that_the_agent_is_at_work() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"complete"}"#);
    let frame = ServerFrame::Unknown;
    let outputs = rig.session.handle(Time(rig.now), Input::Frame { connection: rig.connection(), frame });
    assert_eq!(outputs, [], "the page receives no new status");
}
