//! What the person is told in passing: that time runs out, that an answer is sent.

use super::rig::{Rig, one, pick};
use crate::session::{Action, Delivery};

fn asked_with(capabilities: &str, timeout: u64) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(&format!(r#"{{"type":"connected","capabilities":[{capabilities}]}}"#));
    rig.frame(&one("q_1").replace(":55", &format!(":{timeout}")));
    rig
}

fn delivery(rig: &Rig) -> Option<Delivery> {
    rig.session.screen().delivery
}

#[test]
fn the_time_left_is_spoken_at_three_marks_only() {
    let mut rig = asked_with("", 70);
    let mut spoken = Vec::new();
    for _ in 0..70 {
        rig.wait(1_000);
        let countdown = rig.dialog().countdown.unwrap();
        if spoken.last().map(|(_, mark)| *mark) != Some(countdown.spoken) {
            spoken.push((countdown.seconds, countdown.spoken));
        }
    }
    assert_eq!(spoken, [(69, None), (60, Some(60)), (30, Some(30)), (10, Some(10))]);
}

#[test]
fn a_mark_that_lies_behind_at_the_start_is_not_spoken() {
    let mut rig = asked_with("", 45);
    rig.wait(5_000);
    assert_eq!(rig.dialog().countdown.unwrap().spoken, None);
}

#[test]
fn after_more_time_the_marks_are_spoken_again() {
    let mut rig = asked_with(r#""extend""#, 35);
    rig.wait(6_000);
    assert_eq!(rig.dialog().countdown.unwrap().spoken, Some(30));
    rig.frame(r#"{"type":"ask_user_extend","question_id":"q_1","remaining_seconds":60}"#);
    assert_eq!(rig.dialog().countdown.unwrap().spoken, None);
    rig.wait(30_000);
    assert_eq!(rig.dialog().countdown.unwrap().spoken, Some(30));
}

#[test]
fn somebody_who_only_moves_about_gets_more_time_too() {
    let mut rig = asked_with(r#""extend""#, 40);
    assert!(rig.dialog().countdown.unwrap().can_grow);
    rig.does(Action::Stir);
    assert_eq!(rig.sent(), [r#"1: {"type":"ask_user_extend","question_id":"q_1","seconds":60}"#]);
    assert_eq!(rig.dialog().drafts[0], Default::default(), "and decides nothing by it");
}

#[test]
fn where_nobody_confirms_an_answer_is_shown_as_sent_for_a_moment() {
    let mut rig = asked_with("", 0);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!(delivery(&rig), Some(Delivery::Settled));
    rig.wait(2_000);
    assert_eq!(delivery(&rig), None);
}

#[test]
fn where_the_bridge_confirms_an_answer_is_under_way_until_it_has() {
    let mut rig = asked_with(r#""ack""#, 0);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.wait(9_000);
    assert_eq!(delivery(&rig), Some(Delivery::Sent));
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#);
    assert_eq!(delivery(&rig), Some(Delivery::Settled));
    rig.wait(2_000);
    assert_eq!(delivery(&rig), None);
}

#[test]
fn a_cancel_is_not_shown_as_an_answer() {
    let mut rig = asked_with("", 0);
    rig.does(Action::Cancel);
    rig.wait(5_000);
    assert_eq!((rig.sent().len(), delivery(&rig)), (1, None));
}
