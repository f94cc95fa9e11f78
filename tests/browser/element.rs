//! The custom element: definition, attributes, events, life and end.

use std::cell::RefCell;
use std::rc::Rc;

use serde::Deserialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CustomEvent, Element};

use super::stage::{document, read, settled};

/// An `<ask-user>` on the page, with the details of one kind of event that it fired.
struct Placed {
    element: Element,
    heard: Rc<RefCell<Vec<JsValue>>>,
    _listener: Closure<dyn Fn(CustomEvent)>,
}

fn place(event: &str, attributes: &[(&str, &str)]) -> Placed {
    // The module's start has run already; a second definition must not throw.
    ask_user_widget::embed::start();
    let element = document().create_element("ask-user").unwrap();
    for (name, value) in attributes {
        element.set_attribute(name, value).unwrap();
    }
    let heard: Rc<RefCell<Vec<JsValue>>> = Rc::default();
    let listener = Closure::<dyn Fn(CustomEvent)>::new({
        let heard = heard.clone();
        move |event: CustomEvent| heard.borrow_mut().push(event.detail())
    });
    element.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref()).unwrap();
    document().body().unwrap().append_child(&element).unwrap();
    Placed { element, heard, _listener: listener }
}

impl Drop for Placed {
    fn drop(&mut self) {
        self.element.remove();
    }
}

#[derive(Deserialize)]
struct Message {
    message: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    connection: String,
    waiting_for_user: bool,
    is_processing: bool,
    pending_question_id: Option<String>,
    queued: u32,
}

#[wasm_bindgen_test]
async fn it_has_an_open_shadow_root_and_one_adopted_style_sheet() {
    let placed = place("ask-user-status", &[]);
    let root = placed.element.shadow_root().expect("an open shadow root");
    let sheets = js_sys::Reflect::get(&root, &"adoptedStyleSheets".into()).unwrap();
    assert_eq!(js_sys::Reflect::get(&sheets, &"length".into()).unwrap(), 1);
    assert_eq!(root.query_selector_all("style").unwrap().length(), 0, "a strict policy would block it");
    assert!(root.query_selector("dialog").unwrap().is_some());
}

#[wasm_bindgen_test]
async fn without_a_url_it_waits_and_says_nothing() {
    let placed = place("ask-user-error", &[]);
    settled().await;
    assert!(placed.heard.borrow().is_empty());
}

#[wasm_bindgen_test]
async fn a_wrong_url_is_told_once() {
    for (url, expected) in [("mailto:someone", "is not an address of a WebSocket"), ("http://[", "is not an address")] {
        let placed = place("ask-user-error", &[("url", url)]);
        settled().await;
        placed.element.set_attribute("url", url).unwrap();
        settled().await;
        let heard = placed.heard.borrow();
        assert_eq!(heard.len(), 1, "{url}");
        assert!(read::<Message>(heard[0].clone()).message.contains(expected), "{url}");
    }
}

#[wasm_bindgen_test]
async fn the_status_is_told_as_documented() {
    let placed = place("ask-user-status", &[("url", "ws://127.0.0.1:9/ws"), ("session", "s")]);
    let first = placed.heard.borrow().first().cloned().expect("told at once");
    let expected = Status {
        connection: "connecting".to_owned(),
        waiting_for_user: false,
        is_processing: false,
        pending_question_id: None,
        queued: 0,
    };
    assert_eq!(read::<Status>(first), expected);
}

#[wasm_bindgen_test]
async fn an_element_that_is_removed_takes_its_views_along() {
    let placed = place("ask-user-status", &[("url", "ws://127.0.0.1:9/ws")]);
    placed.element.remove();
    settled().await;
    let root = placed.element.shadow_root().unwrap();
    assert_eq!(root.child_element_count(), 0);
    document().body().unwrap().append_child(&placed.element).unwrap();
    assert!(root.query_selector("dialog").unwrap().is_some(), "and gets new ones when it is back");
}

#[wasm_bindgen_test]
async fn an_element_that_is_moved_keeps_its_views() {
    let placed = place("ask-user-status", &[]);
    let before = placed.element.shadow_root().unwrap().query_selector("dialog").unwrap();
    let new_parent = document().create_element("section").unwrap();
    document().body().unwrap().append_child(&new_parent).unwrap();
    new_parent.append_child(&placed.element).unwrap();
    settled().await;
    assert_eq!(placed.element.shadow_root().unwrap().query_selector("dialog").unwrap(), before);
    new_parent.remove();
}
