//! Recorded asks: they outlive the agent's call, and their results are there until retention ends.

use ask_user_bridge::room::{
    AskInput, ElicitationInput, Input, Keep, Keeps, Limits, PermissionInput, Settings, TimeLimit,
};
use serde_json::json;

use crate::script::{CANCELLED, NOBODY, TIMEOUT, timed_out};
use crate::script::{Script, acked, allowed, asked, denied, id_of, question};

/// What a page hears when a recorded ask is asked: which one it is, and the ask.
fn asked_anew(to: &str, id: &str) -> [String; 2] {
    let status = format!(
        r#"{to}: {{"type":"session_status","session_id":"s","is_processing":true,"waiting_for_user":true,"pending_question_id":"{id}","#
    );
    let capabilities =
        r#""capabilities":["annotations","ack","deadline","extend","resolved","withdraw","permission","elicitation"]}"#;
    [status + capabilities, asked(to, id)]
}

/// The result in the line that resolves an ask.
fn result(line: &str) -> &str {
    line.split_once(" = ").unwrap().1
}

const WITHDRAWN: (&str, &str) = ("The question was withdrawn", "withdrawn");

#[test]
fn hanging_up_does_not_withdraw_it_and_the_answer_is_kept() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    assert_eq!(script.record("k"), asked_anew("a", &id));
    assert_eq!(script.found(&id).as_deref(), Some("pending"));
    assert!(script.hang_up(&id).is_empty());
    assert_eq!(script.answer("a", &id), [acked("a", &id, "accepted"), allowed(&id)]);
    let answered = format!("Answered {}", result(&allowed(&id)));
    assert_eq!(script.found(&id), Some(answered.clone()));
    script.input(Input::Fetched(id.as_str().into()));
    assert_eq!(script.found(&id), Some(answered), "also for the second who asks for it");
}

#[test]
fn the_same_key_is_the_same_ask() {
    let mut script = Script::new();
    let id = id_of("k");
    script.open("a");
    script.record("k");
    assert!(script.record("k").is_empty(), "while it is pending");
    script.ask("q1");
    let other = AskInput::new(json!({"questions": [{"question": "Else?"}]})).unwrap();
    script.record_request("queued", other.clone(), None);
    assert!(script.record_request("queued", other, None).is_empty(), "while it waits");
    assert_eq!(script.room.load().waiting_asks, 2);
    script.answer("a", &id);
    assert!(script.record("k").is_empty(), "when it is over");
    assert!(script.found(&id).unwrap().starts_with("Answered"));
}

#[test]
fn another_request_under_the_same_key_is_refused() {
    let reused = "refused: This Idempotency-Key belongs to another request";
    let mut script = Script::new();
    script.open("a");
    script.record("k");
    let other = || AskInput::new(json!({"questions": []})).unwrap();
    let lines = script.record_request("k", other(), None);
    assert!(lines.len() == 1 && lines[0].ends_with(reused), "{lines:?}");
    script.answer("a", &id_of("k"));
    let permission = PermissionInput::new(json!({"tool_name": "Bash", "input": {}})).unwrap();
    let lines = script.record_request("k", permission, None);
    assert!(lines.len() == 1 && lines[0].ends_with(reused), "also of another kind, and when it is over: {lines:?}");
    assert_eq!(script.record_request("k2", other(), None).len(), 2, "another key is free");
}

#[test]
fn every_end_has_its_status() {
    let mut script = Script::new();
    script.open("a");
    let ids = ["cancelled", "timed_out", "withdrawn"].map(id_of);
    script.record("cancelled");
    script.cancel("a", &ids[0]);
    assert_eq!(script.found(&ids[0]), Some(format!("Cancelled {}", result(&denied("", CANCELLED)))));
    script.record("timed_out");
    assert_eq!(script.wake(), [timed_out("a", &ids[1]), denied(&ids[1], TIMEOUT)]);
    assert_eq!(script.found(&ids[1]), Some(format!("TimedOut {}", result(&denied("", TIMEOUT)))));
    script.record("withdrawn");
    let lines = script.input(Input::Withdraw(ids[2].as_str().into()));
    let told = format!(
        r#"a: {{"type":"ask_user_withdrawn","question_id":"{}","reason":"The agent no longer waits for an answer"}}"#,
        ids[2]
    );
    assert_eq!(lines, [told, denied(&ids[2], WITHDRAWN)]);
    assert_eq!(script.found(&ids[2]), Some(format!("Withdrawn {}", result(&denied("", WITHDRAWN)))));
    let states: Vec<_> = script.room.recorded().map(|state| state.id.to_string()).collect();
    assert_eq!(states, ids, "in the order in which they ended");
}

