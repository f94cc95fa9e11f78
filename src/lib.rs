//! The dialog in which people answer the questions of AI agents.
//!
//! The crate is shipped in two forms. As an npm package it defines the custom element `<ask-user>`, for any web page. For apps
//! in Leptos it has the component `component::AskUser`, on the target `wasm32-unknown-unknown`. `examples/leptos` is a
//! whole app, and the README has a picture of the dialog and all that can be chosen.
//!
//! Leptos provides signals, effects, owners and the component. The elements are made by the crate itself, because Leptos'
//! renderer would add about 50 KB to the download (`docs/decisions/0002-elements-instead-of-view.md`).
//!
//! # The rooms
//!
//! | module | what it is | builds for |
//! | --- | --- | --- |
//! | [`text`] | what makes text safe to show: hygiene, markdown, previews, direction | every target |
//! | [`protocol`] | the frames between page and bridge, and the model of an ask | every target |
//! | [`approval`] | what a card shows of a request to use a tool | every target |
//! | [`session`] | the whole behaviour, without clock and browser | every target |
//! | [`keymap`] | what each key does in which place of the dialog | every target |
//! | [`words`] | every word that the widget says itself | every target |
//! | `runtime` | performs what the session decides: socket, timer, storage | wasm32 |
//! | `view` | shows the session's screen | wasm32 |
//! | `chunk` | what is fetched when it is first needed | wasm32 |
//! | `embed`, `component` | the custom element, and the Leptos component | wasm32 |
//!
//! Modules for every target never use the others. `docs/ARCHITECTURE.md` has the map and the rules, and `tests/tidy.rs` holds
//! them.
//!
//! # A widget without a browser
//!
//! The session takes what happened and when, and returns what is to be done. Here it connects, and a bridge asks:
//!
//! ```
//! use ask_user_widget::protocol::{ServerFrame, Value};
//! use ask_user_widget::session::{ConnectionId, Event, Input, Output, Session, Settings, Time};
//!
//! let mut session = Session::new(Settings::default());
//! let outputs = session.handle(Time(0), Input::Start);
//! let connection = ConnectionId(1);
//! assert!(outputs.contains(&Output::Connect(connection)));
//!
//! session.handle(Time(10), Input::Opened(connection));
//! let question = Value::map([("question", "Ship it?".into())]);
//! let frame = Value::map([
//!     ("type", "ask_user_question".into()),
//!     ("question_id", "q_1".into()),
//!     ("questions", Value::List(vec![question])),
//! ]);
//! let frame = ServerFrame::read(&frame).expect("it has an id");
//! let outputs = session.handle(Time(20), Input::Frame { connection, frame });
//! assert!(outputs.iter().any(|output| matches!(output, Output::Notify(Event::Ask { .. }))));
//! ```

#![forbid(unsafe_code)]

pub mod approval;
pub mod keymap;
pub mod protocol;
pub mod session;
pub mod text;
pub mod words;

/// The allocator of the element. An app that has the component chooses its own.
#[cfg(all(target_arch = "wasm32", not(feature = "component")))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(target_arch = "wasm32")]
mod chunk;
#[cfg(all(target_arch = "wasm32", feature = "component"))]
pub mod component;
#[cfg(target_arch = "wasm32")]
pub mod embed;
#[cfg(target_arch = "wasm32")]
pub mod runtime;
#[cfg(target_arch = "wasm32")]
pub mod view;
