//! What the person hears in passing: that time runs out, that an answer is sent.

use super::approving::{bash, decide};
use super::filling_in::{ADDRESS, form};
use super::rig::{Rig, TWO, one, pick};
use crate::session::timing::{ANSWER_TIMEOUT, UNDO};
use crate::session::{
    Action, Announcement, ApprovalAction, ApprovalChoice, ApprovalPage, Connection, DeliveryStatus, Outcome, Screen,
    announcements,
};

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
    rig.wait(ANSWER_TIMEOUT - 1_000);
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
fn unless(is_modal: bool, announcement: Announcement) -> Vec<Announcement> {
    if is_modal { Vec::new() } else { vec![announcement] }
}

#[test]
fn every_change_of_phase_is_said() {
    use Announcement::{Cancelled, Ended, Offline, Over, Queued, StillMissing, Unsent, Waiting};
    for is_modal in [true, false] {
        let mut listener = Listener::new(is_modal);
        listener.rig.frame(TWO);
        listener.hears(&unless(is_modal, Waiting), "an ask appears");
        listener.rig.does(Action::Confirm);
        listener.hears(&[], "a refusal is an alert of its own");
        listener.rig.does(Action::Confirm);
        listener.hears(&[StillMissing], "and is said again when it comes again");
        listener.rig.frame(&one("q_3").replace(r#""timeout_seconds":55,"#, ""));
        listener.hears(&[Queued(1)], "another joins the queue");
        listener.rig.does(Action::Minimize);
        listener.hears(&[Waiting], "it is minimized");
        listener.rig.does(Action::Cancel);
        listener.hears(&[Cancelled], "it is cancelled");
        listener.rig.wait(2_000);
        listener.hears(&[], "the seconds of the undo are not counted aloud");
        listener.rig.does(Action::Undo);
        listener.hears(&[Waiting], "the cancel is taken back");
        listener.rig.does(Action::Expand);
        listener.hears(&[], "it is expanded, and the focus goes there");
        listener.rig.does(pick(0, 0));
        listener.rig.does(Action::GoTo(1));
        listener.hears(&[], "the person answers");
        listener.rig.does(Action::Cancel);
        listener.rig.wait(UNDO);
        let next = unless(is_modal, Waiting);
        listener.hears(&[vec![Over(Outcome::Cancelled)], next].concat(), "it is over, and the next one appears");
        listener.rig.does(pick(0, 0));
        listener.rig.drop_connection();
        listener.hears(&[Offline], "the connection is lost");
        listener.rig.does(Action::Confirm);
        listener.hears(&[Unsent { cancelled: false }], "an answer is not sent yet, and the dialog is minimized");
        listener.rig.does(Action::Expand);
        listener.rig.does(Action::Undo);
        listener.hears(&[Offline], "and taken back");
        listener.rig.does(Action::Cancel);
        listener.hears(&[Unsent { cancelled: true }], "a cancel is not sent yet");
        listener.rig.does(Action::Undo);
        listener.hears(&[Offline], "and taken back");
        listener.rig.reconnect(Some("q_3"));
        listener.hears(&[Waiting], "the connection is back");
        listener.rig.does(Action::Confirm);
        listener.rig.wait(1_000);
        listener.hears(&[Over(Outcome::Answered)], "it is answered");
        listener.rig.frame(TWO.replace("q_2", "q_4").as_str());
        listener.rig.does(pick(0, 1));
        listener.hears(&unless(is_modal, Waiting), "another");
        listener.rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_4"}"#);
        listener.hears(&[Ended(Outcome::TimedOut)], "its time is up, and what was chosen stays");
        listener.rig.does(Action::Minimize);
        listener.hears(&[Ended(Outcome::TimedOut)], "minimized, it says so again");
        listener.rig.does(Action::Close);
        listener.hears(&[], "it was read");
        listener.rig.frame(TWO.replace("q_2", "q_5").as_str());
        listener.hears(&unless(is_modal, Waiting), "one more");
        listener.rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"q_5"}"#);
        listener.hears(&[Over(Outcome::Withdrawn)], "it is withdrawn, and nothing was chosen");
    }
}

#[test]
fn every_change_of_phase_of_an_approval_is_said() {
    use Announcement::{ApprovalNeeded, Ended, Offline, Over, Queued, Unsent};
    for is_modal in [true, false] {
        let mut listener = Listener::new(is_modal);
        listener.rig.frame(&bash("p_1"));
        listener.hears(&[ApprovalNeeded], "an approval appears, and its title does not say what it is");
        listener.rig.does(decide(ApprovalChoice::AllowOnce));
        listener.hears(&[], "that it was not read to its end is an alert of its own");
        listener.rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
        listener.rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)));
        listener.rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Request)));
        listener.hears(&[], "the person reads");
        listener.rig.frame(&bash("p_2"));
        listener.hears(&[Queued(1)], "another joins the queue");
        listener.rig.does(Action::Minimize);
        listener.hears(&[ApprovalNeeded], "it is minimized");
        listener.rig.does(Action::Expand);
        listener.hears(&[], "it is expanded, and the focus goes there");
        listener.rig.does(decide(ApprovalChoice::AllowOnce));
        listener.hears(&[Over(Outcome::Allowed), ApprovalNeeded], "it is allowed, and the next one appears");
        listener.rig.does(decide(ApprovalChoice::Deny));
        listener.hears(&[Over(Outcome::Denied)], "it is denied");
        listener.rig.frame(&bash("p_3"));
        listener.hears(&[ApprovalNeeded], "another");
        listener.rig.drop_connection();
        listener.hears(&[Offline], "the connection is lost");
        listener.rig.does(decide(ApprovalChoice::Deny));
        listener.hears(&[Unsent { cancelled: false }], "a denial is not sent yet");
        listener.rig.does(Action::Expand);
        listener.rig.does(Action::Undo);
        listener.hears(&[Offline], "and taken back");
        listener.rig.reconnect(Some("p_3"));
        listener.hears(&[ApprovalNeeded], "the connection is back");
        listener.rig.wait(1_000);
        listener.rig.frame(r#"{"type":"ask_user_timeout","question_id":"p_3"}"#);
        listener.hears(&[Over(Outcome::TimedOut)], "its time is up");
        listener.rig.frame(&bash("p_4"));
        listener.rig.does(Action::Approval(ApprovalAction::EditMessage { text: "not this one".to_owned() }));
        listener.hears(&[ApprovalNeeded], "one more");
        listener.rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"p_4"}"#);
        listener.hears(&[Ended(Outcome::Withdrawn)], "it is withdrawn, and the message stays");
    }
}

