//! How a decision is delivered when the connection breaks, the session seems gone or the page is loaded again.

use super::rig::{Rig, TWO, one, pick, status};
use crate::session::timing::{OUT_OF_REACH_AFTER, STATUS_GRACE};
use crate::session::{Action, Input, Outcome, Phase, UserInput};

const WRONG: &str = r#"{"type":"error","error":"Question ID does not match pending question"}"#;

fn write(rig: &mut Rig, text: &str) {
    rig.does(Action::EditText { question: 0, text: text.into() });
}

#[test]
fn what_was_typed_for_a_session_that_seemed_gone_is_there_when_it_is_asked_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    write(&mut rig, "long own text");
    close_for_good(&mut rig);
    assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"]);
    rig.input(Input::User(UserInput::RetryNow));
    rig.open();
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert_eq!((rig.phase(), rig.dialog().drafts[0].text.as_str()), (Phase::Asking, "long own text"));
}

fn close_for_good(rig: &mut Rig) {
    rig.input(Input::Closed { connection: rig.connection(), code: 4404, reason: String::new() });
}

#[test]
fn nobody_can_say_whether_an_answer_arrived_before_its_session_was_gone() {
    for capabilities in ["[]", r#"["ack"]"#] {
        let mut rig = Rig::connected();
        rig.frame(&format!(r#"{{"type":"connected","capabilities":{capabilities}}}"#));
        rig.frame(&one("q_1"));
        write(&mut rig, "long own text");
        rig.does(Action::Send);
        assert_eq!(rig.sent().len(), 1);
        close_for_good(&mut rig);
        assert_eq!(rig.receipts(), ["q_1 answered Unconfirmed"]);
        assert_eq!(rig.screen().delivery, None, "nothing says that it was sent");
        rig.input(Input::User(UserInput::RetryNow));
        rig.open();
        rig.frame(&one("q_1"));
        rig.wait(1_000);
        let sent = rig.sent();
        assert!(sent[0].contains("long own text"), "a session that is there after all gets the same answer: {sent:?}");
    }
}

#[test]
fn an_own_answer_that_comes_back_later_shows_that_it_arrived() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    close_for_good(&mut rig);
    assert_eq!(rig.receipts(), ["q_1 answered Unconfirmed"]);
    rig.events();
    rig.input(Input::User(UserInput::RetryNow));
    rig.open();
    rig.frame(r#"{"type":"ask_user_resolved","question_id":"q_1","outcome":"answered","answers":{"DB?":"A"}}"#);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
    assert_eq!(rig.events(), [""; 0], "it is not said to be answered elsewhere");
}

#[test]
fn what_was_refused_beside_a_later_ask_is_there_when_it_is_asked_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&one("q_2"));
    write(&mut rig, "own");
    rig.does(Action::Send);
    rig.frame(WRONG);
    assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"]);
    rig.does(Action::Close);
    rig.drop_connection();
    rig.reconnect(Some("q_2"));
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    let asks = rig.session.asks.iter().find(|ask| ask.id() == "q_1").map(|ask| ask.drafts[0].text.clone());
    assert_eq!(asks.as_deref(), Some("own"));
}

/// The session of somebody who decided and whose page is loaded again, with another text in storage.
fn reloaded(decide: impl Fn(&mut Rig), spoil: impl Fn(&str) -> String) -> Vec<String> {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    decide(&mut rig);
    rig.drop_connection();
    rig.input(Input::PageHidden);
    let drafts = rig.persisted_drafts.clone().unwrap();
    let spoilt = spoil(&drafts);
    assert_ne!(spoilt, drafts);
    rig.sent();
    rig.reload_with(Some(&spoilt));
    rig.open();
    rig.frame(&status(Some("q_1")));
    rig.frame(&one("q_1"));
    rig.settle();
    rig.sent()
}

