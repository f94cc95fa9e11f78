//! Origins and tokens.

use std::time::Duration;

use ask_user_bridge::config::{Config, Limits, Names};
use ask_user_bridge::token::Token;
use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::bridge::{Bridge, question, read};
use crate::page::Page;

const EVENT: &str = r#"{"type":"text","chunk":"hi"}"#;

fn hasty() -> Config {
    let limits = Limits { authenticate: Duration::from_millis(100), ..Limits::default() };
    Config { token: Token::new("s3cret"), names: Some(Names::Any), limits, ..Config::default() }
}

async fn read_only() -> Bridge {
    Bridge::start(Config { token: Token::new("s3cret"), names: Some(Names::Any), ..Config::default() }).await
}

#[tokio::test]
async fn pages_of_strange_origins_are_refused() {
    let bridge = Bridge::start(Config::default()).await;
    for origin in ["https://evil.example", "null", "http://127.0.0.1"] {
        let headers = [("origin", origin)];
        let mut page = Page::handshake(&bridge, "s", &headers).await.unwrap();
        assert_eq!(page.closed().await, 4403, "{origin}: a page cannot see the status of a handshake, but a code");
        for path in ["/sessions/s/ask", "/sessions/s/events"] {
            let reply = bridge.send("POST", path, &headers, EVENT).await;
            assert_eq!(reply.status, 403, "{path} {origin}");
            assert!(!reply.body.contains(origin), "{}", reply.body);
        }
        assert_eq!(bridge.send("GET", "/ws/s", &headers, "").await.status, 403, "{origin}: no WebSocket");
    }
}

#[tokio::test]
async fn a_page_of_a_strange_origin_has_no_part_in_the_session() {
    let bridge = Bridge::start(Config::default()).await;
    let mut here = Page::open(&bridge, "s").await;
    let mut strange = Page::handshake(&bridge, "s", &[("origin", "https://evil.example")]).await.unwrap();
    strange.send(json!({"type": "user_message", "content": "hi"})).await;
    assert_eq!(strange.closed().await, 4403, "nothing comes before the close");
    assert_eq!(bridge.send("POST", "/sessions/s/events", &[], EVENT).await.status, 204);
    assert_eq!(here.expect("text").await["chunk"], "hi", "the session was not taken");
}

#[tokio::test]
async fn pages_of_the_bridge_and_of_named_origins_may_connect() {
    let allow_origins = vec!["https://app.example".to_owned()];
    let bridge = Bridge::start(Config { allow_origins, ..Config::default() }).await;
    let port = bridge.address.port();
    for origin in [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}"), "https://app.example".into()]
    {
        let headers = [("origin", origin.as_str())];
        assert!(Page::handshake(&bridge, "s", &headers).await.is_ok(), "{origin}");
        assert_eq!(bridge.send("POST", "/sessions/s/events", &headers, EVENT).await.status, 204, "{origin}");
    }
}

#[tokio::test]
async fn an_agent_needs_the_token() {
    let bridge = read_only().await;
    for path in ["/sessions/s/ask", "/sessions/s/events", "/sessions/s/ask?token=s3cret"] {
        for headers in [&[][..], &[("authorization", "Bearer wrong")], &[("authorization", "Basic s3cret")]] {
            let reply = bridge.send("POST", path, headers, EVENT).await;
            assert_eq!(reply.status, 401, "{path} {headers:?}");
            assert!(reply.head.contains("www-authenticate: bearer"), "{}", reply.head);
        }
    }
    let headers = [("authorization", "Bearer s3cret")];
    assert_eq!(bridge.send("POST", "/sessions/s/events", &headers, EVENT).await.status, 204);
    assert_eq!(bridge.get("/healthz").await.status, 200, "health is no secret");
}

#[tokio::test]
async fn a_page_shows_its_token_by_header() {
    let bridge = read_only().await;
    let mut page = Page::handshake(&bridge, "s", &[("authorization", "Bearer s3cret")]).await.unwrap();
    page.greeting().await;
    assert_eq!(Page::handshake(&bridge, "s", &[("authorization", "Bearer wrong")]).await.err(), Some(401));
}

#[tokio::test]
async fn a_page_shows_its_token_by_its_first_frame() {
    let bridge = read_only().await;
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    page.send(json!({"type": "authenticate", "token": "s3cret"})).await;
    page.greeting().await;
    let body = question().to_string();
    let mut agent = bridge.begin("POST", "/sessions/s/ask", &[("authorization", "Bearer s3cret")], &body).await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "A"})).await;
    assert_eq!(read(&mut agent).await.json()["behavior"], "allow");
}

