//! The Leptos component: attributes that follow signals, callbacks, its end.

use std::cell::RefCell;
use std::rc::Rc;

use ask_user_widget::component::{AskUser, Presentation, Theme};
use ask_user_widget::session::Status;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement};

use super::stage::{document, settled};

/// A place of its own on the page.
fn place() -> HtmlElement {
    let place: HtmlElement = document().create_element("section").unwrap().unchecked_into();
    document().body().unwrap().append_child(&place).unwrap();
    place
}

fn element(place: &HtmlElement) -> Element {
    place.query_selector("ask-user").unwrap().expect("the component's element")
}

#[wasm_bindgen_test]
async fn it_shows_the_widget_and_follows_signals() {
    let place = place();
    let presentation = RwSignal::new(Presentation::Modal);
    let theme = RwSignal::new(Theme::Page);
    let handle = mount_to(place.clone(), move || view! { <AskUser presentation theme shortcuts=false /> });
    settled().await;
    let element = element(&place);
    let root = element.shadow_root().expect("an open shadow root");
    assert!(root.query_selector("dialog").unwrap().is_some());
    assert_eq!(element.get_attribute("presentation"), None);
    assert_eq!(element.get_attribute("theme"), None);
    assert_eq!(element.get_attribute("shortcuts").as_deref(), Some("off"));
    presentation.set(Presentation::Dock);
    theme.set(Theme::Dark);
    settled().await;
    assert_eq!(element.get_attribute("presentation").as_deref(), Some("dock"));
    assert_eq!(element.get_attribute("theme").as_deref(), Some("dark"));
    drop(handle);
    place.remove();
}

#[wasm_bindgen_test]
async fn it_tells_by_callbacks_and_takes_its_views_along() {
    let place = place();
    let heard: Rc<RefCell<Vec<String>>> = Rc::default();
    let ear = heard.clone();
    let shown = RwSignal::new(true);
    let handle = mount_to(place.clone(), move || {
        let ear = StoredValue::new_local(ear.clone());
        view! {
            <Show when=move || shown.get()>
                <AskUser
                    url="ws://127.0.0.1:9/ws"
                    on_status=move |status: Status| {
                        ear.with_value(|ear| ear.borrow_mut().push(status.connection.word().to_owned()))
                    }
                />
            </Show>
        }
    });
    settled().await;
    assert_eq!(heard.borrow().first().map(String::as_str), Some("connecting"));
    let root = element(&place).shadow_root().unwrap();
    shown.set(false);
    settled().await;
    assert_eq!(root.child_element_count(), 0);
    assert!(place.query_selector("ask-user").unwrap().is_none());
    drop(handle);
    place.remove();
}

#[wasm_bindgen_test]
async fn what_a_script_makes_up_is_heard_by_nothing_in_it() {
    let place = place();
    let handle = mount_to(place.clone(), || view! { <AskUser /> });
    settled().await;
    let root = element(&place).shadow_root().expect("an open shadow root");
    let dialog: HtmlElement = root.query_selector("dialog").unwrap().unwrap().unchecked_into();
    let heard = Rc::new(RefCell::new(0));
    let ear = heard.clone();
    let hear: Closure<dyn Fn()> = Closure::new(move || *ear.borrow_mut() += 1);
    dialog.add_event_listener_with_callback("click", hear.as_ref().unchecked_ref()).unwrap();
    dialog.click();
    assert_eq!(*heard.borrow(), 0);
    drop(handle);
    place.remove();
}
