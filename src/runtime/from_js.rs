//! From JavaScript values to the pure rooms' [`Value`].
//!
//! By hand and not by serde-wasm-bindgen: its error messages alone pull the exact printing of floats into the module,
//! and this is a tenth of its size. Whatever has no JSON becomes `null`.

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::protocol::{Value, limits};

/// How deep lists and maps may be nested; a deeper value would exhaust the stack.
const MAX_DEPTH: usize = 64;

/// How many values it may consist of. The largest ask that can be shown has half as many, and half a million, which a
/// frame has room for, would hold up the page.
const MAX_VALUES: usize = 20_000;

/// Characters of all its texts together. What ends an ask repeats parts of the frame that began it.
const MAX_TEXT: u32 = 4 * limits::FRAME as u32;

#[wasm_bindgen]
extern "C" {
    /// Takes a text that stays where it is: one that was copied into the memory of the wasm would make it grow for good.
    #[wasm_bindgen(js_namespace = JSON, js_name = parse, catch)]
    fn parse_json(text: &JsString) -> Result<JsValue, JsValue>;
}

/// Why a text was not read.
pub(super) enum Unread {
    /// It has so many characters, and they are too many.
    TooLong(u32),
    NoJson,
}

/// Parses JSON that somebody else wrote, after its length was measured.
pub(super) fn parse(text: &JsString) -> Result<JsValue, Unread> {
    match text.length() {
        length if length as usize > limits::FRAME => Err(Unread::TooLong(length)),
        _ => parse_json(text).map_err(|_| Unread::NoJson),
    }
}

/// Parses JSON that somebody else wrote, as the pure rooms take it.
pub(super) fn read_json(text: &JsValue) -> Option<Value> {
    parse(text.dyn_ref()?).ok().and_then(|value| from_js(&value))
}

/// A value of the page's, as the pure rooms take it. `None` if it is nested too deeply, in a circle, or too large.
pub(crate) fn from_js(value: &JsValue) -> Option<Value> {
    nested(value, MAX_DEPTH, &mut Left { values: MAX_VALUES, text: MAX_TEXT })
}

/// How much a value may still have.
struct Left {
    values: usize,
    text: u32,
}

impl Left {
    /// A text of it, copied into the wasm if there is still room.
    fn text(&mut self, text: &JsString) -> Option<String> {
        self.text = self.text.checked_sub(text.length())?;
        Some(text.into())
    }
}

fn nested(value: &JsValue, depth: usize, left: &mut Left) -> Option<Value> {
    left.values = left.values.checked_sub(1)?;
    if let Some(text) = value.dyn_ref::<JsString>() {
        return left.text(text).map(Value::Text);
    }
    if let Some(number) = value.as_f64() {
        let whole = number as i64;
        return Some(if whole as f64 == number { Value::Int(whole) } else { Value::Float(number) });
    }
    if let Some(truth) = value.as_bool() {
        return Some(Value::Bool(truth));
    }
    let Some(object) = value.dyn_ref::<Object>().filter(|_| !value.is_function()) else { return Some(Value::Null) };
    let inner = depth.checked_sub(1)?;
    if let Some(array) = value.dyn_ref::<Array>() {
        let mut items = Vec::new();
        for index in 0..array.length() {
            items.push(nested(&array.get(index), inner, left)?);
        }
        return Some(Value::List(items));
    }
    let entries = Object::entries(object);
    let mut pairs = Vec::new();
    for index in 0..entries.length() {
        let entry: Array = entries.get(index).unchecked_into();
        pairs.push((left.text(entry.get(0).dyn_ref()?)?, nested(&entry.get(1), inner, left)?));
    }
    Some(Value::Map(pairs))
}
