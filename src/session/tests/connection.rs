//! Connections come and go; what the person decided or typed does not.

use super::rig::{Rig, one, pick, status};
use crate::session::timing::PROBE_TIMEOUT;
use crate::session::{Action, Connection, Event, Input, Outcome, Output, Phase, Session, Settings, Time, UserInput};

fn connection(rig: &Rig) -> Connection {
    rig.screen().connection
}

/// Answered "B", and cut off before anything confirmed it.
fn answered_and_cut(mut rig: Rig) -> Rig {
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    assert_eq!(rig.sent().len(), 1);
    rig.drop_connection();
    rig
}

/// Cut off, and then answered "B".
fn answered_while_cut() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.drop_connection();
    rig.does(pick(0, 1));
    rig.does(Action::Send);
    rig
}

#[test]
fn a_pending_question_is_shown_the_moment_it_is_replayed() {
    let mut rig = Rig::started();
    rig.open();
    rig.frame(&status(Some("q_1")));
    assert!(rig.waiting, "the page's input is disabled before the question is here");
    assert!(!rig.has_dialog());
    rig.frame(&one("q_1"));
    assert!(rig.has_dialog() && rig.waiting);
}

#[test]
fn a_draft_survives_a_reconnect_and_its_deadline_does_not_restart() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half a sen".into() });
    rig.settle();
    rig.drop_connection();
    assert_eq!(connection(&rig), Connection::Reconnecting);
    rig.does(Action::EditText { question: 0, text: "half a sentence".into() });
    rig.reconnect(Some("q_1"));
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert_eq!(rig.dialog().drafts[0].text, "half a sentence");
    assert!(rig.dialog().countdown.unwrap().seconds < 45);
    assert_eq!(rig.events(), ["ask q_1"], "it is asked once");
}

#[test]
fn an_answer_given_offline_waits_and_is_sent_once_when_back() {
    let mut rig = answered_while_cut();
    assert_eq!((rig.phase(), rig.sent()), (Phase::Decided, vec![]));
    rig.reconnect(Some("q_1"));
    rig.frame(&one("q_1"));
    rig.settle();
    assert_eq!(rig.sent().len(), 1);
    assert_eq!(rig.events(), ["ask q_1", "answer q_1"]);
}

#[test]
fn a_bridge_that_never_says_its_status_still_gets_an_unsent_answer() {
    let mut rig = answered_while_cut();
    rig.wait(30_000);
    rig.open();
    assert_eq!(rig.sent(), [""; 0]);
    rig.wait(1_000);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn an_unsent_answer_is_not_sent_to_a_bridge_that_no_longer_waits_for_it() {
    let mut rig = answered_while_cut();
    rig.reconnect(None);
    rig.settle();
    assert_eq!((rig.sent(), rig.receipts()), (vec![], vec!["q_1 lapsed NotSent".to_owned()]));
    assert_eq!(rig.dialog().drafts[0].picks, [1], "and what was chosen can still be read");
}

#[test]
fn an_answer_that_is_not_sent_yet_can_be_changed() {
    let mut rig = answered_while_cut();
    rig.does(Action::Undo);
    rig.does(pick(0, 0));
    assert_eq!((rig.phase(), rig.dialog().drafts[0].picks.clone()), (Phase::Asking, vec![0]));
}

#[test]
fn an_answer_that_the_bridge_missed_is_sent_again() {
    let mut rig = answered_and_cut(Rig::connected());
    rig.reconnect(Some("q_1"));
    rig.frame(&one("q_1"));
    let sent = rig.sent();
    assert_eq!(sent.len(), 1);
    assert!(sent[0].starts_with("2: ") && sent[0].contains(r#""DB?":"B""#), "{sent:?}");
    assert!(!rig.has_dialog());
    assert_eq!(rig.events(), ["ask q_1", "answer q_1"]);
}

#[test]
fn a_status_that_names_it_is_enough_to_send_it_again() {
    let mut rig = answered_and_cut(Rig::connected());
    rig.reconnect(Some("q_1"));
    rig.wait(1_000);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn an_answer_that_the_bridge_no_longer_waits_for_has_arrived() {
    let mut rig = answered_and_cut(Rig::connected());
    rig.reconnect(None);
    rig.wait(1_000);
    assert_eq!((rig.sent(), rig.receipts()), (vec![], vec!["q_1 answered Settled".to_owned()]));
}

#[test]
fn an_ask_that_ended_while_away_is_not_left_open() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.drop_connection();
    rig.reconnect(None);
    rig.wait(1_000);
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::Lapsed, words: None });
    assert!(!rig.waiting);
}

#[test]
fn a_time_out_while_away_is_reported_as_such() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.drop_connection();
    rig.reconnect(None);
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1","error":"late"}"#);
    rig.wait(1_000);
    assert_eq!(rig.receipts(), ["q_1 timed-out NotSent"]);
}

