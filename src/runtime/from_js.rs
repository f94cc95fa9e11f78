//! From JavaScript values to the pure rooms' [`Value`].
//!
//! By hand and not by serde-wasm-bindgen: its error messages alone pull the exact printing of floats into the module,
//! and this is a tenth of its size. Whatever has no JSON becomes `null`.

use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};

use crate::protocol::Value;

/// How deep lists and maps may be nested; a deeper value would exhaust the stack.
const MAX_DEPTH: usize = 64;

/// How many values it may consist of. The largest ask that can be shown has half as many, and half a million, which a
/// frame has room for, would hold up the page.
const MAX_VALUES: usize = 20_000;

/// A value of the page's, as the pure rooms take it. `None` if it is nested too deeply, in a circle, or too large.
pub(crate) fn from_js(value: &JsValue) -> Option<Value> {
    nested(value, MAX_DEPTH, &mut MAX_VALUES.clone())
}

fn nested(value: &JsValue, depth: usize, left: &mut usize) -> Option<Value> {
    *left = left.checked_sub(1)?;
    if let Some(text) = value.as_string() {
        return Some(Value::Text(text));
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
        return array.iter().map(|item| nested(&item, inner, left)).collect::<Option<_>>().map(Value::List);
    }
    let entries = Object::entries(object);
    let pairs = entries.iter().map(|entry| {
        let entry: Array = entry.unchecked_into();
        Some((entry.get(0).as_string()?, nested(&entry.get(1), inner, left)?))
    });
    pairs.collect::<Option<_>>().map(Value::Map)
}
