//! Agents that want an approval or a form over HTTP, and pages that decide.

use ask_user_bridge::config::Config;
use ask_user_bridge::token::Token;
use serde_json::{Value, json};

use crate::bridge::{Bridge, question, read};
use crate::page::Page;

const BASH: &str = include_str!("../../../tests/fixtures/permission-bash.json");
const FORM: &str = include_str!("../../../tests/fixtures/elicitation-form.json");

/// Starts a request and leaves it waiting.
macro_rules! begin {
    ($bridge:expr, $path:expr, $body:expr) => {
        $bridge.begin("POST", $path, &[], &$body.to_string()).await
    };
}

fn fixture(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn an_approval_travels_to_the_person_and_back() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = begin!(bridge, "/sessions/s/permission", BASH);
    let asked = page.expect("permission_request").await;
    let body = fixture(BASH);
    for (key, member) in body.as_object().unwrap() {
        assert_eq!(&asked[key], member, "{key}");
    }
    assert_eq!(asked["timeout_seconds"], 55);
    let result = json!({"behavior": "allow", "updatedInput": body["input"], "updatedPermissions": body["suggestions"]});
    page.decide(&asked, &result).await;
    let ack = page.expect("ask_user_ack").await;
    assert_eq!((&ack["outcome"], &ack["question_id"]), (&json!("accepted"), &asked["request_id"]));
    let reply = read(&mut agent).await;
    assert_eq!((reply.status, reply.body), (200, result.to_string()));
}

#[tokio::test]
async fn a_form_travels_to_the_person_and_back() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    for result in [
        json!({"action": "accept", "content": {"name": "my-site", "region": "eu"}}),
        json!({"action": "decline"}),
        json!({"action": "cancel"}),
    ] {
        let mut agent = begin!(bridge, "/sessions/s/elicit", FORM);
        let asked = page.expect("elicitation_request").await;
        assert_eq!(asked["requestedSchema"], fixture(FORM)["requestedSchema"]);
        page.decide(&asked, &result).await;
        page.expect("ask_user_ack").await;
        let reply = read(&mut agent).await;
        assert_eq!((reply.status, reply.body), (200, result.to_string()));
    }
}

#[tokio::test]
async fn a_decision_of_another_kind_decides_nothing() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = begin!(bridge, "/sessions/s/permission", BASH);
    let asked = page.expect("permission_request").await;
    let data = json!({"request_id": asked["request_id"], "result": {"action": "accept", "content": {}}});
    page.send(json!({"type": "elicitation_response", "data": data})).await;
    let error = page.expect("error").await;
    assert_eq!(error["error"], "Invalid elicitation_response: the request that waits is of another kind");
    page.decide(&asked, &json!({"behavior": "deny", "message": "no"})).await;
    assert_eq!(read(&mut agent).await.json(), json!({"behavior": "deny", "message": "no"}));
}

#[tokio::test]
async fn nobody_who_answers_is_told_from_nobody_who_is_there() {
    let bridge = Bridge::start(Config::default()).await;
    let reply = bridge.post("/sessions/away/permission?timeout=1", BASH).await;
    let message = "The user did not answer in time, because nobody was connected: Bash was not approved";
    assert_eq!(reply.json(), json!({"behavior": "deny", "message": message, "reason": "nobody_connected"}));
    let reply = bridge.post("/sessions/away/elicit?timeout=1", FORM).await;
    assert_eq!(reply.json(), json!({"action": "cancel", "_meta": {"reason": "nobody_connected"}}));
    let mut page = Page::open(&bridge, "s").await;
    let reply = bridge.post("/sessions/s/permission?timeout=1", BASH).await;
    let message = "The user did not answer in time: Bash was not approved";
    assert_eq!(reply.json(), json!({"behavior": "deny", "message": message, "reason": "timed_out"}));
    let asked = page.expect("permission_request").await;
    assert_eq!(asked["timeout_seconds"], 1);
    assert_eq!(page.expect("ask_user_timeout").await["question_id"], asked["request_id"]);
    let reply = bridge.post("/sessions/s/elicit?timeout=1", FORM).await;
    assert_eq!(reply.json(), json!({"action": "cancel", "_meta": {"reason": "timed_out"}}));
}

#[tokio::test]
async fn a_caller_that_hangs_up_withdraws_and_what_is_next_follows() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let first = begin!(bridge, "/sessions/s/permission", BASH);
    let asked = page.expect("permission_request").await;
    let _second = begin!(bridge, "/sessions/s/ask", question());
    drop(first);
    assert_eq!(page.expect("ask_user_withdrawn").await["question_id"], asked["request_id"]);
    page.expect("ask_user_question").await;
}

#[tokio::test]
async fn what_is_no_request_is_refused_with_its_place() {
    let bridge = Bridge::start(Config::default()).await;
    for (path, body, error) in [
        ("permission", "{", "The body is no JSON"),
        ("permission", r#"["evil"]"#, "The body must be an object"),
        ("permission", r#"{"tool_name":["evil"],"input":{}}"#, "tool_name must be a string that is not empty"),
        ("permission", r#"{"tool_name":"evil","input":"evil"}"#, "input must be an object"),
        ("permission", r#"{"tool_name":"x","input":{},"suggestions":[{},"evil"]}"#, "suggestions[1] must be an object"),
        ("elicit", r#"{"requestedSchema":{"evil":1}}"#, "message must be a string"),
        ("elicit", r#"{"message":"evil"}"#, "requestedSchema must be an object"),
        ("elicit", r#"{"message":"m","requestedSchema":{"type":"evil"}}"#, "requestedSchema.type must be object"),
        (
            "elicit",
            r#"{"message":"m","mode":"url","url":"evil:x"}"#,
            "url must be an address that begins with http:// or https://",
        ),
        (
            "elicit?timeout=evil",
            r#"{"message":"m"}"#,
            "timeout is a whole number of seconds, 86400 at most, 0 for no limit",
        ),
    ] {
        let reply = bridge.post(&format!("/sessions/s/{path}"), body).await;
        assert_eq!((reply.status, reply.json()), (400, json!({"error": error})), "{path} {body}");
    }
    for path in ["permission", "elicit"] {
        assert_eq!(bridge.get(&format!("/sessions/s/{path}")).await.status, 405);
        assert_eq!(bridge.post(&format!("/sessions/evil%20id/{path}"), "{}").await.status, 400);
        let large = "x".repeat(1_000_001);
        assert_eq!(bridge.post(&format!("/sessions/s/{path}"), large).await.status, 413);
    }
}

#[tokio::test]
async fn a_token_guards_all_kinds_of_requests() {
    let token = Some(Token::new("T").unwrap());
    let bridge = Bridge::start(Config { token, ..Config::default() }).await;
    for (path, body) in [("permission", BASH), ("elicit", FORM)] {
        assert_eq!(bridge.post(&format!("/sessions/s/{path}"), body).await.status, 401);
    }
}

#[tokio::test]
async fn a_bare_bridge_says_that_it_carries_questions_only() {
    let bridge = Bridge::start(Config { plain: true, ..Config::default() }).await;
    let _page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    for (path, body) in [("permission", BASH), ("elicit", FORM)] {
        let reply = bridge.post(&format!("/sessions/s/{path}"), body).await;
        let error = "This bridge speaks the basic protocol, which has questions only";
        assert_eq!((reply.status, reply.json()), (501, json!({"error": error})));
    }
}
