//! Recorded asks over HTTP: keys, replies without a result, long polls, withdrawals, lists.

use ask_user_bridge::config::{Config, Limits};
use ask_user_bridge::room;
use serde_json::{Value, json};

use crate::bridge::{Bridge, Reply, question, read};
use crate::page::Page;

const ASK: &str = "/sessions/s/ask";

async fn ask(bridge: &Bridge, headers: &[(&str, &str)]) -> Reply {
    bridge.send("POST", ASK, headers, &question().to_string()).await
}

fn allowed(answer: &str) -> Value {
    let mut input = question();
    input["answers"] = json!({"Q?": answer});
    json!({"behavior": "allow", "updatedInput": input})
}

/// The value of a header.
fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[tokio::test]
async fn a_call_with_a_key_waits_and_every_repetition_has_the_same_result() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let key = [("idempotency-key", "k1")];
    let body = question().to_string();
    let mut calls = Vec::new();
    for _ in 0..3 {
        calls.push(bridge.begin("POST", ASK, &key, &body).await);
    }
    page.expect("session_status").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "mine"})).await;
    page.expect("ask_user_ack").await;
    for call in &mut calls {
        let reply = read(call).await;
        assert_eq!((reply.status, reply.json()), (200, allowed("mine")));
    }
    let again = ask(&bridge, &key).await;
    assert_eq!((again.status, again.json()), (200, allowed("mine")));
    let id = asked["question_id"].as_str().unwrap();
    let found = bridge.get(&format!("/sessions/s/asks/{id}")).await;
    let whole = json!({"id": id, "kind": "questions", "status": "answered", "result": allowed("mine")});
    assert_eq!((found.status, found.json()), (200, whole));
}

#[tokio::test]
async fn a_reply_without_a_result_says_where_it_will_be() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let reply = ask(&bridge, &[("prefer", "respond-async")]).await;
    assert_eq!(reply.status, 202);
    assert_eq!(header(&reply, "preference-applied"), Some("respond-async"));
    let asked = page.expect("ask_user_question").await;
    let id = asked["question_id"].as_str().unwrap();
    assert_eq!(reply.json(), json!({"id": id, "status": "pending"}));
    let place = format!("/sessions/s/asks/{id}");
    assert_eq!(header(&reply, "location"), Some(place.as_str()));
    let pending = json!({"id": id, "kind": "questions", "status": "pending"});
    assert_eq!(bridge.get(&place).await.json(), pending, "hanging up did not withdraw it");
    let mut poll = bridge.begin("GET", &format!("{place}?wait=20"), &[], "").await;
    page.answer(&asked, json!({"Q?": "mine"})).await;
    assert_eq!(read(&mut poll).await.json()["result"], allowed("mine"));
    assert_eq!(bridge.get(&format!("{place}?wait=1")).await.json()["status"], "answered", "at once");
}

#[tokio::test]
async fn a_reply_may_wait_a_while_for_the_result() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let headers = [("prefer", "respond-async, wait=20"), ("idempotency-key", "k1")];
    let mut call = bridge.begin("POST", ASK, &headers, &question().to_string()).await;
    page.expect("session_status").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "mine"})).await;
    let reply = read(&mut call).await;
    assert_eq!((reply.status, reply.json()), (200, allowed("mine")));
    assert_eq!(header(&reply, "preference-applied"), Some("respond-async, wait=20"));
    let reply = ask(&bridge, &[("prefer", "respond-async, wait=1")]).await;
    assert_eq!(reply.status, 202);
    let place = header(&reply, "location").unwrap();
    assert_eq!(bridge.get(&format!("{place}?wait=1")).await.json()["status"], "pending", "a poll ends too");
}

