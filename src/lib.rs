//! The dialog with which AI agents ask people.
//!
//! One package, five rooms, one direction: [`protocol`] knows the wire, [`session`] the whole behaviour; both are pure
//! and build everywhere. In the browser `runtime` performs what the session decides, `view` shows its screen, and
//! `embed` makes the custom element `<ask-user>` of it all, and `component` a Leptos component.

#![forbid(unsafe_code)]

pub mod keymap;
pub mod protocol;
pub mod session;
pub mod words;

#[cfg(target_arch = "wasm32")]
pub mod component;
#[cfg(target_arch = "wasm32")]
pub mod embed;
#[cfg(target_arch = "wasm32")]
pub mod runtime;
#[cfg(target_arch = "wasm32")]
pub mod view;
