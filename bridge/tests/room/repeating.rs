//! Calls of agents without keys: a call that repeats another is known by what it requests.

use ask_user_bridge::room::{Content, Input, Keep, Limits, PermissionInput, Request};
use serde_json::json;

use crate::script::{Script, acked, allowed, asked, question};

impl Script {
    fn ask_once(&mut self, id: &str, request: impl Into<Request>) -> Vec<String> {
        let request = request.into();
        let keep = Keep::RecordOnce(Content::of(&request));
        self.input(Input::Ask { question: id.into(), request, limit: None, keep })
    }

    /// The ask that a call means that requests this.
    fn meant_by(&self, request: impl Into<Request>) -> Option<String> {
        self.room.find_content(&Content::of(&request.into())).map(|state| state.id.to_string())
    }

    fn fetched(&mut self, id: &str) {
        assert!(self.input(Input::Fetched(id.into())).is_empty());
    }
}

/// How long a repeated call means an ask whose result was handed over, in milliseconds.
fn repeats() -> u64 {
    u64::from(Limits::default().repeat_seconds) * 1000
}

fn approval() -> PermissionInput {
    PermissionInput::new(json!({"tool_name": "Bash", "input": {"command": "rm -r build"}})).unwrap()
}

#[test]
fn the_same_request_is_the_same_ask_while_it_is_open() {
    let mut script = Script::new();
    script.open("a");
    assert_eq!(script.ask_once("q1", question()), [asked("a", "q1")]);
    assert!(script.ask_once("q2", question()).is_empty(), "while it is pending");
    assert!(script.ask_once("q3", approval()).is_empty(), "another waits");
    assert!(script.ask_once("q4", approval()).is_empty(), "while it waits");
    assert_eq!(script.room.load().waiting_asks, 1);
    assert_eq!((script.meant_by(question()), script.meant_by(approval())), (Some("q1".into()), Some("q3".into())));
    assert!(script.ask("q5").is_empty(), "a call that ends with its ask is no repetition");
    assert!(script.record("k").is_empty(), "nor is one with a key");
    assert_eq!(script.room.load().waiting_asks, 3);
}

#[test]
fn an_answer_belongs_to_the_repeated_call_until_an_agent_has_had_it_for_a_while() {
    let mut script = Script::new();
    script.open("a");
    script.ask_once("q1", question());
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "accepted"), allowed("q1")]);
    script.after(20 * repeats());
    assert!(script.ask_once("q2", question()).is_empty(), "nobody has the answer");
    assert_eq!(script.meant_by(question()), Some("q1".into()));
    script.fetched("q1");
    script.after(repeats() - 1);
    assert!(script.ask_once("q3", question()).is_empty(), "the reply may have been lost");
    script.fetched("q1");
    script.after(1);
    assert_eq!(script.ask_once("q4", question()), [asked("a", "q4")], "it counts from the first reply");
    assert_eq!(script.meant_by(question()), Some("q4".into()));
}

#[test]
fn who_asks_again_after_nobody_answered_is_told_so_for_a_while() {
    let mut script = Script::new();
    script.ask_once("q1", question());
    script.wake();
    script.after(repeats() - 1);
    assert!(script.ask_once("q2", question()).is_empty(), "the person is away");
    script.after(1);
    script.open("a");
    assert_eq!(script.ask_once("q3", question()), [asked("a", "q3")], "they may be back");
}

#[test]
fn what_was_allowed_once_is_not_allowed_again_by_nobody() {
    let mut script = Script::new();
    script.open("a");
    let decide = |script: &mut Script, id: &str, result: serde_json::Value| {
        let data = json!({"request_id": id, "result": result});
        script.text("a", json!({"type": "permission_response", "data": data}))
    };
    script.ask_once("q1", approval());
    decide(&mut script, "q1", json!({"behavior": "allow", "updatedInput": {"command": "rm -r build"}}));
    assert!(script.ask_once("q2", approval()).is_empty(), "the call broke before the decision was handed over");
    script.fetched("q1");
    assert_eq!(script.ask_once("q3", approval()).len(), 1, "the person is asked");
    decide(&mut script, "q3", json!({"behavior": "deny", "message": "No"}));
    script.fetched("q3");
    assert!(script.ask_once("q4", approval()).is_empty(), "a deny is said again");
    assert_eq!(script.meant_by(approval()), Some("q3".into()));
}

#[test]
fn the_latest_is_one_of_those_without_keys() {
    let mut script = Script::new();
    script.open("a");
    let latest = |script: &Script| script.room.latest_by_content().map(ToString::to_string);
    script.record("k");
    assert_eq!(latest(&script), None, "that is another agent's");
    script.ask_once("q1", question());
    script.ask_once("q2", approval());
    assert_eq!(latest(&script), Some("q2".into()));
    script.input(Input::Withdraw("q2".into()));
    assert_eq!(latest(&script), Some("q1".into()), "one that is open");
    script.input(Input::Withdraw("q1".into()));
    assert_eq!(latest(&script), Some("q1".into()), "or the one that ended last");
}
