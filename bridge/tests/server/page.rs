//! A page as the bridge sees it: a WebSocket.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderName;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::bridge::{Bridge, PATIENCE};

pub(crate) struct Page(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Page {
    /// Connects and reads the greeting.
    pub(crate) async fn open(bridge: &Bridge, session: &str) -> Page {
        let mut page = Page::handshake(bridge, session, &[]).await.unwrap();
        page.greeting().await;
        page
    }

    /// Connects, or gives the status of the refusal.
    pub(crate) async fn handshake(bridge: &Bridge, session: &str, headers: &[(&str, &str)]) -> Result<Page, u16> {
        let mut request = format!("ws://{}/ws/{session}", bridge.address).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(Page(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Reads `connected` and `session_status`, and gives the latter.
    pub(crate) async fn greeting(&mut self) -> Value {
        assert_eq!(self.frame().await["type"], "connected");
        let status = self.frame().await;
        assert_eq!(status["type"], "session_status");
        status
    }

    pub(crate) async fn frame(&mut self) -> Value {
        match self.message().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("a frame should come: {other:?}"),
        }
    }

    /// The next frame, which must be of this type.
    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        let frame = self.frame().await;
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// The code with which the bridge closes; nothing else may come before or after.
    pub(crate) async fn closed(&mut self) -> u16 {
        match self.message().await {
            Some(Message::Close(Some(frame))) => {
                assert_eq!(frame.reason.as_str(), "");
                let after = self.message().await;
                assert!(after.is_none(), "{after:?}");
                frame.code.into()
            }
            other => panic!("the bridge should close: {other:?}"),
        }
    }

    /// The next message that is no ping or pong; none when the connection has ended.
    pub(crate) async fn message(&mut self) -> Option<Message> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("something comes")? {
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(message) => return Some(message),
                Err(_) => return None,
            }
        }
    }

    pub(crate) async fn send(&mut self, frame: Value) {
        self.send_message(Message::text(frame.to_string())).await;
    }

    pub(crate) async fn send_message(&mut self, message: Message) {
        self.0.send(message).await.unwrap();
    }

    pub(crate) async fn answer(&mut self, question: &Value, answers: Value) {
        let data = json!({"question_id": question["question_id"], "answers": answers, "cancelled": false});
        self.send(json!({"type": "ask_user_response", "data": data})).await;
    }

    pub(crate) async fn cancel(&mut self, question: &Value) {
        let data = json!({"question_id": question["question_id"], "cancelled": true});
        self.send(json!({"type": "ask_user_response", "data": data})).await;
    }

    /// Decides about an approval or a form.
    pub(crate) async fn decide(&mut self, request: &Value, result: &Value) {
        let name = match request["type"].as_str() {
            Some("permission_request") => "permission_response",
            _ => "elicitation_response",
        };
        let data = json!({"request_id": request["request_id"], "result": result});
        self.send(json!({"type": name, "data": data})).await;
    }
}
