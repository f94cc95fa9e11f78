//! The style sheet: one for all elements of the page, adopted by each, because a strict policy blocks `<style>`.

use std::cell::Cell;

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, HtmlElement, ShadowRoot};

use super::page_style::PageStyle;

const CSS: &str = include_str!(concat!(env!("OUT_DIR"), "/style.css"));

thread_local! {
    /// Whether the sheet has the rules for approvals and forms.
    static IS_ADDED: Cell<bool> = const { Cell::new(false) };
    static SHEET: Result<CssStyleSheet, JsValue> = CssStyleSheet::new().and_then(|sheet| {
        sheet.replace_sync(CSS)?;
        Ok(sheet)
    });
}

/// Adds rules to the style sheet of all elements, once.
pub(super) fn add(css: &str) {
    let is_added = IS_ADDED.replace(true);
    SHEET.with(|sheet| {
        if let (Ok(sheet), false) = (sheet, is_added) {
            // It cannot fail: the rules are our own.
            let _ = sheet.replace_sync(&[CSS, css].concat());
        }
    });
}

/// Gives the style sheet to an element, and one of its own for what it takes over from the page.
pub(super) fn adopt(host: &HtmlElement, root: &ShadowRoot) -> Result<PageStyle, JsValue> {
    SHEET.with(|sheet| {
        let sheet = sheet.as_ref().map_err(Clone::clone)?;
        let page_style = PageStyle::new(host, root)?;
        Reflect::set(root, &"adoptedStyleSheets".into(), &Array::of2(sheet, &page_style.sheet))?;
        Ok(page_style)
    })
}
