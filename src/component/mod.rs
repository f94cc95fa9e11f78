//! `<AskUser/>` for Leptos apps: the same widget as the custom element's, with signals for attributes and callbacks for
//! events. Client-side rendering only, as everything here that touches a browser.
//!
//! ```ignore
//! use ask_user_widget::component::{AskUser, Presentation};
//! use ask_user_widget::session::Receipt;
//! use leptos::prelude::*;
//!
//! #[component]
//! fn Chat() -> impl IntoView {
//!     view! {
//!         <AskUser
//!             url="/ws"
//!             session="demo"
//!             presentation=Presentation::Inline
//!             composer="message"
//!             on_answer=|receipt: Receipt| leptos::logging::log!("{}", receipt.to_text())
//!         />
//!         <textarea id="message"></textarea>
//!     }
//! }
//! ```
//!
//! There is a prop for every attribute of the element and a callback for every event. Those for the page around it (`composer`,
//! `notify`, `sound`) are served by the element's own JavaScript modules, so that both do the same. A callback for `on_question`
//! can return [`ShownBy::App`], which is what `preventDefault()` is for the element.
//!
//! The component owns the session's one connection. What the app has to send itself goes through a [`Handle`], which can also
//! feed the component by any other way than a socket of its own, and ask without any protocol. A whole app is in
//! `examples/leptos`. The component renders an element `<ask-user>`, so that the custom properties and parts of the README apply;
//! a page does not define the custom element besides.

mod handle;
mod mounted;
mod question;
mod surroundings;
mod token;

use std::rc::Rc;
use std::sync::Arc;

use leptos::html::{self, custom};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{ShadowRootInit, ShadowRootMode};

use crate::embed::{Options, Widget};
use crate::protocol::{Ask, RequestKind};
use crate::runtime::{HostMessage, HostReply};
use crate::session::{ErrorCode, Event, Receipt, Status};
pub use crate::view::Presentation;
pub use crate::view::PreviewFormat;
use crate::view::ViewOptions;
pub use handle::Handle;
use mounted::{Mounted, Questions, end_question};
pub use question::AskError;
use surroundings::{PageOptions, Surroundings, frame_log, protect};
pub use token::TokenFuture;

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

/// Who shows a question, an approval or a form: what a callback for `on_question`, `on_approval` or `on_form` returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownBy {
    /// The component, as always.
    #[default]
    Component,
    /// The app. The component shows nothing and keeps no receipt, and `on_end` follows with the outcome `Withdrawn`. The agent
    /// is still waiting: the app answers it by a frame, with [`Handle::send_frame`].
    App,
}

impl From<()> for ShownBy {
    fn from((): ()) -> ShownBy {
        ShownBy::Component
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
    /// Gives the token before each connection, also when the last one has expired; `token` does not count then. It is what a
    /// function is for the element's property `token`.
    #[prop(optional, into)]
    get_token: Option<UnsyncCallback<(), TokenFuture>>,
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
    /// Id of the chat's own input, which is disabled while an answer is waited for (or inert, if it is an editor).
    #[prop(optional, into)]
    composer: MaybeProp<String>,
    /// Whether a question shows a notification while the page is in the background, if the page has the permission.
    #[prop(optional, into)]
    notify: Signal<bool>,
    /// Whether a question plays two short notes while the page is in the background.
    #[prop(optional, into)]
    sound: Signal<bool>,
    /// Whether each frame is logged by `console.debug`: direction, type, id and length, and never what it says.
    #[prop(optional, into)]
    verbose: Signal<bool>,
    /// A way to the component from outside.
    #[prop(optional)]
    handle: Option<Handle>,
    /// The agent asks. A callback that returns [`ShownBy::App`] shows the question itself, and the component shows nothing; one
    /// that returns nothing leaves it to the component.
    #[prop(optional, into)]
    on_question: Option<UnsyncCallback<(Arc<Ask>,), ShownBy>>,
    /// The agent asks whether it may use a tool. What it returns counts as with `on_question`. What the agent sent is the ask's
    /// `source`: its `request` may not have been read yet.
    #[prop(optional, into)]
    on_approval: Option<UnsyncCallback<(Arc<Ask>,), ShownBy>>,
    /// The agent wants a form filled in, or an address opened. The callback says who shows that.
    #[prop(optional, into)]
    on_form: Option<UnsyncCallback<(Arc<Ask>,), ShownBy>>,
    /// The person has answered, or has allowed or denied the use of a tool, and it is on its way.
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
    // Returns who shows the question, if it is one.
    let on_event = move |event: &Event| {
        match event {
            Event::Ask { ask } => {
                let callback = match ask.request.kind() {
                    RequestKind::Questions => &on_question,
                    RequestKind::Permission => &on_approval,
                    RequestKind::Elicitation => &on_form,
                };
                let shown_by = callback.as_ref().map(|callback| callback.run((ask.clone(),)));
                return if shown_by == Some(ShownBy::App) { HostReply::TakeQuestion } else { HostReply::Continue };
            }
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
        }
        HostReply::Continue
    };
    let questions = Questions::default();
    let asked = questions.clone();
    let report = move |surroundings: &Surroundings, message: HostMessage| {
        let event = match message {
            HostMessage::PageFrame(frame) => {
                run(&on_frame_in, (frame,));
                return HostReply::Continue;
            }
            HostMessage::Event(event) => event,
        };
        let reply = on_event(&event);
        surroundings.follow(&event, reply);
        end_question(&asked, &event);
        reply
    };
    let send = move |json| run(&on_frame_out, (json,));
    let handle = handle.unwrap_or_else(Handle::new);
    let ask_token = token::asking(get_token, token, handle);
    let options = move || Options {
        url: url.get(),
        session: session.get(),
        ask_token: ask_token(),
        drafts: drafts.get(),
        frame_log: verbose.get().then(frame_log),
        view: ViewOptions {
            presentation: presentation.get(),
            shortcuts: shortcuts.get(),
            receipts: receipts.get(),
            preview_format: preview_format.get(),
            images: images.get(),
        },
    };

    let page_options = move || PageOptions { composer: composer.get(), notify: notify.get(), sound: sound.get() };

    let place = NodeRef::<html::Custom<&'static str>>::new();
    // One root for the widget, however often the effect below runs.
    let owner = Owner::new();
    // What makes the widget, which is done once.
    let mut parts = Some((questions, report, send));
    Effect::new(move || {
        let Some(host) = place.get() else { return };
        if let Some((questions, report, send)) = parts.take() {
            let root = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).expect("a new element");
            protect(&root);
            let on_missing = move |message| {
                if let Some(mounted) = handle.mounted() {
                    mounted.widget.fault(ErrorCode::ComposerMissing, message);
                }
            };
            let surroundings = Rc::new(Surroundings::new(host.clone(), on_missing));
            let around = surroundings.clone();
            let widget = owner.with(|| Widget::with_notify(host, root, None, move |message| report(&around, message)));
            let mounted = Mounted::new(widget, questions, surroundings, send);
            if let Some(strings) = &strings {
                mounted.widget.set_language(&language(strings), strings);
            }
            handle.set(mounted);
        }
        let (options, page_options) = (options(), page_options());
        if let Some(mounted) = handle.mounted() {
            mounted.surroundings.set(page_options);
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
