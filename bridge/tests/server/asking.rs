//! Agents that ask over HTTP, and pages that answer.

use ask_user_bridge::config::Config;
use serde_json::{Value, json};

use crate::bridge::{Bridge, question, read};
use crate::page::Page;

#[tokio::test]
async fn a_question_travels_to_the_person_and_back() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = bridge.ask("s").await;
    let asked = page.expect("ask_user_question").await;
    assert_eq!(asked["questions"], question()["questions"]);
    assert_eq!(asked["timeout_seconds"], 55);
    let id = asked["question_id"].as_str().unwrap();
    assert!(id.starts_with("q_") && id.len() == 47, "{id}");
    page.answer(&asked, json!({"Q?": "mine"})).await;
    assert_eq!(page.expect("ask_user_ack").await["outcome"], "accepted");
    let reply = read(&mut agent).await;
    assert_eq!(reply.status, 200);
    assert!(reply.head.contains("content-type: application/json"), "{}", reply.head);
    let mut input = question();
    input["answers"] = json!({"Q?": "mine"});
    assert_eq!(reply.body, json!({"behavior": "allow", "updatedInput": input}).to_string());
}

#[tokio::test]
async fn a_cancel_is_a_deny() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = bridge.ask("s").await;
    let asked = page.expect("ask_user_question").await;
    page.cancel(&asked).await;
    assert_eq!(page.expect("ask_user_ack").await["outcome"], "cancelled");
    let reply = read(&mut agent).await;
    assert_eq!(reply.status, 200);
    assert_eq!(
        reply.json(),
        json!({"behavior": "deny", "message": "User cancelled the question", "interrupt": true, "reason": "cancelled"})
    );
}

#[tokio::test]
async fn a_time_out_tells_both_sides() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let reply = bridge.post("/sessions/s/ask?timeout=1", question()).await;
    assert_eq!(
        reply.json(),
        json!({"behavior": "deny", "message": "User response timeout", "interrupt": true, "reason": "timed_out"})
    );
    let asked = page.expect("ask_user_question").await;
    assert_eq!(asked["timeout_seconds"], 1);
    assert_eq!(page.expect("ask_user_timeout").await["question_id"], asked["question_id"]);
    page.answer(&asked, json!({"Q?": "late"})).await;
    assert_eq!(page.expect("ask_user_ack").await["outcome"], "late");
}

#[tokio::test]
async fn an_agent_learns_that_nobody_is_connected() {
    let bridge = Bridge::start(Config::default()).await;
    let status = |connected, asks| json!({"session": "s", "connected": connected, "asks": asks});
    assert_eq!(bridge.get("/sessions/s").await.json(), status(false, 0));
    let reply = bridge.post("/sessions/s/ask?timeout=1", question()).await;
    assert_eq!(reply.json()["behavior"], "deny");
    assert_eq!(reply.json()["reason"], "nobody_connected");
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    page.greeting().await;
    assert_eq!(bridge.get("/sessions/s").await.json(), status(true, 0));
    let _agent = bridge.ask("s").await;
    page.expect("ask_user_question").await;
    page.expect("ask_user_timeout").await;
    page.expect("ask_user_question").await;
    assert_eq!(bridge.get("/sessions/s").await.json(), status(true, 1));
    assert_eq!(bridge.get("/sessions/bad%20id").await.status, 400);
}

#[tokio::test]
async fn a_caller_that_hangs_up_withdraws_and_the_next_ask_follows() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let first = bridge.ask("s").await;
    let asked = page.expect("ask_user_question").await;
    let mut second = bridge.ask("s").await;
    drop(first);
    assert_eq!(page.expect("ask_user_withdrawn").await["question_id"], asked["question_id"]);
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "2"})).await;
    assert_eq!(read(&mut second).await.json()["updatedInput"]["answers"], json!({"Q?": "2"}));
}

#[tokio::test]
async fn asks_of_one_session_wait_and_those_of_another_do_not() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut other = Page::open(&bridge, "other").await;
    let mut agents = Vec::new();
    for _ in 0..3 {
        agents.push(bridge.ask("s").await);
    }
    let mut elsewhere = bridge.ask("other").await;
    let asked = other.expect("ask_user_question").await;
    other.answer(&asked, json!({"Q?": "other"})).await;
    assert_eq!(read(&mut elsewhere).await.json()["updatedInput"]["answers"]["Q?"], "other");
    for number in 0..3 {
        let asked = page.expect("ask_user_question").await;
        page.answer(&asked, json!({"Q?": number.to_string()})).await;
        page.expect("ask_user_ack").await;
    }
    let mut answers = Vec::new();
    for agent in &mut agents {
        answers.push(read(agent).await.json()["updatedInput"]["answers"]["Q?"].clone());
    }
    answers.sort_by_key(Value::to_string);
    assert_eq!(answers, ["0", "1", "2"], "each caller has one answer of its own");
}

