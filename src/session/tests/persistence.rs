//! A reload is a long reconnect: what was chosen, typed and decided is still there, and nothing is sent twice or unasked.

use super::rig::{Rig, TWO, one, pick, status};
use crate::session::timing::RESTORED_HOLD;
use crate::session::{Action, Connection, Input, Outcome, Phase};

/// Half an answer to two questions, minimized at the second of them.
fn half_answered() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(TWO);
    rig.does(pick(0, 1));
    rig.does(Action::EditText { question: 1, text: "half a sen".into() });
    rig.does(pick(1, 2));
    rig.does(Action::EditNotes { question: 0, text: "a note".into() });
    rig.does(Action::GoTo(1));
    rig.does(Action::Minimize);
    rig
}

/// The bridge greets a page that has just come.
fn greet(rig: &mut Rig, pending: Option<&str>) {
    rig.open();
    rig.frame(&status(pending));
}

fn bridge_confirms(rig: &mut Rig) {
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
}

#[test]
fn everything_is_as_it_was_after_a_reload() {
    let mut rig = half_answered();
    let before = rig.dialog();
    rig.reload();
    assert!(!rig.has_dialog(), "nothing flashes that may be over");
    greet(&mut rig, Some("q_2"));
    rig.frame(TWO);
    let after = rig.dialog();
    assert_eq!((after.drafts, after.step, after.minimized), (before.drafts, before.step, before.minimized));
    assert_eq!((after.phase, rig.sent()), (Phase::Asking, vec![]));
}

#[test]
fn a_bridge_that_cannot_be_reached_hides_nothing_for_long() {
    let mut rig = half_answered();
    rig.reload();
    rig.drop_connection();
    rig.wait(RESTORED_HOLD);
    assert_eq!(rig.dialog().drafts[1].text, "half a sen");
    assert_eq!(rig.screen().connection, Connection::Unreachable);
}

#[test]
fn the_deadline_does_not_restart_with_the_page() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(20_000);
    rig.reload();
    greet(&mut rig, Some("q_1"));
    rig.frame(&one("q_1"));
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 35);
}

#[test]
fn two_reloads_before_the_bridge_speaks_are_as_one() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(20_000);
    rig.does(Action::PickOther { question: 0, chosen: true });
    rig.reload();
    rig.wait(400);
    rig.reload();
    greet(&mut rig, Some("q_1"));
    rig.frame(&one("q_1"));
    assert!(rig.dialog().drafts[0].text_chosen);
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 35);
}

#[test]
fn a_clock_that_was_set_back_gives_no_more_time_than_there_was() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.input(Input::PageHidden);
    let drafts = rig.persisted_drafts.clone().unwrap().replace("\"deadline\":57000", "\"deadline\":3657000");
    assert!(drafts.contains("3657000"), "{drafts}");
    rig.reload_with(Some(&drafts));
    greet(&mut rig, Some("q_1"));
    rig.frame(&one("q_1"));
    assert_eq!(rig.dialog().countdown.unwrap().seconds, 55);
}

#[test]
fn what_is_typed_is_persisted_within_a_third_of_a_second() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    rig.does(Action::EditText { question: 0, text: "half".into() });
    assert!(!rig.persisted_drafts.clone().unwrap().contains("half"), "not with every key");
    rig.wait(299);
    rig.does(Action::EditText { question: 0, text: "half a sen".into() });
    rig.wait(1);
    assert!(rig.persisted_drafts.clone().unwrap().contains("half a sen"), "and not only when they stop");
}

#[test]
fn a_key_writes_the_drafts_and_not_the_ask() {
    let mut rig = Rig::connected();
    let long = "x".repeat(100_000);
    rig.frame(&one("q_1").replace("\"a\"", &format!("\"{long}\"")));
    rig.wait(1_000);
    assert_eq!(rig.ask_writes, 1);
    rig.does(Action::EditText { question: 0, text: "half".into() });
    rig.wait(1_000);
    let drafts = rig.persisted_drafts.clone().unwrap();
    assert!(drafts.contains("half") && drafts.len() < 500, "{} bytes", drafts.len());
    rig.frame(&one("q_2"));
    rig.wait(1_000);
    assert_eq!(rig.ask_writes, 2, "another ask is written, with the first");
    rig.reload();
    assert!(rig.persisted_asks.clone().unwrap().contains(&long));
}

