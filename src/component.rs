//! `<AskUser/>` for Leptos apps: the same widget as the custom element's, with signals for attributes and callbacks for
//! events. Client-side rendering only, as everything here that touches a browser.
//!
//! ```ignore
//! use ask_user_widget::component::{AskUser, Presentation};
//! use ask_user_widget::session::{Receipt, Status};
//! use leptos::prelude::*;
//!
//! #[component]
//! fn Chat() -> impl IntoView {
//!     let waiting = RwSignal::new(false);
//!     view! {
//!         <AskUser
//!             url="/ws"
//!             session="demo"
//!             presentation=Presentation::Inline
//!             on_status=move |status: Status| waiting.set(status.waiting_for_user)
//!             on_answer=|receipt: Receipt| leptos::logging::log!("{}", receipt.to_text())
//!         />
//!         <textarea prop:disabled=waiting></textarea>
//!     }
//! }
//! ```
//!
//! The component owns the session's one connection. What the app has to say itself goes through a [`Handle`], which can also
//! feed it by any other way than a socket of its own. A whole app is in `examples/leptos`. The component renders an element `<ask-user>` of its own, so that the custom
//! properties and parts of the README apply; a page does not define the custom element besides.

use std::rc::Rc;
use std::sync::Arc;

use leptos::html::{self, custom};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{ShadowRoot, ShadowRootInit, ShadowRootMode};

use crate::embed::Widget;
use crate::protocol::Ask;
use crate::runtime::Told;
use crate::session::{Event, Receipt, Status};

/// Where a question is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Presentation {
    /// A modal dialog.
    #[default]
    Modal,
    /// In the component's place, as part of the transcript.
    Inline,
    /// In the component's place, never higher than 60 % of the window.
    Dock,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Theme {
    /// As the page around it is.
    #[default]
    Page,
    /// As the system is set.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// A way to a component from outside: `let ask_user = Handle::new();`, then `<AskUser handle=ask_user/>`.
///
/// Does nothing while the component is not there. Lives as long as the owner that it was made under.
#[derive(Clone, Copy, Debug)]
pub struct Handle(StoredValue<Option<Rc<Widget>>, LocalStorage>);

impl Handle {
    /// A handle for one component.
    #[allow(clippy::new_without_default, reason = "it belongs to the current owner, which a default should not")]
    pub fn new() -> Handle {
        Handle(StoredValue::new_local(None))
    }

    /// Sends JSON of the app's own, a chat message for example, through the component's connection. Whether there is one.
    pub fn send(self, json: impl Into<String>) -> bool {
        self.with(|widget| widget.send(json.into()))
    }

    /// Takes a frame of the protocol, as JSON, that came by a way of the app's: server-sent events, a socket of its own. What
    /// the component has to say goes to its `on_send`. Whether the frame could be read.
    ///
    /// A frame `connected` begins a connection: what was said on the last one may be lost, and is said again where the
    /// bridge still waits for it.
    pub fn receive(self, json: impl Into<String>) -> bool {
        let json = json.into();
        self.with(|widget| {
            if widget.is_alone() || is_greeting(&json) {
                widget.lend_to_app();
            }
            widget.heard(json.into())
        })
    }

    fn with(self, call: impl FnOnce(&Widget) -> bool) -> bool {
        // Not while the store is borrowed: what is told meanwhile may come back here.
        self.0.try_get_value().flatten().is_some_and(|widget| call(&widget))
    }
}

/// The dialog with which AI agents ask people.
#[component]
pub fn AskUser(
    /// Address of the bridge's WebSocket; a path means this host, `http` becomes `ws`.
    #[prop(optional, into)]
    url: MaybeProp<String>,
    /// Name of the session, added to the address. `new` is one that the bridge makes: see `on_session`.
    #[prop(optional, into)]
    session: MaybeProp<String>,
    /// The token for a bridge that wants one; it never stands in the document.
    #[prop(optional, into)]
    token: MaybeProp<String>,
    /// Where a question is shown. Read when it opens.
    #[prop(optional, into)]
    presentation: Signal<Presentation>,
    /// Light or dark.
    #[prop(optional, into)]
    theme: Signal<Theme>,
    /// Whether digits, letters and Ctrl+Enter do something. Read when a question opens.
    #[prop(default = true.into(), into)]
    shortcuts: Signal<bool>,
    /// Whether what was answered is shown in the component's place.
    #[prop(default = true.into(), into)]
    receipts: Signal<bool>,
    /// Whether what is chosen, typed and decided is kept for a reload, in the tab's `sessionStorage`.
    #[prop(default = true.into(), into)]
    drafts: Signal<bool>,
    /// The words of another language: what a module of the npm package's `languages/` exports, or an object like it.
    #[prop(optional, into)]
    strings: Option<JsValue>,
    /// A way to the component from outside.
    #[prop(optional)]
    handle: Option<Handle>,
    /// The agent asks.
    #[prop(optional, into)]
    on_ask: Option<UnsyncCallback<(Arc<Ask>,)>>,
    /// The person has answered, and it is on its way.
    #[prop(optional, into)]
    on_answer: Option<UnsyncCallback<(Receipt,)>>,
    /// The person has cancelled.
    #[prop(optional, into)]
    on_cancel: Option<UnsyncCallback<(Receipt,)>>,
    /// The time was up; in the bridge's words, if it had any.
    #[prop(optional, into)]
    on_timeout: Option<UnsyncCallback<(Receipt, Option<String>)>>,
    /// Withdrawn, lapsed, or decided elsewhere; why, or what was answered there, if that is known.
    #[prop(optional, into)]
    on_end: Option<UnsyncCallback<(Receipt, Option<String>)>>,
    /// The connection, or what is waited for, has changed.
    #[prop(optional, into)]
    on_status: Option<UnsyncCallback<(Status,)>>,
    /// The bridge has named a session that was begun with `session="new"`.
    #[prop(optional, into)]
    on_session: Option<UnsyncCallback<(String,)>>,
    /// A frame came that is the app's, as it came.
    #[prop(optional, into)]
    on_message: Option<UnsyncCallback<(JsValue,)>>,
    /// After [`Handle::receive`]: the component has a frame for the bridge, as JSON.
    #[prop(optional, into)]
    on_send: Option<UnsyncCallback<(String,)>>,
    /// Something is wrong that the developer should know.
    #[prop(optional, into)]
    on_error: Option<UnsyncCallback<(String,)>>,
) -> impl IntoView {
    let hear = move |told: &Told| match told {
        Told::Message(frame) => run(&on_message, (frame.clone(),)),
        Told::Event(Event::Ask { ask }) => run(&on_ask, (ask.clone(),)),
        Told::Event(Event::Answer { receipt }) => run(&on_answer, (receipt.clone(),)),
        Told::Event(Event::Cancel { receipt }) => run(&on_cancel, (receipt.clone(),)),
        Told::Event(Event::Timeout { receipt, error }) => run(&on_timeout, (receipt.clone(), error.clone())),
        Told::Event(Event::Ended { receipt, reason }) => run(&on_end, (receipt.clone(), reason.clone())),
        Told::Event(Event::Session { id }) => run(&on_session, (id.clone(),)),
        Told::Event(Event::Status(status)) => run(&on_status, (status.clone(),)),
        Told::Event(Event::Error { message }) => run(&on_error, (message.clone(),)),
    };

    let place = NodeRef::<html::Custom<&'static str>>::new();
    let Handle(widget) = handle.unwrap_or_else(Handle::new);
    let send = move |json| run(&on_send, (json,));
    // One root for the widget, however often the effect below runs.
    let owner = Owner::new();
    Effect::new(move || {
        let Some(host) = place.get() else { return };
        let widget = widget.get_value().unwrap_or_else(|| {
            let root = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).expect("a new element");
            let made = owner.with(|| {
                ignore_scripts(&root);
                Rc::new(Widget::telling(host, root, None, hear).sending(send))
            });
            if let Some(strings) = &strings {
                made.speak(&language(strings), strings);
            }
            widget.set_value(Some(made.clone()));
            made
        });
        let receipts = (!receipts.get()).then(|| "none".to_owned());
        let drafts = (!drafts.get()).then(|| "off".to_owned());
        widget.configure(url.get(), session.get(), token.get(), receipts, drafts);
    });
    on_cleanup(move || {
        widget.try_update_value(|widget| widget.take().map(|widget| widget.stop()));
    });

    custom("ask-user")
        .node_ref(place)
        .attr("presentation", move || match presentation.get() {
            Presentation::Modal => None,
            Presentation::Inline => Some("inline"),
            Presentation::Dock => Some("dock"),
        })
        .attr("theme", move || match theme.get() {
            Theme::Page => None,
            Theme::System => Some("system"),
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        })
        .attr("shortcuts", move || (!shortcuts.get()).then_some("off"))
}

