//! One WebSocket, from opening to its end.
//!
//! Over the browser's own class, and not over gloo-net's, which panics where a browser throws something that is no `Error`:
//! see `docs/decisions/0001-a-socket-without-gloo-net.md`. Nothing that a browser throws makes this panic.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::{CloseEvent, Event, MessageEvent, WebSocket};

/// The close code of a connection that ended without one.
pub const ABNORMAL: u16 = 1006;

/// What happens on a connection.
pub enum SocketEvent {
    /// It is open, and the token is sent if there is one.
    Opened,
    /// A frame came: its text, or the value that the text was parsed to. A text is not copied into the memory of the wasm,
    /// which never shrinks, before it is measured.
    Frame(JsValue),
    /// It failed or ended, with the close code and the other end's words.
    Closed(u16, String),
}

/// A socket; it is closed when dropped.
pub(super) struct Socket {
    socket: WebSocket,
    /// Whether it is open and the token, if there is one, was sent: a bridge must get the token first.
    is_open: Rc<Cell<bool>>,
    _listener: Closure<dyn Fn(Event)>,
}

impl Socket {
    /// Opens a socket, sends `first`, and calls `on_event` with everything that happens until it ends or is dropped. Fails with the
    /// browser's words.
    pub(super) fn open(
        url: &str,
        first: Option<String>,
        on_event: impl Fn(SocketEvent) + 'static,
    ) -> Result<Socket, String> {
        let socket = WebSocket::new(url).map_err(|thrown| words(&thrown))?;
        let is_open = Rc::new(Cell::new(false));
        let listener: Closure<dyn Fn(Event)> = Closure::new({
            let (socket, is_open) = (socket.clone(), is_open.clone());
            move |event: Event| match event.type_().as_str() {
                "open" => {
                    if let Some(first) = &first {
                        let _ = socket.send_with_str(first);
                    }
                    is_open.set(true);
                    on_event(SocketEvent::Opened);
                }
                "message" => {
                    let data = event.unchecked_into::<MessageEvent>().data();
                    // The protocol has no binary frames.
                    if data.is_string() {
                        on_event(SocketEvent::Frame(data));
                    }
                }
                // An event `error` carries nothing, and `close` follows it.
                _ => {
                    let close: CloseEvent = event.unchecked_into();
                    on_event(SocketEvent::Closed(close.code(), close.reason()));
                }
            }
        });
        let callback = Some(listener.as_ref().unchecked_ref());
        socket.set_onopen(callback);
        socket.set_onmessage(callback);
        socket.set_onclose(callback);
        Ok(Socket { socket, is_open, _listener: listener })
    }

    /// Whether a frame can be sent.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.get() && self.socket.ready_state() == WebSocket::OPEN
    }

    /// Sends a frame. Returns whether the browser took it.
    pub(super) fn send(&self, json: &str) -> bool {
        self.socket.send_with_str(json).is_ok()
    }

    /// Ends the connection, and stops listening to it.
    pub(super) fn close(&self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.close();
    }
}

/// The words of what a browser throws, which need not be an `Error`.
fn words(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    message.or_else(|| thrown.as_string()).unwrap_or_default()
}
