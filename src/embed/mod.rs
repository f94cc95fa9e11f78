//! What stands behind the custom element `<ask-user>`: attributes in, events out, lifetimes. Knows no rules.
//!
//! The element's class is in `src/element/ask-user.js`, which fetches this module when it is needed.

mod adapt;
mod address;
mod detail;
mod options;
mod page_style;
mod style;
mod widget;

#[cfg(not(panic = "immediate-abort"))]
use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ShadowRoot};

use crate::chunk;
use crate::runtime::TextStore;
#[cfg(feature = "component")]
pub(crate) use detail::event_detail;
#[cfg(feature = "component")]
pub(crate) use options::Options;
pub use widget::Widget;

/// Makes the widget of one element, which shows itself in `root`. What may not be in the tab's storage goes to
/// `recovery_store`.
#[wasm_bindgen]
pub fn create(host: HtmlElement, root: ShadowRoot, recovery_store: Option<TextStore>) -> Widget {
    Widget::new(host, root, recovery_store)
}

/// Has `failed` called with the words of a panic, before the panic ends the instance. In what is shipped a panic has no words, and
/// the browser reports the end.
#[cfg(panic = "immediate-abort")]
#[wasm_bindgen(js_name = onFailure)]
pub fn on_failure(_failed: Function) {}

/// Has `failed` called with the words of a panic, before the panic ends the instance.
#[cfg(not(panic = "immediate-abort"))]
#[wasm_bindgen(js_name = onFailure)]
pub fn on_failure(failed: Function) {
    thread_local! {
        static FAILED: RefCell<Option<Function>> = RefCell::default();
    }
    FAILED.set(Some(failed));
    // Not in a `start` function: in an app that has this crate for its component, the hook is the app's to set.
    std::panic::set_hook(Box::new(|panic| {
        // A build for development also has the stack in the console.
        #[cfg(debug_assertions)]
        console_error_panic_hook::hook(panic);
        let failed = FAILED.try_with(|failed| failed.try_borrow().ok()?.clone()).ok().flatten();
        if let Some(failed) = failed {
            let _ = failed.call1(&JsValue::UNDEFINED, &panic.to_string().into());
        }
    }));
}

/// Has `load` called with the name of a chunk when that is needed, and with a function that it calls with whether the chunk came.
#[wasm_bindgen(js_name = setChunkLoader)]
pub fn set_chunk_loader(load: Function) {
    chunk::set_loader(load);
}

/// Makes the next call go to a fresh instance of the same module; what was made before is of no use any more.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}
