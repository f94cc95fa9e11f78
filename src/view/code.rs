//! Lines of code in a box, with a button that copies them.

use super::copy::copy_button;
use super::dom::{El, el};
use super::words;

/// A box with code in a language.
pub(super) fn code_box(language: &str, code: &str) -> El {
    // It scrolls by itself, so the keyboard must reach it.
    let name = words::say(words::CODE);
    let lines = el("pre", "preview-code").attr("dir", "ltr").attr("tabindex", "0");
    let lines = lines.attr("role", "group").attr("aria-label", &name).text(code);
    let code = code.to_owned();
    let copy = copy_button(move || code.clone(), Some(lines.clone()));
    let head = el("div", "code-head").child(el("span", "language").text(language)).child(copy);
    el("div", "code-box").child(head).child(lines)
}
