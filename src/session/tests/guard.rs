//! Nothing counts that was meant for something else, and nobody is interrupted or timed out at work.

use super::rig::{Rig, one, pick};
use crate::session::{Action, Input, Phase};

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
