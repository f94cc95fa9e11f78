//! The views and the element in a real browser, each state fed through a real session.

#![cfg(target_arch = "wasm32")]

mod around;
mod dialog;
mod element;
mod hygiene;
mod options;
mod stage;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
