//! An agent that never gives up: it repeats its call with the same key until it has the result.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// A whole reply.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Value,
}

impl Reply {
    /// The value of a header whose name is given in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(there, _)| there.to_ascii_lowercase() == name).map(|(_, value)| value.to_owned())
    }
}

/// Status and body of a reply; an error if the connection broke before it was whole.
pub(crate) async fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &Value,
) -> Result<(u16, Value), ()> {
    reply(address, method, path, headers, body).await.map(|reply| (reply.status, reply.body))
}

/// One reply; an error if the connection broke before it was whole.
pub(crate) async fn reply(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &Value,
) -> Result<Reply, ()> {
    let mut stream = TcpStream::connect(address).await.map_err(drop)?;
    let body = body.to_string();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.map_err(drop)?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.map_err(drop)?;
    let text = String::from_utf8(bytes).map_err(drop)?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or(())?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(())?;
    Ok(Reply { status, head: head.to_owned(), body: serde_json::from_str(body).unwrap_or_default() })
}

pub(crate) fn question() -> Value {
    json!({"questions": [{"question": "Q?"}]})
}

/// Asks until a bridge has taken the ask.
pub(crate) async fn ask(address: SocketAddr, session: &str) -> String {
    let path = format!("/sessions/{session}/ask");
    loop {
        let headers = "idempotency-key: k1\r\nprefer: respond-async\r\n";
        match call(address, "POST", &path, headers, &question()).await {
            Ok((202, reply)) => return reply["id"].as_str().unwrap().to_owned(),
            Ok((200, _)) => panic!("nobody has answered yet"),
            Ok((503, _)) | Err(()) => sleep(Duration::from_millis(50)).await,
            Ok((status, reply)) => panic!("{status}: {reply}"),
        }
    }
}

/// Repeats the call until the result is there.
pub(crate) async fn result(address: SocketAddr, session: &str) -> Value {
    let path = format!("/sessions/{session}/ask");
    loop {
        let headers = "idempotency-key: k1\r\nprefer: respond-async, wait=5\r\n";
        match timeout(Duration::from_secs(10), call(address, "POST", &path, headers, &question())).await {
            Ok(Ok((200, result))) => return result,
            Ok(Ok((202 | 503, _)) | Err(())) | Err(_) => sleep(Duration::from_millis(50)).await,
            Ok(Ok((status, reply))) => panic!("{status}: {reply}"),
        }
    }
}
