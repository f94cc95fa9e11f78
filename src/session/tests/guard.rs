//! Nothing counts that was meant for something else, and nobody is interrupted or timed out at work.

use super::rig::{Rig, TWO, one, pick};
use crate::session::{Action, Input, Person, Phase};

#[test]
fn what_arrives_as_the_dialog_opens_does_not_count() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    assert!(rig.dialog().guarded);
    rig.does_at_once(pick(0, 0));
    rig.does_at_once(Action::Send);
    rig.wait(499);
    rig.does_at_once(Action::Cancel);
    assert_eq!((rig.phase(), rig.dialog().drafts[0].picks.len()), (Phase::Asking, 0));
    rig.wait(1);
    assert!(!rig.dialog().guarded);
    rig.does_at_once(pick(0, 0));
    assert_eq!(rig.dialog().drafts[0].picks, [0]);
}

#[test]
fn a_double_click_on_send_does_not_reach_the_next_ask() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.does_at_once(pick(0, 0));
    rig.does_at_once(Action::Send);
    assert_eq!((rig.sent().len(), rig.dialog().drafts[0].picks.len()), (1, 0));
}

#[test]
fn unfolding_is_guarded_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::Collapse);
    rig.wait(10_000);
    rig.does(Action::Expand);
    assert!(rig.dialog().guarded);
}

#[test]
fn who_types_on_without_looking_is_guarded_until_the_keys_rest() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    for _ in 0..40 {
        rig.wait(499);
        assert!(rig.dialog().guarded);
        rig.input(Input::Person(Person::TypesOn));
    }
    rig.wait(500);
    assert!(!rig.dialog().guarded, "half a second of rest is enough");
    rig.input(Input::Person(Person::TypesOn));
    assert!(!rig.dialog().guarded, "from then on keys are meant");
}

#[test]
fn what_has_moved_is_guarded_again_and_text_is_not_lost() {
    let mut rig = Rig::connected();
    rig.input(Input::Moved);
    rig.frame(&one("q_1"));
    rig.wait(10_000);
    rig.input(Input::Moved);
    rig.does_at_once(pick(0, 0));
    rig.does_at_once(Action::EditOther { question: 0, text: "mine".to_owned() });
    rig.does_at_once(Action::EditNotes { question: 0, text: "why".to_owned() });
    rig.does_at_once(Action::Confirm);
    let dialog = rig.dialog();
    assert!(dialog.guarded && dialog.phase == Phase::Asking && dialog.drafts[0].picks.is_empty());
    assert_eq!((dialog.drafts[0].other.as_str(), dialog.drafts[0].notes.as_str()), ("mine", "why"));
    rig.wait(500);
    rig.does_at_once(Action::Confirm);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn an_ask_that_opened_over_typing_wants_a_longer_rest() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_0"));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_0"}"#);
    rig.input(Input::TypedElsewhere);
    rig.frame(&one("q_1"));
    for _ in 0..6 {
        rig.wait(900);
        rig.input(Input::TypedElsewhere);
    }
    assert!(rig.has_dialog(), "the cap is over");
    rig.input(Input::Person(Person::TypesOn));
    rig.wait(999);
    assert!(rig.dialog().guarded, "they type a key every 900 ms");
    rig.wait(1);
    assert!(!rig.dialog().guarded);
}

#[test]
fn nobody_is_interrupted_while_typing() {
    let mut rig = Rig::connected();
    rig.input(Input::TypedElsewhere);
    rig.wait(300);
    rig.frame(&one("q_1"));
    assert!(!rig.has_dialog() && !rig.waiting, "the page's field is not disabled under their fingers");
    rig.wait(600);
    rig.input(Input::TypedElsewhere);
    rig.wait(999);
    assert!(!rig.has_dialog());
    rig.wait(1);
    assert!(rig.has_dialog() && rig.waiting);
    assert_eq!(rig.told(), ["ask q_1"]);
}

#[test]
fn typing_without_end_does_not_lock_the_ask_out() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_0"));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_0"}"#);
    rig.input(Input::TypedElsewhere);
    rig.frame(&one("q_1"));
    for _ in 0..9 {
        rig.wait(500);
        assert!(!rig.has_dialog());
        rig.input(Input::TypedElsewhere);
    }
    rig.wait(500);
    assert!(rig.has_dialog(), "five seconds are enough");
}

#[test]
fn a_person_at_work_gets_more_time_where_the_bridge_can_give_it() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["extend"]}"#);
    rig.frame(&one("q_1"));
    rig.wait(5_000);
    rig.does(pick(0, 0));
    assert_eq!(rig.sent(), [""; 0], "there is time enough");
    rig.wait(10_000);
    rig.does(pick(0, 1));
    let extend = r#"1: {"type":"ask_user_extend","question_id":"q_1","seconds":60}"#;
    assert_eq!(rig.sent(), [extend]);
    rig.does(pick(0, 0));
    assert_eq!(rig.sent(), [""; 0], "not with every key");
    rig.frame(r#"{"type":"ask_user_extend","question_id":"q_1","remaining_seconds":60}"#);
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 60);
    rig.wait(20_000);
    rig.does(pick(0, 1));
    assert_eq!(rig.sent(), [extend]);
}

