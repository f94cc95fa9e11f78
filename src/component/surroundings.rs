//! What a question does to the page around the component: it disables the chat's own input, and calls back a person who is
//! looking elsewhere. The element's own modules do it, so that the component does the same.

use std::cell::Cell;

use js_sys::{Function, JSON};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ShadowRoot};

use crate::embed::event_detail;
use crate::runtime::HostReply;
use crate::session::Event;

#[wasm_bindgen(module = "/src/element/protect.js")]
extern "C" {
    /// Keeps events that a script has made from everything in the shadow root.
    pub(super) fn protect(root: &ShadowRoot);
}

#[wasm_bindgen(module = "/src/element/background.js")]
extern "C" {
    /// Calls a person who is looking elsewhere.
    fn call(element: &HtmlElement, detail: &JsValue, notify: bool, sound: bool);
    /// The element no longer waits for the person.
    fn clear(element: &HtmlElement);
}

#[wasm_bindgen(module = "/src/element/composer.js")]
extern "C" {
    /// What disables the chat's own input.
    type Composer;
    #[wasm_bindgen(constructor)]
    fn new(element: &HtmlElement, on_missing: &Closure<dyn Fn(String)>) -> Composer;
    #[wasm_bindgen(method)]
    fn set(this: &Composer, is_waiting: bool);
}

#[wasm_bindgen(module = "/src/element/frame-log.js")]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = logFrame)]
    static LOG_FRAME: Function;
}

/// The function that shows frames to a developer.
pub(super) fn frame_log() -> Function {
    LOG_FRAME.with(Function::clone)
}

/// What the app has chosen about the page around the component.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PageOptions {
    /// Id of the chat's own input.
    pub(super) composer: Option<String>,
    /// Whether a question in the background shows a notification.
    pub(super) notify: bool,
    /// Whether a question in the background plays two short notes.
    pub(super) sound: bool,
}

/// The page around one component.
pub(super) struct Surroundings {
    element: HtmlElement,
    composer: Composer,
    is_waiting: Cell<bool>,
    notify: Cell<bool>,
    sound: Cell<bool>,
    /// What `composer` calls.
    _on_missing: Closure<dyn Fn(String)>,
}

impl Surroundings {
    /// The page around the component's `element`. `on_missing` is called when no element has the id of the composer.
    pub(super) fn new(element: HtmlElement, on_missing: impl Fn(String) + 'static) -> Surroundings {
        let on_missing = Closure::new(on_missing);
        let composer = Composer::new(&element, &on_missing);
        let [is_waiting, notify, sound] = Default::default();
        Surroundings { element, composer, is_waiting, notify, sound, _on_missing: on_missing }
    }

    /// Takes what the app has chosen, as it is now.
    pub(super) fn set(&self, options: PageOptions) {
        self.notify.set(options.notify);
        self.sound.set(options.sound);
        // `composer.js` reads the attribute, as it does for the custom element.
        let _ = match options.composer {
            Some(id) => self.element.set_attribute("composer", &id),
            None => self.element.remove_attribute("composer"),
        };
        self.composer.set(self.is_waiting.get());
    }

    /// Does what an event means for the page. `reply` is who shows the question of the event.
    pub(super) fn follow(&self, event: &Event, reply: HostReply) {
        match event {
            Event::Ask { .. } if reply == HostReply::Continue => {
                let detail = JSON::parse(&event_detail(event).to_json()).unwrap_or_default();
                call(&self.element, &detail, self.notify.get(), self.sound.get());
            }
            Event::Status(status) => self.set_waiting(status.waiting_for_user),
            _ => {}
        }
    }

    /// The component is gone.
    pub(super) fn end(&self) {
        self.set_waiting(false);
    }

    fn set_waiting(&self, is_waiting: bool) {
        self.is_waiting.set(is_waiting);
        self.composer.set(is_waiting);
        if !is_waiting {
            clear(&self.element);
        }
    }
}
