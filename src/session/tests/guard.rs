//! Nothing counts that was meant for something else, and nobody is interrupted or timed out at work.

use super::rig::{Rig, TWO, one, pick};
use crate::session::timing::{TYPED_RECENTLY, TYPING_ON_PAUSE, UNDO};
use crate::session::{Action, GuardLevel, Input, Phase, Press, UserInput};

#[test]
fn what_arrives_as_the_dialog_opens_does_not_count() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    assert!(rig.dialog().is_guarded());
    rig.does_at_once(pick(0, 0));
    rig.does_at_once(Action::Send);
    rig.wait(499);
    rig.does_at_once(Action::Cancel);
    assert_eq!((rig.phase(), rig.dialog().drafts[0].picks.len()), (Phase::Asking, 0));
    rig.wait(1);
    assert!(!rig.dialog().is_guarded());
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
fn expanding_is_guarded_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::Minimize);
    rig.settle();
    rig.does(Action::Expand);
    assert!(rig.dialog().is_guarded());
}

#[test]
fn what_has_moved_is_guarded_again_and_text_is_not_lost() {
    let mut rig = Rig::connected();
    rig.input(Input::LayoutMoved);
    rig.frame(&one("q_1"));
    rig.settle();
    rig.input(Input::LayoutMoved);
    rig.does_at_once(pick(0, 0));
    rig.does_at_once(Action::EditText { question: 0, text: "mine".to_owned() });
    rig.does_at_once(Action::EditNotes { question: 0, text: "why".to_owned() });
    rig.does_at_once(Action::Confirm);
    let dialog = rig.dialog();
    assert!(dialog.is_guarded() && dialog.phase == Phase::Asking && dialog.drafts[0].picks.is_empty());
    assert_eq!((dialog.drafts[0].text.as_str(), dialog.drafts[0].notes.as_str()), ("mine", "why"));
    rig.wait(500);
    rig.does_at_once(Action::Confirm);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn an_end_behind_the_dialog_guards_nothing() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.does(Action::EditText { question: 0, text: "mine".to_owned() });
    rig.frame(r#"{"type":"error","error":"Invalid ask_user_response: answers"}"#);
    assert_eq!(rig.dialog().ask.id, "q_1", "what was refused comes back before the next");
    rig.settle();
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    assert!(!rig.dialog().is_guarded(), "nothing has changed under the person's finger");
    rig.does_at_once(Action::Send);
    assert_eq!(rig.sent().len(), 2);
    assert_eq!(rig.dialog().drafts[0].text, "mine", "what was typed stays to be read");
    assert!(rig.dialog().is_guarded());
}

#[test]
fn nobody_is_interrupted_while_typing() {
    let mut rig = Rig::connected();
    rig.input(Input::TypedInPage);
    rig.wait(300);
    rig.frame(&one("q_1"));
    assert!(!rig.has_dialog() && !rig.waiting, "the page's field is not disabled under their fingers");
    rig.wait(600);
    rig.input(Input::TypedInPage);
    rig.wait(999);
    assert!(!rig.has_dialog());
    rig.wait(1);
    assert!(rig.has_dialog() && rig.waiting);
    assert_eq!(rig.events(), ["ask q_1"]);
}

#[test]
fn a_person_at_work_gets_more_time_where_the_bridge_can_give_it() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["extend"]}"#);
    rig.frame(&one("q_1"));
    rig.wait(5_000);
    rig.does(pick(0, 0));
    assert_eq!(rig.sent(), [""; 0], "there is time enough");
    rig.settle();
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
fn a_browser_that_closes_the_dialog_by_itself_minimizes_it_even_then() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does_at_once(Action::Minimize);
    assert!(rig.dialog().minimized, "otherwise nothing would be on the screen, and the chat held");
}

#[test]
fn the_end_of_an_ask_that_waits_to_come_forward_is_reported() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(Action::Minimize);
    rig.input(Input::TypedInPage);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    rig.events();
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    assert_eq!(rig.events(), ["timeout q_2"]);
}

#[test]
fn another_question_under_the_same_id_is_guarded_like_any_other() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.settle();
    assert!(!rig.dialog().is_guarded());
    rig.frame(&one("q_1").replace("DB?", "Delete everything?"));
    assert_eq!(rig.dialog().ask.questions()[0].text.shown, "Delete everything?");
    assert!(rig.dialog().is_guarded());
    rig.does_at_once(pick(0, 0));
    assert!(rig.dialog().drafts[0].picks.is_empty());
}

