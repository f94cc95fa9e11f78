//! The line that opens the field for a note or a message.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement};

use super::AskContext;
use super::dom::{El, el};
use super::parts::{DialogPart, DialogParts};
use crate::keymap::{Control, Place};

/// The line. Whoever opens the field by it writes next, so the focus moves into the field.
pub(super) fn summary(ask: AskContext) -> El {
    let parts = ask.parts;
    el("summary", "notes-title")
        .place(Place::Button)
        .register(parts, DialogPart::NoteSummary)
        .attr("aria-keyshortcuts", &ask.shortcut(Control::Note))
        .on("click", move |event| {
            let is_open = parts.get(DialogPart::Note).is_some_and(|note| note.has_attribute("open"));
            if !is_open && open(parts, &event) {
                event.prevent_default();
            }
        })
}

/// Opens the field, if there is one to see, and moves the focus into it.
pub(super) fn open(parts: DialogParts, event: &Event) -> bool {
    if let Some(origin) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
        parts.set(DialogPart::NoteOrigin, &origin);
    }
    let Some(note) = parts.get(DialogPart::Note).filter(|note| !note.hidden()) else { return false };
    let _ = note.set_attribute("open", "");
    parts.focus(Place::NoteField)
}
