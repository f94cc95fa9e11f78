//! The smallest HTTP client that can tell whether a server answers.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// How long one attempt may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// The status with which a server on 127.0.0.1 answers a GET, if one does.
pub(super) fn status(port: u16, path: &str) -> Option<u16> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").ok()?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).ok()?;
    parse(&head)
}

/// Reads `HTTP/1.1 200`.
fn parse(head: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(head).ok()?;
    text.strip_prefix("HTTP/1.")?.split_once(' ')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn only_http_counts_as_an_answer() {
        assert_eq!(parse(b"HTTP/1.1 200"), Some(200));
        assert_eq!(parse(b"HTTP/1.0 404"), Some(404));
        assert_eq!(parse(b"SSH-2.0-Open"), None);
    }

    #[test]
    fn a_real_server_is_heard() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut request = [0; 16];
            stream.read_exact(&mut request).expect("a request");
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").expect("an answer");
            // The second client gets no answer; the port stays taken, so that no other server can give one.
            drop(listener.accept().expect("a client"));
            request
        });
        assert_eq!(status(port, "/healthz"), Some(204));
        assert_eq!(status(port, "/"), None);
        assert_eq!(&server.join().expect("no panic"), b"GET /healthz HTT");
    }
}
