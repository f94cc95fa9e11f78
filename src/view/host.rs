//! What the page sets on the element of the widget, and on which kind of machine it is shown.

use wasm_bindgen::JsCast;
use web_sys::{Node, ShadowRoot};

/// An attribute of the element in whose shadow root `node` is.
pub(super) fn attribute(node: &Node, name: &str) -> Option<String> {
    let root = node.get_root_node().dyn_into::<ShadowRoot>();
    root.ok().and_then(|root| root.host().get_attribute(name))
}

/// Whether this is a machine of Apple, where ⌘ does what Ctrl does elsewhere.
pub(super) fn is_mac() -> bool {
    let platform = web_sys::window().and_then(|window| window.navigator().platform().ok());
    platform.is_some_and(|platform| platform.starts_with("Mac") || platform.starts_with("iP"))
}
