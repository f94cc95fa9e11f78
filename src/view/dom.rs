//! Elements, and how they follow Leptos' signals.
//!
//! Leptos' own renderer compiles every distinct view and closure anew, which would add about 50 KB to the download
//! (`docs/decisions/0002-elements-instead-of-view.md` has the figures). These few untyped functions do without it. What makes
//! this a Leptos view are the signals that it follows, and the owners that end what follows them.
//!
//! Text is always a text node; nothing here leads to `innerHTML`.

use std::cell::{Cell, RefCell};

use reactive_graph::graph::untrack;
use reactive_graph::owner::Owner;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, HtmlElement};

use super::effect;
use super::stored::keep;
use super::words::Voice;

/// What gives a value whenever it is asked: a closure.
///
/// Each closure that becomes a `dyn Fn` brings a way to call it once and consume it. Nobody uses that here, but it stays in what
/// ships, because a table of functions names it. A trait of our own has one way only.
pub(super) trait Give<T> {
    fn give(&self) -> T;
}

impl<T, F: Fn() -> T> Give<T> for F {
    fn give(&self) -> T {
        self()
    }
}

/// What takes events: a closure, for the same reason.
trait Take {
    fn take(&self, event: Event);
}

impl<F: Fn(Event)> Take for F {
    fn take(&self, event: Event) {
        self(event);
    }
}

/// An element under construction.
#[derive(Clone)]
pub(super) struct El(HtmlElement);

/// Creates an element of a class; an empty class is left out.
pub(super) fn el(tag: &str, class: &str) -> El {
    let element = with_document(|document| document.create_element(tag));
    El(element.expect("a valid tag").unchecked_into()).attr("class", class)
}

impl El {
    /// Sets an attribute; an empty one is left out.
    pub(super) fn attr(self, name: &str, value: &str) -> El {
        if !value.is_empty() {
            let _ = self.0.set_attribute(name, value);
        }
        self
    }

    /// Sets the `part` attribute, by which style sheets of the page reach the element.
    pub(super) fn part(self, name: &str) -> El {
        self.attr("part", name)
    }

    /// Sets the text.
    pub(super) fn text(self, text: &str) -> El {
        self.0.set_text_content(Some(text));
        self
    }

    /// Adds text after what is there.
    pub(super) fn append_text(&self, text: &str) {
        let _ = self.0.append_with_str_1(text);
    }

    /// Adds a child.
    pub(super) fn child(self, child: El) -> El {
        let _ = self.0.append_child(&child.0);
        self
    }

    /// Adds children.
    pub(super) fn children(self, children: Vec<El>) -> El {
        children.into_iter().fold(self, El::child)
    }

    /// Keeps the text as `text` says.
    pub(super) fn bind_text(self, text: impl Fn() -> String + 'static) -> El {
        bind(&self.0, None, Box::new(text));
        self
    }

    /// Keeps an attribute as `text` says; an empty one is removed.
    pub(super) fn bind_attr(self, attribute: &'static str, text: impl Fn() -> String + 'static) -> El {
        bind(&self.0, Some(attribute), Box::new(text));
        self
    }

    /// Keeps an attribute that is there or not as `is_set` says: `hidden`, `disabled`, `readonly`, `data-…`.
    pub(super) fn toggle_attr(self, attribute: &'static str, is_set: impl Fn() -> bool + 'static) -> El {
        bind_toggle(&self.0, attribute, Box::new(is_set));
        self
    }

    /// Keeps a property as `value` says. This is for what a person changes too: `checked`, `value`.
    pub(super) fn prop(self, name: &'static str, value: impl Fn() -> JsValue + 'static) -> El {
        bind_prop(&self.0, name, Box::new(value));
        self
    }

    /// Sets the `name` attribute until the current owner ends. Chromium keeps a radio button that leaves a shadow root with
    /// its name in the group of that name, and with it everything around it.
    pub(super) fn name_until_end(self, name: &str) -> El {
        if IS_STILL.get() {
            return self;
        }
        keep(Named(self.0.clone()));
        self.attr("name", name)
    }

    /// Calls `handler` for each event, until the current owner ends.
    pub(super) fn on(self, event: &'static str, handler: impl Fn(Event) + 'static) -> El {
        listen(&self.0, event, handler);
        self
    }

    /// Calls `handler` for each event before anything inside the element gets it, until the current owner ends.
    pub(super) fn on_capture(self, event: &'static str, handler: impl Fn(Event) + 'static) -> El {
        Listener::start(&self.0, event, true, Box::new(handler));
        self
    }

    /// The element itself.
    pub(super) fn node(&self) -> &HtmlElement {
        &self.0
    }

    /// Adds it to the page.
    pub(super) fn append_to(self, parent: &web_sys::Node) {
        let _ = parent.append_child(&self.0);
    }
}