/// Nobody answers for a person: what a script made up is heard by nothing in the widget. The custom element's class does the
/// same.
fn ignore_scripts(root: &ShadowRoot) {
    let ignore: Closure<dyn Fn(web_sys::Event)> = Closure::new(|event: web_sys::Event| {
        if !event.is_trusted() {
            event.stop_immediate_propagation();
            event.prevent_default();
        }
    });
    for deed in ["click", "pointerdown", "keydown", "input", "change"] {
        let called = ignore.as_ref().unchecked_ref();
        let _ = root.add_event_listener_with_callback_and_bool(deed, called, true);
    }
    // As long as the component, and with it the root, is there.
    StoredValue::new_local(ignore);
}

/// The name of a table's language, as the browser writes it; empty if it is none.
fn language(strings: &JsValue) -> String {
    let name = js_sys::Reflect::get(strings, &"lang".into()).ok().and_then(|name| name.as_string());
    let canonical = name.and_then(|name| js_sys::Intl::get_canonical_locales(&name.into()).get(0).as_string());
    canonical.unwrap_or_default()
}

/// Whether a frame begins a connection.
fn is_greeting(json: &str) -> bool {
    let frame = js_sys::JSON::parse(json).unwrap_or(JsValue::NULL);
    js_sys::Reflect::get(&frame, &"type".into()).is_ok_and(|kind| kind == "connected")
}

fn run<In: 'static>(callback: &Option<UnsyncCallback<In>>, values: In) {
    if let Some(callback) = callback {
        callback.run(values);
    }
}
