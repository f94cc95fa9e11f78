//! Listens to the network as it comes and goes, and to the page as it is hidden, frozen and shown again.

use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget};

use crate::session::Input;

/// The events that are listened to, on the window and on the document.
const EVENTS: [&[&str]; 2] =
    [&["online", "offline", "pageshow", "pagehide"], &["visibilitychange", "freeze", "resume"]];

/// Listens as long as it lives.
pub(super) struct PageLifecycle {
    targets: [EventTarget; 2],
    listener: Closure<dyn Fn(Event)>,
}

impl PageLifecycle {
    /// Calls `notify` with what each event means to the session.
    pub(super) fn listen(notify: impl Fn(Input) + 'static) -> Option<PageLifecycle> {
        let window = web_sys::window()?;
        let document = window.document()?;
        let page = document.clone();
        let listener: Closure<dyn Fn(Event)> = Closure::new(move |event: Event| {
            notify(match event.type_().as_str() {
                "offline" => Input::Offline,
                "pagehide" | "freeze" => Input::PageHidden,
                // A page that was frozen was asleep, however long.
                "resume" => Input::Slept,
                "visibilitychange" if page.hidden() => Input::PageHidden,
                "online" => Input::Online,
                _ => Input::PageShown,
            });
        });
        let lifecycle = PageLifecycle { targets: [window.into(), document.into()], listener };
        lifecycle.each(|target, name, listener| drop(target.add_event_listener_with_callback(name, listener)));
        Some(lifecycle)
    }

    fn each(&self, call: impl Fn(&EventTarget, &str, &js_sys::Function)) {
        for (target, names) in self.targets.iter().zip(EVENTS) {
            names.iter().for_each(|name| call(target, name, self.listener.as_ref().unchecked_ref()));
        }
    }
}

impl Drop for PageLifecycle {
    fn drop(&mut self) {
        self.each(|target, name, listener| drop(target.remove_event_listener_with_callback(name, listener)));
    }
}

/// Whether nobody looks at the page now.
pub(super) fn is_page_hidden() -> bool {
    web_sys::window().and_then(|window| window.document()).is_some_and(|document| document.hidden())
}
