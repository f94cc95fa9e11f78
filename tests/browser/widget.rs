//! What stands behind an element: style, events, end. The element's own class is tested end to end.

use std::cell::RefCell;
use std::rc::Rc;

use ask_user_widget::embed::{self, Widget};
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CustomEvent, HtmlElement, ShadowRoot, ShadowRootInit, ShadowRootMode};

use super::stage::{document, read, settled};

/// A widget on the page, with the details of one kind of event that it dispatched.
struct Placed {
    widget: Widget,
    host: HtmlElement,
    root: ShadowRoot,
    heard: Rc<RefCell<Vec<JsValue>>>,
    _listener: Closure<dyn Fn(CustomEvent)>,
}

fn place(event: &str) -> Placed {
    let host: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&host).unwrap();
    let root = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).unwrap();
    let heard: Rc<RefCell<Vec<JsValue>>> = Rc::default();
    let listener = Closure::<dyn Fn(CustomEvent)>::new({
        let heard = heard.clone();
        move |event: CustomEvent| heard.borrow_mut().push(event.detail())
    });
    host.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref()).unwrap();
    let widget = embed::create(host.clone(), root.clone(), None);
    Placed { widget, host, root, heard, _listener: listener }
}

impl Placed {
    fn connect(&self, url: &str) {
        self.host.set_attribute("url", url).unwrap();
        self.host.set_attribute("session", "s").unwrap();
        self.widget.configure(None, None);
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        self.widget.stop();
        self.host.remove();
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
async fn it_has_adopted_style_sheets_and_no_other() {
    let placed = place("ask-user-status");
    let sheets = js_sys::Reflect::get(&placed.root, &"adoptedStyleSheets".into()).unwrap();
    assert_eq!(js_sys::Reflect::get(&sheets, &"length".into()).unwrap(), 2, "its own, and the page's look");
    assert_eq!(placed.root.query_selector_all("style").unwrap().length(), 0, "a strict policy would block it");
}

#[wasm_bindgen_test]
async fn a_wrong_url_is_told_once() {
    for (url, expected) in [("mailto:someone", "is not an address of a WebSocket"), ("http://[", "is not an address")] {
        let placed = place("ask-user-error");
        placed.connect(url);
        placed.connect(url);
        settled().await;
        let heard = placed.heard.borrow();
        assert_eq!(heard.len(), 1, "{url}");
        assert!(read::<Message>(heard[0].clone()).message.contains(expected), "{url}");
    }
}

#[wasm_bindgen_test]
async fn the_status_is_told_as_documented() {
    let placed = place("ask-user-status");
    placed.connect("ws://127.0.0.1:9/ws");
    let first = placed.heard.borrow().first().cloned().expect("dispatched at once");
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
async fn a_widget_that_ends_takes_its_views_along() {
    let placed = place("ask-user-status");
    assert!(placed.root.query_selector("dialog").unwrap().is_some());
    placed.widget.stop();
    assert_eq!(placed.root.child_element_count(), 0);
}
