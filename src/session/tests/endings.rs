//! How asks end: what settles a decision, and what ends an ask without one.

use super::rig::{Rig, TWO, one, pick, status};
use crate::session::timing::{PENDING_ASK_TIMEOUT, STATUS_GRACE};
use crate::session::{Action, Alert, DeliveryStatus, Input, Outcome, Phase};

const TIMEOUT: &str = r#"{"type":"ask_user_timeout","question_id":"q_1","error":"User response timed out"}"#;

fn asked() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig
}

fn answered() -> Rig {
    let mut rig = asked();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!(rig.sent().len(), 1);
    rig
}

#[test]
fn an_untouched_ask_that_times_out_leaves_only_a_receipt() {
    let mut rig = asked();
    rig.frame(TIMEOUT);
    assert!(!rig.has_dialog() && !rig.waiting);
    assert_eq!(rig.events(), ["ask q_1", "timeout q_1"]);
    assert_eq!(rig.receipts(), ["q_1 timed-out NotSent"]);
}

#[test]
fn what_was_typed_stays_readable_after_a_time_out() {
    let mut rig = asked();
    rig.does(Action::EditText { question: 0, text: "my own".into() });
    rig.frame(TIMEOUT);
    let words = Some("User response timed out".to_owned());
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::TimedOut, words });
    assert_eq!(rig.dialog().drafts[0].text, "my own");
    assert!(!rig.waiting, "the chat input is free at once");
    rig.does(Action::Send);
    assert_eq!(rig.sent(), [""; 0], "it is too late");
    rig.does(Action::Close);
    assert!(!rig.has_dialog());
}

#[test]
fn an_ask_behind_it_is_shown_after_it() {
    let mut rig = asked();
    rig.frame(&one("q_9"));
    rig.does(pick(0, 0));
    rig.frame(TIMEOUT);
    assert!(rig.waiting, "the other one still waits");
    rig.does(Action::Close);
    assert_eq!(rig.dialog().ask.id, "q_9");
}

#[test]
fn withdrawn_and_answered_elsewhere_are_told_apart() {
    for (frame, outcome) in [
        (r#"{"type":"ask_user_withdrawn","question_id":"q_1","reason":"done"}"#, "withdrawn"),
        (r#"{"type":"ask_user_resolved","question_id":"q_1","answers":{"DB?":"B"}}"#, "answered-elsewhere"),
    ] {
        let mut rig = asked();
        rig.frame(frame);
        assert_eq!(rig.events(), ["ask q_1".to_owned(), format!("{outcome} q_1")]);
        assert_eq!(rig.receipts(), [format!("q_1 {outcome} NotSent")]);
    }
}

#[test]
fn the_agents_next_move_settles_an_answer() {
    for frame in
        [r#"{"type":"text","chunk":"ok"}"#, r#"{"type":"complete"}"#, r#"{"type":"error","error":"overloaded"}"#]
    {
        let mut rig = answered();
        rig.frame(frame);
        assert_eq!(rig.receipts(), ["q_1 answered Settled"], "{frame}");
        assert_eq!(rig.events(), ["ask q_1", "answer q_1"], "notified once");
    }
}

#[test]
fn a_bridge_that_confirms_settles_by_that_alone() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"text","chunk":"meanwhile"}"#);
    assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
}

#[test]
fn an_answer_that_came_too_late_is_reported() {
    for frame in [TIMEOUT, r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"late"}"#] {
        let mut rig = answered();
        rig.frame(frame);
        assert_eq!(rig.events(), ["ask q_1", "answer q_1", "timeout q_1"]);
        assert_eq!(rig.receipts(), ["q_1 timed-out Settled"]);
    }
}

