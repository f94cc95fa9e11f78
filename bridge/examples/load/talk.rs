//! What pages and agents say to a bridge.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Calls at a time.
pub(crate) const AT_ONCE: usize = 32;

/// A connected page.
pub(crate) struct Page(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Page {
    /// Resolves when the bridge has greeted it.
    pub(crate) async fn connect(address: SocketAddr, number: usize) -> Page {
        let url = format!("ws://{address}/ws/load-{number}");
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("a page");
        let mut page = Page(socket);
        page.frame("session_status").await;
        page
    }

    /// The next frame of this name. The page answers pings meanwhile.
    pub(crate) async fn frame(&mut self, name: &str) -> Value {
        loop {
            let message = self.0.next().await.expect("the page stays connected").expect("the page stays connected");
            let Message::Text(text) = message else { continue };
            let frame: Value = serde_json::from_str(&text).expect("a bridge sends JSON");
            if frame["type"] == name {
                return frame;
            }
        }
    }

    /// The person answers the question of this frame.
    pub(crate) async fn answer(&mut self, asked: &Value) {
        let data = json!({"question_id": asked["question_id"], "answers": {"Which database?": "PostgreSQL"}});
        let response = json!({"type": "ask_user_response", "data": data});
        self.0.send(Message::text(response.to_string())).await.expect("the page is connected");
    }
}

/// An agent's call, of which the reply has not come yet.
pub(crate) struct Call(TcpStream);

impl Call {
    pub(crate) async fn make(address: SocketAddr, method: &str, path: &str, headers: &str, body: &Value) -> Call {
        let mut stream = TcpStream::connect(address).await.expect("the bridge listens");
        let body = body.to_string();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}");
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).await.expect("the bridge reads");
        Call(stream)
    }

    /// Asks a question, without a limit.
    pub(crate) async fn ask(address: SocketAddr, number: usize, headers: &str) -> Call {
        let path = format!("/sessions/load-{number}/ask?timeout=0");
        Call::make(address, "POST", &path, headers, &question()).await
    }

    /// The status and everything that was replied.
    pub(crate) async fn reply(mut self) -> (u16, String) {
        let mut reply = String::new();
        self.0.read_to_string(&mut reply).await.expect("the bridge replies");
        let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a reply has a status");
        (status, reply)
    }
}

fn question() -> Value {
    let options = ["PostgreSQL", "MySQL", "SQLite"].map(|label| json!({"label": label, "description": "A database"}));
    json!({"questions": [{"question": "Which database?", "header": "Database", "options": options, "multiSelect": false}]})
}

/// How many commits of these bridges counted, and how many did not because another came first.
pub(crate) async fn commits(bridges: &[SocketAddr]) -> (f64, f64) {
    let (mut committed, mut conflicts) = (0.0, 0.0);
    for bridge in bridges {
        let (_, metrics) = Call::make(*bridge, "GET", "/metrics", "", &json!(null)).await.reply().await;
        let count = |result: &str| {
            let name = format!("ask_user_store_commits_total{{result=\"{result}\"}} ");
            metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse::<f64>().ok()).unwrap_or_default()
        };
        committed += count("committed");
        conflicts += count("conflict");
    }
    (committed, conflicts)
}

/// Half of the times are at most the first, and 99 of 100 at most the second, in milliseconds.
pub(crate) fn percentiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let at = |part: f64| {
        times
            .get(((times.len().max(1) - 1) as f64 * part) as usize)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    };
    (at(0.5), at(0.99))
}
