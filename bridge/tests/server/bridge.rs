//! A bridge of the test's own, and an HTTP client that shows what really travels.

use std::net::SocketAddr;
use std::time::Duration;

use ask_user_bridge::config::Config;
use ask_user_bridge::server::Server;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Long enough for a loaded machine; a test that waits for it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Bridge {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Bridge {
    pub(crate) async fn start(config: Config) -> Bridge {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(Config { listen, ..config }).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async { drop(stopped.await) }));
        Bridge { address, stop: Some(stop), task }
    }

    /// One that runs already, in a process of its own.
    pub(crate) fn at(address: SocketAddr) -> Bridge {
        Bridge { address, stop: None, task: tokio::spawn(async {}) }
    }

    /// Tells the bridge to stop, and does not wait for its end.
    pub(crate) fn tell_to_stop(&mut self) {
        drop(self.stop.take());
    }

    /// Stops the bridge and waits for its end.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        timeout(PATIENCE, &mut self.task).await.expect("the bridge ends").unwrap();
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], "").await
    }

    pub(crate) async fn post(&self, path: &str, body: impl ToString) -> Reply {
        self.send("POST", path, &[], &body.to_string()).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut stream = self.begin(method, path, headers, body).await;
        read(&mut stream).await
    }

    /// Sends a request and gives the connection on which the reply will come; dropping it hangs up.
    pub(crate) async fn begin(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            request += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("content-length: {}\r\n\r\n{body}", body.len());
        // A request that is refused early may not be read to its end.
        let _ = stream.write_all(request.as_bytes()).await;
        stream
    }

    /// Starts an ask and leaves it waiting.
    pub(crate) async fn ask(&self, session: &str) -> TcpStream {
        self.begin("POST", &format!("/sessions/{session}/ask"), &[], &question().to_string()).await
    }
}

/// Reads a reply to the end of the connection.
pub(crate) async fn read(stream: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A reset after the reply is no matter.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("a reply comes");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").expect("a reply has a head");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Reply { status, head: head.to_lowercase(), body: body.to_owned() }
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}

pub(crate) fn question() -> Value {
    json!({"questions": [{"question": "Q?", "header": "Q", "options": [], "multiSelect": false}], "metadata": {"z": 1}})
}
