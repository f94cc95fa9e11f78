//! What stands behind the custom element `<ask-user>`: attributes in, events out, lifetimes. Knows no rules.
//!
//! The element's class is in `ask-user.js`, which fetches this module when it is needed.

mod adapt;
mod address;
mod detail;
mod style;
mod widget;

use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ShadowRoot};

pub use widget::Widget;

/// The widget of one element, which shows itself in `root`.
#[wasm_bindgen]
pub fn create(host: HtmlElement, root: ShadowRoot) -> Widget {
    // Not in a `start` function: in an app that has this crate for its component, that would take the place of `main`.
    console_error_panic_hook::set_once();
    Widget::new(host, root)
}
