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
//! A whole app is in `examples/leptos`. The component renders an element `<ask-user>` of its own, so that the custom
//! properties and parts of the README apply; a page does not define the custom element besides.

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
    /// As the system is set.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The dialog with which AI agents ask people.
#[component]
pub fn AskUser(
    /// Address of the bridge's WebSocket; a path means this host, `http` becomes `ws`.
    #[prop(optional, into)]
    url: MaybeProp<String>,
    /// Name of the session, added to the address.
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
    /// The agent asks.
    #[prop(optional, into)]
    on_ask: Option<UnsyncCallback<(Arc<Ask>,)>>,
    /// The person has answered, and it is on its way.
    #[prop(optional, into)]
    on_answer: Option<UnsyncCallback<(Receipt,)>>,
    /// The person has cancelled.
    #[prop(optional, into)]
    on_cancel: Option<UnsyncCallback<(Receipt,)>>,
    /// The time was up.
    #[prop(optional, into)]
    on_timeout: Option<UnsyncCallback<(Receipt,)>>,
    /// Withdrawn, or answered elsewhere.
    #[prop(optional, into)]
    on_end: Option<UnsyncCallback<(Receipt,)>>,
    /// The connection, or what is waited for, has changed.
    #[prop(optional, into)]
    on_status: Option<UnsyncCallback<(Status,)>>,
    /// A frame came that is the app's, as it came.
    #[prop(optional, into)]
    on_message: Option<UnsyncCallback<(JsValue,)>>,
    /// Something is wrong that the developer should know.
    #[prop(optional, into)]
    on_error: Option<UnsyncCallback<(String,)>>,
) -> impl IntoView {
    let hear = move |told: &Told| match told {
        Told::Message(frame) => run(&on_message, frame),
        Told::Event(Event::Ask { ask }) => run(&on_ask, ask),
        Told::Event(Event::Answer { receipt }) => run(&on_answer, receipt),
        Told::Event(Event::Cancel { receipt }) => run(&on_cancel, receipt),
        Told::Event(Event::Timeout { receipt, .. }) => run(&on_timeout, receipt),
        Told::Event(Event::Ended { receipt, .. }) => run(&on_end, receipt),
        Told::Event(Event::Status(status)) => run(&on_status, status),
        Told::Event(Event::Error { message }) => run(&on_error, message),
    };

    let place = NodeRef::<html::Custom<&'static str>>::new();
    let widget = StoredValue::new_local(None::<Widget>);
    // One root for the widget, however often the effect below runs.
    let owner = Owner::new();
    Effect::new(move || {
        let Some(host) = place.get() else { return };
        widget.update_value(|widget| {
            let widget = widget.get_or_insert_with(|| {
                let root = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).expect("a new element");
                owner.with(|| {
                    ignore_scripts(&root);
                    Widget::telling(host, root, hear)
                })
            });
            let receipts = (!receipts.get()).then(|| "none".to_owned());
            widget.configure(url.get(), session.get(), token.get(), receipts, None);
        });
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
            Theme::System => None,
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

fn run<T: Clone + 'static>(callback: &Option<UnsyncCallback<(T,)>>, value: &T) {
    if let Some(callback) = callback {
        callback.run((value.clone(),));
    }
}
