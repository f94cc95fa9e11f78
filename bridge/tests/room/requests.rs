//! Approvals and forms: what they carry, which responses fit, and that all else is as for questions.

use ask_user_bridge::room::{ElicitationInput, PermissionInput, Request, Settings, TimeLimit};
use serde_json::{Value, json};

use crate::script::{Script, acked, allowed, asked, failed, timed_out};

const OTHER_KIND: &str = "the request that waits is of another kind";

fn fixture(name: &str) -> Value {
    let json = match name {
        "bash" => include_str!("../../../tests/fixtures/permission-bash.json"),
        "edit" => include_str!("../../../tests/fixtures/permission-edit.json"),
        "form" => include_str!("../../../tests/fixtures/elicitation-form.json"),
        _ => include_str!("../../../tests/fixtures/elicitation-url.json"),
    };
    serde_json::from_str(json).unwrap()
}

fn bash() -> Request {
    PermissionInput::new(json!({"tool_name": "Bash", "input": {"command": "ls"}})).unwrap().into()
}

fn form() -> Request {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    ElicitationInput::new(json!({"message": "M", "requestedSchema": schema})).unwrap().into()
}

fn url() -> Request {
    ElicitationInput::new(fixture("url")).unwrap().into()
}

/// The line of the request of `bash()` as it is first sent.
fn bash_asked(to: &str, id: &str) -> String {
    format!(
        r#"{to}: {{"type":"permission_request","request_id":"{id}","tool_name":"Bash","input":{{"command":"ls"}},"timeout_seconds":55}}"#
    )
}

/// A page has the request before it.
fn open(request: Request) -> Script {
    let mut script = Script::new();
    script.open("a");
    assert_eq!(script.request("r1", request, None).len(), 1);
    script
}

fn approval(id: &str, result: &Value) -> Value {
    json!({"type": "permission_response", "data": {"request_id": id, "result": result}})
}

fn filled(id: &str, result: &Value) -> Value {
    json!({"type": "elicitation_response", "data": {"request_id": id, "result": result}})
}

fn allow() -> Value {
    json!({"behavior": "allow", "updatedInput": {"command": "ls -l"}, "decisionClassification": "user_temporary"})
}

fn accept() -> Value {
    json!({"action": "accept", "content": {"a": "x"}})
}