#[test]
fn a_deny_and_a_decline_are_answers_and_a_form_can_be_cancelled() {
    let mut script = Script::new();
    script.open("a");
    let respond = |script: &mut Script, name: &str, result| {
        let id = script.room.pending().unwrap().to_string();
        script.text("a", json!({"type": name, "data": {"request_id": id, "result": result}}));
        script.found(&id).unwrap()
    };
    let permission = PermissionInput::new(json!({"tool_name": "Bash", "input": {}})).unwrap();
    script.record_request("p", permission, None);
    let deny = json!({"behavior": "deny", "message": "no"});
    assert_eq!(respond(&mut script, "permission_response", deny.clone()), format!("Answered {deny}"));
    let schema = json!({"type": "object", "properties": {}});
    let form = ElicitationInput::new(json!({"message": "M", "requestedSchema": schema})).unwrap();
    for (key, action, outcome) in [("d", "decline", "Answered"), ("c", "cancel", "Cancelled")] {
        script.record_request(key, form.clone(), None);
        let result = json!({"action": action});
        assert_eq!(respond(&mut script, "elicitation_response", result.clone()), format!("{outcome} {result}"));
    }
}

#[test]
fn withdrawing_what_waits_or_is_over_or_is_not_recorded() {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script.record("waits");
    let id = id_of("waits");
    assert_eq!(script.input(Input::Withdraw(id.as_str().into())), [denied(&id, WITHDRAWN)]);
    assert_eq!(script.room.load().waiting_asks, 0);
    assert!(script.input(Input::Withdraw(id.as_str().into())).is_empty(), "the end stays");
    assert!(script.found(&id).unwrap().starts_with("Withdrawn"));
    assert!(script.input(Input::Withdraw("q1".into())).is_empty(), "a call is hung up, not withdrawn");
    assert_eq!(script.found("q1"), None);
    assert_eq!(script.room.pending().map(|id| id.as_str()), Some("q1"));
}

#[test]
fn results_are_forgotten_when_retention_ends() {
    let mut script = Script::with(Settings { keep_seconds: 100, ..Settings::default() });
    script.open("a");
    script.record("k");
    script.answer("a", &id_of("k"));
    assert_eq!(script.room.next_wake().map(|wake| wake.0), Some(script.now + 100_000));
    script.after(99_999).input(Input::Wake);
    assert!(script.found(&id_of("k")).is_some());
    script.wake();
    assert_eq!(script.found(&id_of("k")), None);
}

#[test]
fn a_key_of_the_past_is_refused_since_the_page_would_repeat_its_old_answer() {
    let mut script = Script::with(Settings { keep_seconds: 100, ..Settings::default() });
    script.open("a");
    script.record("k");
    script.answer("a", &id_of("k"));
    script.wake();
    let lines = script.record("k");
    assert!(lines.len() == 1 && lines[0].contains("no longer kept"), "{lines:?}");
}

#[test]
fn without_a_limit_it_ends_when_retention_would_since_nobody_may_ever_come_back() {
    let mut script = Script::with(Settings { keep_seconds: 100, ..Settings::default() });
    let lines = script.record_request("k", question(), Some(TimeLimit::Never));
    assert!(lines.is_empty());
    assert_eq!(script.room.next_wake().map(|wake| wake.0), Some(script.now + 100_000));
    let replay = script.open("a").split_off(2);
    assert!(!replay[0].contains("seconds"), "the page is shown no limit: {replay:?}");
    script.close("a");
    assert_eq!(script.wake().len(), 1);
    assert!(script.found(&id_of("k")).unwrap().starts_with("TimedOut"));
}

#[test]
fn a_room_with_a_record_is_not_quiet_and_keeps_what_it_promised() {
    let mut script = Script::with(Settings { keep_seconds: 100, ..Settings::default() });
    assert_eq!(script.room.keeps(), Keeps::Nothing);
    script.record("k");
    assert_eq!(script.room.keeps(), Keeps::Promised, "its agent may come back for it");
    script.open("a");
    script.answer("a", &id_of("k"));
    script.close("a");
    assert!(!script.room.is_quiet());
    assert_eq!(script.room.keeps(), Keeps::Promised, "nobody has the answer");
    script.input(Input::Fetched(id_of("k").as_str().into()));
    assert!(!script.room.is_quiet(), "it may be fetched again");
    assert_eq!(script.room.keeps(), Keeps::Something);
    script.wake();
    assert!(script.room.is_quiet());
    script.record("nobody");
    assert_eq!(script.wake(), [denied(&id_of("nobody"), NOBODY)]);
    assert_eq!(script.room.keeps(), Keeps::Something, "nobody was told that it had arrived");
}

