//! One `<ask-user>` on the page: a runtime, a view, and the events between them and the page.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use js_sys::JSON;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, HtmlElement, ShadowRoot};

use super::address::{address, is_exposed};
use super::detail::detail;
use super::style;
use crate::protocol::Value;
use crate::runtime::{ABNORMAL, Address, Keeper, Runtime, SocketEvent, Told, from_js};
use crate::session::{Input, Screen, Session, Settings, Time};
use crate::text::preview::PreviewFormat;
use crate::view::{self, ReceiptsShown, Scene, Voice};
use crate::words::Language;

/// What stands behind one element.
#[wasm_bindgen]
pub struct Widget {
    host: HtmlElement,
    runtime: Runtime,
    root: ShadowRoot,
    receipts: RwSignal<ReceiptsShown>,
    screen: RwSignal<Arc<Screen>>,
    voice: Voice,
    previews: Rc<Cell<PreviewFormat>>,
    loads_images: Rc<Cell<bool>>,
    /// What the runtime was started with, so that an attribute set to the same value changes nothing.
    address: RefCell<Result<Option<Address>, String>>,
    /// Where frames go that an app in Rust carries by itself, and whether it has begun to.
    send: Option<Closure<dyn Fn(String)>>,
    is_lent: Cell<bool>,
    owner: Owner,
}

impl Widget {
    /// A widget that shows itself in `root` and tells `host`'s listeners.
    pub(super) fn new(host: HtmlElement, root: ShadowRoot, keeper: Option<Keeper>) -> Widget {
        let page = host.clone();
        Widget::telling(host, root, keeper, move |told| tell(&page, told))
    }

    /// A widget that shows itself in `root`, below `host`, and tells somebody what happens.
    pub(crate) fn telling(
        host: HtmlElement,
        root: ShadowRoot,
        keeper: Option<Keeper>,
        hear: impl Fn(&Told) + 'static,
    ) -> Widget {
        let look = match style::adopt(&host, &root) {
            Ok(look) => Some(Rc::new(look)),
            Err(error) => {
                web_sys::console::warn_2(&"<ask-user> has no style:".into(), &error);
                None
            }
        };
        // A root owner of our own: what the views made ends with it, and with nothing else.
        let owner = Owner::new();
        let settings = Settings { seed: random_seed(), origin: origin() };
        let (runtime, scene) = owner.with(|| {
            // The view needs the runtime for the person's deeds, and the runtime the view's signal for its screens.
            let hand: Rc<OnceCell<Runtime>> = Rc::default();
            let scene = Scene::new(Session::new(settings.clone()).screen(Time::default()), {
                let hand = hand.clone();
                move |person| {
                    if let Some(runtime) = hand.get() {
                        runtime.input(Input::User(person));
                    }
                }
            });
            let screen = scene.screen;
            let seen = look.clone();
            let publish = move |next: Screen| {
                screen.try_maybe_update(|now| {
                    // The page may look different by now.
                    if let Some(look) = seen.as_ref().filter(|_| now.dialog.is_none() && next.dialog.is_some()) {
                        look.follow();
                    }
                    let changed = **now != next;
                    if changed {
                        *now = Arc::new(next);
                    }
                    (changed, ())
                });
            };
            let runtime = Runtime::new(settings, keeper, publish, move |told| hear(&told));
            let _ = hand.set(runtime.clone());
            view::mount(&root, &scene);
            if let Some(look) = look {
                look.follow();
            }
            // After all that may fail: nobody could end it.
            runtime.look_around();
            (runtime, scene)
        });
        let Scene { screen, receipts, voice, previews, loads_images, .. } = scene;
        Widget {
            host,
            root,
            runtime,
            screen,
            receipts,
            voice,
            previews,
            loads_images,
            address: RefCell::new(Ok(None)),
            send: None,
            is_lent: Cell::new(false),
            owner,
        }
    }

    /// The same, for an app in Rust that may carry frames by itself.
    pub(crate) fn sending(self, send: impl Fn(String) + 'static) -> Widget {
        Widget { send: Some(Closure::new(send)), ..self }
    }

    /// Whether nobody carries frames for it yet.
    pub(crate) fn is_alone(&self) -> bool {
        !self.is_lent.get()
    }