#[test]
fn a_refused_answer_is_editable_again_and_nothing_is_lost() {
    for error in ["Question ID does not match pending question", "Invalid ask_user_response: answers"] {
        let mut rig = answered();
        rig.frame(&format!(r#"{{"type":"error","error":"{error}"}}"#));
        assert_eq!((rig.phase(), rig.dialog().alert), (Phase::Asking, Some(Alert::Refused(error.to_owned()))));
        assert_eq!(rig.dialog().drafts[0].picks, [0]);
        assert!(rig.waiting && rig.receipts().is_empty());
        rig.does(Action::Send);
        assert_eq!(rig.sent().len(), 1);
    }
}

#[test]
fn a_question_repeated_a_hundred_times_opens_once() {
    let mut rig = asked();
    rig.does(pick(0, 1));
    for _ in 0..100 {
        rig.frame(&one("q_1"));
    }
    assert_eq!((rig.dialog().queue.len(), rig.dialog().drafts[0].picks.len()), (0, 1));
    assert_eq!(rig.events(), ["ask q_1"]);
}

#[test]
fn a_question_repeated_after_its_answer_gets_the_same_answer_once() {
    let mut rig = answered();
    rig.frame(r#"{"type":"complete"}"#);
    for _ in 0..100 {
        rig.frame(&one("q_1"));
    }
    assert!(!rig.has_dialog());
    assert_eq!(rig.sent().len(), 1);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
}

#[test]
fn a_question_repeated_after_its_time_out_stays_over() {
    let mut rig = asked();
    rig.frame(TIMEOUT);
    rig.frame(TIMEOUT);
    rig.frame(&one("q_1"));
    assert!(!rig.has_dialog());
    assert_eq!(rig.events(), ["ask q_1", "timeout q_1"]);
}

#[test]
fn a_time_out_for_an_unknown_ask_is_harmless() {
    let mut rig = Rig::connected();
    rig.frame(TIMEOUT);
    assert_eq!((rig.events(), rig.receipts()), (vec![], vec![]));
}

#[test]
fn a_time_out_beats_a_cancel_that_was_not_sent() {
    let mut rig = asked();
    rig.does(Action::Cancel);
    rig.frame(TIMEOUT);
    rig.settle();
    assert_eq!(rig.sent(), [""; 0]);
    assert_eq!(rig.receipts(), ["q_1 timed-out NotSent"]);
}

#[test]
fn too_many_asks_are_refused_aloud() {
    let mut rig = Rig::connected();
    for number in 0..110 {
        rig.frame(&one(&format!("q_{number}")));
    }
    assert_eq!(rig.dialog().queue.len(), 99);
    assert_eq!(rig.events().iter().filter(|word| word.starts_with("error")).count(), 10);
}

#[test]
fn a_dead_question_never_flashes() {
    let mut rig = Rig::started();
    rig.open();
    rig.frame(&status(None));
    rig.frame(&one("q_1"));
    assert!(!rig.has_dialog());
    rig.wait(10);
    rig.frame(TIMEOUT);
    rig.settle();
    assert!(!rig.has_dialog());
    assert_eq!(rig.events(), ["timeout q_1"], "but it leaves a trace");
    assert_eq!(rig.receipts(), ["q_1 timed-out NotSent"]);
    rig.drop_connection();
    rig.reconnect(None);
    rig.frame(&one("q_1"));
    rig.frame(TIMEOUT);
    rig.settle();
    assert_eq!(
        (rig.events().len(), rig.receipts().len(), rig.has_dialog()),
        (0, 1, false),
        "one, however often it is reported"
    );
}

#[test]
fn a_bare_bridge_that_waits_for_nothing_after_the_deadline_confirms_nothing() {
    for (outage, expected) in [(1_000, "q_1 answered Settled"), (60_000, "q_1 answered Unconfirmed")] {
        let mut rig = answered();
        // Swallowed by a link that was half open.
        rig.wait(outage);
        rig.drop_connection();
        rig.reconnect(None);
        rig.wait(1_000);
        assert_eq!(rig.receipts(), [expected]);
        rig.frame(TIMEOUT);
        assert_eq!(rig.receipts(), ["q_1 timed-out Settled"], "until it says so");
        let receipt = rig.screen().receipts[0].clone();
        assert!(receipt.answers.is_empty() && !receipt.lines[0].answers.is_empty(), "nothing is an answer any more");
    }
}

#[test]
fn a_new_question_right_after_connecting_is_only_held_for_a_moment() {
    let mut rig = Rig::started();
    rig.open();
    rig.frame(&status(None));
    rig.frame(&one("q_1"));
    rig.wait(150);
    assert!(rig.has_dialog() && rig.waiting);
    assert_eq!(rig.events(), ["ask q_1"]);
}

#[test]
fn a_time_out_corrects_what_seemed_to_have_arrived() {
    let mut rig = answered();
    rig.frame(r#"{"type":"text","chunk":"said before the answer came"}"#);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
    rig.frame(TIMEOUT);
    assert_eq!(rig.receipts(), ["q_1 timed-out Settled"]);
    assert_eq!(rig.events(), ["ask q_1", "answer q_1", "timeout q_1"]);
}

#[test]
fn the_refusal_of_an_answer_that_crossed_the_end_of_its_ask_opens_no_other() {
    let mut rig = answered();
    rig.frame(&one("q_2"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    rig.frame(r#"{"type":"error","error":"Question ID does not match pending question"}"#);
    assert!(!rig.has_dialog());
}

#[test]
fn the_next_question_is_a_move_of_the_agent_too() {
    let mut rig = answered();
    rig.frame(&one("q_2"));
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
}

#[test]
fn the_refusal_of_a_repeated_answer_opens_nothing() {
    let mut rig = answered();
    rig.frame(&one("q_2"));
    rig.frame(&one("q_1"));
    assert_eq!(rig.sent().len(), 1);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"error","error":"Question ID does not match pending question"}"#);
    assert!(!rig.has_dialog());
}

#[test]
fn a_flood_of_bad_frames_is_reported_in_few_words_and_harms_nothing() {
    let mut rig = asked();
    rig.events();
    rig.wait(1_000);
    for _ in 0..10_000 {
        rig.input(Input::BadFrame("A frame is not JSON".to_owned()));
    }
    assert_eq!(rig.events().len(), 21);
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn a_refusal_means_the_answer_that_the_bridge_did_not_wait_for_and_not_the_next() {
    let mut rig = asked();
    rig.drop_connection();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    while rig.connects < 2 {
        rig.wait(1_000);
    }
    rig.open();
    rig.wait(STATUS_GRACE + 100);
    assert_eq!(rig.sent().len(), 1, "the status is late");
    rig.frame(&status(Some("q_9")));
    rig.frame(&one("q_9"));
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    assert_eq!(rig.sent().len(), 1);
    rig.frame(r#"{"type":"error","error":"Question ID does not match pending question"}"#);
    assert!(!rig.has_dialog() && !rig.waiting, "q_9 is on its way");
    rig.frame(r#"{"type":"error","error":"Question ID does not match pending question"}"#);
    assert_eq!(rig.dialog().ask.id, "q_9", "only the second means that one");
}

/// A bridge that confirms.
fn confirming() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","connection_id":"c","capabilities":["ack","withdraw"]}"#);
    rig.frame(&one("q_1"));
    rig
}

#[test]
fn a_withdrawal_after_a_confirmed_answer_changes_nothing() {
    let mut rig = confirming();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#);
    rig.events();
    rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"q_1"}"#);
    assert_eq!((rig.events(), rig.receipts()), (vec![], vec!["q_1 answered Settled".to_owned()]));
}

#[test]
fn a_withdrawal_after_a_guessed_arrival_is_reported_as_one() {
    let mut rig = answered();
    rig.frame(r#"{"type":"complete"}"#);
    rig.events();
    rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"q_1"}"#);
    assert_eq!(rig.events(), ["withdrawn q_1"]);
}

#[test]
fn a_click_meant_for_send_does_not_close_what_has_just_ended() {
    let mut rig = asked();
    rig.does(pick(0, 0));
    rig.frame(TIMEOUT);
    rig.does_at_once(Action::Close);
    assert!(rig.has_dialog(), "the person has not read it yet");
    rig.does(Action::Close);
    assert!(!rig.has_dialog());
}

#[test]
fn what_was_sent_and_is_timed_out_is_not_shown_as_sent() {
    let mut rig = answered();
    assert!(rig.screen().delivery.is_some());
    rig.frame(TIMEOUT);
    assert_eq!(rig.screen().delivery, None);
}

#[test]
fn nobody_waits_for_a_page_that_has_stopped() {
    let mut rig = asked();
    assert!(rig.waiting);
    rig.input(Input::Stop);
    assert!(!rig.waiting);
}

#[test]
fn an_ask_that_never_comes_does_not_hold_the_page_for_ever() {
    let mut rig = Rig::connected();
    rig.frame(&status(Some("q_unreadable")));
    rig.wait(PENDING_ASK_TIMEOUT - 1);
    assert!(rig.waiting);
    rig.wait(1);
    assert!(!rig.waiting);
}

#[test]
fn what_is_over_can_be_read_to_its_last_question() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(Action::EditText { question: 0, text: "a long text".into() });
    rig.does(pick(0, 1));
    rig.does(Action::GoTo(1));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    rig.does(Action::GoTo(0));
    assert_eq!((rig.dialog().step, rig.dialog().drafts[0].text.as_str()), (0, "a long text"));
    rig.does(Action::GoTo(2));
    assert!(rig.dialog().is_in_review());
    rig.does(Action::GoTo(3));
    assert!(rig.dialog().is_in_review(), "there is nothing behind it");
    let receipts = rig.screen().receipts;
    assert!(receipts[0].to_text().contains("Selected: B, a long text"), "{}", receipts[0].to_text());
}

#[test]
fn what_another_view_has_can_be_read_to_its_last_question() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(pick(0, 1));
    rig.frame(r#"{"type":"session_taken"}"#);
    rig.does(Action::GoTo(1));
    rig.does(pick(1, 1));
    assert_eq!((rig.dialog().step, rig.dialog().drafts[1].picks.len()), (1, 0));
}

#[test]
fn an_end_that_was_minimized_does_not_hide_the_next_ask() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half".into() });
    rig.does(Action::Minimize);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    assert_eq!(rig.dialog().ask.id, "q_1");
    rig.frame(&one("q_3"));
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().is_guarded()), ("q_3", true));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().minimized), ("q_1", true), "it comes back, as it was");
}

#[test]
fn questions_that_only_look_alike_to_a_careless_reader_are_different() {
    let options = |options: &str| {
        format!(
            r#"{{"type":"ask_user_question","question_id":"q","questions":[{{"question":"Q","options":[{options}]}}"#
        )
    };
    let mut rig = Rig::connected();
    rig.frame(&(options(r#""A","\u0000R""#) + "]}"));
    rig.does(pick(0, 1));
    rig.frame(&(options(r#""A""#) + r#",{"question":"R","options":[]}]}"#));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q"}"#);
    assert_eq!(rig.screen().receipts[0].lines.len(), 1, "the draft stayed with its own question");
}

#[test]
fn what_became_of_an_answer_is_not_claimed_once_another_view_has_the_session() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!(rig.screen().delivery, Some(DeliveryStatus::Sent));
    rig.frame(r#"{"type":"session_taken"}"#);
    assert_eq!(rig.screen().delivery, None);
}

#[test]
fn receipts_are_bounded_by_their_length_too() {
    let mut rig = Rig::connected();
    for number in 0..10 {
        let question = "x".repeat(20_000);
        let labels = vec![format!("\"{}\"", "y".repeat(900)); 60].join(",");
        let ask =
            r#"{"type":"ask_user_question","question_id":"ID","questions":[{"question":"Q","options":[LABELS]}]}"#;
        let ask = ask.replace("ID", &format!("q{number}")).replace('Q', &question).replace("LABELS", &labels);
        rig.frame(&ask);
        rig.frame(&format!(r#"{{"type":"ask_user_withdrawn","question_id":"q{number}"}}"#));
    }
    assert_eq!(rig.receipts().len(), 10, "a few stay whole");
    for number in 10..40 {
        let labels = vec![format!("\"{}\"", "y".repeat(900)); 60].join(",");
        let ask =
            r#"{"type":"ask_user_question","question_id":"ID","questions":[{"question":"Which?","options":[LABELS]}]}"#;
        rig.frame(&ask.replace("ID", &format!("q{number}")).replace("LABELS", &labels));
        rig.frame(&format!(r#"{{"type":"ask_user_withdrawn","question_id":"q{number}"}}"#));
    }
    let bytes: usize = rig.screen().receipts.iter().map(|receipt| receipt.weight()).sum();
    assert!(bytes <= 1 << 20 && rig.receipts().last().unwrap().starts_with("q39"), "{bytes}");
}
