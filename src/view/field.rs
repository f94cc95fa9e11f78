//! A text field that grows: of "Other", and of a note.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

use super::dom::{El, el};
use super::slices::ReadOnlySlice;
use super::{AskContext, words};
use crate::keymap::Place;
use crate::session::Action;
use crate::text::limits;

/// When fewer characters than this are left, it is said how many.
const ROOM_SHOWN: usize = 500;

/// The attribute that holds the text from which the field gets its height.
const COPY: &str = "data-text";

/// A text field with the accessible name `name`. It shows `text`, and what is typed becomes an `action`.
pub(super) fn text_field(
    ask: AskContext,
    place: Place,
    name: &str,
    placeholder: &str,
    text: Rc<dyn Fn() -> String>,
    action: impl Fn(String) -> Action + 'static,
) -> Vec<El> {
    let area = el("textarea", "field").attr("aria-label", name);
    growing(ask, area, place, placeholder, text, Some(limits::TYPED), Box::new(action))
}

/// A text field of which `area` has the name. It shows `text`, and what is typed becomes an `action`. It takes at most so many
/// characters; without a number as many as the text has.
pub(super) fn growing(
    ask: AskContext,
    area: El,
    place: Place,
    placeholder: &str,
    text: Rc<dyn Fn() -> String>,
    most: Option<usize>,
    action: Box<dyn Fn(String) -> Action>,
) -> Vec<El> {
    let (value, copied) = (text.clone(), text.clone());
    let room = move || {
        let left = most.map(|most| most.saturating_sub(text().chars().count()));
        left.filter(|left| *left <= ROOM_SHOWN).map(words::room_left).unwrap_or_default()
    };
    let hint = placeholder.to_owned();
    let copy = move || Some(copied()).filter(|text| !text.is_empty()).unwrap_or_else(|| hint.clone());
    // A copy of the text below the field makes both as high as the text: not every browser has `field-sizing`.
    let around = el("div", "grow").bind_attr(COPY, copy);
    let copy = around.node().clone();
    let area = area
        .part("field")
        .register(ask.parts, place)
        .attr("rows", "1")
        .attr("maxlength", &most.map(|most| most.to_string()).unwrap_or_default())
        .attr("dir", "auto")
        .attr("placeholder", placeholder)
        .prop("value", move || value().into())
        .toggle_attr("readonly", ask.is::<ReadOnlySlice>(|read_only| read_only))
        .on("input", move |event| {
            if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) {
                // At once, so that the browser can scroll to the caret.
                let _ = copy.set_attribute(COPY, &field.value());
                ask.dispatch(action(field.value()));
            }
        });
    vec![around.child(area), el("span", "room").attr("role", "status").bind_text(room)]
}