#[test]
fn a_question_whose_previews_have_changed_is_guarded() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.settle();
    rig.frame(&one("q_1").replace(r#""description":"a""#, r#""description":"a","preview":"rm -rf /""#));
    assert!(rig.dialog().is_guarded());
    rig.settle();
    rig.frame(&one("q_1").replace(r#""description":"a""#, r#""description":"a","preview":"rm -rf /""#));
    assert!(!rig.dialog().is_guarded(), "the very same again is nothing new");
}

#[test]
fn who_presses_enter_twice_on_undo_sends_nothing() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Cancel);
    rig.does(Action::Undo);
    assert!(rig.dialog().is_guarded());
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
    assert!(rig.dialog().is_in_review() && rig.dialog().is_guarded());
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
    rig.wait(UNDO - 200);
    rig.input(Input::TypedInPage);
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
    rig.input(Input::TypedInPage);
    rig.frame(r#"{"type":"error","error":"ask_user_response: broken"}"#);
    assert!(!rig.has_dialog());
    rig.wait(1_000);
    assert_eq!(rig.phase(), Phase::Asking);
}

#[test]
fn the_warning_moves_nothing_so_it_costs_no_click() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(41_900);
    assert!(!rig.dialog().is_guarded());
    rig.wait(200);
    assert_eq!((rig.dialog().countdown.map(|left| left.seconds), rig.dialog().is_guarded()), (Some(13), false));
    rig.does(pick(0, 0));
    assert_eq!(rig.dialog().drafts[0].picks, [0]);
}

#[test]
fn what_does_not_count_gives_more_time_all_the_same() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["extend"]}"#);
    rig.frame(&one("q_1").replace("55", "20"));
    assert!(rig.dialog().is_guarded());
    rig.does_at_once(Action::Activity);
    assert_eq!(rig.sent(), [r#"1: {"type":"ask_user_extend","question_id":"q_1","seconds":60}"#]);
}

fn presses(rig: &mut Rig, press: Press) {
    rig.input(Input::User(UserInput::Press(press)));
}

/// A dialog that has opened over a field of the page, a second after the last key there.
fn over_typing() -> Rig {
    let mut rig = Rig::connected();
    rig.input(Input::TypedInPage);
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert_eq!(rig.dialog().guard, GuardLevel::Up);
    rig.wait(500);
    assert_eq!(rig.dialog().guard, GuardLevel::Wary);
    rig
}

#[test]
fn different_keys_prolong_the_guard_and_the_same_key_again_does_not() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(400);
    presses(&mut rig, Press::Digit('1'));
    rig.wait(199);
    assert!(rig.dialog().is_guarded(), "somebody may be writing a number");
    rig.wait(1);
    assert!(!rig.dialog().is_guarded(), "nobody is locked out");
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    presses(&mut rig, Press::Digit('1'));
    rig.wait(300);
    presses(&mut rig, Press::Digit('1'));
    rig.wait(200);
    assert!(!rig.dialog().is_guarded(), "who presses the same key again is impatient");
}

#[test]
fn a_click_that_came_too_early_keeps_the_next_one_from_counting() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(450);
    presses(&mut rig, Press::Pointer);
    rig.wait(300);
    rig.does_at_once(Action::Cancel);
    assert_eq!(rig.phase(), Phase::Asking);
    rig.wait(250);
    rig.does_at_once(Action::Cancel);
    assert_eq!(rig.phase(), Phase::Cancelling, "and nobody who clicks is locked out");
}

#[test]
fn letters_show_that_somebody_types_on_and_the_guard_begins_anew() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    for _ in 0..10 {
        rig.wait(400);
        presses(&mut rig, Press::Type(Some('x')));
        assert!(rig.dialog().is_guarded());
    }
    rig.wait(500);
    assert_eq!(rig.dialog().guard, GuardLevel::Off);
}