#[tokio::test]
async fn a_look_at_the_head_hands_no_result_over() {
    let room = room::Limits { recorded_asks: 1, ..room::Limits::default() };
    let limits = Limits { room, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    let reply = ask(&bridge, &[("prefer", "respond-async"), ("idempotency-key", "k1")]).await;
    let place = header(&reply, "location").unwrap();
    let pending = bridge.send("HEAD", &format!("{place}?wait=55"), &[], "").await;
    assert_eq!((pending.status, pending.body.as_str()), (200, ""), "it does not wait either");
    page.expect("session_status").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "mine"})).await;
    page.expect("ask_user_ack").await;
    assert_eq!(bridge.send("HEAD", place, &[], "").await.status, 200);
    assert_eq!(ask(&bridge, &[("prefer", "respond-async")]).await.status, 429, "no agent has the result");
    assert_eq!(bridge.get(place).await.json()["result"], allowed("mine"));
    assert_eq!(ask(&bridge, &[("prefer", "respond-async")]).await.status, 202);
    assert_eq!(bridge.send("HEAD", "/sessions/s/asks/k_unknown", &[], "").await.status, 404);
}

#[tokio::test]
async fn approvals_and_forms_are_recorded_too() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    for (path, kind, body, result) in [
        (
            "permission",
            "permission",
            json!({"tool_name": "Bash", "input": {}}),
            json!({"behavior": "deny", "message": "no"}),
        ),
        ("elicit", "elicitation", json!({"message": "M", "requestedSchema": schema}), json!({"action": "decline"})),
    ] {
        let headers = [("prefer", "respond-async"), ("idempotency-key", path)];
        let reply = bridge.send("POST", &format!("/sessions/s/{path}"), &headers, &body.to_string()).await;
        assert_eq!(reply.status, 202);
        page.expect("session_status").await;
        let request = page.expect(&format!("{kind}_request")).await;
        page.decide(&request, &result).await;
        page.expect("ask_user_ack").await;
        let found = bridge.get(header(&reply, "location").unwrap()).await.json();
        let whole = json!({"id": request["request_id"], "kind": kind, "status": "answered", "result": result});
        assert_eq!(found, whole);
    }
}

#[tokio::test]
async fn withdrawing_tells_the_page_and_whoever_waits_and_changes_no_end() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let key = [("idempotency-key", "k1")];
    let mut waiting = bridge.begin("POST", ASK, &key, &question().to_string()).await;
    page.expect("session_status").await;
    let asked = page.expect("ask_user_question").await;
    let place = format!("/sessions/s/asks/{}", asked["question_id"].as_str().unwrap());
    let result =
        json!({"behavior": "deny", "message": "The question was withdrawn", "interrupt": true, "reason": "withdrawn"});
    for _ in 0..2 {
        let reply = bridge.send("DELETE", &place, &[], "").await;
        assert_eq!((reply.status, &reply.json()["status"]), (200, &json!("withdrawn")));
        assert_eq!(reply.json()["result"], result);
    }
    assert_eq!(page.expect("ask_user_withdrawn").await["question_id"], asked["question_id"]);
    let reply = read(&mut waiting).await;
    assert_eq!((reply.status, reply.json()), (200, result.clone()));
    assert_eq!(ask(&bridge, &key).await.json(), result, "the key belongs to it");
}

