//! Hears when somebody types into a field of the page, so that no dialog opens under their fingers.
//!
//! What is typed into the widget itself does not count: from out here its keys come from the element, not from a field.

use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, HtmlElement};

/// Listens as long as it lives.
pub(super) struct Typing {
    document: Document,
    hear: Closure<dyn Fn(Event)>,
}

impl Typing {
    /// Calls `tell` for each key that goes into a field of the page.
    pub(super) fn listen(tell: impl Fn() + 'static) -> Option<Typing> {
        let document = web_sys::window()?.document()?;
        let hear: Closure<dyn Fn(Event)> = Closure::new(move |event: Event| {
            if event.is_trusted() && is_field(&event) {
                tell();
            }
        });
        document.add_event_listener_with_callback_and_bool("keydown", hear.as_ref().unchecked_ref(), true).ok()?;
        Some(Typing { document, hear })
    }
}

impl Drop for Typing {
    fn drop(&mut self) {
        let hear = self.hear.as_ref().unchecked_ref();
        let _ = self.document.remove_event_listener_with_callback_and_bool("keydown", hear, true);
    }
}

fn is_field(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|target| {
        target.is_content_editable() || matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    })
}
