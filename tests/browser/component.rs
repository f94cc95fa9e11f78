//! The Leptos component: attributes that follow signals, callbacks, its end.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use ask_user_widget::component::{AskError, AskUser, Handle, Presentation, PreviewFormat, ShownBy, Theme, TokenFuture};
use ask_user_widget::protocol::Ask;
use ask_user_widget::session::{ErrorCode, Outcome, Receipt, Status};
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
async fn it_asks_the_app_for_a_token_before_it_connects() {
    let place = place();
    let heard: Rc<RefCell<Vec<(ErrorCode, String)>>> = Rc::default();
    let ear = heard.clone();
    let handle = mount_to(place.clone(), move || {
        let ear = ear.clone();
        let get_token = || -> TokenFuture { Box::pin(async { Err("signed out".to_owned()) }) };
        let on_error = move |code: ErrorCode, message: String| ear.borrow_mut().push((code, message));
        view! { <AskUser url="ws://127.0.0.1:9/" get_token on_error /> }
    });
    settled().await;
    assert_eq!(heard.borrow()[0], (ErrorCode::CannotConnect, "signed out".to_owned()));
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

/// Sets whether the page is in the background.
fn hide(is_hidden: bool) {
    let code = format!("Object.defineProperty(document,'hidden',{{value:{is_hidden},configurable:true}})");
    js_sys::eval(&code).unwrap();
}

#[wasm_bindgen_test]
async fn the_composer_is_disabled_while_an_answer_is_waited_for() {
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let composer = RwSignal::new(Some("message".to_owned()));
    let errors: Rc<RefCell<Vec<ErrorCode>>> = Rc::default();
    let ear = errors.clone();
    let handle = mount_to(place.clone(), move || {
        let ear = StoredValue::new_local(ear.clone());
        let on_error = move |code: ErrorCode, _: String| ear.with_value(|ear| ear.borrow_mut().push(code));
        view! {
            <AskUser handle=ask_user composer on_error />
            <textarea id="message"></textarea>
        }
    });
    settled().await;
    let input = place.query_selector("#message").unwrap().unwrap();
    let is_disabled = || input.matches(":disabled").unwrap();
    assert!(!is_disabled());
    let asked = ask_user.ask(QUESTION);
    assert!(is_disabled());
    composer.set(None);
    settled().await;
    assert!(!is_disabled(), "it is no longer the composer");
    composer.set(Some("message".to_owned()));
    settled().await;
    assert!(is_disabled());
    drop(asked);
    assert!(!is_disabled());
    assert_eq!(*errors.borrow(), []);

    composer.set(Some("nobody".to_owned()));
    settled().await;
    let asked = ask_user.ask(QUESTION);
    assert_eq!(*errors.borrow(), [ErrorCode::ComposerMissing]);
    drop(asked);
    composer.set(Some("message".to_owned()));
    settled().await;
    let asked = ask_user.ask(QUESTION);
    assert!(is_disabled());
    let input = input.clone();
    place.append_child(&input).unwrap();
    drop(handle);
    assert!(!input.matches(":disabled").unwrap(), "a component that is gone holds nothing");
    drop(asked);
    place.remove();
}

#[wasm_bindgen_test]
async fn a_question_in_the_background_notifies_and_sounds_if_the_app_wants_it() {
    let heard = js_sys::eval(
        "globalThis.heard = []; globalThis.before = [Notification, AudioContext];
        globalThis.Notification = class { static permission = 'granted'; constructor(title, { body }) { heard.push(`${title}: ${body}`); } };
        globalThis.AudioContext = class { constructor() { heard.push('sound'); throw 'no more of it'; } };
        heard",
    );
    let heard = || -> String { js_sys::Array::from(heard.as_ref().unwrap()).join(" | ").into() };
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let (notify, sound) = (RwSignal::new(false), RwSignal::new(false));
    let handle = mount_to(place.clone(), move || view! { <AskUser handle=ask_user notify sound /> });
    settled().await;
    document().set_title("Chat");
    hide(true);
    drop(ask_user.ask(QUESTION));
    assert_eq!(heard(), "");
    notify.set(true);
    settled().await;
    drop(ask_user.ask(QUESTION));
    assert_eq!(heard(), "● Chat: Which?");
    sound.set(true);
    settled().await;
    drop(ask_user.ask(QUESTION));
    assert_eq!(heard(), "● Chat: Which? | ● Chat: Which? | sound");
    hide(false);
    drop(ask_user.ask(QUESTION));
    assert_eq!(heard(), "● Chat: Which? | ● Chat: Which? | sound", "somebody is looking");
    js_sys::eval("[globalThis.Notification, globalThis.AudioContext] = before").unwrap();
    drop(handle);
    place.remove();
}

#[wasm_bindgen_test]
async fn an_app_can_show_a_question_itself() {
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let ended: Rc<RefCell<Vec<Outcome>>> = Rc::default();
    let ear = ended.clone();
    let handle = mount_to(place.clone(), move || {
        let ear = StoredValue::new_local(ear.clone());
        let on_question = |ask: Arc<Ask>| match ask.questions()[0].text.shown.as_str() {
            "Which?" => ShownBy::App,
            _ => ShownBy::Component,
        };
        let on_end = move |receipt: Receipt, _: Option<String>| {
            ear.with_value(|ear| ear.borrow_mut().push(receipt.outcome));
        };
        view! { <AskUser handle=ask_user on_question=on_question on_end=on_end /> }
    });
    settled().await;
    let is_open = || {
        let root = element(&place).shadow_root().unwrap();
        root.query_selector("dialog[open]").unwrap().is_some()
    };
    let asked = ask_user.ask(QUESTION).await.expect("a receipt");
    assert_eq!((asked.outcome, ended.borrow().as_slice()), (Outcome::Withdrawn, &[Outcome::Withdrawn][..]));
    settled().await;
    assert!(!is_open());
    let asked = ask_user.ask(&QUESTION.replace("Which?", "Why?"));
    settled().await;
    assert!(is_open());
    drop(asked);
    drop(handle);
    place.remove();
}

#[wasm_bindgen_test]
async fn an_approval_has_a_callback_of_its_own_and_can_be_shown_by_the_app() {
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let heard: Rc<RefCell<Vec<String>>> = Rc::default();
    let ear = heard.clone();
    let handle = mount_to(place.clone(), move || {
        let ear = StoredValue::new_local(ear.clone());
        let note = move |words: String| ear.with_value(|ear| ear.borrow_mut().push(words));
        let on_question = move |ask: Arc<Ask>| note(format!("question {}", ask.id));
        let on_approval = move |ask: Arc<Ask>| {
            note(format!("approval {}", ask.id));
            if ask.id == "p_1" { ShownBy::App } else { ShownBy::Component }
        };
        let on_end = move |receipt: Receipt, _: Option<String>| note(format!("{:?} {}", receipt.outcome, receipt.id));
        view! { <AskUser handle=ask_user on_question=on_question on_approval=on_approval on_end=on_end /> }
    });
    settled().await;
    for id in ["p_1", "p_2"] {
        let frame = r#"{"type":"permission_request","request_id":"ID","tool_name":"Bash","input":{"command":"ls"}}"#;
        assert!(ask_user.receive(&frame.replace("ID", id)));
        settled().await;
    }
    assert_eq!(*heard.borrow(), ["approval p_1", "Withdrawn p_1", "approval p_2"]);
    let root = element(&place).shadow_root().unwrap();
    assert!(root.query_selector("dialog[open] .approval").unwrap().is_some());
    ask_user.withdraw("p_2");
    assert_eq!(heard.borrow().last().unwrap(), "Withdrawn p_2");
    drop(handle);
    place.remove();
}

#[wasm_bindgen_test]
async fn frames_are_logged_without_what_they_say() {
    let logged = js_sys::eval(
        "globalThis.logged = []; globalThis.debug = console.debug; console.debug = (...words) => logged.push(words.join(' ')); logged",
    );
    let logged = || -> Vec<String> {
        let all = js_sys::Array::from(logged.as_ref().unwrap());
        all.iter().map(|line| line.as_string().unwrap()).collect()
    };
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let verbose = RwSignal::new(false);
    let handle = mount_to(place.clone(), move || view! { <AskUser handle=ask_user verbose /> });
    settled().await;
    ask_user.receive(r#"{"type":"connected"}"#);
    assert_eq!(logged(), Vec::<String>::new());
    verbose.set(true);
    settled().await;
    let frame = r#"{"type":"ask_user_question","question_id":"q_1","questions":[{"question":"Secret?"}]}"#;
    ask_user.receive(frame);
    ask_user.receive("Secret");
    assert!(ask_user.send_frame(r#"{"type":"user_message","text":"Secret"}"#));
    assert!(ask_user.send_frame(r#"{"type":"x","data":{"question_id":"q_1"}}"#));
    let lines = [
        &format!("<ask-user> in ask_user_question q_1 {}", frame.len()),
        "<ask-user> in   6",
        "<ask-user> out user_message  39",
        "<ask-user> out x q_1 41",
    ];
    assert_eq!(logged(), lines);
    js_sys::eval("console.debug = debug").unwrap();
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
    for name in ["click", "pointerdown", "keydown", "input", "change"] {
        dialog.add_event_listener_with_callback(name, hear.as_ref().unchecked_ref()).unwrap();
        let event = web_sys::Event::new(name).unwrap();
        dialog.dispatch_event(&event).unwrap();
        assert_eq!(*heard.borrow(), 0, "{name}");
    }
    dialog.click();
    assert_eq!(*heard.borrow(), 0);
    drop(handle);
    place.remove();
}

const QUESTION: &str = r#"{"questions":[{"question":"Which?","options":[{"label":"A","preview":"<p>a</p>"}]}]}"#;

#[wasm_bindgen_test]
async fn it_asks_without_any_protocol_and_resolves_however_it_ends() {
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    assert_eq!(ask_user.ask(QUESTION).await.err(), Some(AskError::NotMounted));
    let ended: Rc<RefCell<Vec<Outcome>>> = Rc::default();
    let ear = ended.clone();
    let handle = mount_to(place.clone(), move || {
        let ear = StoredValue::new_local(ear.clone());
        let on_question = move |ask: Arc<Ask>| {
            if ask.questions()[0].text.shown == "Which?" {
                ask_user.withdraw(&ask.id);
            }
        };
        let on_end = move |receipt: Receipt, _: Option<String>| {
            ear.with_value(|ear| ear.borrow_mut().push(receipt.outcome));
        };
        view! {
            <AskUser handle=ask_user preview_format=PreviewFormat::Html images=true on_question=on_question on_end=on_end />
        }
    });
    settled().await;
    let receipt = ask_user.ask(QUESTION).await.expect("a receipt");
    assert_eq!(receipt.outcome, Outcome::Withdrawn);
    assert_eq!(ask_user.ask("{").await.err(), Some(AskError::Unreadable));
    drop(ask_user.ask(&QUESTION.replace("Which?", "Why?")));
    assert_eq!(*ended.borrow(), [Outcome::Withdrawn; 2], "what is dropped is withdrawn");
    let last = ask_user.ask(&QUESTION.replace("Which?", "When?"));
    drop(handle);
    assert_eq!(last.await.err(), Some(AskError::Removed));
    place.remove();
}

#[wasm_bindgen_test]
async fn an_address_leaves_no_room_for_questions_of_the_app() {
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let handle = mount_to(place.clone(), move || view! { <AskUser url="ws://127.0.0.1:9/ws" handle=ask_user /> });
    settled().await;
    assert_eq!(ask_user.ask(QUESTION).await.err(), Some(AskError::FedByBridge));
    drop(handle);
    place.remove();
}

#[wasm_bindgen_test]
async fn a_question_marks_the_title_of_a_page_that_nobody_looks_at() {
    let place = place();
    let owner = Owner::new();
    let ask_user = owner.with(Handle::new);
    let handle = mount_to(place.clone(), move || view! { <AskUser handle=ask_user /> });
    settled().await;
    document().set_title("Chat");
    hide(true);
    let asked = ask_user.ask(QUESTION);
    assert_eq!(document().title(), "● Chat");
    drop(asked);
    assert_eq!(document().title(), "Chat");
    hide(false);
    drop(handle);
    place.remove();
}
