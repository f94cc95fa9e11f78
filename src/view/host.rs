//! What the page says about the widget on its element.

use wasm_bindgen::JsCast;
use web_sys::{Node, ShadowRoot};

/// An attribute of the element that `node` is shown in.
pub(super) fn attribute(node: &Node, name: &str) -> Option<String> {
    let root = node.get_root_node().dyn_into::<ShadowRoot>();
    root.ok().and_then(|root| root.host().get_attribute(name))
}
