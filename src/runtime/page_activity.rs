//! Listens to what the person does in the page around the widget, because the session's guard depends on it: keys and
//! presses, above all in fields of the page, and changes of the window's size or focus.

use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget, HtmlElement};

use crate::session::Input;

/// Listens to the window as long as it lives.
pub(super) struct PageActivity {
    window: EventTarget,
    listener: Closure<dyn Fn(Event)>,
}

/// The events of the window that are listened to.
const EVENTS: [&str; 4] = ["keydown", "pointerdown", "resize", "focus"];

impl PageActivity {
    /// Calls `notify` for every key and press, and for every new size or focus of the window.
    pub(super) fn listen(notify: impl Fn(Input) + 'static) -> Option<PageActivity> {
        let window: EventTarget = web_sys::window()?.into();
        let listener: Closure<dyn Fn(Event)> = Closure::new(move |event: Event| {
            if !event.is_trusted() {
                return;
            }
            let name = event.type_();
            // Fields have a focus too; the click that brings the window to the front was meant for no more than that.
            let is_window = event.target() == event.current_target();
            if name == "resize" || (name == "focus" && is_window) {
                notify(Input::LayoutMoved);
            } else if (name == "keydown" || name == "pointerdown") && is_in_field(&event) {
                notify(Input::TypedInPage);
            }
            if name != "resize" && (name != "focus" || is_window) {
                notify(Input::PageActivity);
            }
        });
        for name in EVENTS {
            window.add_event_listener_with_callback_and_bool(name, listener.as_ref().unchecked_ref(), true).ok()?;
        }
        Some(PageActivity { window, listener })
    }
}

impl Drop for PageActivity {
    fn drop(&mut self) {
        for name in EVENTS {
            let listener = self.listener.as_ref().unchecked_ref();
            let _ = self.window.remove_event_listener_with_callback_and_bool(name, listener, true);
        }
    }
}

/// Whether the event happened in a field. It may be deep in a component of the page, and the event's own target would be that
/// component.
fn is_in_field(event: &Event) -> bool {
    event.composed_path().get(0).dyn_into::<HtmlElement>().is_ok_and(|target| {
        target.is_content_editable() || matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    })
}
