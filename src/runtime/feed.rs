//! Where the frames of a session come from, and what they are sent on.

use js_sys::Function;
use wasm_bindgen::JsValue;

use super::socket::Socket;

/// Where to connect to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// The whole WebSocket address.
    pub url: String,
    /// Asks the page for the token, if there is one: called before each connection with its number, and answered by
    /// `Runtime::sign_in`. The token is sent as the first frame: a browser cannot send headers, and an address ends up in logs.
    pub ask_token: Option<Function>,
}

/// The way in which the page feeds the widget. There is one at a time.
#[derive(Default)]
pub(super) enum Feed {
    /// Nothing feeds it yet.
    #[default]
    None,
    /// A WebSocket of the widget's own, to this address.
    OwnSocket(Address),
    /// A connection that the page carries, on which frames go out through this function. To the widget it is the same whether
    /// the page has attached its own socket, hands over frames that came by any other way, or asks by itself; the classes in
    /// `src/element/feed/` distinguish these.
    Page(Function),
}

/// What the frames of one connection are sent on.
pub(super) enum Transport {
    /// Nothing yet: the page was asked for the token of a socket.
    AwaitingToken,
    /// A socket of the widget's own; it is closed when dropped.
    OwnSocket(Socket),
    /// A function of the page's, which sends them.
    Page(Function),
}

impl Transport {
    /// Whether a frame can be sent.
    pub(super) fn is_open(&self) -> bool {
        match self {
            Transport::AwaitingToken => false,
            Transport::OwnSocket(socket) => socket.is_open(),
            Transport::Page(_) => true,
        }
    }

    /// Sends a frame. Returns whether that was possible.
    pub(super) fn send(&self, json: &str) -> bool {
        match self {
            Transport::AwaitingToken => false,
            Transport::OwnSocket(socket) => socket.send(json),
            Transport::Page(send) => send.call1(&JsValue::UNDEFINED, &json.into()).is_ok(),
        }
    }
}
