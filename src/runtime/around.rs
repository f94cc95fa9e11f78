//! Hears what happens around the widget that its rules must know: somebody does something in the page, types or clicks into
//! a field of it, or the window changes its size or comes to the front.

use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget, HtmlElement};

use crate::session::Input;

/// Listens as long as it lives.
pub(super) struct Around {
    window: EventTarget,
    hear: Closure<dyn Fn(Event)>,
}

const KINDS: [&str; 4] = ["keydown", "pointerdown", "resize", "focus"];

impl Around {
    /// Tells of each key and press, and of each new size or focus of the window.
    pub(super) fn listen(tell: impl Fn(Input) + 'static) -> Option<Around> {
        let window: EventTarget = web_sys::window()?.into();
        let hear: Closure<dyn Fn(Event)> = Closure::new(move |event: Event| {
            if !event.is_trusted() {
                return;
            }
            let kind = event.type_();
            // The click that brings the window to the front was meant for no more than that. Fields have a focus too.
            let is_window = event.target() == event.current_target();
            if kind == "resize" || (kind == "focus" && is_window) {
                tell(Input::LayoutMoved);
            } else if (kind == "keydown" || kind == "pointerdown") && is_in_field(&event) {
                tell(Input::TypedInPage);
            }
            if kind != "resize" && (kind != "focus" || is_window) {
                tell(Input::PageActivity);
            }
        });
        for kind in KINDS {
            window.add_event_listener_with_callback_and_bool(kind, hear.as_ref().unchecked_ref(), true).ok()?;
        }
        Some(Around { window, hear })
    }
}

impl Drop for Around {
    fn drop(&mut self) {
        for kind in KINDS {
            let hear = self.hear.as_ref().unchecked_ref();
            let _ = self.window.remove_event_listener_with_callback_and_bool(kind, hear, true);
        }
    }
}

/// A field may be deep in a component of the page; the event's own target would be that component.
fn is_in_field(event: &Event) -> bool {
    event.composed_path().get(0).dyn_into::<HtmlElement>().is_ok_and(|target| {
        target.is_content_editable() || matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    })
}
