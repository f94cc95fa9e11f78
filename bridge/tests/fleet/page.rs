//! A page that does only what a test says, and shows every frame that it gets.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::fleet::PATIENCE;

pub(crate) struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Page {
    /// Connects as this view, and waits until the bridge has greeted it.
    pub(crate) async fn open(address: SocketAddr, session: &str, view: &str) -> Page {
        let address = format!("ws://{address}/ws/{session}?view={view}");
        let (socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        let mut page = Page { socket };
        page.until("session_status").await;
        page
    }

    pub(crate) async fn send(&mut self, frame: Value) {
        self.socket.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// The next frame of this type.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            match self.next().await {
                Ok(frame) if frame["type"] == kind => return frame,
                Ok(_) => {}
                Err(code) => panic!("closed with {code:?}, and no {kind} came"),
            }
        }
    }

    /// The code with which the bridge closes the connection; `None` if it breaks.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }

    /// The next frame, or how the connection ended.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("something comes") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }
}
