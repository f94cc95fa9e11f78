//! An agent that asks by HTTP, as `docs/protocol.md` lets it ask the reference bridge.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::step::Kind;

const QUESTIONS: &str = include_str!("../../../tests/fixtures/ask-features.json");
const APPROVAL: &str = include_str!("../../../tests/fixtures/permission-bash.json");
const FORM: &str = include_str!("../../../tests/fixtures/elicitation-form.json");

/// Asks, and gives the body of the reply. The error is one sentence. Dropping the future hangs up.
pub async fn ask(url: &str, token: Option<&str>, kind: Kind, session: &str, seconds: u32) -> Result<String, String> {
    let (host, path) = place(url, kind, session, seconds);
    let body = match kind {
        Kind::Questions => QUESTIONS,
        Kind::Approval => APPROVAL,
        Kind::Form => FORM,
    };
    let authorization = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    // A reply to HTTP/1.0 is never cut into chunks.
    let request = format!(
        "POST {path} HTTP/1.0\r\nhost: {host}\r\n{authorization}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let failed = |error: std::io::Error| format!("--ask-url: {error}");
    let address =
        if host.rsplit(']').next().is_some_and(|end| end.contains(':')) { host } else { format!("{host}:80") };
    let mut stream = TcpStream::connect(address).await.map_err(failed)?;
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).await.map_err(failed)?;
    let reply = String::from_utf8_lossy(&reply);
    let (head, body) = reply.split_once("\r\n\r\n").ok_or("--ask-url: the reply is no HTTP")?;
    match head.split(' ').nth(1) {
        Some(status) if status.starts_with('2') => Ok(body.to_owned()),
        status => Err(format!("--ask-url replied {}", status.unwrap_or("without a status"))),
    }
}

/// Host and path of the call.
fn place(url: &str, kind: Kind, session: &str, seconds: u32) -> (String, String) {
    let url = url.trim_start_matches("http://");
    let (host, path) = url.split_once('/').unwrap_or((url, ""));
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let name = match kind {
        Kind::Questions => None,
        Kind::Approval => Some("permission"),
        Kind::Form => Some("elicit"),
    };
    let path = match (name, path.strip_suffix("ask")) {
        (Some(name), Some(folder)) => format!("{folder}{name}"),
        (Some(_), None) | (None, _) => path.to_owned(),
    };
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    let path = format!("/{path}{query}").replace("{session}", session).replace("{timeout}", &seconds.to_string());
    (host.to_owned(), path)
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::step::Kind;

    #[test]
    fn the_address_of_a_call() {
        let url = "http://127.0.0.1:8787/sessions/{session}/ask?timeout={timeout}";
        let path = |kind| place(url, kind, "s", 5).1;
        assert_eq!(place(url, Kind::Questions, "s", 5).0, "127.0.0.1:8787");
        assert_eq!(path(Kind::Questions), "/sessions/s/ask?timeout=5");
        assert_eq!(path(Kind::Approval), "/sessions/s/permission?timeout=5");
        assert_eq!(path(Kind::Form), "/sessions/s/elicit?timeout=5");
        assert_eq!(place("http://a", Kind::Questions, "s", 5), ("a".to_owned(), "/".to_owned()));
    }
}
