//! One `<ask-user>` on the page: a runtime, a view, and the events between them and the page.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use js_sys::{Function, JSON};
use reactive_graph::owner::Owner;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, HtmlElement, ShadowRoot};

use super::address::{address, is_exposed};
use super::detail::events;
use super::options::Options;
use super::page_style::PageStyle;
use super::style;
use crate::protocol::Value;
use crate::runtime::{ABNORMAL, Address, HostMessage, HostReply, Loaders, Runtime, SocketEvent, TextStore, from_js};
use crate::session::{Action, ConnectionId, ErrorCode, Input, Screen, Session, Settings, Time, UserInput};
use crate::view::{self, Scene, Signal, ViewOptions, Voice, load_markdown, load_request_rules};
use crate::words::Language;

/// What stands behind one element.
#[wasm_bindgen]
pub struct Widget {
    host: HtmlElement,
    runtime: Runtime,
    root: ShadowRoot,
    screen: Signal<Arc<Screen>>,
    view_options: Signal<ViewOptions>,
    voice: Voice,
    /// The address that the runtime connects to, so that an attribute set to the same value changes nothing.
    address: RefCell<Result<Option<Address>, String>>,
    owner: Owner,
}

impl Widget {
    /// A widget that shows itself in `root` and dispatches its events on `host`.
    pub(super) fn new(host: HtmlElement, root: ShadowRoot, recovery_store: Option<TextStore>) -> Widget {
        let target = host.clone();
        Widget::with_notify(host, root, recovery_store, move |message| dispatch(&target, &message))
    }

    /// A widget that shows itself in `root`, below `host`, and reports to `notify` what happens.
    pub(crate) fn with_notify(
        host: HtmlElement,
        root: ShadowRoot,
        recovery_store: Option<TextStore>,
        notify: impl Fn(HostMessage) -> HostReply + 'static,
    ) -> Widget {
        let page_style = match style::adopt(&host, &root) {
            Ok(page_style) => Some(Rc::new(page_style)),
            Err(error) => {
                web_sys::console::warn_2(&"<ask-user> has no style:".into(), &error);
                None
            }
        };
        // A root owner of our own: what the views made ends with it, and with nothing else.
        let owner = Owner::new();
        let settings = Settings { seed: random_seed(), origin: origin() };
        let (runtime, scene) = owner.with(|| {
            // The view needs the runtime for what the person does, and the runtime the view's signal for its screens.
            let dispatch: Rc<OnceCell<Runtime>> = Rc::default();
            let scene = Scene::new(Session::new(settings.clone()).screen(Time::default()), {
                let dispatch = dispatch.clone();
                move |user_input| {
                    if let Some(runtime) = dispatch.get() {
                        runtime.input(Input::User(user_input));
                    }
                }
            });
            let publish = publisher(scene.screen, page_style.clone());
            let runtime = Runtime::new(settings, recovery_store, publish, notify, LOADERS);
            let _ = dispatch.set(runtime.clone());
            let plain = view::mount(&root, &scene);
            if let Some(page_style) = page_style {
                page_style.compare_with(plain);
                page_style.follow();
            }
            // After all that may fail, because nobody could end it.
            runtime.watch_page_activity();
            (runtime, scene)
        });
        let Scene { screen, options, voice, .. } = scene;
        Widget { host, root, runtime, screen, view_options: options, voice, address: RefCell::new(Ok(None)), owner }
    }

    /// Takes what the page has chosen, as it is now.
    pub(crate) fn set_options(&self, options: Options) {
        self.runtime.set_frame_log(options.frame_log);
        self.runtime.store_drafts(options.drafts);
        if self.view_options.get_untracked() != options.view {
            self.view_options.set(options.view);
        }
        let base = self.host.base_uri().ok().flatten().unwrap_or_default();
        let address = address(options.url.as_deref(), options.session.as_deref(), options.ask_token, &base);
        if address == *self.address.borrow() {
            return;
        }
        *self.address.borrow_mut() = address.clone();
        match address {
            Ok(address) => {
                if address.as_ref().is_some_and(is_exposed) {
                    self.fault(ErrorCode::InsecureToken, "The token is sent without encryption; use wss".to_owned());
                }
                self.runtime.connect_to(address);
            }
            Err(message) => {
                self.runtime.connect_to(None);
                self.fault(ErrorCode::InvalidUrl, message);
            }
        }
    }

    /// Whether it connects by itself.
    #[cfg(feature = "component")]
    pub(crate) fn has_address(&self) -> bool {
        matches!(&*self.address.borrow(), Ok(Some(_)))
    }

    /// Tells the page's developer of something that cannot be right.
    pub(crate) fn fault(&self, code: ErrorCode, message: String) {
        self.runtime.input(Input::Fault { code, message });
    }

    /// Does something with the question that is on the screen, or that waits for somebody who types.
    fn act(&self, action: Action) {
        let screen = self.screen.get_untracked();
        let postponed = screen.postponed.as_ref().map(|postponed| &postponed.dialog);
        if let Some(dialog) = screen.dialog.as_ref().or(postponed) {
            self.runtime.input(Input::User(UserInput::Act { id: dialog.ask.id.clone(), action }));
        }
    }
}

// Only shared borrows: a handler of the page may call back in while one of these is under way.
#[wasm_bindgen]
impl Widget {
    /// Reads the element's attributes as they are now. `ask_token` asks the page for a token, which comes by
    /// `sign_in`; `frame_log` is the function that shows frames to a developer, if they are to be shown.
    pub fn configure(&self, ask_token: Option<Function>, frame_log: Option<Function>) {
        self.set_options(Options::of(&self.host, ask_token, frame_log));
    }

