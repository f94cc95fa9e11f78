//! Elements, and how they follow Leptos' signals.
//!
//! Leptos' own renderer compiles every distinct view and closure anew: this dialog written with `view!` weighed 142 KB
//! (brotli), with type-erased views and signals 113 KB, with these few untyped functions see the budget of xtask. What
//! stays the same is what makes it a Leptos view: signals, effects, owners that end them.
//!
//! Text is always a text node; there is no way from here to `innerHTML`.

use leptos::prelude::*;
use leptos::reactive::effect::RenderEffect;
use leptos::reactive::graph::{Subscriber, ToAnySubscriber};
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, HtmlElement};

/// An element under construction.
#[derive(Clone)]
pub(super) struct El(HtmlElement);

/// Makes an element.
pub(super) fn el(tag: &str, class: &str) -> El {
    let element = document().create_element(tag).expect("a valid tag").unchecked_into();
    El(element).set("class", class)
}

impl El {
    /// Sets an attribute; an empty one is left out.
    pub(super) fn set(self, name: &str, value: &str) -> El {
        if !value.is_empty() {
            let _ = self.0.set_attribute(name, value);
        }
        self
    }

    /// Names it for the page's style sheets.
    pub(super) fn part(self, name: &str) -> El {
        self.set("part", name)
    }

    /// Puts text into it.
    pub(super) fn say(self, text: &str) -> El {
        self.0.set_text_content(Some(text));
        self
    }

    /// Adds text behind what is there.
    pub(super) fn add_text(&self, text: &str) {
        let _ = self.0.append_with_str_1(text);
    }

    /// Puts another element into it.
    pub(super) fn with(self, child: El) -> El {
        let _ = self.0.append_child(&child.0);
        self
    }

    /// Puts other elements into it.
    pub(super) fn with_all(self, children: Vec<El>) -> El {
        children.into_iter().fold(self, El::with)
    }

    /// Shows a text that changes.
    pub(super) fn shows(self, text: impl Fn() -> String + 'static) -> El {
        let node = self.0.clone();
        watch(Box::new(move || {
            let text = text();
            if node.text_content().as_ref() != Some(&text) {
                node.set_text_content(Some(&text));
            }
        }));
        self
    }

    /// Follows a condition with an attribute that is there or not: `hidden`, `disabled`, `readonly`, `data-…`.
    pub(super) fn while_true(self, attribute: &'static str, truth: impl Fn() -> bool + 'static) -> El {
        let node = self.0.clone();
        watch(Box::new(move || {
            let _ = node.toggle_attribute_with_force(attribute, truth());
        }));
        self
    }

    /// Follows a text with an attribute; an empty one is left out.
    pub(super) fn keeps(self, attribute: &'static str, text: impl Fn() -> String + 'static) -> El {
        let node = self.0.clone();
        watch(Box::new(move || {
            let text = text();
            let _ =
                if text.is_empty() { node.remove_attribute(attribute) } else { node.set_attribute(attribute, &text) };
        }));
        self
    }

    /// Follows a value with a property of the element, for what a person changes too: `checked`, `value`.
    pub(super) fn property(self, name: &'static str, value: impl Fn() -> JsValue + 'static) -> El {
        let node = self.0.clone();
        watch(Box::new(move || {
            let (name, value) = (JsValue::from_str(name), value());
            // Setting the same text again would move the caret.
            if js_sys::Reflect::get(&node, &name).ok().as_ref() != Some(&value) {
                let _ = js_sys::Reflect::set(&node, &name, &value);
            }
        }));
        self
    }

    /// Gives it a name among the controls until the current owner ends. Chromium keeps a radio button that leaves a shadow
    /// root with its name in the group of that name, and with it everything around it.
    pub(super) fn named(self, name: &str) -> El {
        StoredValue::new_local(Named(self.0.clone()));
        self.set("name", name)
    }

    /// Hears an event until the current owner ends.
    pub(super) fn on(self, event: &'static str, hear: impl Fn(Event) + 'static) -> El {
        Listening::start(&self.0, event, false, Closure::new(hear));
        self
    }

    /// Hears an event before anything inside does.
    pub(super) fn before(self, event: &'static str, hear: impl Fn(Event) + 'static) -> El {
        Listening::start(&self.0, event, true, Closure::new(hear));
        self
    }

    /// The element itself.
    pub(super) fn node(&self) -> &HtmlElement {
        &self.0
    }

    /// Its place on the page.
    pub(super) fn append_to(self, parent: &web_sys::Node) {
        let _ = parent.append_child(&self.0);
    }
}

/// Hears an event until it is dropped. What one listener does can end another that the same event would reach next, because
/// effects run between them; taken off the element, it is not called any more.
struct Listening {
    node: EventTarget,
    event: &'static str,
    is_first: bool,
    hear: Closure<dyn Fn(Event)>,
}

impl Listening {
    fn start(node: &EventTarget, event: &'static str, is_first: bool, hear: Closure<dyn Fn(Event)>) {
        let called = hear.as_ref().unchecked_ref();
        let _ = node.add_event_listener_with_callback_and_bool(event, called, is_first);
        StoredValue::new_local(Listening { node: node.clone(), event, is_first, hear });
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let called = self.hear.as_ref().unchecked_ref();
        let _ = self.node.remove_event_listener_with_callback_and_bool(self.event, called, self.is_first);
    }
}

/// Takes the name away when it is dropped.
struct Named(HtmlElement);

impl Drop for Named {
    fn drop(&mut self) {
        let _ = self.0.remove_attribute("name");
    }
}

/// Hears an event of something that is no element, until the current owner ends.
pub(super) fn hear(target: &EventTarget, event: &'static str, hear: impl Fn(Event) + 'static) {
    Listening::start(target, event, false, Closure::new(hear));
}

/// Runs now, and again whenever a signal that it read has changed, until the current owner ends.
pub(super) fn watch(run: Box<dyn Fn()>) {
    StoredValue::new_local(Watching(RenderEffect::new(move |_| run())));
}

/// An effect that is forgotten by its signals when it ends. Leptos leaves that to the next change, which looks at all that
/// ever read the signal: a page that asks for a day would have more and more of them.
struct Watching(RenderEffect<()>);

impl Drop for Watching {
    fn drop(&mut self) {
        let effect = self.0.to_any_subscriber();
        effect.clear_sources(&effect);
    }
}

fn document() -> Document {
    web_sys::window().and_then(|window| window.document()).expect("a page")
}