#[test]
fn after_a_takeover_nothing_is_sent_and_nothing_reconnects() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.frame(r#"{"type":"session_taken"}"#);
    rig.drop_connection();
    rig.input(Input::Online);
    rig.wait(600_000);
    assert_eq!((connection(&rig), rig.connects), (Connection::Taken, 1));
    assert!(!rig.waiting, "the page's input is not left disabled");
    rig.does(Action::Send);
    rig.does(pick(0, 1));
    assert_eq!((rig.phase(), rig.dialog().drafts[0].picks.clone()), (Phase::Asking, vec![0]), "read only");
    assert!(rig.dialog().read_only, "and shown so");
    rig.input(Input::User(UserInput::TakeSessionBack));
    assert_eq!(rig.connects, 2);
    rig.open();
    rig.frame(&status(Some("q_1")));
    rig.does(Action::Send);
    rig.wait(1_000);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn frames_of_a_dead_connection_are_ignored() {
    let mut rig = Rig::connected();
    rig.drop_connection();
    rig.frame(&one("q_1"));
    rig.wait(1_000);
    assert!(!rig.has_dialog());
}

#[test]
fn an_origin_that_is_not_let_in_is_named() {
    let mut rig = Rig::started();
    rig.session = Session::new(Settings { origin: "http://localhost:5173".to_owned(), ..Settings::default() });
    rig.input(Input::Start);
    rig.open();
    rig.input(Input::Closed { connection: rig.connection(), code: 4403, reason: String::new() });
    let message = "error The bridge does not let in pages of this origin, http://localhost:5173; \
                   the reference bridge does with --allow-origin (code 4403)";
    assert_eq!(rig.events(), [message]);
    let connects = rig.connects;
    rig.wait(600_000);
    assert_eq!(rig.connects, connects, "trying again is of no use");
}

#[test]
fn a_first_connect_that_fails_is_reported_as_such() {
    let mut rig = Rig::started();
    rig.drop_connection();
    let message = "error Could not connect to the bridge: it may not run, or not let in this page's origin";
    assert_eq!(rig.events(), [message]);
    assert_eq!(connection(&rig), Connection::Unreachable);
}

#[test]
fn the_person_need_not_wait_for_the_next_try() {
    let mut rig = Rig::connected();
    rig.drop_connection();
    rig.input(Input::User(UserInput::RetryNow));
    assert_eq!(rig.connects, 2);
}

#[test]
fn a_stopped_widget_disconnects_and_can_start_again() {
    let mut rig = Rig::connected();
    rig.input(Input::Stop);
    rig.wait(100_000);
    assert_eq!((connection(&rig), rig.connects), (Connection::Closed, 1));
    rig.input(Input::Start);
    assert_eq!(rig.connects, 2);
}

#[test]
fn a_renewed_session_knows_nothing_of_the_last_but_its_connections() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.session = rig.session.renewed();
    assert!(!rig.has_dialog());
    rig.frame(&one("q_2"));
    rig.wait(1_000);
    assert!(!rig.has_dialog(), "a late word of the old connection is not for it");
    rig.input(Input::Start);
    rig.open();
    rig.frame(&status(Some("q_3")));
    rig.frame(&one("q_3"));
    assert_eq!(rig.dialog().ask.id, "q_3");
}

/// The connections in the statuses that these inputs report, in order.
fn statuses(session: &mut Session, inputs: impl IntoIterator<Item = Input>) -> Vec<Connection> {
    let outputs = inputs.into_iter().flat_map(|input| session.handle(Time(0), input));
    let status = |output| match output {
        Output::Notify(Event::Status(status)) => Some(status.connection),
        _ => None,
    };
    outputs.filter_map(status).collect()
}

#[test]
fn the_first_status_is_that_it_connects() {
    let mut asked = Rig::connected();
    asked.frame(&one("q_1"));
    asked.input(Input::PageHidden);
    let read = |text: &Option<String>| serde_json::from_str(text.as_deref().unwrap()).unwrap();
    let restored = || Input::Restore { asks: read(&asked.persisted_asks), drafts: read(&asked.persisted_drafts) };
    let named = || Input::SessionNamed("ws://host/ws/demo".to_owned());
    let mut session = Session::new(Settings::default());
    assert_eq!(statuses(&mut session, [named(), restored(), Input::Start]), [Connection::Connecting]);
    assert_eq!(statuses(&mut session, [Input::Stop]), [Connection::Closed]);
    session = session.renewed();
    assert_eq!(statuses(&mut session, [named(), restored(), Input::Start]), [Connection::Connecting]);
}

#[test]
fn a_renewed_session_does_not_notify_again_of_what_the_last_one_did() {
    let mut session = Session::new(Settings::default());
    let notified = statuses(&mut session, [Input::Start, Input::Stop]);
    assert_eq!(notified, [Connection::Connecting, Connection::Closed]);
    assert_eq!(statuses(&mut session.renewed(), [Input::Wake]), []);
}