    /// The app carries frames, on a new connection.
    pub(crate) fn lend_to_app(&self) {
        if let Some(send) = &self.send {
            self.is_lent.set(true);
            self.lend(send.as_ref().unchecked_ref::<js_sys::Function>().clone(), None);
            self.opened();
        }
    }
}

// Only shared borrows: a handler of the page may call back in while one of these is under way.
#[wasm_bindgen]
impl Widget {
    /// Takes the element's attributes and properties as they are now.
    pub fn configure(
        &self,
        url: Option<String>,
        session: Option<String>,
        token: Option<String>,
        receipts: Option<String>,
        drafts: Option<String>,
    ) {
        self.runtime.keep_drafts(drafts.as_deref() != Some("off"));
        let shown = if receipts.as_deref() == Some("none") { ReceiptsShown::Nowhere } else { ReceiptsShown::Here };
        if self.receipts.get_untracked() != shown {
            self.receipts.set(shown);
        }
        self.previews.set(PreviewFormat::parse(&self.host.get_attribute("preview-format").unwrap_or_default()));
        self.loads_images.set(self.host.get_attribute("images").as_deref() == Some("click"));
        let base = self.host.base_uri().ok().flatten().unwrap_or_default();
        let address = address(url.as_deref(), session.as_deref(), token, &base);
        if address == *self.address.borrow() {
            return;
        }
        *self.address.borrow_mut() = address.clone();
        match address {
            Ok(address) => {
                if address.as_ref().is_some_and(is_exposed) {
                    self.runtime.input(Input::BadFrame("The token is sent without encryption; use wss".to_owned()));
                }
                self.runtime.start(address);
            }
            Err(message) => {
                self.runtime.start(None);
                self.runtime.input(Input::BadFrame(message));
            }
        }
    }

    /// Speaks a language: a table of its words. `name` must be one that the browser knows.
    pub fn speak(&self, name: &str, table: &JsValue) {
        let said = from_js(table).unwrap_or(Value::Null);
        let said = said.as_map().unwrap_or_default().iter();
        let said = said.filter_map(|(key, words)| Some((key.clone(), words.as_str()?.to_owned()))).collect();
        self.voice.speak(Language::new(said), name);
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

    /// Sends JSON of the page's own. Whether there was a connection.
    pub fn send(&self, json: String) -> bool {
        self.runtime.send(json)
    }

    /// Takes a connection of the page's, on which JSON goes out through `send`.
    pub fn lend(&self, send: js_sys::Function, name: Option<String>) {
        *self.address.borrow_mut() = Ok(None);
        self.runtime.lend(send, name);
    }

    /// The page's connection is open.
    pub fn opened(&self) {
        self.runtime.lent(SocketEvent::Opened);
    }

    /// JSON came on the page's connection. Whether it could be read.
    pub fn heard(&self, json: js_sys::JsString) -> bool {
        self.runtime.lent(SocketEvent::Text(json))
    }

    /// The page lends nothing any more.
    pub fn release(&self) {
        self.runtime.release();
    }

    /// The page's connection has ended.
    pub fn closed(&self, reason: String) {
        self.runtime.lent(SocketEvent::Closed(ABNORMAL, reason));
    }

    /// Lets go of the page as far as that can still be done, after a failure.
    pub fn abandon(&self) {
        self.runtime.abandon();
        self.owner.cleanup();
    }

    /// Whether nothing is under way; see [`Runtime::is_at_rest`].
    #[wasm_bindgen(js_name = isAtRest)]
    pub fn is_at_rest(&self) -> bool {
        self.runtime.is_at_rest()
    }

    /// Ends the connection and takes everything off the page.
    pub fn stop(&self) {
        self.runtime.stop();
        self.owner.cleanup();
        self.root.set_text_content(None);
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

/// Tells the page.
fn tell(host: &HtmlElement, told: &Told) {
    let (name, detail) = match told {
        Told::Message(frame) => ("ask-user-message", frame.clone()),
        Told::Event(event) => {
            let (name, detail) = detail(event);
            // From text, because assigning to an object's `__proto__` would lose an answer.
            (name, JSON::parse(&detail.to_json()).unwrap_or(JsValue::NULL))
        }
    };
    let init = CustomEventInit::new();
    init.set_detail(&detail);
    init.set_bubbles(true);
    init.set_composed(true);
    // Whoever handles an error keeps it out of the console.
    init.set_cancelable(name == "ask-user-error");
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        let _ = host.dispatch_event(&event);
    }
}
