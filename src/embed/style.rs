//! The style sheet: one for all elements of the page, adopted by each, because a strict policy blocks `<style>`.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, ShadowRoot};

const CSS: &str = include_str!(concat!(env!("OUT_DIR"), "/style.css"));

thread_local! {
    static SHEET: Result<CssStyleSheet, JsValue> = CssStyleSheet::new().and_then(|sheet| {
        sheet.replace_sync(CSS)?;
        Ok(sheet)
    });
}

/// Gives the style sheet to an element.
pub(super) fn adopt(root: &ShadowRoot) -> Result<(), JsValue> {
    SHEET.with(|sheet| {
        let sheet = sheet.as_ref().map_err(Clone::clone)?;
        Reflect::set(root, &"adoptedStyleSheets".into(), &Array::of1(sheet)).map(drop)
    })
}