#[test]
fn a_stopped_widget_does_not_leave_the_page_waiting() {
    let mut rig = Rig::started();
    rig.open();
    rig.frame(&status(Some("q_1")));
    assert!(rig.waiting);
    rig.input(Input::Stop);
    assert!(!rig.waiting);
}

#[test]
fn where_the_bridge_confirms_a_status_is_no_proof_of_arrival() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
    let mut rig = answered_and_cut(rig);
    rig.reconnect(None);
    rig.wait(1_000);
    assert_eq!((rig.sent().len(), rig.receipts()), (1, vec!["q_1 answered Sent".to_owned()]), "it is asked by sending");
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"late"}"#);
    assert_eq!(rig.receipts(), ["q_1 timed-out Settled"]);
}

#[test]
fn a_bridge_that_forgot_a_decision_and_waits_for_another_ask_does_not_bring_it_back() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
    let mut rig = answered_and_cut(rig);
    rig.reconnect(Some("q_2"));
    rig.frame(&one("q_2"));
    rig.wait(1_000);
    assert_eq!(rig.sent().len(), 1, "it is asked by sending");
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.frame(r#"{"type":"error","error":"Question ID does not match pending question"}"#);
    assert_eq!(rig.receipts(), ["q_1 timed-out Settled", "q_2 answered Sent"], "the one in doubt is meant");
    assert!(!rig.has_dialog());
}

#[test]
fn a_network_that_goes_is_shown_at_once_and_what_is_decided_is_not_lost() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 1));
    rig.input(Input::Offline);
    assert_eq!(connection(&rig), Connection::Reconnecting);
    rig.does(Action::Send);
    assert_eq!((rig.phase(), rig.sent()), (Phase::Decided, vec![]));
    rig.input(Input::Online);
    rig.open();
    rig.frame(&status(Some("q_1")));
    rig.frame(&one("q_1"));
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn a_refused_token_is_reported_with_its_reason_and_not_tried_for_ever() {
    let mut rig = Rig::started();
    rig.open();
    let reason = "token\u{202e} expired".to_owned();
    rig.input(Input::Closed { connection: rig.connection(), code: 4401, reason });
    let events = rig.events();
    assert!(events.len() == 1 && events[0].contains("4401") && events[0].ends_with("expired"), "{events:?}");
    let screen = rig.screen();
    let trouble = screen.connection_failure.expect("the person sees it too");
    assert_eq!((screen.connection, trouble.code), (Connection::Failed, 4401));
    assert!(!trouble.words.contains('\u{202e}'), "in words that are safe to show");
    rig.wait(3_600_000);
    assert_eq!(rig.connects, 1);
    rig.input(Input::User(UserInput::RetryNow));
    rig.open();
    assert_eq!((rig.connects, rig.screen().connection_failure), (2, None));
}

#[test]
fn a_token_that_expires_costs_nothing_that_was_typed() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half a sen".into() });
    rig.input(Input::Closed { connection: rig.connection(), code: 4440, reason: String::new() });
    assert!(rig.events().iter().all(|event| !event.contains("error")), "nobody is told of an error");
    assert_eq!(rig.dialog().drafts[0].text, "half a sen");
    rig.does(Action::EditText { question: 0, text: "half a sentence".into() });
    rig.wait(0);
    assert_eq!(rig.connects, 2, "at once");
    rig.open();
    rig.frame(&status(Some("q_1")));
    rig.frame(&one("q_1"));
    assert_eq!(rig.dialog().drafts[0].text, "half a sentence");
}

#[test]
fn a_sleep_shows_by_a_call_that_comes_much_too_late() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["beat"],"beat_seconds":15}"#);
    rig.sleep(3_600_000);
    assert!(rig.sent()[0].contains("ask_user_beat"), "the bridge is asked whether it is there");
    rig.wait(PROBE_TIMEOUT);
    assert_eq!((connection(&rig), rig.connects), (Connection::Reconnecting, 2), "and replaced when it is not");
}

#[test]
fn a_throttled_tab_does_not_reconnect_for_nothing() {
    let mut rig = Rig::connected();
    rig.sleep(120_000);
    assert_eq!(rig.connects, 1, "timers of a hidden tab may be a minute late");
    rig.sleep(140_000);
    assert_eq!(rig.connects, 2, "and not more");
}

#[test]
fn what_was_typed_before_a_sleep_is_there_after_it() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half a sen".into() });
    rig.sleep(3_600_000);
    rig.open();
    rig.frame(&status(None));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#);
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::TimedOut, words: None });
    assert_eq!(rig.dialog().drafts[0].text, "half a sen");
}

#[test]
fn a_new_token_does_not_take_back_what_another_view_has() {
    let mut rig = Rig::connected();
    assert!(!rig.session.wants_token(), "a bridge that has let it in wants none");
    rig.drop_connection();
    assert!(rig.session.wants_token());
    rig.reconnect(None);
    rig.frame(r#"{"type":"session_taken"}"#);
    assert!(!rig.session.wants_token());
}