#[test]
fn a_decision_is_persisted_before_it_is_sent() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.does(Action::Cancel);
    assert!(rig.persisted_drafts.clone().unwrap().contains(r#""stage":"cancelling""#));
    rig.does(Action::Undo);
    assert!(
        rig.persisted_drafts.clone().unwrap().contains(r#""stage":"open""#),
        "what was taken back is not persisted as decided"
    );
    rig.does(Action::Send);
    assert!(rig.persisted_drafts.clone().unwrap().contains(r#""stage":"sent""#));
}

#[test]
fn what_is_over_is_forgotten() {
    let mut rig = Rig::connected();
    bridge_confirms(&mut rig);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    assert!(rig.persisted_drafts.is_some());
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#);
    rig.wait(300);
    assert_eq!(rig.persisted_drafts, None);
}

#[test]
fn an_answer_given_offline_is_sent_once_by_the_next_page() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.drop_connection();
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    rig.reload();
    assert_eq!(rig.phase(), Phase::Decided, "the person sees at once that it is decided and not sent");
    greet(&mut rig, Some("q_1"));
    rig.frame(&one("q_1"));
    rig.settle();
    let sent = rig.sent();
    assert!(sent.len() == 1 && sent[0].contains(r#""DB?":"B""#), "{sent:?}");
    assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
}

#[test]
fn an_answer_on_its_way_is_sent_again_only_if_the_bridge_missed_it() {
    for (pending, expected) in [(Some("q_1"), 1), (None, 0)] {
        let mut rig = Rig::connected();
        rig.frame(&one("q_1"));
        rig.does(pick(0, 1));
        rig.does(Action::Send);
        assert_eq!(rig.sent().len(), 1);
        rig.reload();
        assert!(!rig.has_dialog());
        greet(&mut rig, pending);
        if pending.is_some() {
            rig.frame(&one("q_1"));
        }
        rig.settle();
        assert_eq!(rig.sent().len(), expected, "{pending:?}");
        let receipt = if pending.is_some() { "q_1 answered Sent" } else { "q_1 answered Settled" };
        assert_eq!(rig.receipts(), [receipt]);
    }
}

#[test]
fn where_the_bridge_confirms_it_is_asked_what_became_of_an_answer() {
    for (word, receipt) in [("duplicate", "q_1 answered Settled"), ("late", "q_1 timed-out Settled")] {
        let mut rig = Rig::connected();
        rig.frame(&one("q_1"));
        rig.does(pick(0, 1));
        rig.does(Action::Send);
        rig.sent();
        rig.reload();
        rig.open();
        bridge_confirms(&mut rig);
        rig.frame(&status(None));
        assert_eq!(rig.sent().len(), 1);
        rig.frame(&format!(r#"{{"type":"ask_user_ack","question_id":"q_1","outcome":"{word}"}}"#));
        assert_eq!(rig.receipts(), [receipt]);
    }
}

#[test]
fn a_cancel_can_still_be_taken_back_after_a_reload() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::Cancel);
    rig.wait(2_000);
    rig.reload();
    greet(&mut rig, Some("q_1"));
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert_eq!((rig.phase(), rig.sent()), (Phase::Cancelling, vec![]));
    rig.wait(2_000);
    assert_eq!(rig.sent().len(), 1, "and is sent when its five seconds are over");
}

#[test]
fn a_question_that_was_over_by_then_leaves_what_was_typed_to_be_read() {
    let mut rig = half_answered();
    rig.reload();
    greet(&mut rig, None);
    rig.wait(1_000);
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::Lapsed, words: None });
    assert_eq!(rig.dialog().drafts[1].text, "half a sen");
    rig.reload();
    assert_eq!(rig.dialog().drafts[1].text, "half a sen", "through another reload too");
    rig.does(Action::Close);
    assert_eq!(rig.persisted_drafts, None);
}

#[test]
fn a_question_that_nobody_touched_and_that_is_over_comes_back_as_nothing() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.reload();
    rig.events();
    greet(&mut rig, None);
    rig.settle();
    assert!(!rig.has_dialog());
    assert_eq!((rig.events(), rig.receipts(), rig.persisted_drafts), (vec![], vec![], None));
}

#[test]
fn another_question_of_the_same_id_gets_nothing_of_the_old_draft() {
    let mut rig = half_answered();
    rig.does(Action::Expand);
    rig.reload();
    greet(&mut rig, Some("q_2"));
    rig.frame(&one("q_2"));
    rig.wait(1_000);
    assert_eq!(rig.dialog().ask.id, "q_2 (earlier)", "what was typed can be read first");
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::Lapsed, words: None });
    rig.does(Action::Close);
    assert_eq!(rig.dialog().ask.id, "q_2");
    assert!(!rig.dialog().drafts[0].is_touched() && rig.dialog().drafts.len() == 1);
}

