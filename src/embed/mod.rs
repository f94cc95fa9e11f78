//! The custom element `<ask-user>`: attributes in, events out, lifetimes. Knows no rules.

mod address;
mod detail;
mod style;
mod widget;

use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ShadowRoot};

pub use widget::Widget;

#[wasm_bindgen(module = "/src/embed/element.js")]
extern "C" {
    /// Defines the element, unless the page has it already.
    fn define(create: &Closure<dyn Fn(HtmlElement, ShadowRoot) -> Widget>);
}

/// Runs when the module is loaded: from here on the page knows `<ask-user>`.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    let create = Closure::new(Widget::new);
    define(&create);
    // Elements can be made as long as the page lives.
    create.forget();
}
