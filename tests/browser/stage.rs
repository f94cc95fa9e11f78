//! A widget without a socket: a session, its views, and short words to look at them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use ask_user_widget::protocol::{ServerFrame, Value};
use ask_user_widget::session::{ConnectionId, Event, Input, Output, Session, Settings, Time, UserInput, request_rules};
use ask_user_widget::view::{Presentation, Scene, mount, style_sheet};
use leptos::prelude::Owner;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, ShadowRoot, ShadowRootInit, ShadowRootMode};

/// One widget on the page; gone when dropped, so that no test leaves a modal dialog to the next.
pub struct Stage {
    pub root: ShadowRoot,
    pub scene: Scene,
    host: HtmlElement,
    now: Cell<u64>,
    backstage: Rc<Backstage>,
    owner: Owner,
}

struct Backstage {
    session: RefCell<Session>,
    deeds: RefCell<Vec<UserInput>>,
    /// JSON of what was sent.
    sent: RefCell<Vec<String>>,
    /// The events for the host.
    events: RefCell<Vec<Event>>,
}

pub fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// A field of the page, which has the focus.
pub fn focused_field() -> HtmlInputElement {
    let field: HtmlInputElement = document().create_element("input").unwrap().unchecked_into();
    document().body().unwrap().append_child(&field).unwrap();
    field.focus().unwrap();
    field
}

pub fn has_focus(field: &HtmlInputElement) -> bool {
    document().active_element().as_ref() == Some(field)
}

/// Lets effects run: they are tasks in the browser's queue.
pub async fn settled() {
    let wait = js_sys::Promise::new(&mut |resolve, _| {
        web_sys::window().unwrap().set_timeout_with_callback(&resolve).unwrap();
    });
    JsFuture::from(wait).await.unwrap();
}

