//! Sockets: takeover, and what ends them.

use ask_user_bridge::config::{Config, Limits};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::bridge::{Bridge, PATIENCE, read};
use crate::page::Page;

#[tokio::test]
async fn a_second_page_takes_over() {
    let bridge = Bridge::start(Config::default()).await;
    let mut first = Page::open(&bridge, "s").await;
    let mut agent = bridge.ask("s").await;
    let asked = first.expect("ask_user_question").await;
    let mut second = Page::open(&bridge, "s").await;
    first.expect("session_taken").await;
    assert_eq!(first.closed().await, 1000);
    let replayed = second.expect("ask_user_question").await;
    assert_eq!(replayed["question_id"], asked["question_id"]);
    second.answer(&replayed, json!({"Q?": "second"})).await;
    assert_eq!(read(&mut agent).await.json()["updatedInput"]["answers"]["Q?"], "second");
}

#[tokio::test]
async fn connections_have_names_of_their_own() {
    let bridge = Bridge::start(Config::default()).await;
    let mut names = Vec::new();
    for _ in 0..2 {
        let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
        let connected = page.expect("connected").await;
        assert_eq!(connected["session_id"], "s");
        names.push(connected["connection_id"].as_str().unwrap().to_owned());
    }
    assert_ne!(names[0], names[1]);
}

#[tokio::test]
async fn a_page_that_says_good_bye_is_answered() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    page.send_message(Message::Close(None)).await;
    let answer = page.message().await;
    assert!(matches!(answer, Some(Message::Close(_))), "{answer:?}");
}

#[tokio::test]
async fn what_cannot_be_read_closes_the_socket() {
    for (message, code) in [(Message::text("{nope"), 1007), (Message::binary(vec![1, 2, 3]), 1003)] {
        let bridge = Bridge::start(Config::default()).await;
        let mut page = Page::open(&bridge, "s").await;
        page.send_message(message).await;
        assert_eq!(page.closed().await, code);
        Page::open(&bridge, "s").await;
    }
}

#[tokio::test]
async fn a_message_over_the_limit_closes_the_socket() {
    // Small enough that the whole message is on its way before the bridge judges it.
    let limits = Limits { message_bytes: 1000, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    let padded = |bytes| Message::text(format!("{:bytes$}", r#"{"type":"ping"}"#));
    page.send_message(padded(1000)).await;
    page.expect("error").await;
    page.send_message(padded(1001)).await;
    assert_eq!(page.closed().await, 1009);
}

#[tokio::test]
async fn too_many_messages_close_the_socket() {
    let limits = Limits { message_burst: 3, messages_per_second: 1, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    for _ in 0..4 {
        page.send(json!({"type": "ping"})).await;
    }
    let mut errors = Vec::new();
    let code = loop {
        match page.message().await {
            Some(Message::Text(text)) => errors.push(text.to_string()),
            Some(Message::Close(Some(frame))) => break u16::from(frame.code),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(code, 1008);
    assert_eq!(errors.last().unwrap(), r#"{"type":"error","error":"Too many messages"}"#);
}

#[tokio::test]
async fn a_page_that_answers_pings_stays() {
    // A busy machine may not let the page read for a while.
    let silence = Duration::from_secs(3);
    let limits = Limits { ping: Duration::from_millis(20), silence, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    // Reading is what answers the pings; nothing else comes for longer than the silence that is allowed.
    assert!(timeout(silence + Duration::from_secs(1), page.message()).await.is_err());
    let agent = bridge.ask("s").await;
    page.expect("ask_user_question").await;
    drop(agent);
}

#[tokio::test]
async fn a_silent_page_is_given_up() {
    let limits = Limits { ping: Duration::from_millis(20), silence: Duration::from_millis(100), ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let mut stream = TcpStream::connect(bridge.address).await.unwrap();
    let request = "GET /ws/s HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                   sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    let end = timeout(PATIENCE, stream.read_to_end(&mut received)).await;
    assert!(end.is_ok(), "the bridge ends a connection that answers no ping");
    assert!(received.starts_with(b"HTTP/1.1 101"));
}

#[tokio::test]
async fn a_plain_request_is_told_what_the_address_is_for() {
    let bridge = Bridge::start(Config::default()).await;
    let reply = bridge.get("/ws/s").await;
    assert_eq!(reply.status, 400);
    assert_eq!(reply.json()["error"], "This address takes WebSockets");
    assert_eq!(Page::handshake(&bridge, "bad%20id", &[]).await.err(), Some(400));
}

#[tokio::test]
async fn errors_repeat_nothing_of_what_was_sent() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    for frame in [
        json!({"type": "evil"}),
        json!({"evil": "evil"}),
        json!(["evil"]),
        json!({"type": "ask_user_response", "data": "evil"}),
        json!({"type": "ask_user_response", "data": {"question_id": ["evil"], "answers": {"evil": "evil"}}}),
        json!({"type": "ask_user_response", "data": {"question_id": "q", "answers": "evil", "cancelled": "evil"}}),
        json!({"type": "ask_user_extend", "question_id": "evil", "seconds": "evil"}),
        json!({"type": "user_message", "text": "evil"}),
    ] {
        page.send(frame.clone()).await;
        let error = page.expect("error").await.to_string();
        assert!(!error.contains("evil"), "{frame}: {error}");
    }
}

#[tokio::test]
async fn without_an_agent_a_message_is_answered_by_an_error() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    page.send(json!({"type": "user_message", "text": "hi"})).await;
    assert_eq!(page.expect("error").await["error"], "No agent takes messages on this bridge");
}