#[test]
fn over_a_field_that_was_typed_in_enter_has_to_be_pressed_again() {
    let mut rig = over_typing();
    rig.does_at_once(pick(0, 1));
    assert_eq!(rig.dialog().drafts[0].picks, [1], "a draft");
    rig.does_at_once(Action::Confirm);
    assert_eq!(rig.sent(), [""; 0], "the session refuses it by itself");
    presses(&mut rig, Press::Enter);
    rig.wait(399);
    assert_eq!(rig.dialog().guard, GuardLevel::Wary, "twice at once is once");
    rig.wait(1);
    assert_eq!(rig.dialog().guard, GuardLevel::Again);
    presses(&mut rig, Press::Digit('1'));
    assert_eq!(rig.dialog().guard, GuardLevel::Wary, "something else was pressed");
    presses(&mut rig, Press::Enter);
    rig.wait(500);
    presses(&mut rig, Press::Enter);
    assert_eq!(rig.dialog().guard, GuardLevel::Off);
    rig.does_at_once(Action::Confirm);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn who_looks_is_taken_at_their_word() {
    for sign in [Press::Pointer, Press::Tab, Press::Arrow] {
        let mut rig = over_typing();
        presses(&mut rig, sign);
        rig.wait(300);
        assert_eq!(rig.dialog().guard, GuardLevel::Off, "{sign:?}");
    }
    let mut rig = over_typing();
    rig.wait(TYPED_RECENTLY - 1_500);
    assert_eq!(rig.dialog().guard, GuardLevel::Off, "so does who has typed nothing for six seconds");
    let mut rig = over_typing();
    presses(&mut rig, Press::Tab);
    rig.wait(100);
    assert!(!rig.dialog().guard.admits(Press::Enter), "Tab and Enter at once were meant for a button of the page");
    assert!(rig.dialog().guard.admits(Press::Digit('1')) && !rig.dialog().is_guarded(), "all else counts");
}

#[test]
fn arrows_choose_at_once_however_quickly_they_follow_each_other() {
    let mut rig = over_typing();
    for option in [0, 1, 0, 1, 0, 1] {
        assert!(rig.dialog().guard.admits(Press::Arrow));
        presses(&mut rig, Press::Arrow);
        rig.does_at_once(pick(0, option));
        assert_eq!(rig.dialog().drafts[0].picks, [option]);
        rig.wait(100);
    }
    rig.does_at_once(Action::Confirm);
    assert!(rig.sent().is_empty(), "Enter does not count at once");
    presses(&mut rig, Press::Pointer);
    rig.does_at_once(Action::Confirm);
    assert_eq!(rig.sent().len(), 1, "a click does");
}

#[test]
fn space_is_no_sign_that_somebody_looks() {
    let mut rig = over_typing();
    presses(&mut rig, Press::Digit('2'));
    rig.does_at_once(pick(0, 1));
    presses(&mut rig, Press::Space);
    assert_eq!(rig.dialog().guard, GuardLevel::Wary);
    presses(&mut rig, Press::Digit('1'));
    assert!(!rig.has_dialog(), "they write numbers");
}

#[test]
fn the_dialog_gives_way_to_somebody_who_types_on_and_gives_back_what_they_typed() {
    let mut rig = over_typing();
    assert!(rig.waiting);
    presses(&mut rig, Press::Digit('2'));
    rig.does_at_once(pick(0, 1));
    presses(&mut rig, Press::Space);
    presses(&mut rig, Press::Type(Some('m')));
    assert!(!rig.has_dialog() && !rig.waiting, "the page's field is free for them");
    let coming = rig.screen().postponed.expect("a bar announces it");
    assert_eq!((coming.typed_on.as_str(), coming.dialog.ask.id.as_str()), ("2 m", "q_1"));
    assert!(coming.dialog.drafts[0].picks.is_empty(), "what it chose is taken back");
    rig.input(Input::TypedInPage);
    rig.wait(1_000);
    assert!(rig.has_dialog() && rig.waiting, "it comes back when they rest");
    assert_eq!(rig.screen().postponed, None);
    rig.wait(500);
    presses(&mut rig, Press::Type(Some('o')));
    rig.wait(TYPING_ON_PAUSE - 1);
    assert!(!rig.has_dialog(), "and does not come back at every pause");
    rig.wait(1);
    assert!(rig.has_dialog());
    assert_eq!(rig.events(), ["ask q_1"], "the page is notified once");
}

#[test]
fn a_number_is_typing_and_a_digit_without_an_option_too() {
    for typed in ["12", "2 1", "7"] {
        let mut rig = over_typing();
        for key in typed.chars() {
            presses(&mut rig, if key == ' ' { Press::Space } else { Press::Digit(key) });
            rig.wait(150);
        }
        assert_eq!(rig.screen().postponed.expect(typed).typed_on, typed);
    }
    let mut rig = over_typing();
    for key in ['1', '2'] {
        presses(&mut rig, Press::Digit(key));
        rig.wait(300);
    }
    assert!(rig.has_dialog(), "somebody may change their mind");
}

#[test]
fn an_ask_that_waits_for_somebody_who_types_is_seen_at_once_and_opens_when_they_want() {
    let mut rig = Rig::connected();
    rig.input(Input::TypedInPage);
    rig.frame(&one("q_1"));
    for _ in 0..40 {
        rig.wait(500);
        rig.input(Input::TypedInPage);
        assert!(!rig.has_dialog(), "it takes the focus from nobody who types");
        assert!(rig.screen().postponed.is_some());
    }
    let id = "q_1".to_owned();
    rig.input(Input::User(UserInput::Act { id, action: Action::Expand }));
    assert_eq!((rig.events(), rig.waiting), (vec!["ask q_1".to_owned()], true));
    rig.wait(500);
    assert_eq!(rig.dialog().guard, GuardLevel::Off, "they look at it");
}

#[test]
fn an_ask_from_behind_another_waits_for_who_types_elsewhere() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    rig.does(Action::Minimize);
    rig.input(Input::TypedInPage);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    for _ in 0..9 {
        assert!(!rig.has_dialog(), "nothing opens under their fingers");
        assert_eq!(rig.screen().postponed.expect("a bar").dialog.ask.id, "q_2");
        rig.wait(500);
        rig.input(Input::TypedInPage);
    }
    rig.wait(1_000);
    assert_eq!(rig.dialog().ask.id, "q_2");
}

#[test]
fn who_presses_escape_too_often_minimizes_and_cancels_nothing() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::Minimize);
    for _ in 0..20 {
        rig.wait(60);
        rig.does_at_once(Action::Cancel);
        assert_eq!(rig.phase(), Phase::Asking);
    }
    rig.wait(500);
    rig.does_at_once(Action::Cancel);
    assert_eq!(rig.phase(), Phase::Cancelling);
    rig.does_at_once(Action::Undo);
    assert_eq!(rig.phase(), Phase::Asking, "a way back is never guarded");
}
