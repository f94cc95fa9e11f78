//! What the person hears in passing: that time runs out, that an answer is sent.

use super::rig::{Rig, TWO, one, pick};
use crate::session::timing::UNDO;
use crate::session::{Action, Announcement, Connection, DeliveryStatus, Outcome, Screen, announcements};

fn asked_with(capabilities: &str, timeout: u64) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(&format!(r#"{{"type":"connected","capabilities":[{capabilities}]}}"#));
    rig.frame(&one("q_1").replace(":55", &format!(":{timeout}")));
    rig
}

fn delivery(rig: &Rig) -> Option<DeliveryStatus> {
    rig.screen().delivery
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
    rig.does(Action::Activity);
    assert_eq!(rig.sent(), [r#"1: {"type":"ask_user_extend","question_id":"q_1","seconds":60}"#]);
    assert_eq!(rig.dialog().drafts[0], Default::default(), "and decides nothing by it");
}

#[test]
fn where_nobody_confirms_an_answer_is_shown_as_sent_for_a_moment() {
    let mut rig = asked_with("", 0);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    assert_eq!(delivery(&rig), Some(DeliveryStatus::Settled));
    rig.wait(2_000);
    assert_eq!(delivery(&rig), None);
}

#[test]
fn where_the_bridge_confirms_an_answer_is_under_way_until_it_has() {
    let mut rig = asked_with(r#""ack""#, 0);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.wait(9_000);
    assert_eq!(delivery(&rig), Some(DeliveryStatus::Sent));
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#);
    assert_eq!(delivery(&rig), Some(DeliveryStatus::Settled));
    rig.wait(2_000);
    assert_eq!(delivery(&rig), None);
}

#[test]
fn a_cancel_is_not_shown_as_an_answer() {
    let mut rig = asked_with("", 0);
    rig.does(Action::Cancel);
    rig.wait(UNDO);
    assert_eq!((rig.sent().len(), delivery(&rig)), (1, None));
}

#[test]
fn a_warning_comes_at_half_a_minute_or_at_a_quarter_of_the_limit() {
    for (timeout, soon) in [(600, 30), (120, 30), (55, 13), (20, 5), (4, 1)] {
        let mut rig = asked_with("", timeout);
        rig.wait(1_000 * (timeout - soon) - 500);
        let countdown = rig.dialog().countdown.unwrap();
        assert_eq!((countdown.seconds, countdown.is_soon), (soon + 1, false), "{timeout}");
        rig.wait(1_000);
        assert!(rig.dialog().countdown.unwrap().is_soon, "{timeout}");
    }
}

#[test]
fn more_time_ends_the_warning_and_does_not_make_the_limit_smaller() {
    let mut rig = asked_with(r#""extend""#, 55);
    rig.wait(50_000);
    assert!(rig.dialog().countdown.unwrap().is_soon);
    rig.frame(r#"{"type":"ask_user_extend","question_id":"q_1","remaining_seconds":20}"#);
    assert!(!rig.dialog().countdown.unwrap().is_soon);
}

#[test]
fn a_cancel_counts_its_seconds_down_until_it_is_sent() {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    assert_eq!(rig.dialog().undo_seconds, None);
    rig.does(Action::Cancel);
    let mut seen = Vec::new();
    while rig.has_dialog() {
        seen.push(rig.dialog().undo_seconds);
        rig.wait(1_000);
    }
    assert_eq!(seen, [Some(5), Some(4), Some(3), Some(2), Some(1)]);
    rig.frame(&TWO.replace("q_2", "q_3"));
    rig.does(Action::Cancel);
    rig.does_at_once(Action::Undo);
    assert_eq!(rig.dialog().undo_seconds, None);
}

/// Somebody who hears what is said, and not the rest.
struct Listener {
    rig: Rig,
    /// Whether the dialog is modal, and so is read out by itself.
    is_modal: bool,
    last: Screen,
}

impl Listener {
    fn new(is_modal: bool) -> Listener {
        let mut rig = Rig::connected();
        rig.frame(r#"{"type":"connected","capabilities":["extend"]}"#);
        let last = rig.screen();
        Listener { rig, is_modal, last }
    }

    /// What is said between the last look and now.
    fn hears(&mut self, expected: &[Announcement], when: &str) {
        let now = self.rig.screen();
        let said = announcements(&std::mem::replace(&mut self.last, now.clone()), &now, self.is_modal);
        assert_eq!(said, expected, "{when}, modal: {}", self.is_modal);
        assert_eq!(announcements(&now, &now, self.is_modal), [], "nothing changes, nothing is said");
    }
}

/// What is said only if the dialog is not read out by itself.
fn unless(is_modal: bool, news: Announcement) -> Vec<Announcement> {
    if is_modal { Vec::new() } else { vec![news] }
}

#[test]
fn every_change_of_phase_is_said() {
    use Announcement::{Cancelled, Ended, Offline, Over, Queued, StillMissing, Unsent, Waiting};
    for is_modal in [true, false] {
        let mut ear = Listener::new(is_modal);
        ear.rig.frame(TWO);
        ear.hears(&unless(is_modal, Waiting), "an ask appears");
        ear.rig.does(Action::Confirm);
        ear.hears(&[], "a refusal is an alert of its own");
        ear.rig.does(Action::Confirm);
        ear.hears(&[StillMissing], "and is said again when it comes again");
        ear.rig.frame(&one("q_3").replace(r#""timeout_seconds":55,"#, ""));
        ear.hears(&[Queued(1)], "another joins the queue");
        ear.rig.does(Action::Minimize);
        ear.hears(&[Waiting], "it is minimized");
        ear.rig.does(Action::Cancel);
        ear.hears(&[Cancelled], "it is cancelled");
        ear.rig.wait(2_000);
        ear.hears(&[], "the seconds of the undo are not counted aloud");
        ear.rig.does(Action::Undo);
        ear.hears(&[Waiting], "the cancel is taken back");
        ear.rig.does(Action::Expand);
        ear.hears(&[], "it is expanded, and the focus goes there");
        ear.rig.does(pick(0, 0));
        ear.rig.does(Action::GoTo(1));
        ear.hears(&[], "the person answers");
        ear.rig.does(Action::Cancel);
        ear.rig.wait(UNDO);
        let next = unless(is_modal, Waiting);
        ear.hears(&[vec![Over(Outcome::Cancelled)], next].concat(), "it is over, and the next one appears");
        ear.rig.does(pick(0, 0));
        ear.rig.drop_connection();
        ear.hears(&[Offline], "the connection is lost");
        ear.rig.does(Action::Confirm);
        ear.hears(&[Unsent { cancelled: false }], "an answer is not sent yet, and the dialog is minimized");
        ear.rig.does(Action::Expand);
        ear.rig.does(Action::Undo);
        ear.hears(&[Offline], "and taken back");
        ear.rig.does(Action::Cancel);
        ear.hears(&[Unsent { cancelled: true }], "a cancel is not sent yet");
        ear.rig.does(Action::Undo);
        ear.hears(&[Offline], "and taken back");
        ear.rig.reconnect(Some("q_3"));
        ear.hears(&[Waiting], "the connection is back");
        ear.rig.does(Action::Confirm);
        ear.rig.wait(1_000);
        ear.hears(&[Over(Outcome::Answered)], "it is answered");
        ear.rig.frame(TWO.replace("q_2", "q_4").as_str());
        ear.rig.does(pick(0, 1));
        ear.hears(&unless(is_modal, Waiting), "another");
        ear.rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_4"}"#);
        ear.hears(&[Ended(Outcome::TimedOut)], "its time is up, and what was chosen stays");
        ear.rig.does(Action::Minimize);
        ear.hears(&[Ended(Outcome::TimedOut)], "minimized, it says so again");
        ear.rig.does(Action::Close);
        ear.hears(&[], "it was read");
        ear.rig.frame(TWO.replace("q_2", "q_5").as_str());
        ear.hears(&unless(is_modal, Waiting), "one more");
        ear.rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"q_5"}"#);
        ear.hears(&[Over(Outcome::Withdrawn)], "it is withdrawn, and nothing was chosen");
    }
}

#[test]
fn the_connection_is_said_where_there_is_nothing_to_answer() {
    let mut ear = Listener::new(true);
    ear.rig.drop_connection();
    ear.hears(&[Announcement::Connection(Connection::Reconnecting)], "lost");
    ear.rig.reconnect(None);
    ear.hears(&[], "back");
    ear.rig.frame(r#"{"type":"session_taken"}"#);
    ear.hears(&[Announcement::Connection(Connection::Taken)], "taken");
}

#[test]
fn a_short_limit_is_said_at_once_and_a_long_one_at_its_marks() {
    let left = |seconds, hurry| Announcement::TimeLeft { seconds, hurry };
    for is_modal in [true, false] {
        let mut ear = Listener::new(is_modal);
        ear.rig.frame(&one("q_1").replace(":55", ":25"));
        let appears = unless(is_modal, Announcement::Waiting);
        ear.hears(&[appears.clone(), vec![left(25, Some(true))]].concat(), "25 seconds");
        ear.rig.wait(15_000);
        ear.hears(&[left(10, Some(true))], "10 seconds");
        ear.rig.does(Action::Cancel);
        ear.rig.wait(UNDO);
        ear.hears(&[Announcement::Over(Outcome::Cancelled)], "cancelled");
        ear.rig.frame(&one("q_2").replace(":55", ":70"));
        ear.hears(&appears, "70 seconds");
        ear.rig.wait(10_000);
        ear.hears(&[left(60, None)], "60 seconds");
        ear.rig.wait(30_000);
        ear.hears(&[left(30, Some(true))], "30 seconds");
    }
}
