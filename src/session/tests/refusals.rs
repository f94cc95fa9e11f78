//! Which response a refusal means, on a bridge that gives no id with it, and what follows from it.

use super::rig::{Rig, one, pick, status};
use crate::session::timing::{GIVE_UP_AFTER, REFUSED_WITHIN, REPLAY_GRACE};
use crate::session::{Action, Phase};

const WRONG: &str = r#"{"type":"error","error":"Question ID does not match pending question"}"#;

/// A bare bridge has timed an ask out while its answer was on the way.
fn orphaned() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    rig.frame(&one("q_2"));
    rig
}

#[test]
fn a_response_that_is_never_refused_does_not_hide_the_refusal_of_the_next() {
    let mut rig = orphaned();
    rig.wait(REFUSED_WITHIN);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(WRONG);
    assert_eq!((rig.dialog().ask.id.as_str(), rig.phase()), ("q_2", Phase::Asking), "the person can answer again");
}

#[test]
fn a_refusal_of_a_response_whose_ask_is_over_changes_nothing_for_the_next() {
    let mut rig = orphaned();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(WRONG);
    assert!(!rig.has_dialog(), "it came at once, so it means the first");
    rig.frame(WRONG);
    assert_eq!(rig.dialog().ask.id, "q_2", "the second refusal means the second response");
}

/// The answer to `q_1` is in flight, for the first time.
fn in_flight(greeting: &str) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(greeting);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.sent();
    rig
}

const BARE: &str = r#"{"type":"connected"}"#;
const CONFIRMING: &str = r#"{"type":"connected","capabilities":["ack"]}"#;
const AGENT: &str = r#"{"type":"text","chunk":"on"}"#;

#[test]
fn statuses_that_contradict_each_other_do_not_make_a_repetition_of_a_first_attempt() {
    let mut rig = in_flight(BARE);
    rig.frame(&status(None));
    rig.frame(&status(Some("q_1")));
    rig.frame(AGENT);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"], "nothing was sent again, so this is no replay");
}

#[test]
fn an_answer_that_is_refused_and_not_waited_for_is_not_called_timed_out_by_a_bare_bridge() {
    let mut rig = in_flight(BARE);
    rig.frame(&status(None));
    rig.frame(WRONG);
    assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"], "it was sent once, and refused");

    let mut rig = in_flight(BARE);
    rig.drop_connection();
    rig.reconnect(Some("q_1"));
    rig.wait(REPLAY_GRACE);
    assert_eq!(rig.sent().len(), 1);
    rig.frame(&status(None));
    rig.frame(WRONG);
    assert_eq!(rig.receipts(), ["q_1 answered Unconfirmed"], "the first attempt may have arrived in the end");
}

#[test]
fn a_cancel_that_is_refused_and_not_waited_for_stays_a_cancel() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::Cancel);
    rig.wait(crate::session::timing::UNDO);
    rig.frame(&status(None));
    rig.frame(WRONG);
    assert_eq!(rig.receipts(), ["q_1 cancelled Settled"]);
}

#[test]
fn a_bridge_that_no_longer_confirms_still_owes_the_confirmation_of_what_it_was_sent() {
    let mut rig = in_flight(CONFIRMING);
    rig.frame(&status(None));
    rig.wait(GIVE_UP_AFTER);
    rig.frame(BARE);
    rig.frame(AGENT);
    assert_eq!(rig.receipts(), ["q_1 answered Sent"], "neither the old status nor the agent settles it");
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"late"}"#);
    assert_eq!(rig.receipts(), ["q_1 timed-out Settled"]);
}

#[test]
fn what_is_sent_to_a_bridge_that_no_longer_confirms_is_settled_as_on_a_bare_bridge() {
    let mut rig = Rig::connected();
    rig.frame(CONFIRMING);
    rig.frame(BARE);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(AGENT);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
}

#[test]
fn a_refusal_that_came_while_the_machine_slept_still_means_the_response_whose_ask_is_over() {
    let mut rig = orphaned();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.sleep(REFUSED_WITHIN + 1_000);
    rig.frame(WRONG);
    assert!(!rig.has_dialog(), "the answer to the second question is not opened again");
    rig.wait(REFUSED_WITHIN);
    rig.frame(WRONG);
    assert_eq!(rig.dialog().ask.id, "q_2", "awake, nobody waits for the refusal of the first for ever");
}