/// Calls `handler` for each event of `target`, until the current owner ends.
pub(super) fn listen(target: &EventTarget, event: &'static str, handler: impl Fn(Event) + 'static) {
    Listener::start(target, event, false, Box::new(handler));
}

/// Listens to an event of `target` before anything inside of it gets the event.
pub(super) fn listen_capture(target: &EventTarget, event: &'static str, handler: impl Fn(Event) + 'static) {
    Listener::start(target, event, true, Box::new(handler));
}

/// Runs now, and again whenever a signal that it read has changed, until the current owner ends.
pub(super) fn effect(run: Box<dyn Give<()>>) {
    if IS_STILL.get() {
        return untrack(|| run.give());
    }
    effect::start(run);
}

/// Keeps an attribute, or the text if there is none, as `text` says. What is unchanged is not written again.
fn bind(node: &HtmlElement, attribute: Option<&'static str>, text: Box<dyn Give<String>>) {
    let (node, last) = (node.clone(), RefCell::new(None));
    effect(Box::new(move || {
        let text = text.give();
        if last.borrow().as_ref() == Some(&text) {
            return;
        }
        let _ = match attribute {
            None => {
                write_text(&node, &text);
                Ok(())
            }
            Some(attribute) if text.is_empty() => node.remove_attribute(attribute),
            Some(attribute) => node.set_attribute(attribute, &text),
        };
        last.replace(Some(text));
    }));
}

/// Writes into the text node that is there: with another one the browser would find the style of the element anew.
fn write_text(node: &HtmlElement, text: &str) {
    match node.first_child() {
        // Style sheets know an element without text by having no text node.
        Some(child) if !text.is_empty() => child.set_node_value(Some(text)),
        _ => node.set_text_content(Some(text)),
    }
}

fn bind_toggle(node: &HtmlElement, attribute: &'static str, is_set: Box<dyn Give<bool>>) {
    let (node, last) = (node.clone(), Cell::new(None));
    effect(Box::new(move || {
        let is_set = is_set.give();
        if last.replace(Some(is_set)) != Some(is_set) {
            let _ = node.toggle_attribute_with_force(attribute, is_set);
        }
    }));
}

fn bind_prop(node: &HtmlElement, name: &'static str, value: Box<dyn Give<JsValue>>) {
    let node = node.clone();
    effect(Box::new(move || {
        let (name, value) = (JsValue::from_str(name), value.give());
        // Setting the same text again would move the caret.
        if js_sys::Reflect::get(&node, &name).ok().as_ref() != Some(&value) {
            let _ = js_sys::Reflect::set(&node, &name, &value);
        }
    }));
}

/// An event listener that is removed when it is dropped. What one listener does can end another one that the same event would
/// reach next, because effects run between them; once removed, it is not called any more.
struct Listener {
    target: EventTarget,
    event: &'static str,
    is_capturing: bool,
    callback: Closure<dyn Fn(Event)>,
}

impl Listener {
    fn start(target: &EventTarget, event: &'static str, is_capturing: bool, handler: Box<dyn Take>) {
        if IS_STILL.get() {
            return;
        }
        let voice = Voice::current();
        let callback: Closure<dyn Fn(Event)> = Closure::new(move |event| voice.during(|| handler.take(event)));
        let function = callback.as_ref().unchecked_ref();
        let _ = target.add_event_listener_with_callback_and_bool(event, function, is_capturing);
        keep(Listener { target: target.clone(), event, is_capturing, callback });
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let function = self.callback.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback_and_bool(self.event, function, self.is_capturing);
    }
}

/// Removes the name of an element when it is dropped.
struct Named(HtmlElement);

impl Drop for Named {
    fn drop(&mut self) {
        let _ = self.0.remove_attribute("name");
    }
}

/// Sets a custom property or a property of the style to a number of pixels.
pub(super) fn set_pixels(node: &HtmlElement, property: &str, pixels: i32) {
    let _ = node.style().set_property(property, &(pixels.to_string() + "px"));
}

/// Builds an element that stays as it is now: it follows no signal and hears no event. This is for what is only measured.
pub(super) fn still(build: impl FnOnce() -> El) -> El {
    let (owner, was_still) = (Owner::new(), IS_STILL.replace(true));
    let element = owner.with(build);
    IS_STILL.set(was_still);
    owner.cleanup();
    element
}

/// Whether what is built now is only measured: what has no size of its own can be left out.
pub(super) fn is_still() -> bool {
    IS_STILL.get()
}

thread_local! {
    /// Whether what is built now is only measured.
    static IS_STILL: Cell<bool> = const { Cell::new(false) };
    static DOCUMENT: Document = web_sys::window().and_then(|window| window.document()).expect("a page");
}

/// Looks at the document, which is found once.
pub(super) fn with_document<T>(look: impl FnOnce(&Document) -> T) -> T {
    DOCUMENT.with(look)
}
