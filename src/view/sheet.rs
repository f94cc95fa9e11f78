//! The style sheet: one for all elements of the page. What only a chunk needs comes with it.

use crate::text::Joined;
use std::cell::Cell;

use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;

const CSS: &str = include_str!(concat!(env!("OUT_DIR"), "/style.css"));

/// What is added, in the order in which it stands in the sheet, whatever comes first.
#[derive(Clone, Copy)]
pub(super) enum Addition {
    /// For approvals and forms.
    Requests,
    /// For the content of previews, and for receipts.
    Previews,
}

thread_local! {
    /// What was added.
    static ADDED: Cell<[&'static str; 2]> = const { Cell::new([""; 2]) };
    static SHEET: Result<CssStyleSheet, JsValue> = CssStyleSheet::new().and_then(|sheet| {
        sheet.replace_sync(CSS)?;
        Ok(sheet)
    });
}

/// The style sheet, for an element to adopt.
pub fn style_sheet() -> Result<CssStyleSheet, JsValue> {
    SHEET.with(Clone::clone)
}

/// Adds rules to it, once.
pub(super) fn add(addition: Addition, css: &'static str) {
    let mut added = ADDED.get();
    let place = &mut added[addition as usize];
    if place.is_empty() {
        *place = css;
        ADDED.set(added);
        if let Ok(sheet) = style_sheet() {
            // It cannot fail: the rules are our own.
            let _ = sheet.replace_sync(&[CSS, added[0], added[1]].joined(""));
        }
    }
}
