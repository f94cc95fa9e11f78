//! The frame of the dialog: one size for all questions of an ask, so that nothing in it moves by itself.
//!
//! Between its edges only the middle scrolls. What comes and goes in the foot takes its room from the middle's lower end,
//! where nobody presses. The frame grows only by what the person does: by what they type or open.

use leptos::prelude::Owner;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, ShadowRoot};

use super::dom::{El, el};

/// So many questions are measured at most; the frame of the rest grows when they come.
const MEASURED: usize = 8;

/// Makes the frame high enough for each of `steps`, which `build` makes, and for what it holds now.
pub(super) fn fit(dialog: &HtmlElement, steps: usize, build: impl Fn(usize) -> El) {
    let _ = dialog.style().set_property("--_gutter", &format!("{}px", gutter(dialog).unwrap_or_default()));
    let mut height = 0;
    for step in 0..steps.min(MEASURED) {
        // In a form of their own, radio buttons have nothing to do with those of the same name that are shown.
        let probe = el("form", "probe");
        probe.clone().append_to(dialog);
        let owner = Owner::new();
        let built = owner.with(|| build(step));
        built.append_to(probe.node());
        height = height.max(probe.node().offset_height());
        owner.cleanup();
        probe.node().remove();
    }
    let _ = dialog.remove_attribute("data-framed");
    hold(dialog, height.max(content(dialog)), true);
}

/// The window is as wide as it was not before.
pub(super) fn refit(dialog: &HtmlElement) {
    fit(dialog, 0, |_| el("div", ""));
}

/// Lets the frame grow by what the person typed or opened.
pub(super) fn grow(dialog: &HtmlElement) {
    hold(dialog, content(dialog), false);
}

/// Scrolls the field that somebody writes in into sight, above the foot.
pub(super) fn show_focused(dialog: &HtmlElement) {
    if let Ok(Some(field)) = dialog.query_selector(".field:focus") {
        show(&field);
    }
}

/// Scrolls as far as it takes to see `element`, and no further.
pub(super) fn show(element: &Element) {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"block".into(), &"nearest".into());
    let method =
        js_sys::Reflect::get(element, &"scrollIntoView".into()).map(JsValue::unchecked_into::<js_sys::Function>);
    if let Ok(method) = method {
        let _ = method.call1(element, &options);
    }
}

/// The height of all that is in the dialog, as if nothing had to scroll.
fn content(dialog: &HtmlElement) -> i32 {
    let hidden = |part: &str| {
        let part = dialog.query_selector(part).ok().flatten();
        part.map_or(0, |part| part.scroll_height() - part.client_height())
    };
    dialog.offset_height() + hidden(":scope > .ask") + hidden(":scope > .ask > .body")
}

fn hold(dialog: &HtmlElement, height: i32, is_first: bool) {
    let before = dialog.get_attribute("data-framed").and_then(|height| height.parse().ok()).unwrap_or(0);
    let now = height.max(before);
    if is_first {
        let _ = dialog.style().set_property("--_height", &format!("{height}px"));
        let _ = dialog.style().set_property("--_under", &format!("{}px", under(dialog).unwrap_or_default()));
    }
    let _ = dialog.style().set_property("--_now", &format!("{now}px"));
    let _ = dialog.set_attribute("data-framed", &now.to_string());
}

/// How much room is kept on each side of the middle for a scroll bar; none where it lies over the text.
fn gutter(dialog: &HtmlElement) -> Option<i32> {
    let body: HtmlElement = dialog.query_selector(":scope > .ask > .body").ok()??.dyn_into().ok()?;
    Some((body.offset_width() - body.client_width()) / 2)
}

/// How much padding what scrolls around the element has at its lower end: something sticky stops above it.
fn under(dialog: &HtmlElement) -> Option<i32> {
    let mut around = dialog.get_root_node().dyn_into::<ShadowRoot>().ok()?.host().parent_element()?;
    loop {
        let style = web_sys::window()?.get_computed_style(&around).ok()??;
        let overflow = style.get_property_value("overflow-y").ok()?;
        if overflow == "auto" || overflow == "scroll" {
            let padding = style.get_property_value("padding-block-end").ok()?;
            // Rust's own reading of fractions would weigh more than all of this file.
            return Some(js_sys::parse_float(&padding) as i32);
        }
        around = around.parent_element()?;
    }
}
