//! The style sheet of an element: adopted, because a strict policy blocks `<style>`.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{HtmlElement, ShadowRoot};

use super::page_style::PageStyle;
use crate::view::style_sheet;

/// Gives the style sheet of all elements to this one, and one of its own for what it takes over from the page.
pub(super) fn adopt(host: &HtmlElement, root: &ShadowRoot) -> Result<PageStyle, JsValue> {
    let (sheet, page_style) = (style_sheet()?, PageStyle::new(host)?);
    Reflect::set(root, &"adoptedStyleSheets".into(), &Array::of2(&sheet, &page_style.sheet))?;
    Ok(page_style)
}