impl Stage {
    /// Connected to a plain bridge.
    pub async fn new() -> Stage {
        // A test that fails drops nothing, and its modal dialog would keep the focus from this one.
        while let Some(left) = document().query_selector("[data-stage]").unwrap() {
            left.remove();
        }
        let host: HtmlElement = document().create_element("div").unwrap().unchecked_into();
        host.set_attribute("data-stage", "").unwrap();
        document().body().unwrap().append_child(&host).unwrap();
        let root = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).unwrap();
        let backstage = Rc::new(Backstage {
            session: RefCell::new(Session::new(Settings::default())),
            deeds: RefCell::default(),
            sent: RefCell::default(),
            events: RefCell::default(),
        });
        let owner = Owner::new();
        let scene = owner.with(|| {
            let deeds = backstage.clone();
            let screen = backstage.session.borrow().screen(Time::default());
            let scene = Scene::new(screen, move |person| deeds.deeds.borrow_mut().push(person));
            mount(&root, &scene);
            scene
        });
        let stage = Stage { root, scene, host, now: Cell::new(0), backstage, owner };
        stage.input(Input::Start);
        stage.input(Input::Opened(ConnectionId(1)));
        settled().await;
        stage
    }

    /// With a question of `tests/fixtures` open.
    pub async fn asking(fixture: &str) -> Stage {
        let stage = Stage::new().await;
        stage.ask("q_1", fixture);
        stage.unguarded().await;
        stage
    }

    pub fn ask(&self, id: &str, fixture: &str) {
        let mut value = parse(fixture);
        value.set("type", "ask_user_question".into());
        value.set("question_id", id.into());
        self.frame(&value.to_json());
    }

    pub fn frame(&self, json: &str) {
        let frame = ServerFrame::read(&parse(json)).unwrap();
        self.input(Input::Frame { connection: ConnectionId(1), frame });
    }

    pub fn input(&self, input: Input) {
        self.input_at(self.now.get(), input);
    }

    /// Gives it the style sheet of the element, for a test of what is seen.
    pub fn adopt_style(&self) {
        let sheets = js_sys::Array::of1(&style_sheet().unwrap());
        js_sys::Reflect::set(&self.root, &"adoptedStyleSheets".into(), &sheets).unwrap();
    }

    /// A property of an element, or of a pseudo-element of it, as the browser shows it.
    pub fn style_of(&self, selector: &str, pseudo_element: &str, property: &str) -> String {
        let window = web_sys::window().unwrap();
        let style = window.get_computed_style_with_pseudo_elt(&self.find(selector), pseudo_element).unwrap().unwrap();
        style.get_property_value(property).unwrap()
    }

    /// Lets the guard of a dialog that has just appeared pass.
    pub async fn unguarded(&self) {
        self.pass(500).await;
    }

    /// Lets time pass.
    pub async fn pass(&self, millis: u64) {
        self.now.set(self.now.get() + millis);
        self.input(Input::Wake);
        settled().await;
    }

    fn input_at(&self, now: u64, input: Input) {
        let outputs = self.backstage.session.borrow_mut().handle(Time(now), input);
        for output in outputs {
            match output {
                Output::Send { frame, .. } => self.backstage.sent.borrow_mut().push(frame.write().to_json()),
                Output::Notify(event) => self.backstage.events.borrow_mut().push(event),
                Output::LoadRequestRules => self.input_at(now, Input::RequestRules(request_rules())),
                Output::Connect(_)
                | Output::Disconnect(_)
                | Output::Rename(_)
                | Output::Persist { .. }
                | Output::Share(_) => {}
            }
        }
        let screen = self.backstage.session.borrow().screen(Time(now));
        self.scene.screen.set(Arc::new(screen));
    }

    /// Hands to the session what the person did, and lets the views follow.
    pub async fn follow(&self) {
        let deeds: Vec<_> = self.backstage.deeds.borrow_mut().drain(..).collect();
        for person in deeds {
            self.input(Input::User(person));
        }
        settled().await;
    }

    pub async fn click(&self, selector: &str) {
        self.find(selector).unchecked_into::<HtmlElement>().click();
        self.follow().await;
    }

    /// Presses a key on whatever has the focus. Whether the browser would still do its own part.
    pub async fn press(&self, key: &str) -> bool {
        let init = web_sys::KeyboardEventInit::new();
        init.set_key(key);
        init.set_bubbles(true);
        init.set_composed(true);
        init.set_cancelable(true);
        let event = web_sys::KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
        let focused = self.focused().expect("something has the focus");
        let native = focused.dispatch_event(&event).unwrap();
        self.follow().await;
        native
    }

    pub async fn type_into(&self, selector: &str, text: &str) {
        let field: web_sys::HtmlTextAreaElement = self.find(selector).unchecked_into();
        field.set_value(text);
        let init = web_sys::EventInit::new();
        init.set_bubbles(true);
        field.dispatch_event(&web_sys::Event::new_with_event_init_dict("input", &init).unwrap()).unwrap();
        self.follow().await;
    }

    pub fn find(&self, selector: &str) -> Element {
        self.root
            .query_selector(selector)
            .unwrap()
            .unwrap_or_else(|| panic!("no {selector} in {}", self.root.inner_html()))
    }

    pub fn count(&self, selector: &str) -> u32 {
        self.root.query_selector_all(selector).unwrap().length()
    }

    pub fn text(&self, selector: &str) -> String {
        self.find(selector).text_content().unwrap_or_default()
    }

    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.find(selector).get_attribute(name)
    }

    pub fn is_checked(&self, selector: &str) -> bool {
        self.find(selector).unchecked_into::<HtmlInputElement>().checked()
    }

    pub fn is_hidden(&self, selector: &str) -> bool {
        self.find(selector).has_attribute("hidden")
    }

    /// Says how the dialog is to be shown, as the element's attribute does.
    pub fn present(&self, presentation: &str) {
        self.host.set_attribute("presentation", presentation).unwrap();
        let presentation = if presentation == "inline" { Presentation::Inline } else { Presentation::Dock };
        self.scene.options.update(|options| options.presentation = presentation);
    }

    pub fn is_open(&self) -> bool {
        self.find("dialog").has_attribute("open")
    }

    /// Whether the page is inert behind the dialog.
    pub fn is_modal(&self) -> bool {
        self.find("dialog").matches(":modal").unwrap()
    }

    pub fn focused(&self) -> Option<Element> {
        self.root.active_element()
    }

    pub fn sent(&self) -> Vec<String> {
        self.backstage.sent.borrow_mut().drain(..).collect()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.owner.cleanup();
        self.host.remove();
    }
}

/// Reads a value of the page's into a Rust type.
pub fn read<T: for<'de> serde::Deserialize<'de>>(value: JsValue) -> T {
    serde_wasm_bindgen::from_value(value).expect("the documented shape")
}

fn parse(json: &str) -> Value {
    value(serde_json::from_str(json).expect("JSON"))
}

/// The protocol's value for a value of `serde_json`: in the browser, the crate itself does without `serde`.
fn value(json: serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(truth) => Value::Bool(truth),
        serde_json::Value::Number(number) => Value::Float(number.as_f64().expect("a number")),
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Array(items) => Value::List(items.into_iter().map(value).collect()),
        serde_json::Value::Object(members) => {
            Value::Map(members.into_iter().map(|(key, member)| (key, value(member))).collect())
        }
    }
}