#[tokio::test]
async fn a_question_asked_while_nobody_is_there_is_replayed() {
    let bridge = Bridge::start(Config::default()).await;
    assert_eq!(bridge.post("/sessions/s/events", json!({"type": "text", "chunk": "hi"})).await.status, 204);
    let mut first = Page::open(&bridge, "s").await;
    first.expect("text").await;
    let mut agent = bridge.ask("s").await;
    let asked = first.expect("ask_user_question").await;
    drop(first);
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    let status = page.greeting().await;
    assert_eq!(status["pending_question_id"], asked["question_id"]);
    assert_eq!(status["waiting_for_user"], true);
    let replayed = page.expect("ask_user_question").await;
    assert!(replayed["remaining_seconds"].as_f64().is_some_and(|left| left > 0.0 && left <= 55.0), "{replayed}");
    page.answer(&replayed, json!({"Q?": "back"})).await;
    assert_eq!(read(&mut agent).await.json()["updatedInput"]["answers"]["Q?"], "back");
}

#[tokio::test]
async fn chat_frames_arrive_in_order_and_unchanged() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    for number in 0..20 {
        let frame = json!({"type": "text", "z": number, "a": {"nested": [null, 1.5]}});
        assert_eq!(bridge.post("/sessions/s/events", &frame).await.status, 204);
        assert_eq!(page.frame().await.to_string(), frame.to_string());
    }
}

#[tokio::test]
async fn what_is_no_ask_and_no_event_is_refused() {
    let bridge = Bridge::start(Config::default()).await;
    for (path, body, status) in [
        ("/sessions/s/ask", "{", 400),
        ("/sessions/s/ask", "", 400),
        ("/sessions/s/ask", "[]", 400),
        ("/sessions/s/ask", r#"{"questions":"<evil>"}"#, 400),
        ("/sessions/s/ask?timeout=<evil>", r#"{"questions":[]}"#, 400),
        ("/sessions/s/ask?timeout=evil", r#"{"questions":[]}"#, 400),
        ("/sessions/evil%20id/ask", r#"{"questions":[]}"#, 400),
        ("/sessions/s/events", r#"{"chunk":"evil"}"#, 400),
        ("/sessions/s/events", r#"{"type":"ask_user_question","evil":1}"#, 400),
        ("/sessions/s/events", r#"{"type":"session_taken"}"#, 400),
        ("/sessions/s/nothing", "{}", 404),
        ("/nothing", "{}", 404),
    ] {
        let reply = bridge.post(path, body).await;
        assert_eq!(reply.status, status, "{path} {body}");
        assert!(!reply.body.contains("evil"), "{}", reply.body);
    }
    assert_eq!(bridge.get("/sessions/s/ask").await.status, 405);
}

#[tokio::test]
async fn a_bare_bridge_speaks_the_basic_protocol() {
    let bridge = Bridge::start(Config { plain: true, ..Config::default() }).await;
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    assert!(page.greeting().await.get("capabilities").is_none());
    let mut agent = bridge.ask("s").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "A"})).await;
    assert_eq!(read(&mut agent).await.json()["behavior"], "allow");
    let frame = json!({"type": "complete"});
    bridge.post("/sessions/s/events", &frame).await;
    assert_eq!(page.frame().await, frame, "no acknowledgement comes before it");
}

#[tokio::test]
async fn without_a_limit_the_frame_names_none() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let _agent = bridge.begin("POST", "/sessions/s/ask?timeout=0", &[], &question().to_string()).await;
    let asked = page.expect("ask_user_question").await;
    assert!(asked.get("timeout_seconds").is_none(), "{asked}");
}

#[tokio::test]
async fn stopping_tells_everybody() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = bridge.ask("s").await;
    page.expect("ask_user_question").await;
    let (code, reply, ()) = tokio::join!(page.closed(), read(&mut agent), bridge.stop());
    assert_eq!(code, 1001);
    assert_eq!(reply.status, 503);
}
