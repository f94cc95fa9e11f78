//! The views and the element in a real browser, each state fed through a real session.

#![cfg(target_arch = "wasm32")]

mod around;
mod component;
mod dialog;
mod hygiene;
mod links;
mod options;
mod pattern;
mod stage;
mod widget;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
