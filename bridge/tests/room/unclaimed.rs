//! Responses that come before their ask, as they do after a restart of the bridge.

use ask_user_bridge::room::{AskInput, Keeps, Limits, PermissionInput};
use serde_json::json;

use crate::script::{MISMATCH, Script, acked, allowed, failed, id_of};

const SECONDS: u64 = 60_000;

#[test]
fn a_response_waits_for_its_ask_and_ends_it() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    assert!(script.answer("a", &id).is_empty(), "nothing is confirmed that no agent has asked for");
    assert_eq!(script.room.load().unclaimed_responses, 1);
    script.after(SECONDS - 1);
    assert_eq!(script.record("k"), [acked("a", &id, "accepted"), allowed(&id)]);
    assert!(script.found(&id).unwrap().starts_with("Answered"));
    assert_eq!(script.room.pending(), None);
    assert_eq!(script.answer("a", &id), [acked("a", &id, "duplicate")]);
    assert_eq!(script.room.load().unclaimed_responses, 0);
}

#[test]
fn a_response_whose_ask_does_not_come_is_late() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.answer("a", &id);
    script.after(SECONDS / 2);
    assert!(script.answer("a", &id).is_empty(), "sent again it waits no longer for that");
    assert_eq!(script.wake(), [acked("a", &id, "late")]);
    assert_eq!(script.answer("a", &id), [acked("a", &id, "late")], "it is not kept for another minute");
    let lines = script.record("k");
    assert!(lines.len() == 2 && lines[1].contains("ask_user_question"), "the person is asked again: {lines:?}");
    assert_eq!(script.answer("a", &id), [acked("a", &id, "accepted"), allowed(&id)]);
}

#[test]
fn the_page_may_have_reconnected_or_gone() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.answer("a", &id);
    script.close("a");
    assert!(!script.room.is_quiet());
    assert_eq!(script.room.keeps(), Keeps::Something);
    script.open("b");
    assert_eq!(script.record("k"), [allowed(&id)], "the new connection has not sent it yet");
    assert_eq!(script.answer("b", &id), [acked("b", &id, "duplicate")]);

    let mut script = Script::new();
    script.open("a");
    script.answer("a", &id);
    script.open("b");
    assert!(script.answer("b", &id).is_empty());
    assert_eq!(script.record("k"), [acked("b", &id, "accepted"), allowed(&id)], "it has");
}

#[test]
fn the_first_of_two_responses_counts() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.answer("a", &id);
    assert_eq!(script.cancel("a", &id), [acked("a", &id, "late")]);
    assert_eq!(script.record("k"), [acked("a", &id, "accepted"), allowed(&id)]);
}

#[test]
fn only_the_page_and_only_ids_of_keys_are_heard() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.open("b");
    script.answer("a", &id);
    assert_eq!(script.room.load().unclaimed_responses, 0, "another page has the session");
    assert_eq!(script.answer("b", "q_unknown"), [acked("b", "q_unknown", "late")], "a call is never asked again");
    let mut script = Script::plain();
    script.open("a");
    assert!(script.answer("a", &id).is_empty());
    assert_eq!(script.room.load().unclaimed_responses, 0, "a bare bridge has no word for it");
}

#[test]
fn it_waits_beside_another_ask_and_is_not_behind_it() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.ask("q1");
    assert!(script.answer("a", &id).is_empty());
    assert_eq!(script.record("k"), [acked("a", &id, "accepted"), allowed(&id)]);
    assert_eq!(script.room.pending().map(|id| id.as_str()), Some("q1"));
}

#[test]
fn an_ask_of_a_key_can_be_answered_while_it_waits() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.ask("q1");
    script.ask("q2");
    script.record("k");
    assert_eq!(script.answer("a", &id), [acked("a", &id, "accepted"), allowed(&id)]);
    assert_eq!(script.answer("a", "q2"), [failed("a", MISMATCH)], "no page can know it");
    assert_eq!(script.room.load().waiting_asks, 1);
}

#[test]
fn a_response_that_does_not_fit_ends_nothing() {
    let mut script = Script::new();
    script.open("a");
    script.answer("a", &id_of("other"));
    let permission = PermissionInput::new(json!({"tool_name": "Bash", "input": {}})).unwrap();
    script.record_request("p", permission, None);
    let id = script.room.pending().unwrap().to_string();
    script.answer("a", &id);
    assert_eq!(script.room.pending().map(|id| id.to_string()), Some(id));
    assert_eq!(script.room.load().unclaimed_responses, 1, "the other still waits");
}

#[test]
fn an_unfit_response_that_came_before_is_late_and_the_ask_is_asked() {
    let mut script = Script::new();
    script.open("a");
    let id = id_of("k");
    let result = json!({"behavior": "deny", "message": "no"});
    script.text("a", json!({"type": "permission_response", "data": {"request_id": id, "result": result}}));
    let lines = script.record("k");
    assert_eq!(lines[0], acked("a", &id, "late"));
    assert!(lines.len() == 3 && lines[2].contains("ask_user_question"), "{lines:?}");
}

#[test]
fn they_are_bounded_in_number_and_in_size() {
    let mut script = Script::limited(Limits { unclaimed_responses: 2, ..Limits::default() });
    script.open("a");
    for key in ["1", "2"] {
        assert!(script.answer("a", &id_of(key)).is_empty());
    }
    assert_eq!(script.answer("a", &id_of("3")), [acked("a", &id_of("3"), "late")]);
    let mut script = Script::limited(Limits { unclaimed_bytes: 100, ..Limits::default() });
    script.open("a");
    let answers = json!({"Q?": "x".repeat(200)});
    script.respond("a", json!({"question_id": id_of("1"), "answers": answers, "cancelled": false}));
    assert_eq!(script.room.load().unclaimed_responses, 0);
}

#[test]
fn a_full_queue_does_not_keep_a_response_from_its_ask() {
    let mut script = Script::limited(Limits { waiting_asks: 0, ..Limits::default() });
    script.open("a");
    script.ask("q1");
    script.answer("a", &id_of("k"));
    assert_eq!(script.record("k").len(), 2);
    let other = AskInput::new(json!({"questions": []})).unwrap();
    assert!(script.record_request("k2", other, None)[0].contains("refused"));
}