#[test]
fn the_same_question_with_other_words_around_it_keeps_its_draft() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.frame(&one("q_1").replace(r#""description":"a""#, r#""description":"as found in the repository""#));
    assert_eq!(rig.dialog().drafts[0].picks, [1]);
    assert_eq!(
        rig.dialog().ask.questions()[0].options[0].description.as_deref(),
        Some("as found in the repository"),
        "and the words are the new ones"
    );
}

#[test]
fn an_old_answer_never_goes_to_a_new_question_of_the_same_id() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_2"));
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"complete"}"#);
    rig.sent();
    rig.drop_connection();
    rig.reconnect(Some("q_2"));
    rig.frame(TWO);
    rig.wait(1_000);
    assert_eq!(rig.sent(), [""; 0]);
    assert_eq!((rig.phase(), rig.dialog().drafts.len()), (Phase::Asking, 2));
}

#[test]
fn what_cannot_be_read_does_no_harm_and_is_forgotten() {
    let good = {
        let mut rig = half_answered();
        rig.input(Input::PageHidden);
        rig.persisted_drafts.unwrap()
    };
    let spoilt = [
        "nonsense".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        r#"{"version":2}"#.to_owned(),
        r#"{"version":2,"asks":7}"#.to_owned(),
        r#"{"version":2,"asks":[7,null,{},{"id":""}]}"#.to_owned(),
        good.replace(r#""version":2"#, r#""version":1"#),
        good.replace(r#""stage":"open""#, r#""stage":"answered""#),
        good.replace(r#""step":1"#, r#""step":"x""#),
        good.replace(r#""picks":[1]"#, r#""picks":["x"]"#),
        good[..good.len() / 2].to_owned(),
    ];
    for drafts in spoilt {
        assert_ne!(drafts, good);
        let mut rig = Rig::connected();
        rig.persisted_drafts = Some(drafts.clone());
        rig.reload_with(Some(&drafts));
        greet(&mut rig, Some("q_1"));
        rig.frame(&one("q_1"));
        assert!(!rig.dialog().drafts[0].is_touched(), "{drafts}");
        rig.does(pick(0, 0));
        rig.wait(1_000);
        assert!(rig.persisted_drafts.clone().unwrap().contains(r#""id":"q_1""#), "{drafts}");
    }
}

#[test]
fn picks_that_do_not_exist_are_not_restored() {
    let mut rig = half_answered();
    rig.input(Input::PageHidden);
    let drafts = rig.persisted_drafts.clone().unwrap().replace(r#""picks":[1]"#, r#""picks":[1,0,7,-3,1e300]"#);
    rig.reload_with(Some(&drafts));
    greet(&mut rig, Some("q_2"));
    rig.frame(TWO);
    assert_eq!(rig.dialog().drafts[0].picks, [0], "a single choice holds one, whatever was persisted");
}

#[test]
fn members_that_are_missing_or_unknown_make_nothing_unreadable() {
    let mut rig = half_answered();
    rig.input(Input::PageHidden);
    let drafts = rig.persisted_drafts.clone().unwrap();
    let later = drafts.replace(r#""picks":[1]"#, r#""skipped":false,"picks":[1]"#).replace(r#","minimized":true"#, "");
    assert_ne!(later, drafts);
    rig.reload_with(Some(&later));
    greet(&mut rig, Some("q_2"));
    rig.frame(TWO);
    assert_eq!((rig.dialog().drafts[0].picks.clone(), rig.dialog().minimized), (vec![1], false));
}

#[test]
fn what_is_persisted_is_bounded() {
    let mut rig = Rig::connected();
    let long = "x".repeat(600_000);
    for id in ["q_1", "q_2", "q_3"] {
        rig.frame(&one(id).replace("\"a\"", &format!("\"{long}\"")));
    }
    rig.wait(1_000);
    let drafts = rig.persisted_drafts.unwrap();
    assert!(
        drafts.len() < 1 << 20 && drafts.contains("q_1") && !drafts.contains("q_2"),
        "the one in front is persisted"
    );
}