#[test]
fn every_change_of_phase_of_a_form_is_said() {
    use Announcement::{Cancelled, Ended, Form, Offline, Over, Queued, Unsent, Waiting};
    for is_modal in [true, false] {
        // Its title does not say that it is a form, so a modal dialog says so.
        let appears = [if is_modal { Form } else { Waiting }];
        let mut listener = Listener::new(is_modal);
        listener.rig.frame(&form("f_1"));
        listener.hears(&appears, "a form appears");
        listener.rig.does(Action::Confirm);
        listener.hears(&[], "what is missing is an alert of its own");
        listener.rig.frame(&form("f_2"));
        listener.hears(&[Queued(1)], "another joins the queue");
        listener.rig.does(Action::Minimize);
        listener.hears(&[Waiting], "it is minimized");
        listener.rig.does(Action::Expand);
        listener.hears(&[], "it is expanded, and the focus goes there");
        listener.rig.does(Action::Cancel);
        listener.hears(&[Cancelled], "it is cancelled");
        listener.rig.does(Action::Undo);
        listener.hears(&[Waiting], "the cancel is taken back");
        listener.rig.does(Action::EditText { question: 0, text: "site".to_owned() });
        listener.hears(&[], "the person fills it in");
        listener.rig.does(Action::Confirm);
        listener
            .hears(&[&[Over(Outcome::Answered)][..], &appears].concat(), "it is accepted, and the next one appears");
        listener.rig.does(Action::Cancel);
        listener.rig.wait(UNDO);
        listener.hears(&[Over(Outcome::Cancelled)], "it is cancelled for good");
        listener.rig.frame(ADDRESS.replace("f_1", "f_3").as_str());
        listener.hears(&appears, "an address appears");
        listener.rig.drop_connection();
        listener.hears(&[Offline], "the connection is lost");
        listener.rig.does(Action::Decline);
        listener.hears(&[Unsent { cancelled: false }], "that it is declined is not sent yet");
        listener.rig.reconnect(Some("f_3"));
        listener.rig.frame(ADDRESS.replace("f_1", "f_3").as_str());
        listener.rig.wait(1_000);
        listener.hears(&[Over(Outcome::Declined)], "it is declined");
        listener.rig.frame(&form("f_4"));
        listener.rig.does(Action::EditText { question: 0, text: "half".to_owned() });
        listener.hears(&appears, "one more");
        listener.rig.frame(r#"{"type":"ask_user_timeout","question_id":"f_4"}"#);
        listener.hears(&[Ended(Outcome::TimedOut)], "its time is up, and what was entered stays");
    }
}

#[test]
fn the_connection_is_said_where_there_is_nothing_to_answer() {
    let mut listener = Listener::new(true);
    listener.rig.drop_connection();
    listener.hears(&[Announcement::Connection(Connection::Reconnecting)], "lost");
    listener.rig.reconnect(None);
    listener.hears(&[], "back");
    listener.rig.frame(r#"{"type":"session_taken"}"#);
    listener.hears(&[Announcement::Connection(Connection::Taken)], "taken");
}

#[test]
fn a_short_limit_is_said_at_once_and_a_long_one_at_its_marks() {
    let left = |seconds, hurry| Announcement::TimeLeft { seconds, hurry };
    for is_modal in [true, false] {
        let mut listener = Listener::new(is_modal);
        listener.rig.frame(&one("q_1").replace(":55", ":25"));
        let appears = unless(is_modal, Announcement::Waiting);
        listener.hears(&[appears.clone(), vec![left(25, Some(true))]].concat(), "25 seconds");
        listener.rig.wait(15_000);
        listener.hears(&[left(10, Some(true))], "10 seconds");
        listener.rig.does(Action::Cancel);
        listener.rig.wait(UNDO);
        listener.hears(&[Announcement::Over(Outcome::Cancelled)], "cancelled");
        listener.rig.frame(&one("q_2").replace(":55", ":70"));
        listener.hears(&appears, "70 seconds");
        listener.rig.wait(10_000);
        listener.hears(&[left(60, None)], "60 seconds");
        listener.rig.wait(30_000);
        listener.hears(&[left(30, Some(true))], "30 seconds");
    }
}