    /// Takes the first frame of the connection for which the page was asked, which has the token; without one the connection
    /// has failed.
    #[wasm_bindgen(js_name = signIn)]
    pub fn sign_in(&self, connection: f64, first: Option<String>) {
        self.runtime.sign_in(ConnectionId(connection as u64), first);
    }

    /// Speaks a language from now on: a table of its words. `name` must be one that the browser knows, or empty.
    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&self, name: &str, table: &JsValue) {
        let table = from_js(table).unwrap_or(Value::Null);
        let pairs = table.as_map().unwrap_or_default().iter();
        let words = pairs.filter_map(|(key, words)| Some((key.clone(), words.as_str()?.to_owned()))).collect();
        self.voice.speak(Language::new(words), name);
        self.screen.notify();
        let parts = self.root.children();
        for part in (0..parts.length()).filter_map(|index| parts.item(index)) {
            for (attribute, value) in [("lang", name), ("dir", direction(name))] {
                let _ = match name.is_empty() {
                    // As the page is.
                    true => part.remove_attribute(attribute),
                    false => part.set_attribute(attribute, value),
                };
            }
        }
    }

    /// Sends JSON of the page's own. Returns whether there was a connection.
    #[wasm_bindgen(js_name = sendFrame)]
    pub fn send_frame(&self, json: &str) -> bool {
        self.runtime.send_frame(json)
    }

    /// Takes a connection that the page carries, on which JSON goes out through `send`. `name` is the session's.
    pub fn attach(&self, send: Function, name: Option<String>) {
        *self.address.borrow_mut() = Ok(None);
        self.runtime.attach(send, name);
    }

    /// The page's connection is open.
    pub fn opened(&self) {
        self.runtime.on_page_connection(SocketEvent::Opened);
    }

    /// A frame came on the page's connection: its text, or what the text was parsed to. Returns whether it could be read.
    pub fn receive(&self, frame: JsValue) -> bool {
        self.runtime.on_page_connection(SocketEvent::Frame(frame))
    }

    /// The page's connection has ended.
    pub fn closed(&self, reason: String) {
        self.runtime.on_page_connection(SocketEvent::Closed(ABNORMAL, reason));
    }

    /// The page carries no connection any more.
    pub fn detach(&self) {
        self.runtime.detach();
    }

    /// Minimizes the question to a bar, or opens it again.
    #[wasm_bindgen(js_name = setMinimized)]
    pub fn set_minimized(&self, is_minimized: bool) {
        self.act(if is_minimized { Action::Minimize } else { Action::Expand });
    }

    /// Ends a question without a decision.
    pub fn withdraw(&self, id: String) {
        self.runtime.input(Input::Withdraw { id });
    }

    /// Removes all receipts.
    #[wasm_bindgen(js_name = clearReceipts)]
    pub fn clear_receipts(&self) {
        self.runtime.input(Input::ClearReceipts);
    }

    /// Ends everything on the page as far as that can still be done, after a failure.
    pub fn abandon(&self) {
        self.runtime.abandon();
        self.owner.cleanup();
    }

    /// Whether nothing is under way; see [`Runtime::is_idle`].
    #[wasm_bindgen(js_name = isIdle)]
    pub fn is_idle(&self) -> bool {
        self.runtime.is_idle()
    }

    /// Ends the connection and takes everything off the page.
    pub fn stop(&self) {
        self.runtime.stop();
        self.owner.cleanup();
        self.root.set_text_content(None);
    }
}

/// What puts the session's next screen into the views' signal.
fn publisher(screen: Signal<Arc<Screen>>, page_style: Option<Rc<PageStyle>>) -> impl Fn(Screen) + 'static {
    move |next| {
        screen.update_if(|now| {
            // The page may look different by now.
            if let Some(page_style) = page_style.as_ref().filter(|_| now.dialog.is_none() && next.dialog.is_some()) {
                page_style.follow();
            }
            let changed = **now != next;
            if changed {
                *now = Arc::new(next);
            }
            changed
        });
    }
}

/// The direction in which a language is written.
fn direction(name: &str) -> &'static str {
    match name.split('-').next() {
        Some("ar" | "ckb" | "dv" | "fa" | "he" | "ps" | "sd" | "ug" | "ur" | "yi") => "rtl",
        _ => "ltr",
    }
}

/// Where the page is from.
fn origin() -> String {
    web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default()
}

/// Spreads reconnects of many pages; nothing secret hangs on it.
fn random_seed() -> u64 {
    js_sys::Math::random().to_bits()
}

/// Dispatches the events of a message. Returns what the page wants to happen then.
fn dispatch(host: &HtmlElement, message: &HostMessage) -> HostReply {
    let (names, detail) = match message {
        HostMessage::PageFrame(frame) => (&["ask-user-frame-in"][..], frame.clone()),
        HostMessage::Event(event) => {
            let (names, detail) = events(event);
            // From text, because assigning to an object's `__proto__` would lose an answer.
            (names, JSON::parse(&detail.to_json()).unwrap_or(JsValue::NULL))
        }
    };
    let mut is_prevented = false;
    for &name in names {
        let init = CustomEventInit::new();
        init.set_detail(&detail);
        init.set_bubbles(true);
        init.set_composed(true);
        // A page that handles an error keeps it out of the console, and one that shows a question or an approval keeps it out
        // of the dialog.
        init.set_cancelable(matches!(
            name,
            "ask-user-error" | "ask-user-question" | "ask-user-approval" | "ask-user-form"
        ));
        if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
            is_prevented |= host.dispatch_event(&event) == Ok(false);
        }
    }
    if is_prevented { HostReply::TakeQuestion } else { HostReply::Continue }
}

/// What is loaded when it is first needed.
const LOADERS: Loaders = Loaders { request_rules: load_request_rules, markdown: load_markdown };
