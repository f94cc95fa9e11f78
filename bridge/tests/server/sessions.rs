//! Names of sessions: fresh ones that nobody can guess, and which others are taken.

use ask_user_bridge::config::{Config, Names};
use ask_user_bridge::token::Token;
use serde_json::json;

use crate::bridge::Bridge;
use crate::page::Page;

const UUID: &str = "0b8d3a54-5b0f-4b0e-9d3c-0a1b2c3d4e5f";

#[tokio::test]
async fn a_fresh_session_is_named_by_chance_and_works() {
    let bridge = Bridge::start(Config { names: Some(Names::Unguessable), ..Config::default() }).await;
    let mut names = Vec::new();
    for _ in 0..2 {
        let reply = bridge.post("/sessions", "").await;
        assert_eq!(reply.status, 201);
        names.push(reply.json()["session"].as_str().unwrap().to_owned());
    }
    assert_ne!(names[0], names[1]);
    assert!(names[0].starts_with("s_") && names[0].len() == 34, "{}", names[0]);
    let mut page = Page::open(&bridge, &names[0]).await;
    let event = json!({"type": "text", "chunk": "hi"});
    assert_eq!(bridge.post(&format!("/sessions/{}/events", names[0]), event).await.status, 204);
    page.expect("text").await;
}

#[tokio::test]
async fn a_name_that_can_be_guessed_is_refused_where_others_may_be() {
    let bridge = Bridge::start(Config { names: Some(Names::Unguessable), ..Config::default() }).await;
    for path in ["/sessions/demo/ask", "/sessions/demo/events"] {
        let reply = bridge.post(path, json!({"type": "text", "questions": []})).await;
        assert_eq!(reply.status, 403, "{path}");
        assert!(!reply.body.contains("demo"), "{}", reply.body);
    }
    assert_eq!(Page::handshake(&bridge, "demo", &[]).await.err(), Some(403));
    // The host's own names are as good, and outlive a restart of the bridge.
    Page::open(&bridge, UUID).await;
}

#[tokio::test]
async fn on_ones_own_machine_every_name_will_do() {
    let bridge = Bridge::start(Config::default()).await;
    Page::open(&bridge, "demo").await;
}

#[tokio::test]
async fn with_a_token_names_must_not_be_guessed_and_new_ones_need_it() {
    let bridge = Bridge::start(Config { token: Token::new("s3cret"), ..Config::default() }).await;
    let header = [("authorization", "Bearer s3cret")];
    assert_eq!(bridge.send("POST", "/sessions", &[], "").await.status, 401);
    assert_eq!(bridge.send("POST", "/sessions", &header, "").await.status, 201);
    assert_eq!(
        bridge.send("POST", "/sessions", &[("origin", "https://evil.example"), header[0]], "").await.status,
        403
    );
    assert_eq!(Page::handshake(&bridge, "demo", &header).await.err(), Some(403));
    assert!(Page::handshake(&bridge, UUID, &header).await.is_ok());
}
