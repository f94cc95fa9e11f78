//! Limits that only show on real connections.

use std::time::Duration;

use ask_user_bridge::config::{Config, Limits};
use ask_user_bridge::room;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::bridge::{Bridge, PATIENCE, question, read};
use crate::page::Page;

async fn limited(limits: Limits) -> Bridge {
    Bridge::start(Config { limits, ..Config::default() }).await
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let bridge = limited(Limits { message_bytes: 1000, ..Limits::default() }).await;
    let body = json!({"type": "text", "chunk": "x".repeat(1000)});
    for path in ["/sessions/s/ask", "/sessions/s/events"] {
        assert_eq!(bridge.post(path, &body).await.status, 413);
    }
}

#[tokio::test]
async fn asks_beyond_the_queue_are_refused() {
    let room = room::Limits { waiting_asks: 1, ..room::Limits::default() };
    let bridge = limited(Limits { room, ..Limits::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    let _first = bridge.ask("s").await;
    page.expect("ask_user_question").await;
    // Of two more, one waits and one is refused, whichever comes first.
    let (mut second, mut third) = (bridge.ask("s").await, bridge.ask("s").await);
    let refused = tokio::select! { reply = read(&mut second) => reply, reply = read(&mut third) => reply };
    assert_eq!(refused.status, 429);
    assert!(refused.head.contains("retry-after"), "{}", refused.head);
}

#[tokio::test]
async fn sessions_beyond_the_limit_are_refused_while_all_are_used() {
    let bridge = limited(Limits { sessions: 1, ..Limits::default() }).await;
    let page = Page::open(&bridge, "one").await;
    assert_eq!(bridge.post("/sessions/two/ask", question()).await.status, 503);
    assert_eq!(Page::handshake(&bridge, "two", &[]).await.err(), Some(503));
    assert_eq!(bridge.post("/sessions/one/events", json!({"type": "text"})).await.status, 204);
    assert_eq!(bridge.get("/sessions/two").await.status, 200, "looking takes no place");
    drop(page);
    // The bridge has yet to notice that the page has gone.
    while Page::handshake(&bridge, "two", &[]).await.is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_request_that_never_ends_is_ended() {
    // Long enough for a busy machine to begin the second request.
    let bridge = limited(Limits { request: Duration::from_secs(2), ..Limits::default() }).await;
    let mut head = TcpStream::connect(bridge.address).await.unwrap();
    head.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nslow: ").await.unwrap();
    let mut bytes = Vec::new();
    timeout(PATIENCE, head.read_to_end(&mut bytes)).await.expect("a head that never ends is cut off").unwrap();
    let mut body = TcpStream::connect(bridge.address).await.unwrap();
    let request =
        b"POST /sessions/s/ask HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 9\r\n\r\n{";
    body.write_all(request).await.unwrap();
    assert_eq!(read(&mut body).await.status, 408);
}

#[tokio::test]
async fn a_connection_that_asks_for_nothing_is_ended() {
    let bridge = limited(Limits { request: Duration::from_secs(2), ..Limits::default() }).await;
    let mut bytes = Vec::new();
    let mut silent = TcpStream::connect(bridge.address).await.unwrap();
    timeout(PATIENCE, silent.read_to_end(&mut bytes)).await.expect("silence is cut off").unwrap();
    // After a reply as well: a connection is kept for the next request, but not for long.
    let mut kept = TcpStream::connect(bridge.address).await.unwrap();
    kept.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    timeout(PATIENCE, kept.read_to_end(&mut bytes)).await.expect("a kept connection is cut off").unwrap();
    assert!(bytes.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn a_connection_that_does_not_read_is_ended() {
    let dist = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large");
    std::fs::create_dir_all(&dist).unwrap();
    // More than the buffers of a loopback connection take.
    std::fs::write(dist.join("large.bin"), vec![0; 32 << 20]).unwrap();
    let limits = Limits { connections: 1, write: Duration::from_millis(100), ..Limits::default() };
    let bridge = Bridge::start(Config { dist: Some(dist), limits, ..Config::default() }).await;
    let _deaf = bridge.begin("GET", "/large.bin", &[], "").await;
    assert_eq!(bridge.get("/healthz").await.status, 200, "its place is free again");
}

#[tokio::test]
async fn a_frame_that_never_ends_is_silence() {
    // Long enough for a busy machine to read the greeting.
    let limits = Limits { ping: Duration::from_millis(20), silence: Duration::from_secs(2), ..Limits::default() };
    let bridge = limited(limits).await;
    let mut page = Page::open(&bridge, "s").await;
    let tcp = page.0.get_mut();
    tcp.write_all(&[0x81, 0x80 | 126, 0xff, 0xff, 0, 0, 0, 0]).await.unwrap();
    let drip = async {
        while tcp.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await
        }
    };
    timeout(PATIENCE, drip).await.expect("bytes are no frames");
}

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let bridge = limited(Limits { connections: 1, ..Limits::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut waiting = bridge.begin("GET", "/healthz", &[], "").await;
    // The bridge has served the page many times since, and would have served the other connection by now.
    for _ in 0..20 {
        page.send(json!({"type": "ask_user_beat"})).await;
        page.expect("ask_user_beat").await;
    }
    let early = waiting.try_read(&mut [0]).map_err(|error| error.kind());
    assert_eq!(early, Err(std::io::ErrorKind::WouldBlock), "a socket keeps its place");
    drop(page);
    assert_eq!(read(&mut waiting).await.status, 200);
}

#[test]
fn an_ask_that_the_bridge_takes_is_one_that_a_widget_reads() {
    let around = serde_json::json!({"type": "ask_user_question", "question_id": "q".repeat(64), "timeout_seconds": 55});
    let most = Limits::default().message_bytes + around.to_string().len();
    assert!(most < ask_user_widget::protocol::limits::FRAME, "{most}");
}
