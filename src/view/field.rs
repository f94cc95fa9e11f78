//! A field for text of the person's own: "Other", and notes.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

use super::dom::{El, el};
use super::option::read_only;
use super::{Asked, words};
use crate::keymap::Place;
use crate::protocol::limits;
use crate::session::{Action, Dialog};

/// From here on it is said how many characters still fit.
const ROOM_SHOWN: usize = 500;

/// Holds the text that the field is as high as.
const COPY: &str = "data-text";

/// A field that grows, called `name`. It shows `text`, and what is typed becomes an `action`.
pub(super) fn field(
    asked: &Asked,
    place: Place,
    name: &str,
    placeholder: &str,
    text: impl Fn(&Dialog) -> String + 'static,
    action: impl Fn(String) -> Action + 'static,
) -> Vec<El> {
    let text = Rc::new(text);
    let writer = asked.clone();
    let room = asked.text({
        let text = text.clone();
        move |dialog| {
            let left = limits::TYPED.saturating_sub(text(dialog).chars().count());
            if left <= ROOM_SHOWN { words::room_left(left) } else { String::new() }
        }
    });
    let text = Rc::new(asked.text(move |dialog| text(dialog)));
    let (copied, hint) = (text.clone(), placeholder.to_owned());
    let area = el("textarea", "field")
        .part("field")
        .register(asked.parts, place)
        .attr("rows", "1")
        .attr("maxlength", &limits::TYPED.to_string())
        .attr("dir", "auto")
        .attr("aria-label", name)
        .attr("placeholder", placeholder)
        .prop("value", move || text().into())
        .toggle_attr("readonly", read_only(asked))
        .on("input", move |event| {
            if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) {
                // At once, so that the browser can scroll to the caret.
                if let Some(around) = field.parent_element() {
                    let _ = around.set_attribute(COPY, &field.value());
                }
                writer.does(action(field.value()));
            }
        });
    // Its copy below the field makes both as high as the text: not every browser has `field-sizing`.
    let area = el("div", "grow")
        .bind_attr(COPY, move || Some(copied()).filter(|text| !text.is_empty()).unwrap_or_else(|| hint.clone()))
        .child(area);
    vec![area, el("span", "room").attr("role", "status").bind_text(room)]
}