#[tokio::test]
async fn a_wrong_first_frame_ends_the_socket_and_takes_no_session_over() {
    let bridge = read_only().await;
    let mut rightful = Page::handshake(&bridge, "s", &[("authorization", "Bearer s3cret")]).await.unwrap();
    rightful.greeting().await;
    for first in [
        json!({"type": "authenticate", "token": "wrong"}),
        json!({"type": "authenticate"}),
        json!({"type": "authenticate", "token": null}),
        json!({"type": "user_message", "text": "s3cret"}),
        json!("s3cret"),
    ] {
        let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
        page.send(first).await;
        assert_eq!(page.closed().await, 4401);
    }
    let headers = [("authorization", "Bearer s3cret")];
    assert_eq!(bridge.send("POST", "/sessions/s/events", &headers, EVENT).await.status, 204);
    rightful.expect("text").await;
}

#[tokio::test]
async fn a_page_that_has_gone_takes_no_session_over() {
    // Places for two connections: a third is served when the bridge has done with one of them.
    let limits = Limits { connections: 2, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..hasty() }).await;
    let header = [("authorization", "Bearer s3cret")];
    // A page that remounts its element gives one connection up and means the next; the bridge may serve them in any
    // order. Here the token is what holds the first one back.
    let mut given_up = Page::handshake(&bridge, "s", &[]).await.unwrap();
    let mut meant = Page::handshake(&bridge, "s", &header).await.unwrap();
    meant.greeting().await;
    given_up.send(json!({"type": "authenticate", "token": "s3cret"})).await;
    drop(given_up);
    assert_eq!(bridge.send("POST", "/sessions/s/events", &header, EVENT).await.status, 204);
    // It comes first: no session_taken came before it.
    meant.expect("text").await;
}

#[tokio::test]
async fn guesses_are_slowed_on_every_way_and_the_right_token_gets_in_elsewhere() {
    let bridge = read_only().await;
    let wrong = [("authorization", "Bearer wrong"), ("x-forwarded-for", "198.51.100.1")];
    let right = [("authorization", "Bearer s3cret"), ("x-forwarded-for", "198.51.100.1")];
    let mut seen = Vec::new();
    for _ in 0..40 {
        seen.push(bridge.send("POST", "/sessions/s/events", &wrong, EVENT).await.status);
    }
    assert_eq!(seen[..20], [401; 20]);
    assert!(seen[20..].contains(&429), "{seen:?}");
    // One more may be made each second: take it away before the others are tried.
    while bridge.send("POST", "/sessions", &wrong, "").await.status != 429 {}
    let refused = bridge.send("GET", "/sessions/s", &right, "").await;
    assert!(refused.status == 429 || refused.status == 200, "{}", refused.status);
    // Behind the same proxy, and for everybody who comes by another way.
    let other = [("authorization", "Bearer s3cret"), ("x-forwarded-for", "198.51.100.2")];
    assert_eq!(bridge.send("POST", "/sessions/s/events", &other, EVENT).await.status, 204);
    assert!(Page::handshake(&bridge, "s", &other).await.is_ok());
    assert_eq!(bridge.send("POST", "/sessions/s/events", &right[..1], EVENT).await.status, 204);
}

#[tokio::test]
async fn a_first_frame_too_many_is_to_be_tried_again_later() {
    let bridge = read_only().await;
    let mut codes = Vec::new();
    // On a slow machine more are looked at: one each second.
    while codes.last() != Some(&1013) {
        let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
        page.send(json!({"type": "authenticate", "token": "wrong"})).await;
        codes.push(page.closed().await);
    }
    assert!(codes.len() > 20 && codes[..20] == [4401; 20], "{codes:?}");
}

#[tokio::test]
async fn a_socket_without_a_token_is_told_nothing_and_ends_soon() {
    let bridge = Bridge::start(hasty()).await;
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    assert_eq!(page.closed().await, 4401);
}

#[tokio::test]
async fn a_first_frame_that_never_ends_does_not_help() {
    let bridge = Bridge::start(hasty()).await;
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    // The head of a masked text frame of 100 bytes, and then its first bytes.
    let tcp = page.0.get_mut();
    tcp.write_all(&[0x81, 0x80 | 100, 0, 0, 0, 0, b'{', b'"']).await.unwrap();
    tcp.flush().await.unwrap();
    assert_eq!(page.closed().await, 4401);
}

#[tokio::test]
async fn a_token_that_nobody_wants_does_no_harm() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    page.send(json!({"type": "authenticate", "token": "x"})).await;
    page.greeting().await;
    bridge.post("/sessions/s/events", EVENT).await;
    page.expect("text").await;
}