#[tokio::test]
async fn the_list_of_asks() {
    let bridge = Bridge::start(Config::default()).await;
    assert_eq!(bridge.get("/sessions/s/asks").await.json(), json!({"asks": []}));
    let mut ids = Vec::new();
    for key in ["k1", "k2"] {
        let reply = ask(&bridge, &[("idempotency-key", key), ("prefer", "respond-async")]).await;
        ids.push(reply.json()["id"].as_str().unwrap().to_owned());
    }
    bridge.send("DELETE", &format!("/sessions/s/asks/{}", ids[1]), &[], "").await;
    let item = |id: &str, status: &str| json!({"id": id, "kind": "questions", "status": status});
    let (one, other) = (item(&ids[0], "pending"), item(&ids[1], "withdrawn"));
    assert_eq!(bridge.get("/sessions/s/asks").await.json(), json!({"asks": [other, one]}));
    assert_eq!(bridge.get("/sessions/s/asks?status=pending").await.json(), json!({"asks": [one]}));
    assert_eq!(bridge.get("/sessions/s/asks?status=withdrawn").await.json(), json!({"asks": [other]}));
    assert_eq!(bridge.get("/sessions/s/asks?status=timed_out").await.json(), json!({"asks": []}));
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_a_sentence() {
    let bridge = Bridge::start(Config::default()).await;
    let long = "x".repeat(256);
    for bad in ["", "a b", "\u{e4}", long.as_str()] {
        assert_eq!(ask(&bridge, &[("idempotency-key", bad)]).await.status, 400, "{bad:?}");
    }
    let twice = [("idempotency-key", "a"), ("idempotency-key", "b")];
    assert_eq!(ask(&bridge, &twice).await.status, 400);
    ask(&bridge, &[("idempotency-key", "k1"), ("prefer", "respond-async")]).await;
    let other = json!({"questions": [], "evil": 1}).to_string();
    let reused = bridge.send("POST", ASK, &[("idempotency-key", "k1")], &other).await;
    assert_eq!(reused.status, 422);
    assert!(reused.body.contains("another request") && !reused.body.contains("evil"), "{}", reused.body);
    for (method, path, status) in [
        ("GET", "/sessions/s/asks/k_unknown", 404),
        ("DELETE", "/sessions/s/asks/k_unknown", 404),
        ("GET", "/sessions/nobody/asks/k_unknown", 404),
        ("GET", "/sessions/evil%20id/asks", 400),
        ("GET", "/sessions/s/asks?status=evil", 400),
        ("GET", "/sessions/s/asks/k?wait=56", 400),
        ("GET", "/sessions/s/asks/k?wait=evil", 400),
        ("POST", "/sessions/s/asks", 405),
    ] {
        let reply = bridge.send(method, path, &[], "").await;
        assert_eq!(reply.status, status, "{method} {path}");
        assert!(!reply.body.contains("evil"), "{}", reply.body);
    }
}

#[tokio::test]
async fn a_key_whose_result_is_gone_is_said_to_be() {
    let limits = Limits { room: room::Limits { recorded_asks: 1, ..room::Limits::default() }, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    for key in ["k1", "k2"] {
        let reply = ask(&bridge, &[("idempotency-key", key), ("prefer", "respond-async")]).await;
        bridge.send("DELETE", header(&reply, "location").unwrap(), &[], "").await;
        for frame in ["session_status", "ask_user_question", "ask_user_withdrawn"] {
            page.expect(frame).await;
        }
    }
    let gone = ask(&bridge, &[("idempotency-key", "k1")]).await;
    assert_eq!(gone.status, 410);
    assert!(gone.body.contains("new key"), "{}", gone.body);
    let mut call = bridge.begin("POST", ASK, &[("idempotency-key", "k3")], &question().to_string()).await;
    page.expect("session_status").await;
    page.expect("ask_user_question").await;
    let full = ask(&bridge, &[("idempotency-key", "k4")]).await;
    assert_eq!(full.status, 429, "{}", full.body);
    assert!(header(&full, "retry-after").is_some());
    let ((), reply) = tokio::join!(bridge.stop(), read(&mut call));
    assert_eq!((reply.status, header(&reply, "retry-after")), (503, Some("1")), "the next bridge takes the key");
}

#[tokio::test]
async fn only_agents_may_look() {
    let token = ask_user_bridge::token::Token::new("secret");
    let bridge =
        Bridge::start(Config { token, names: Some(ask_user_bridge::config::Names::Any), ..Config::default() }).await;
    for (method, path) in [("GET", "/sessions/s/asks"), ("GET", "/sessions/s/asks/k"), ("DELETE", "/sessions/s/asks/k")]
    {
        assert_eq!(bridge.send(method, path, &[], "").await.status, 401, "{method} {path}");
        let reply = bridge.send(method, path, &[("authorization", "Bearer secret")], "").await;
        assert_ne!(reply.status, 401, "{method} {path}");
    }
}
