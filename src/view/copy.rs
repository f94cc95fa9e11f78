//! A button that copies a text.

use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;

use super::button::button;
use super::dom::{El, el};
use super::words;

/// A button that copies the `text` of the moment in which it is pressed. Where the page has no clipboard, the content of
/// `shown` is selected, so that it can be copied by hand.
pub(super) fn copy_button(text: impl Fn() -> String + 'static, shown: Option<El>) -> El {
    let label = el("span", "").attr("aria-live", "polite").text(&words::say(words::COPY));
    let outcome = label.clone();
    let copy = button("copy", move || {
        let (shown, outcome) = (shown.clone(), outcome.clone());
        // The language is not known later.
        let [copied, selected, not_copied] =
            [words::say(words::COPIED), words::selected(), words::say(words::NOT_COPIED)];
        let show = move |is_copied: bool| {
            let label = match &shown {
                _ if is_copied => &copied,
                Some(shown) => {
                    select(shown);
                    &selected
                }
                None => &not_copied,
            };
            outcome.clone().text(label);
        };
        match write_to_clipboard(&text()) {
            Some(copying) => show_then(&copying, Rc::new(show)),
            None => show(false),
        }
    });
    copy.child(label)
}

/// Calls `show` with whether a promise was fulfilled.
fn show_then(promise: &Promise, show: Rc<dyn Fn(bool)>) {
    let (on_success, on_failure) = (show.clone(), show);
    let on_success = Closure::once(move |_: JsValue| on_success(true));
    let on_failure = Closure::once(move |_: JsValue| on_failure(false));
    let _ = promise.then2(&on_success, &on_failure);
    // The browser frees both.
    on_success.into_js_value();
    on_failure.into_js_value();
}

/// Starts to write to the clipboard; `None` if the page has none.
fn write_to_clipboard(text: &str) -> Option<Promise> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into()).ok()?.dyn_into().ok()?;
    write.call1(&clipboard, &JsValue::from_str(text)).ok()?.dyn_into().ok()
}

fn select(shown: &El) {
    if let Some(selection) = web_sys::window().and_then(|window| window.get_selection().ok().flatten()) {
        let _ = selection.select_all_children(shown.node());
    }
}
