//! Lines of code in a box, with a button that copies them.

use super::copy::copy_button;
use super::dom::{El, el};
use super::words;

/// A box with this code.
pub(super) fn code_box(language: &str, code: &str) -> El {
    // It scrolls by itself, so it must be in reach of the keyboard.
    let name = words::say(words::CODE);
    let lines = el("pre", "preview-code").set("dir", "ltr").set("tabindex", "0");
    let lines = lines.set("role", "group").set("aria-label", &name).say(code);
    let code = code.to_owned();
    let copy = copy_button(move || code.clone(), Some(lines.clone()));
    let head = el("div", "code-head").with(el("span", "language").say(language)).with(copy);
    el("div", "code-box").with(head).with(lines)
}