#[test]
fn a_bridge_that_cannot_give_time_is_not_asked() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(40_000);
    rig.does(pick(0, 0));
    assert_eq!(rig.sent(), [""; 0]);
}

#[test]
fn a_browser_that_closes_the_dialog_by_itself_folds_it_even_then() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does_at_once(Action::Collapse);
    assert!(rig.dialog().collapsed, "otherwise nothing would be on the screen, and the chat held");
}

#[test]
fn an_ask_from_behind_another_waits_for_who_types_elsewhere_and_not_for_ever() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.frame(&one("q_3"));
    assert_eq!(rig.told(), ["ask q_1", "ask q_2", "ask q_3"]);
    rig.does(Action::Collapse);
    rig.input(Input::TypedElsewhere);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    assert!(!rig.has_dialog(), "nothing opens under their fingers");
    for _ in 0..9 {
        rig.wait(500);
        assert!(!rig.has_dialog());
        rig.input(Input::TypedElsewhere);
    }
    rig.wait(500);
    assert_eq!(rig.dialog().ask.id, "q_2");
    assert_eq!(rig.told(), ["timeout q_1"], "each is told once");
    rig.input(Input::TypedElsewhere);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    rig.wait(1_000);
    assert_eq!(rig.dialog().ask.id, "q_3", "while a dialog is open, fields are its own");
}

#[test]
fn the_end_of_an_ask_that_waits_to_come_forward_is_told() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(Action::Collapse);
    rig.input(Input::TypedElsewhere);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    rig.told();
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    assert_eq!(rig.told(), ["timeout q_2"]);
}

#[test]
fn another_question_under_the_same_id_is_guarded_like_any_other() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(10_000);
    assert!(!rig.dialog().guarded);
    rig.frame(&one("q_1").replace("DB?", "Delete everything?"));
    assert_eq!(rig.dialog().ask.questions[0].text.shown, "Delete everything?");
    assert!(rig.dialog().guarded);
    rig.does_at_once(pick(0, 0));
    assert!(rig.dialog().drafts[0].picks.is_empty());
}

#[test]
fn a_question_whose_previews_have_changed_is_guarded() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(10_000);
    rig.frame(&one("q_1").replace(r#""description":"a""#, r#""description":"a","preview":"rm -rf /""#));
    assert!(rig.dialog().guarded);
    rig.wait(10_000);
    rig.frame(&one("q_1").replace(r#""description":"a""#, r#""description":"a","preview":"rm -rf /""#));
    assert!(!rig.dialog().guarded, "the very same again is nothing new");
}

#[test]
fn who_presses_enter_twice_on_undo_sends_nothing() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Cancel);
    rig.does(Action::Undo);
    assert!(rig.dialog().guarded);
    rig.does_at_once(Action::Confirm);
    assert_eq!((rig.phase(), rig.sent().len()), (Phase::Asking, 0));
}

#[test]
fn who_presses_enter_twice_on_the_last_question_has_looked_over_nothing() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(pick(0, 0));
    rig.does(Action::Confirm);
    rig.does(pick(1, 0));
    rig.does(Action::Confirm);
    assert!(rig.dialog().is_in_review() && rig.dialog().guarded);
    rig.does_at_once(Action::Send);
    assert_eq!(rig.sent().len(), 0);
    rig.does(Action::Send);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn who_types_while_a_cancel_can_be_taken_back_is_not_interrupted_by_the_next_ask() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(Action::Cancel);
    rig.wait(4_800);
    rig.input(Input::TypedElsewhere);
    rig.wait(900);
    assert!(!rig.has_dialog());
    rig.wait(200);
    assert_eq!(rig.dialog().ask.id, "q_2");
}

#[test]
fn a_refused_answer_does_not_open_over_somebody_who_types() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.input(Input::TypedElsewhere);
    rig.frame(r#"{"type":"error","error":"ask_user_response: broken"}"#);
    assert!(!rig.has_dialog());
    rig.wait(1_000);
    assert_eq!(rig.phase(), Phase::Asking);
}

#[test]
fn the_warning_that_moves_the_options_is_guarded() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(24_900);
    assert!(!rig.dialog().guarded);
    rig.wait(200);
    assert_eq!((rig.dialog().countdown.map(|left| left.seconds), rig.dialog().guarded), (Some(30), true));
    rig.wait(500);
    assert!(!rig.dialog().guarded);
}

#[test]
fn what_does_not_count_gives_more_time_all_the_same() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["extend"]}"#);
    rig.frame(&one("q_1").replace("55", "20"));
    assert!(rig.dialog().guarded);
    rig.does_at_once(Action::Stir);
    assert_eq!(rig.sent(), [r#"1: {"type":"ask_user_extend","question_id":"q_1","seconds":60}"#]);
}
