//! One WebSocket, from opening to its end.
//!
//! gloo-net gives no "opened" item, no error for a send on a closed socket, and after `split` no way to close; so one
//! task owns the whole socket and looks at both directions by turns. Dropping [`Socket`] ends the task, which closes
//! the connection and detaches its listeners.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::{SinkExt, StreamExt};
use gloo_net::websocket::futures::WebSocket;
use gloo_net::websocket::{Message, State, WebSocketError};
use wasm_bindgen_futures::spawn_local;

use super::Address;
use crate::protocol::ClientFrame;

/// The close code of a connection that ended without one.
pub const ABNORMAL: u16 = 1006;

/// What a connection has to tell.
pub enum News {
    /// It is open, and the token is sent if there is one.
    Opened,
    /// A frame came.
    Text(String),
    /// It failed or ended, with the close code and the other end's words.
    Closed(u16, String),
}

/// A socket; closed when dropped.
pub(super) struct Socket {
    outgoing: UnboundedSender<String>,
    is_open: Rc<Cell<bool>>,
}

impl Socket {
    /// Opens a socket; `tell` hears of everything until it ends or is dropped.
    pub(super) fn open(address: &Address, tell: impl Fn(News) + 'static) -> Result<Socket, String> {
        let socket = WebSocket::open(&address.url).map_err(|error| error.to_string())?;
        let (outgoing, queue) = unbounded();
        let is_open = Rc::new(Cell::new(false));
        spawn_local(run(socket, queue, address.token.clone(), is_open.clone(), tell));
        Ok(Socket { outgoing, is_open })
    }

    /// Queues a frame. Whether the socket is open to send it.
    pub(super) fn send(&self, json: String) -> bool {
        self.is_open.get() && self.outgoing.unbounded_send(json).is_ok()
    }
}

/// What happened next on a socket.
enum Next {
    Incoming(Option<Result<Message, WebSocketError>>),
    Outgoing(Option<String>),
    Opened,
}

async fn run(
    mut socket: WebSocket,
    mut queue: UnboundedReceiver<String>,
    token: Option<String>,
    is_open: Rc<Cell<bool>>,
    tell: impl Fn(News) + 'static,
) {
    loop {
        let next = poll_fn(|context| {
            if !is_open.get() && socket.poll_ready_unpin(context).is_ready() && matches!(socket.state(), State::Open) {
                return Poll::Ready(Next::Opened);
            }
            // Incoming first: what the bridge said before it closed must be heard.
            if let Poll::Ready(item) = socket.poll_next_unpin(context) {
                return Poll::Ready(Next::Incoming(item));
            }
            queue.poll_next_unpin(context).map(Next::Outgoing)
        });
        match next.await {
            Next::Opened => {
                if let Some(token) = &token {
                    let frame = ClientFrame::Authenticate { token: token.clone() };
                    let _ = socket.send(Message::Text(frame.to_value().to_json())).await;
                }
                // The token is the first that a bridge hears.
                is_open.set(true);
                tell(News::Opened);
            }
            Next::Incoming(Some(Ok(Message::Text(text)))) => tell(News::Text(text)),
            // The protocol has no binary frames.
            Next::Incoming(Some(Ok(Message::Bytes(_)))) => {}
            // A close item with the reason follows.
            Next::Incoming(Some(Err(WebSocketError::ConnectionError))) => {}
            Next::Incoming(Some(Err(WebSocketError::ConnectionClose(close)))) => {
                return tell(News::Closed(close.code, close.reason));
            }
            Next::Incoming(_) => return tell(News::Closed(ABNORMAL, String::new())),
            Next::Outgoing(Some(json)) => {
                if socket.send(Message::Text(json)).await.is_err() {
                    return tell(News::Closed(ABNORMAL, String::new()));
                }
            }
            Next::Outgoing(None) => {
                let _ = socket.close(None, None);
                return;
            }
        }
    }
}
