//! What the host page can do by itself.

use super::rig::{Rig, TWO, one, pick};
use crate::session::{Action, Input};

fn asked() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.events();
    rig
}

#[test]
fn a_question_that_the_page_withdraws_is_over_and_the_bridge_is_told_nothing() {
    let mut rig = asked();
    rig.input(Input::Withdraw { id: "q_1".to_owned() });
    assert!(!rig.has_dialog());
    assert_eq!(rig.events(), ["withdrawn q_1"]);
    assert_eq!(rig.receipts(), ["q_1 withdrawn NotSent"]);
    assert!(rig.sent().is_empty());
}

#[test]
fn a_withdrawal_of_what_is_not_there_or_was_sent_does_nothing() {
    let mut rig = asked();
    rig.input(Input::Withdraw { id: "q_9".to_owned() });
    assert!(rig.has_dialog());
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.events();
    rig.input(Input::Withdraw { id: "q_1".to_owned() });
    assert!(rig.events().is_empty(), "the answer is on its way");
}

#[test]
fn a_question_that_the_page_shows_itself_leaves_nothing_and_the_next_is_asked() {
    let mut rig = asked();
    rig.input(Input::TakenByPage { id: "q_1".to_owned() });
    assert!(!rig.has_dialog());
    assert_eq!(rig.events(), ["withdrawn q_1"]);
    assert!(rig.receipts().is_empty());
    rig.frame(TWO);
    assert!(rig.has_dialog());
}

#[test]
fn receipts_are_cleared() {
    let mut rig = asked();
    rig.input(Input::Withdraw { id: "q_1".to_owned() });
    rig.input(Input::ClearReceipts);
    assert!(rig.receipts().is_empty());
}
