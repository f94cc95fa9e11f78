//! The adapters, for the element's class: values of the page's in, JSON out. They are in a chunk, with what shows approvals and forms.

use wasm_bindgen::prelude::*;

use crate::chunk::{self, chunk};
use crate::protocol::Value;
use crate::protocol::adapter::{Adapter, Ended};
use crate::runtime::from_js;

/// What the chunk can do.
#[derive(Clone, Copy)]
struct Adapters {
    input: fn(&str, &JsValue) -> Result<String, JsValue>,
    result: fn(&str, &JsValue, &JsValue) -> String,
}

chunk! {
    /// Requests of other protocols.
    static ADAPTERS: Adapters = requests(Adapters { input, result })
}

/// What a request of another protocol asks, as JSON of `{ questions }`. Throws a sentence if it asks nothing of ours. The chunk
/// `requests` has to have been loaded.
#[wasm_bindgen]
pub fn adapt(adapter: &str, request: &JsValue) -> Result<String, JsValue> {
    let adapters = chunk::loaded(&ADAPTERS).ok_or("the adapters are missing")?;
    (adapters.input)(adapter, request)
}

/// The result for that request, as JSON, when its ask has ended with this detail.
#[wasm_bindgen(js_name = adaptResult)]
pub fn adapt_result(adapter: &str, request: &JsValue, detail: &JsValue) -> String {
    chunk::loaded(&ADAPTERS).map(|adapters| (adapters.result)(adapter, request, detail)).unwrap_or_default()
}

fn input(adapter: &str, request: &JsValue) -> Result<String, JsValue> {
    let named = Adapter::named(adapter).ok_or("there is no such adapter")?;
    let request = from_js(request).ok_or("The request is too large, nested too deeply, or goes in a circle")?;
    Ok(named.input(&request).map_err(|reason| format!("The request {reason}"))?.to_json())
}

fn result(adapter: &str, request: &JsValue, detail: &JsValue) -> String {
    let result = Adapter::named(adapter).map(|adapter| adapter.result(&read(request), &Ended::read(&read(detail))));
    result.unwrap_or(Value::Null).to_json()
}

fn read(value: &JsValue) -> Value {
    from_js(value).unwrap_or(Value::Null)
}
