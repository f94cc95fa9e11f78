//! Hears when the network comes and goes, and when the page is left or looked at again.

use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget};

use crate::session::Input;

/// What is listened to, on the window and on the document.
const EVENTS: [&[&str]; 2] =
    [&["online", "offline", "pageshow", "pagehide"], &["visibilitychange", "freeze", "resume"]];

/// Listens as long as it lives.
pub(super) struct Wakes {
    targets: [EventTarget; 2],
    hear: Closure<dyn Fn(Event)>,
}

impl Wakes {
    /// Calls `tell` with what each event means.
    pub(super) fn listen(tell: impl Fn(Input) + 'static) -> Option<Wakes> {
        let window = web_sys::window()?;
        let document = window.document()?;
        let page = document.clone();
        let tell = Rc::new(tell);
        let told = tell.clone();
        let hear: Closure<dyn Fn(Event)> = Closure::new(move |event: Event| {
            tell(match event.type_().as_str() {
                "offline" => Input::Offline,
                "pagehide" | "freeze" => Input::PageHidden,
                // A page that was frozen was asleep, however long.
                "resume" => Input::Slept,
                "visibilitychange" if page.hidden() => Input::PageHidden,
                "online" => Input::Online,
                _ => Input::PageShown,
            });
        });
        if document.hidden() {
            told(Input::PageHidden);
        }
        let wakes = Wakes { targets: [window.into(), document.into()], hear };
        wakes.each(|target, name, hear| drop(target.add_event_listener_with_callback(name, hear)));
        Some(wakes)
    }

    fn each(&self, what: impl Fn(&EventTarget, &str, &js_sys::Function)) {
        for (target, names) in self.targets.iter().zip(EVENTS) {
            names.iter().for_each(|name| what(target, name, self.hear.as_ref().unchecked_ref()));
        }
    }
}

impl Drop for Wakes {
    fn drop(&mut self) {
        self.each(|target, name, hear| drop(target.remove_event_listener_with_callback(name, hear)));
    }
}
