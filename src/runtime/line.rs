//! What frames are sent on, whoever made it.

use js_sys::Function;
use wasm_bindgen::JsValue;

use super::socket::Socket;

/// What frames are sent on.
pub(super) enum Line {
    /// A socket of our own; closed when dropped.
    Own(Socket),
    /// Whatever the page has.
    Lent(Function),
}

impl Line {
    /// Whether the frame could be handed over.
    pub(super) fn send(&self, json: String) -> bool {
        match self {
            Line::Own(socket) => socket.send(json),
            Line::Lent(send) => send.call1(&JsValue::UNDEFINED, &json.into()).is_ok(),
        }
    }
}