#[test]
fn a_decision_that_no_agent_has_is_not_dropped_for_another() {
    let mut script = Script::limited(Limits { recorded_asks: 3, ..Limits::default() });
    script.open("a");
    for key in ["answered", "timed_out", "fetched"] {
        script.record(key);
        match key {
            "timed_out" => drop(script.wake()),
            _ => drop(script.answer("a", &id_of(key))),
        }
    }
    script.input(Input::Fetched(id_of("fetched").as_str().into()));
    for (key, gone) in [("second", "fetched"), ("third", "timed_out")] {
        assert_eq!(script.record(key).len(), 2);
        assert_eq!(script.found(&id_of(gone)), None, "{gone}");
        script.answer("a", &id_of(key));
    }
    let lines = script.record("fourth");
    assert!(lines.len() == 1 && lines[0].contains("Too many results"), "{lines:?}");
    assert_eq!(script.ask("q1").len(), 1, "a call that waits needs no place");
    assert!(["answered", "second", "third"].iter().all(|key| script.found(&id_of(key)).is_some()));
}

#[test]
fn asks_that_wait_count_too_and_results_are_bounded_in_size() {
    let mut script = Script::limited(Limits { recorded_asks: 2, ..Limits::default() });
    script.record("one");
    script.record("two");
    assert!(script.record("three")[0].contains("Too many results"));
    let mut script = Script::limited(Limits { recorded_bytes: 100, ..Limits::default() });
    script.open("a");
    let long = AskInput::new(json!({"questions": [], "metadata": "x".repeat(200)})).unwrap();
    script.record_request("long", long, None);
    let id = script.room.pending().unwrap().to_string();
    script.respond("a", json!({"question_id": id, "answers": {}, "cancelled": false}));
    assert!(script.room.load().recorded_bytes > 100, "a decision has its place in any case");
    assert!(script.record("next")[0].contains("Too many results"));
    script.input(Input::Fetched(id.as_str().into()));
    assert_eq!(script.record("next").len(), 2);
}

#[test]
fn an_ask_that_is_refused_costs_nobody_a_result() {
    let mut script = Script::limited(Limits { recorded_asks: 3, recorded_bytes: 1000, ..Limits::default() });
    script.open("a");
    script.record("fetched");
    script.answer("a", &id_of("fetched"));
    script.input(Input::Fetched(id_of("fetched").as_str().into()));
    script.record("timed_out");
    script.wake();
    let long = AskInput::new(json!({"questions": [], "metadata": "x".repeat(1200)})).unwrap();
    script.record_request("long", long, None);
    let id = script.room.pending().unwrap().to_string();
    script.respond("a", json!({"question_id": id, "answers": {}, "cancelled": false}));
    assert!(script.record("next")[0].contains("Too many results"), "no agent has the long one");
    for key in ["fetched", "timed_out"] {
        assert!(script.found(&id_of(key)).is_some(), "{key} is still kept, since its place was of no use");
    }
}

#[test]
fn an_ask_can_be_recorded_without_a_key() {
    let mut script = Script::new();
    script.open("a");
    let ask = |question: &str| Input::Ask {
        question: question.into(),
        request: self::question().into(),
        limit: None,
        keep: Keep::Record { key: None },
    };
    assert_eq!(script.input(ask("q1")), [asked("a", "q1")]);
    assert!(script.hang_up("q1").is_empty());
    script.answer("a", "q1");
    assert!(script.found("q1").unwrap().starts_with("Answered"));
    assert_eq!(script.input(ask("q2")), [asked("a", "q2")], "no key is like no other");
}

#[test]
fn a_bare_bridge_records_too() {
    let mut script = Script::plain();
    script.open("a");
    let id = id_of("k");
    assert_eq!(script.record("k")[1], asked("a", &id));
    assert_eq!(script.answer("a", &id), [allowed(&id)]);
    assert!(script.found(&id).unwrap().starts_with("Answered"));
}
