//! A field for text of the person's own: "Other", and notes.

use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

use super::Asked;
use super::dom::{El, el};
use super::option::locked;
use crate::protocol::limits;
use crate::session::{Action, Dialog};

/// A field that grows, called `name`. It shows `text`, and what is typed becomes an `action`.
pub(super) fn field(
    asked: &Asked,
    name: &str,
    placeholder: &str,
    text: impl Fn(&Dialog) -> String + 'static,
    action: impl Fn(String) -> Action + 'static,
) -> El {
    let text = asked.text(text);
    let writer = asked.clone();
    el("textarea", "field")
        .part("field")
        .set("rows", "1")
        .set("maxlength", &limits::TYPED.to_string())
        .set("dir", "auto")
        .set("aria-label", name)
        .set("placeholder", placeholder)
        .property("value", move || text().into())
        .while_true("readonly", locked(asked))
        .on("input", move |event| {
            if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) {
                writer.does(action(field.value()));
            }
        })
}
