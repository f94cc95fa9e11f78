//! The browser's regular expressions, by which texts of a form are checked.

use js_sys::{Array, Function, Reflect, RegExp};
use wasm_bindgen::JsCast;

/// Whether a text matches a regular expression of JavaScript's; `None` if that cannot be read.
pub fn matches_pattern(pattern: &str, text: &str) -> Option<bool> {
    let class = Reflect::get(&js_sys::global(), &"RegExp".into()).ok()?.dyn_into::<Function>().ok()?;
    let expression = Reflect::construct(&class, &Array::of2(&pattern.into(), &"u".into())).ok()?;
    Some(expression.unchecked_into::<RegExp>().test(text))
}