#[test]
fn a_request_goes_to_the_page_with_every_member_as_it_came() {
    for name in ["bash", "edit", "form", "url"] {
        let body = fixture(name);
        let (request, kind): (Request, _) = match name {
            "bash" | "edit" => (PermissionInput::new(body.clone()).unwrap().into(), "permission_request"),
            _ => (ElicitationInput::new(body.clone()).unwrap().into(), "elicitation_request"),
        };
        let mut script = Script::new();
        script.open("a");
        let members = body.to_string();
        let members = &members[1..members.len() - 1];
        let expected = format!(r#"a: {{"type":"{kind}","request_id":"r1",{members},"timeout_seconds":55}}"#);
        assert_eq!(script.request("r1", request, None), [expected]);
    }
}

#[test]
fn numbers_and_depth_beyond_the_protocols_own_come_and_go_exactly() {
    let deep = (0..100).fold(json!(0.1), |inner, _| json!([inner]));
    let input = json!({"number": u64::MAX, "small": 1e-12, "deep": deep});
    let request = PermissionInput::new(json!({"tool_name": "T", "input": input})).unwrap();
    let mut script = Script::new();
    script.open("a");
    let lines = script.request("r1", request, None);
    assert!(lines[0].contains(&format!(r#""input":{input}"#)), "{}", lines[0]);
    let result = json!({"behavior": "allow", "updatedInput": {"number": u64::MAX, "small": 1e-12}});
    assert_eq!(script.text("a", approval("r1", &result))[1], format!("r1 = {result}"));
}

#[test]
fn what_the_person_did_not_change_goes_back_with_the_agents_own_digits() {
    // A browser has 9007199254740992 for both.
    let input =
        json!({"command": "npm test", "id": 9007199254740993_u64, "list": [{"id": 9007199254740993_u64, "a": 1}]});
    let read = json!({"command": "ls", "id": 9007199254740992_u64, "list": [{"id": 9007199254740992_u64, "a": 2}]});
    let expected = json!({"command": "ls", "id": 9007199254740993_u64, "list": [{"id": 9007199254740993_u64, "a": 2}]});
    let mut script =
        open(Request::Permission(PermissionInput::new(json!({"tool_name": "T", "input": input})).unwrap()));
    let lines = script.text("a", approval("r1", &json!({"behavior": "allow", "updatedInput": read})));
    let result = json!({"behavior": "allow", "updatedInput": expected});
    assert_eq!(lines[1], format!("r1 = {result}"));
}

#[test]
fn the_agent_gets_exactly_what_the_person_decided() {
    for result in [
        allow(),
        json!({"behavior": "deny", "message": "The user denied Bash: not today", "interrupt": true}),
        json!({"toolUseID": "t", "updatedPermissions": [{"type": "addRules", "z": 1}], "updatedInput": {}, "behavior": "allow"}),
    ] {
        let mut script = open(bash());
        let lines = script.text("a", approval("r1", &result));
        assert_eq!(lines, [acked("a", "r1", "accepted"), format!("r1 = {result}")]);
        assert_eq!(script.room.next_wake(), None);
    }
    for (request, result, outcome) in [
        (form(), accept(), "accepted"),
        (form(), json!({"action": "accept", "content": {}}), "accepted"),
        (form(), json!({"action": "decline"}), "accepted"),
        (form(), json!({"action": "cancel"}), "cancelled"),
        (url(), json!({"action": "accept"}), "accepted"),
        (url(), json!({"action": "decline"}), "accepted"),
    ] {
        let mut script = open(request);
        let lines = script.text("a", filled("r1", &result));
        assert_eq!(lines, [acked("a", "r1", outcome), format!("r1 = {result}")]);
    }
}

#[test]
fn an_input_that_was_not_changed_goes_back_in_the_agents_own_digits() {
    let input = json!({"id": 1_234_567_890_123_456_789_u64, "list": [9_007_199_254_740_993_u64, 1.5]});
    let request = || PermissionInput::new(json!({"tool_name": "T", "input": input})).unwrap().into();
    // What a browser makes of it, and what a person has changed.
    let rounded = json!({"id": 1_234_567_890_123_456_768_u64, "list": [9_007_199_254_740_992_u64, 1.5]});
    let changed = json!({"id": 7, "list": [9_007_199_254_740_992_u64, 1.5]});
    let kept = json!({"id": 7, "list": [9_007_199_254_740_993_u64, 1.5]});
    for (updated, expected) in [(&rounded, &input), (&changed, &kept)] {
        let mut script = open(request());
        let result = json!({"behavior": "allow", "updatedInput": updated});
        let expected = json!({"behavior": "allow", "updatedInput": expected});
        assert_eq!(script.text("a", approval("r1", &result))[1], format!("r1 = {expected}"));
    }
}

#[test]
fn a_response_of_another_kind_is_refused_and_the_request_stays() {
    let answer = json!({"type": "ask_user_response", "data": {"question_id": "r1", "answers": {"Q?": "A"}}});
    let cancel = json!({"type": "ask_user_response", "data": {"question_id": "r1", "cancelled": true}});
    let approval = approval("r1", &allow());
    let filled = filled("r1", &accept());
    let refused = |name: &str| vec![failed("a", &format!("Invalid {name}: {OTHER_KIND}"))];
    let mut script = open(bash());
    assert_eq!(script.text("a", &answer), refused("ask_user_response"));
    assert_eq!(script.text("a", &cancel), refused("ask_user_response"));
    assert_eq!(script.text("a", &filled), refused("elicitation_response"));
    assert_eq!(script.text("a", &approval).last(), Some(&format!("r1 = {}", allow())));
    let mut script = open(form());
    assert_eq!(script.text("a", &answer), refused("ask_user_response"));
    assert_eq!(script.text("a", &approval), refused("permission_response"));
    assert_eq!(script.text("a", &filled).last(), Some(&format!("r1 = {}", accept())));
    let mut script = Script::new();
    script.open("a");
    script.ask("r1");
    assert_eq!(script.text("a", &approval), refused("permission_response"));
    assert_eq!(script.text("a", &filled), refused("elicitation_response"));
    assert_eq!(script.answer("a", "r1").last(), Some(&allowed("r1")));
}

#[test]
fn a_response_that_cannot_be_read_is_refused_and_the_request_stays() {
    let mut script = open(bash());
    for (result, reason) in [
        (json!(null), "result must be an object"),
        (json!({"behavior": "allow"}), "result.updatedInput must be an object"),
        (json!({"behavior": "<evil>"}), "result.behavior must be allow or deny"),
    ] {
        let error = failed("a", &format!("Invalid permission_response: {reason}"));
        assert_eq!(script.text("a", approval("r1", &result)), [error], "{result}");
    }
    assert_eq!(script.text("a", approval("r1", &allow())).len(), 2, "still pending");
    let mut script = open(form());
    let error = failed("a", "Invalid elicitation_response: result.content must be an object");
    assert_eq!(script.text("a", filled("r1", &json!({"action": "accept"}))), [error], "a form has content");
    let mut script = open(url());
    let error = failed("a", "Invalid elicitation_response: result.content must be left out, because there was no form");
    assert_eq!(script.text("a", filled("r1", &accept())), [error], "an address has none");
}

#[test]
fn all_kinds_wait_in_one_queue() {
    let mut script = open(bash());
    assert!(script.ask("q2").is_empty());
    assert!(script.request("r3", form(), None).is_empty());
    assert_eq!(script.room.status().asks, 3);
    assert_eq!(script.text("a", approval("r1", &allow()))[2], asked("a", "q2"));
    let lines = script.answer("a", "q2");
    assert!(lines[2].starts_with(r#"a: {"type":"elicitation_request","request_id":"r3","#), "{}", lines[2]);
}

#[test]
fn a_page_that_comes_later_gets_the_request_and_what_is_left_of_its_time() {
    let mut script = open(bash());
    let lines = script.after(1_500).open("b").split_off(2);
    assert!(lines[1].contains(r#""waiting_for_user":true,"pending_question_id":"r1""#), "{}", lines[1]);
    let first = bash_asked("b", "r1");
    let expected = format!(r#"{},"remaining_seconds":53.5}}"#, first.strip_suffix('}').unwrap());
    assert_eq!(lines[2], expected);
}

#[test]
fn a_request_that_nobody_answers_is_denied_without_an_interrupt() {
    let denied = |why: &str, reason: &str| {
        format!(r#"r1 = {{"behavior":"deny","message":"{why}: Bash was not approved","reason":"{reason}"}}"#)
    };
    let mut script = open(bash());
    assert_eq!(script.wake(), [timed_out("a", "r1"), denied("The user did not answer in time", "timed_out")]);
    let mut script = open(bash());
    script.close("a");
    let why = "The user did not answer in time, because the user has disconnected";
    assert_eq!(script.wake(), [denied(why, "disconnected")]);
    let mut script = Script::new();
    script.request("r1", bash(), None);
    let why = "The user did not answer in time, because nobody was connected";
    assert_eq!(script.wake(), [denied(why, "nobody_connected")]);
    let replay = script.open("a").split_off(2);
    assert_eq!(replay, [bash_asked("a", "r1"), timed_out("a", "r1")]);
}

#[test]
fn a_form_that_nobody_fills_in_is_cancelled() {
    let mut script = open(form());
    assert_eq!(
        script.wake(),
        [timed_out("a", "r1"), r#"r1 = {"action":"cancel","_meta":{"reason":"timed_out"}}"#.to_owned()]
    );
    let mut script = Script::new();
    script.request("r1", form(), Some(TimeLimit::Seconds(7)));
    assert_eq!(script.wake(), [r#"r1 = {"action":"cancel","_meta":{"reason":"nobody_connected"}}"#]);
}

#[test]
fn a_request_is_extended_and_withdrawn_as_a_question_is() {
    let mut script = open(bash());
    let extend = json!({"type": "ask_user_extend", "question_id": "r1", "seconds": 600});
    assert_eq!(
        script.text("a", extend),
        [r#"a: {"type":"ask_user_extend","question_id":"r1","remaining_seconds":600}"#]
    );
    let lines = script.hang_up("r1");
    assert!(lines[0].starts_with(r#"a: {"type":"ask_user_withdrawn","question_id":"r1""#), "{}", lines[0]);
    assert_eq!(script.text("a", approval("r1", &allow())), [acked("a", "r1", "late")]);
}

#[test]
fn the_same_decision_again_is_a_duplicate_and_another_is_late() {
    let mut script = open(bash());
    script.text("a", approval("r1", &allow()));
    assert_eq!(script.text("a", approval("r1", &allow())), [acked("a", "r1", "duplicate")]);
    let deny = json!({"behavior": "deny", "message": "no"});
    assert_eq!(script.text("a", approval("r1", &deny)), [acked("a", "r1", "late")]);
    assert_eq!(script.text("a", filled("r1", &accept())), [acked("a", "r1", "late")]);
    assert_eq!(script.answer("a", "r1"), [acked("a", "r1", "late")]);
}

#[test]
fn another_page_is_told_what_was_decided() {
    for (request, response, outcome, result) in [
        (bash(), approval("r1", &allow()), "answered", allow()),
        (form(), filled("r1", &json!({"action": "decline"})), "answered", json!({"action": "decline"})),
        (form(), filled("r1", &json!({"action": "cancel"})), "cancelled", json!({"action": "cancel"})),
    ] {
        let mut script = open(request);
        script.open("b");
        script.text("b", response);
        let news = script.open("c").split_off(4);
        let resolved =
            format!(r#"c: {{"type":"ask_user_resolved","question_id":"r1","outcome":"{outcome}","result":{result}}}"#);
        assert_eq!(news, [resolved]);
    }
}

#[test]
fn a_room_of_the_basic_protocol_carries_questions_only() {
    let mut script = Script::with(Settings { extensions: false, ..Settings::default() });
    script.open("a");
    let refused = "r1 refused: This bridge speaks the basic protocol, which has questions only";
    assert_eq!(script.request("r1", bash(), None), [refused]);
    assert_eq!(script.request("r1", form(), None), [refused]);
    assert!(script.room.pending().is_none());
    script.ask("q1");
    assert_eq!(script.text("a", approval("q1", &allow())), [failed("a", "Unknown message type")]);
}

#[test]
fn what_is_no_approval_says_where() {
    let error = |body: Value| PermissionInput::new(body).unwrap_err().to_string();
    let with = |key: &str, value: Value| {
        let mut body = json!({"tool_name": "Bash", "input": {}});
        body[key] = value;
        error(body)
    };
    assert_eq!(error(json!([])), "The body must be an object");
    assert_eq!(error(json!({"input": {}})), "tool_name must be a string that is not empty");
    assert_eq!(with("tool_name", json!("")), "tool_name must be a string that is not empty");
    assert_eq!(with("tool_name", json!(7)), "tool_name must be a string that is not empty");
    assert_eq!(error(json!({"tool_name": "Bash"})), "input must be an object");
    for input in [json!("ls"), json!(["ls"]), json!(null)] {
        assert_eq!(with("input", input), "input must be an object");
    }
    for (key, value, expected) in [
        ("suggestions", json!({}), "suggestions must be a list"),
        ("suggestions", json!([{}, "Bash"]), "suggestions[1] must be an object"),
        ("defaultToNo", json!("true"), "defaultToNo must be a boolean"),
        ("suppressAlwaysAllowRule", json!(1), "suppressAlwaysAllowRule must be a boolean"),
        ("suppressEdit", json!("no"), "suppressEdit must be a boolean"),
        ("suppressStop", json!(0), "suppressStop must be a boolean"),
        ("title", json!(7), "title must be a string"),
        ("mcpServer", json!("x"), "mcpServer must be an object"),
        ("matchedAskRule", json!([]), "matchedAskRule must be an object"),
        ("request_id", json!("x"), "request_id is written by the bridge and must be left out"),
        ("timeout_seconds", json!(5), "timeout_seconds is written by the bridge and must be left out"),
    ] {
        assert_eq!(with(key, value), expected);
    }
    let body = json!({"tool_name": "Bash", "input": {}, "title": null, "later": [1]});
    let mut script = Script::new();
    script.open("a");
    let lines = script.request("r1", PermissionInput::new(body).unwrap(), None);
    assert!(lines[0].contains(r#""input":{},"later":[1],"timeout_seconds""#), "null is left out: {}", lines[0]);
}

#[test]
fn what_is_no_form_says_where() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let form = |schema: &Value| json!({"message": "M", "requestedSchema": schema});
    assert!(ElicitationInput::new(form(&schema)).is_ok());
    let address = |url: &str| json!({"mode": "url", "message": "M", "url": url});
    for url in ["https://example.com", "HTTP://localhost:1/x?y#z"] {
        assert!(ElicitationInput::new(address(url)).is_ok(), "{url}");
    }
    const URL: &str = "url must be an address that begins with http:// or https://";
    for (body, expected) in [
        (json!("M"), "The body must be an object"),
        (json!({"requestedSchema": schema}), "message must be a string"),
        (json!({"message": "M"}), "requestedSchema must be an object"),
        (form(&json!([])), "requestedSchema must be an object"),
        (form(&json!({"type": "string"})), "requestedSchema.type must be object"),
        (form(&json!({"type": "object"})), "requestedSchema.properties must be an object of objects"),
        (
            form(&json!({"type": "object", "properties": {"a": "string"}})),
            "requestedSchema.properties must be an object of objects",
        ),
        (
            form(&json!({"type": "object", "properties": {}, "required": "a"})),
            "requestedSchema.required must be a list of strings",
        ),
        (json!({"mode": "dance", "message": "M"}), "mode must be form or url"),
        (json!({"mode": 7, "message": "M"}), "mode must be form or url"),
        (json!({"mode": "url", "message": "M"}), URL),
        (address("javascript:alert(1)"), URL),
        (address("data://x"), URL),
        (address("example.com"), URL),
        (address("https://"), URL),
        (address("https:///x"), URL),
        (address("https://exa mple.com"), URL),
        (address("https://example.com\n"), URL),
        (json!({"type": "elicitation", "message": "M"}), "type is written by the bridge and must be left out"),
    ] {
        assert_eq!(ElicitationInput::new(body.clone()).unwrap_err().to_string(), expected, "{body}");
    }
}