#[test]
fn a_decision_that_cannot_be_read_in_whole_is_not_sent_as_another() {
    let sends = |rig: &mut Rig| rig.does(Action::Send);
    let without_drafts = reloaded(sends, |drafts| drafts.replace("\"drafts\":[{\"picks\"", "\"x\":[{\"picks\""));
    assert_eq!(without_drafts, Vec::<String>::new());
    let cancels = |rig: &mut Rig| {
        rig.does(Action::Cancel);
        rig.wait(crate::session::timing::UNDO);
    };
    let without_cancel = reloaded(cancels, |drafts| drafts.replace("\"cancelled\":true,", ""));
    assert_eq!(without_cancel, Vec::<String>::new(), "a cancel does not become an answer");
    let fraction = reloaded(sends, |drafts| drafts.replace("\"picks\":[1]", "\"picks\":[0.9]"));
    assert_eq!(fraction, Vec::<String>::new());
}

#[test]
fn an_end_does_not_open_a_dialog_over_somebody_who_types() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    write(&mut rig, "own");
    rig.does(Action::Send);
    rig.input(Input::TypedInPage);
    rig.frame(r#"{"type":"error","error":"Invalid ask_user_response: answers"}"#);
    assert!(!rig.has_dialog() && rig.screen().postponed.is_some());
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    assert!(!rig.has_dialog(), "they still type");
    rig.wait(2_000);
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::TimedOut, words: None });
}

#[test]
fn a_response_that_was_just_sent_is_not_called_unconfirmed() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1").replace("55", "9000"));
    rig.drop_connection();
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    for _ in 0..4 {
        let before = rig.connects;
        while rig.connects == before {
            rig.wait(1_000);
        }
        rig.drop_connection();
    }
    rig.wait(OUT_OF_REACH_AFTER);
    rig.open();
    rig.frame(r#"{"type":"connected"}"#);
    rig.wait(STATUS_GRACE);
    assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
}

#[test]
fn what_a_bridge_said_counts_for_its_connection_only() {
    let cut = |rig: &mut Rig| rig.drop_connection();
    let offline = |rig: &mut Rig| rig.input(Input::Offline);
    for end in [cut as fn(&mut Rig), offline] {
        let mut rig = Rig::connected();
        rig.frame(&one("q_1"));
        rig.frame(&status(None));
        end(&mut rig);
        rig.wait(1_000);
        assert_eq!(rig.phase(), Phase::Asking, "the next connection says how things stand");
    }
}

#[test]
fn an_ask_that_lapsed_before_a_reload_can_be_asked_again() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    write(&mut rig, "half");
    rig.drop_connection();
    rig.reconnect(None);
    rig.wait(1_000);
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::Lapsed, words: None });
    rig.reload();
    rig.open();
    rig.frame(&status(Some("q_1")));
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert_eq!((rig.phase(), rig.dialog().drafts[0].text.as_str()), (Phase::Asking, "half"));
}

#[test]
fn every_attempt_sends_the_same_frame_also_after_a_reload() {
    let greeting = r#"{"type":"connected","capabilities":["ack","annotations"]}"#;
    let mut rig = Rig::started();
    rig.open();
    rig.frame(greeting);
    rig.frame(&status(Some("q_2")));
    rig.frame(TWO);
    rig.does(pick(0, 0));
    rig.does(Action::Confirm);
    rig.does(pick(1, 0));
    rig.does(Action::Confirm);
    rig.does(Action::Confirm);
    let frame = |sent: Vec<String>| sent.first().map(|sent| sent.split_once(": ").unwrap().1.to_owned());
    let first = frame(rig.sent()).expect("it is sent");
    rig.drop_connection();
    rig.reconnect(Some("q_2"));
    rig.frame(&TWO.replace("the A", "another A"));
    assert_eq!(frame(rig.sent()).as_ref(), Some(&first));
    rig.reload();
    rig.open();
    rig.frame(greeting);
    rig.frame(&status(Some("q_2")));
    rig.wait(1_000);
    assert_eq!(frame(rig.sent()), Some(first));
}

#[test]
fn an_answer_goes_to_no_other_question_that_has_the_same_id_and_the_same_fingerprint() {
    // FNV-1a makes the same number of these two.
    let question = |text: &str| one("q_1").replace("DB?", text);
    let (first, second) = (question("8yn0iYCKYHlIj4-BwPqk"), question("GReLUrM4wMqfg9yzV3KQ"));
    let mut rig = Rig::connected();
    rig.frame(&first);
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"complete"}"#);
    rig.sent();
    rig.frame(&second);
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking), "it is another question");
}
