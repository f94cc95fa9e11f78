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
//! The component owns the session's one connection. What the app has to send itself goes through a [`Handle`], which can also
//! feed the component by any other way than a socket of its own, and ask without any protocol. A whole app is in
//! `examples/leptos`. The component renders an element `<ask-user>`, so that the custom properties and parts of the README apply;
//! a page does not define the custom element besides.

mod handle;
mod mounted;
mod question;
mod title;

use std::sync::Arc;

use leptos::html::{self, custom};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{ShadowRoot, ShadowRootInit, ShadowRootMode};

use crate::embed::{Options, Widget};
use crate::protocol::Ask;
use crate::runtime::{HostMessage, HostReply};
use crate::session::{ErrorCode, Event, Receipt, Status};
pub use crate::view::Presentation;
pub use crate::view::PreviewFormat;
use crate::view::ViewOptions;
pub use handle::Handle;
use mounted::{Mounted, Questions, end_question};
pub use question::AskError;

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
    /// Whether what is chosen, typed and decided is stored for a reload, in the tab's `sessionStorage`.
    #[prop(default = true.into(), into)]
    drafts: Signal<bool>,
    /// What options' previews are written in.
    #[prop(optional, into)]
    preview_format: Signal<PreviewFormat>,
    /// Whether a person may have the images of markdown previews loaded, one by one; otherwise they are named.
    #[prop(optional, into)]
    images: Signal<bool>,
    /// The words of another language: what a module of the npm package's `languages/` exports, or an object like it.
    #[prop(optional, into)]
    strings: Option<JsValue>,
    /// A way to the component from outside.
    #[prop(optional)]
    handle: Option<Handle>,
    /// The agent asks.
    #[prop(optional, into)]
    on_question: Option<UnsyncCallback<(Arc<Ask>,)>>,
    /// The person has answered, and it is on its way.
    #[prop(optional, into)]
    on_answer: Option<UnsyncCallback<(Receipt,)>>,
    /// The person has cancelled.
    #[prop(optional, into)]
    on_cancel: Option<UnsyncCallback<(Receipt,)>>,
    /// The time was up; in the bridge's words, if it had any.
    #[prop(optional, into)]
    on_timeout: Option<UnsyncCallback<(Receipt, Option<String>)>>,
    /// An ask is over, however it ended: after the callback for that kind of ending, if there is one. With why, or what was
    /// answered elsewhere, if that is known.
    #[prop(optional, into)]
    on_end: Option<UnsyncCallback<(Receipt, Option<String>)>>,
    /// The connection, or what is waited for, has changed.
    #[prop(optional, into)]
    on_status: Option<UnsyncCallback<(Status,)>>,
    /// The bridge has named a session that was begun with `session="new"`.
    #[prop(optional, into)]
    on_session: Option<UnsyncCallback<(String,)>>,
    /// A frame came in that is the app's, as it came.
    #[prop(optional, into)]
    on_frame_in: Option<UnsyncCallback<(JsValue,)>>,
    /// After [`Handle::receive`]: the component has a frame for the bridge, as JSON.
    #[prop(optional, into)]
    on_frame_out: Option<UnsyncCallback<(String,)>>,
    /// Something is wrong that the developer should know: what kind of thing, and what it is in words.
    #[prop(optional, into)]
    on_error: Option<UnsyncCallback<(ErrorCode, String)>>,
) -> impl IntoView {
    let end = move |receipt: &Receipt, reason: Option<&String>| run(&on_end, (receipt.clone(), reason.cloned()));
    let on_event = move |event: &Event| match event {
        Event::Ask { ask } => run(&on_question, (ask.clone(),)),
        Event::Answer { receipt } => {
            run(&on_answer, (receipt.clone(),));
            end(receipt, None);
        }
        Event::Cancel { receipt } => {
            run(&on_cancel, (receipt.clone(),));
            end(receipt, None);
        }
        Event::Timeout { receipt, error } => {
            run(&on_timeout, (receipt.clone(), error.clone()));
            end(receipt, error.as_ref());
        }
        Event::Ended { receipt, reason } => end(receipt, reason.as_ref()),
        Event::Session { id } => run(&on_session, (id.clone(),)),
        Event::Status(status) => run(&on_status, (status.clone(),)),
        Event::Error { code, message } => run(&on_error, (*code, message.clone())),
    };
    let questions = Questions::default();
    let asked = questions.clone();
    let notify = move |message: HostMessage| {
        match message {
            HostMessage::PageFrame(frame) => run(&on_frame_in, (frame,)),
            HostMessage::Event(event) => {
                title::follow(&event);
                on_event(&event);
                end_question(&asked, &event);
            }
        }
        HostReply::Continue
    };
    let send = move |json| run(&on_frame_out, (json,));
    let options = move || Options {
        url: url.get(),
        session: session.get(),
        token: token.get(),
        drafts: drafts.get(),
        view: ViewOptions {
            presentation: presentation.get(),
            shortcuts: shortcuts.get(),
            receipts: receipts.get(),
            preview_format: preview_format.get(),
            images: images.get(),
        },
    };

    let place = NodeRef::<html::Custom<&'static str>>::new();
    let handle = handle.unwrap_or_else(Handle::new);
    // One root for the widget, however often the effect below runs.
    let owner = Owner::new();
    // What makes the widget, which is done once.
    let mut parts = Some((questions, notify, send));
    Effect::new(move || {
        let Some(host) = place.get() else { return };
        if let Some((questions, notify, send)) = parts.take() {
            let root = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).expect("a new element");
            let mounted = owner.with(|| {
                ignore_scripts(&root);
                Mounted::new(Widget::with_notify(host, root, None, notify), questions, send)
            });
            if let Some(strings) = &strings {
                mounted.widget.set_language(&language(strings), strings);
            }
            handle.set(mounted);
        }
        let options = options();
        if let Some(mounted) = handle.mounted() {
            mounted.widget.set_options(options);
        }
    });
    on_cleanup(move || {
        if let Some(mounted) = handle.take() {
            mounted.stop();
        }
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

/// Keeps events that a script has made from everything in the widget: nobody answers for a person. The custom element's class
/// does the same.
fn ignore_scripts(root: &ShadowRoot) {
    let ignore: Closure<dyn Fn(web_sys::Event)> = Closure::new(|event: web_sys::Event| {
        if !event.is_trusted() {
            event.stop_immediate_propagation();
            event.prevent_default();
        }
    });
    for name in ["click", "pointerdown", "keydown", "input", "change"] {
        let called = ignore.as_ref().unchecked_ref();
        let _ = root.add_event_listener_with_callback_and_bool(name, called, true);
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

fn run<In: 'static>(callback: &Option<UnsyncCallback<In>>, values: In) {
    if let Some(callback) = callback {
        callback.run(values);
    }
}
