//! A button: all of the widget's are made here.

use super::dom::{El, el};
use crate::keymap::Place;

/// A button of a class, which is also its `part` for the style sheets of the page.
pub(super) fn button(class: &str, press: impl Fn() + 'static) -> El {
    el("button", class).part(class).attr("type", "button").place(Place::Button).on("click", move |_| press())
}
