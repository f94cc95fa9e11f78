//! The command's own shell, with real sockets: the reference bridge in both modes, and a bridge that does almost nothing.

use std::net::SocketAddr;
use std::time::Duration;

use ask_user_bridge::config::Config;
use ask_user_bridge::server::Server;
use ask_user_bridge::token::Token;
use conformance::args::{HowToAsk, Target};
use conformance::row::{Finding, Row};
use conformance::socket::check;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

/// A bridge on a free port, for as long as the test's runtime lives.
async fn bridge(config: Config) -> SocketAddr {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = Server::bind(Config { listen, ..config }).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run(std::future::pending()));
    address
}

fn target(address: SocketAddr) -> Target {
    Target {
        url: format!("ws://{address}/ws"),
        asking: HowToAsk::Url(format!("http://{address}/sessions/{{session}}/ask?timeout={{timeout}}")),
        session: None,
        token: None,
        patience: Duration::from_secs(60),
        quiet: Duration::from_millis(50),
    }
}

fn assert_same(rows: &[Row], not_tried: usize) {
    assert!(rows.iter().all(|row| !row.finding.is_different()), "{rows:#?}");
    let is_not_tried = |row: &&Row| matches!(row.finding, Finding::NotTried(_));
    assert_eq!(rows.iter().filter(is_not_tried).count(), not_tried, "{rows:#?}");
}

#[tokio::test]
async fn the_reference_bridge_does_not_differ() {
    let address = bridge(Config::default()).await;
    assert_same(&check(&target(address), |_| {}).await.unwrap(), 0);
}

#[tokio::test]
async fn the_bare_bridge_does_not_differ() {
    let address = bridge(Config { plain: true, ..Config::default() }).await;
    assert_same(&check(&target(address), |_| {}).await.unwrap(), 11);
}

#[tokio::test]
async fn a_bridge_that_wants_a_token_gets_it() {
    let address = bridge(Config { token: Token::new("secret"), ..Config::default() }).await;
    let right = Target { token: Some("secret".to_owned()), ..target(address) };
    assert_same(&check(&right, |_| {}).await.unwrap(), 0);
    let asking = HowToAsk::Never;
    let wrong = Target { token: Some("wrong".to_owned()), asking, ..target(address) };
    let rows = check(&wrong, |_| {}).await.unwrap();
    assert_eq!(rows[0].finding, Finding::Differs("close 4401".to_owned()));
}

#[tokio::test]
async fn no_bridge_is_a_sentence() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = check(&target(address), |_| {}).await.unwrap_err();
    assert!(error.starts_with("no WebSocket at ws://127.0.0.1"), "{error}");
}

/// Greets in a wrong way, and repeats whatever comes.
async fn echo(listener: TcpListener) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(async move {
            let Ok(mut socket) = accept_async(stream).await else { return };
            let greeting = r#"{"type":"session_status","waitingForUser":false,"capabilities":["beat"]}"#;
            for _ in 0..2 {
                if socket.send(Message::text(greeting)).await.is_err() {
                    return;
                }
            }
            while let Some(Ok(message)) = socket.next().await {
                if message.is_text()
                    && socket
                        .send(Message::text(r#"{"type":"error","error":"conformance_secret_5e0c"}"#))
                        .await
                        .is_err()
                {
                    return;
                }
            }
        });
    }
}

#[tokio::test]
async fn a_wrong_bridge_is_told_row_by_row() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(echo(listener));
    let asking = HowToAsk::Url(format!("http://{address}/ask"));
    let patience = Duration::from_secs(3);
    let rows = check(&Target { asking, patience, ..target(address) }, |_| {}).await.unwrap();
    let different: Vec<&str> = rows.iter().filter(|row| row.finding.is_different()).map(|row| row.situation).collect();
    let expected = [
        "a page connects",
        "session_status while nothing is asked",
        "capabilities",
        "another page connects",
        "text that is no JSON",
        "a binary message",
        "a frame of an unknown type",
        "a beat",
    ];
    assert_eq!(different, expected, "{rows:#?}");
    let asked = rows.iter().find(|row| row.situation == "an agent asks").unwrap();
    assert!(matches!(&asked.finding, Finding::NotTried(reason) if reason.starts_with("--ask-url")), "{asked:?}");
}
