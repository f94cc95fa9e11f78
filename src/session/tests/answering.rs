//! A person chooses, types and sends.

use super::rig::{Rig, TWO, one, pick};
use crate::protocol::Unmet;
use crate::session::timing::UNDO;
use crate::session::{Action, Alert, Phase};

fn answer(id: &str, answers: &str) -> String {
    format!(
        r#"1: {{"type":"ask_user_response","data":{{"question_id":"{id}","answers":{answers},"cancelled":false}}}}"#
    )
}

#[test]
fn a_pick_is_a_draft_until_it_is_sent() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    assert!(rig.waiting);
    rig.does(pick(0, 0));
    rig.does(pick(0, 1));
    assert_eq!(rig.sent(), [""; 0], "choosing never submits");
    rig.does(Action::Confirm);
    assert_eq!(rig.sent(), [answer("q_1", r#"{"DB?":"B"}"#)]);
    assert_eq!(rig.events(), ["ask q_1", "answer q_1"]);
    assert!(!rig.waiting && !rig.has_dialog());
    assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
}

#[test]
fn the_label_goes_back_as_the_agent_wrote_it() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(pick(0, 0));
    rig.does(Action::Confirm);
    rig.does(pick(1, 2));
    rig.does(pick(1, 0));
    rig.does(Action::EditText { question: 1, text: "W, too".into() });
    rig.does(Action::Confirm);
    assert!(rig.dialog().is_in_review() && rig.sent().is_empty(), "several answers are looked over first");
    rig.does(Action::Confirm);
    assert_eq!(rig.sent(), [answer("q_2", r#"{"DB?":"A (Recommended)","Features?":"X, Z, \"W, too\""}"#)]);
}

#[test]
fn nothing_is_preselected_and_enter_alone_sends_nothing() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    for _ in 0..8 {
        rig.does(Action::Confirm);
        rig.does(Action::Send);
    }
    assert_eq!(rig.sent(), [""; 0]);
    assert_eq!((rig.dialog().step, rig.dialog().alert), (0, Some(Alert::Gap(0))));
}

#[test]
fn sending_with_a_gap_turns_to_it() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(Action::GoTo(1));
    rig.does(pick(1, 0));
    rig.does(Action::Send);
    assert_eq!((rig.dialog().step, rig.dialog().alert), (0, Some(Alert::Gap(0))));
    rig.does(pick(0, 1));
    assert_eq!(rig.dialog().alert, None, "choosing clears the complaint");
    assert_eq!(rig.dialog().drafts[1].picks, [0], "nothing is lost on the way");
}

#[test]
fn a_step_that_does_not_exist_is_ignored() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(Action::GoTo(7));
    rig.does(pick(9, 0));
    rig.does(Action::EditNotes { question: 9, text: "x".into() });
    assert_eq!(rig.dialog().step, 0);
}

#[test]
fn annotations_go_only_to_a_bridge_that_takes_them() {
    for (capabilities, expected) in [("[]", false), (r#"["annotations"]"#, true)] {
        let mut rig = Rig::connected();
        rig.frame(&format!(r#"{{"type":"connected","capabilities":{capabilities}}}"#));
        rig.frame(TWO);
        rig.does(pick(0, 0));
        rig.does(Action::EditNotes { question: 0, text: "careful".into() });
        rig.does(pick(1, 0));
        rig.does(Action::Send);
        let sent = rig.sent().remove(0);
        assert_eq!(sent.contains(r#""annotations":{"DB?":{"preview":"the A","notes":"careful"}}"#), expected, "{sent}");
    }
}

const TAKES_NOTES: &str = r#"{"type":"connected","capabilities":["annotations"]}"#;

/// The notes of the first line of the only receipt: those that were sent, and those that were not.
fn notes(rig: &Rig) -> (Option<String>, Option<String>) {
    let receipts = rig.screen().receipts;
    let line = &receipts[0].lines[0];
    (line.notes.clone(), line.unsent_notes.clone())
}

fn note(text: &str) -> Action {
    Action::EditNotes { question: 0, text: text.into() }
}

#[test]
fn a_note_is_offered_where_it_can_be_sent() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    assert!(!rig.dialog().offers_note(0), "the basic protocol has no place for it");
    rig.frame(TAKES_NOTES);
    assert!(rig.dialog().offers_note(0), "what the bridge can do may be said late");
    rig.does(note("careful"));
    assert!(!rig.dialog().has_unsent_note(0));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!(notes(&rig), (Some("careful".to_owned()), None));
}

#[test]
fn a_note_that_lost_its_way_is_named_before_and_after_it_is_left_out() {
    let mut rig = Rig::connected();
    rig.frame(TAKES_NOTES);
    rig.frame(&one("q_1"));
    rig.does(note("careful"));
    rig.drop_connection();
    assert!(!rig.dialog().has_unsent_note(0), "as far as anybody knows");
    rig.reconnect(Some("q_1"));
    rig.frame(r#"{"type":"connected"}"#);
    assert!(rig.dialog().offers_note(0) && rig.dialog().has_unsent_note(0));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.wait(1_000);
    assert!(!rig.sent().concat().contains("careful"));
    assert_eq!(notes(&rig), (None, Some("careful".to_owned())));
    let receipt = rig.screen().receipts[0].clone();
    assert!(receipt.annotations.is_empty() && !receipt.to_text().contains("careful"));
}

#[test]
fn a_note_that_was_sent_stays_sent_whatever_the_next_bridge_takes() {
    let mut rig = Rig::connected();
    rig.frame(TAKES_NOTES);
    rig.frame(&one("q_1"));
    rig.does(note("careful"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.drop_connection();
    rig.reconnect(None);
    rig.frame(r#"{"type":"connected"}"#);
    rig.settle();
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
    assert_eq!(notes(&rig), (Some("careful".to_owned()), None));
}

#[test]
fn what_had_a_note_and_was_not_sent_keeps_it() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(note("careful"));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    assert_eq!(notes(&rig), (Some("careful".to_owned()), None), "nothing was sent, and everything can be read");
    assert!(!rig.dialog().has_unsent_note(0), "it is over");
}

/// One question with this form: a single choice, or a choice of several.
fn of_form(multi_select: bool, form: &str) -> String {
    format!(
        r#"{{"type":"ask_user_question","question_id":"q_1","questions":[
            {{"question":"DB?","multiSelect":{multi_select},"options":["A","B","C"],"form":{form}}}]}}"#
    )
}

#[test]
fn a_note_that_only_a_choice_can_carry_is_named_beside_anything_else() {
    let mut rig = Rig::connected();
    rig.frame(TAKES_NOTES);
    rig.frame(&of_form(false, r#"{"note":"beside-pick"}"#));
    rig.does(note("careful"));
    assert!(rig.dialog().has_unsent_note(0), "it would be the answer itself");
    rig.does(pick(0, 1));
    assert!(!rig.dialog().has_unsent_note(0));
    rig.does(Action::EditText { question: 0, text: "mine".into() });
    assert!(rig.dialog().has_unsent_note(0));
    rig.does(Action::Send);
    assert_eq!(notes(&rig), (None, Some("careful".to_owned())));
    rig.frame(&of_form(false, r#"{"note":"nowhere"}"#).replace("q_1", "q_2"));
    assert!(!rig.dialog().offers_note(0));
}

#[test]
fn what_a_form_asks_for_must_be_chosen_before_it_is_sent() {
    let mut rig = Rig::connected();
    rig.frame(&of_form(true, r#"{"minItems":2,"maxItems":2,"required":true}"#));
    for (action, unmet) in [
        (Action::EditText { question: 0, text: "mine".into() }, Some(Unmet::Least(2))),
        (pick(0, 0), Some(Unmet::Least(2))),
        (pick(0, 1), None),
        (pick(0, 2), Some(Unmet::Most(2))),
    ] {
        rig.does(action);
        if unmet.is_some() {
            for send in [Action::Confirm, Action::Send] {
                rig.does(send);
                assert_eq!((rig.dialog().alert, rig.sent()), (unmet.map(Alert::Picks), vec![]));
            }
        }
    }
    rig.does(Action::Pick { question: 0, option: 2, chosen: false });
    rig.does(Action::Send);
    assert_eq!(rig.sent(), [answer("q_1", r#"{"DB?":"A, B, mine"}"#)]);
}

#[test]
fn the_review_turns_to_what_a_form_requires() {
    let mut rig = Rig::connected();
    rig.frame(&TWO.replace(r#""header":"Features","#, r#""form":{"required":true},"#));
    rig.does(pick(0, 0));
    rig.does(Action::GoTo(2));
    rig.does(Action::Confirm);
    assert_eq!((rig.dialog().step, rig.dialog().alert), (1, Some(Alert::Picks(Unmet::Least(1)))));
    assert_eq!(rig.sent(), [""; 0]);
}

#[test]
fn a_default_is_marked_and_not_chosen() {
    let mut rig = Rig::connected();
    rig.frame(&of_form(false, r#"{"defaults":[1,7]}"#));
    let options = rig.dialog().ask.questions()[0].options.clone();
    assert_eq!(options.iter().map(|option| option.is_default).collect::<Vec<_>>(), [false, true, false]);
    rig.does(Action::Confirm);
    assert_eq!((rig.dialog().alert, rig.sent()), (Some(Alert::Gap(0)), vec![]));
}

#[test]
fn a_cancel_can_be_taken_back_for_a_moment() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.does(Action::Cancel);
    assert_eq!(rig.phase(), Phase::Cancelling);
    rig.wait(UNDO - 1_000);
    rig.does(Action::Undo);
    rig.settle();
    assert_eq!((rig.phase(), rig.sent()), (Phase::Asking, vec![]));
    assert_eq!(rig.dialog().drafts[0].picks, [1]);
    rig.does(Action::Cancel);
    rig.wait(UNDO);
    assert_eq!(rig.sent(), [r#"1: {"type":"ask_user_response","data":{"question_id":"q_1","cancelled":true}}"#]);
    assert_eq!(rig.events(), ["ask q_1", "cancel q_1"]);
    assert_eq!(rig.receipts(), ["q_1 cancelled Sent"]);
    assert!(!rig.waiting && !rig.has_dialog());
}

#[test]
fn asks_queue_up_first_come_first_served() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_3"));
    rig.frame(TWO);
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().queue.len()), ("q_1", 2));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().queue.len()), ("q_3", 1));
    assert!(rig.waiting);
}

#[test]
fn minimizing_one_ask_does_not_minimize_the_next() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_3"));
    rig.does(Action::Minimize);
    assert!(rig.dialog().minimized);
    rig.does(Action::Cancel);
    rig.wait(UNDO);
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().minimized), ("q_3", false));
}

#[test]
fn a_late_click_never_means_the_next_ask() {
    use crate::session::{Input, UserInput};
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_3"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.input(Input::User(UserInput::Act { id: "q_1".into(), action: pick(0, 0) }));
    rig.input(Input::User(UserInput::Act { id: "q_1".into(), action: Action::Cancel }));
    assert_eq!((rig.phase(), rig.dialog().drafts[0].picks.len()), (Phase::Asking, 0));
}

#[test]
fn the_countdown_counts_whole_seconds() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 55);
    rig.wait(1_000);
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 54);
    rig.wait(60_000);
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 0);
    assert_eq!(rig.phase(), Phase::Asking, "the server's clock decides, not ours");
    rig.frame(r#"{"type":"ask_user_extend","question_id":"q_1","remaining_seconds":30}"#);
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 30);
}

#[test]
fn without_a_limit_there_is_no_countdown() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    assert_eq!(rig.dialog().countdown, None);
    rig.wait(500);
    let wake = rig.session.next_wake().expect("the clock is looked at now and then");
    assert!(wake.0 >= 60_000, "and no timer runs");
}

#[test]
fn an_ask_without_anything_can_be_replied_to() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"ask_user_question","question_id":"q_0","questions":[]}"#);
    rig.does(Action::EditText { question: 0, text: "hello".into() });
    rig.does(Action::Confirm);
    assert_eq!(rig.sent(), [answer("q_0", r#"{"response":"hello"}"#)]);
}

#[test]
fn the_review_names_gaps_and_sends_without_them_only_by_decision() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(Action::GoTo(2));
    assert!(rig.dialog().is_in_review());
    assert_eq!(rig.dialog().gaps(), 2);
    rig.does(Action::Confirm);
    assert_eq!(rig.dialog().alert, Some(Alert::Gap(0)), "nothing at all is no answer");
    rig.does(pick(1, 1));
    rig.does(Action::Confirm);
    assert_eq!(rig.sent(), [answer("q_2", r#"{"Features?":"Y"}"#)]);
    assert_eq!(rig.receipts(), ["q_2 partly-answered Sent"]);
}

#[test]
fn a_single_question_has_no_review() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::GoTo(1));
    assert_eq!(rig.dialog().step, 0);
}
