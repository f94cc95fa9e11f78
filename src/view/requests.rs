//! What is shown of requests that are no questions. This is in a chunk, with the session's rules for them.

use js_sys::{Array, Function, Reflect, RegExp};
use wasm_bindgen::JsCast;

use super::dom::El;
use super::{AskContext, approval};
use crate::chunk::{self, chunk};
use crate::session::{RequestRules, request_rules};

/// The functions of the chunk.
#[derive(Clone, Copy)]
struct RequestCode {
    /// The session's rules.
    rules: fn() -> RequestRules,
    /// The content of the dialog, as far as it scrolls.
    content: fn(AskContext) -> Vec<El>,
    /// The buttons of the dialog.
    buttons: fn(AskContext) -> Vec<El>,
}

chunk! {
    /// Approvals and forms.
    static REQUESTS: RequestCode = requests(RequestCode { rules, content: approval::card, buttons: approval::deciding })
}

/// Gives the session's rules for requests that are no questions to `then`, once they have come, or `None` if they do not.
pub fn load_request_rules(then: Box<dyn FnOnce(Option<RequestRules>)>) {
    chunk::load(&REQUESTS, |code| then(code.map(|code| (code.rules)())));
}

/// The content of the dialog for a request that was read.
pub(super) fn content(ask: AskContext) -> Vec<El> {
    chunk::loaded(&REQUESTS).map(|code| (code.content)(ask)).unwrap_or_default()
}

/// The buttons of the dialog for a request that was read.
pub(super) fn buttons(ask: AskContext) -> Vec<El> {
    chunk::loaded(&REQUESTS).map(|code| (code.buttons)(ask)).unwrap_or_default()
}

fn rules() -> RequestRules {
    request_rules(matches_pattern)
}

/// Whether a text matches a regular expression of JavaScript's; `None` if that cannot be read.
fn matches_pattern(pattern: &str, text: &str) -> Option<bool> {
    let class = Reflect::get(&js_sys::global(), &"RegExp".into()).ok()?.dyn_into::<Function>().ok()?;
    let expression = Reflect::construct(&class, &Array::of2(&pattern.into(), &"u".into())).ok()?;
    Some(expression.unchecked_into::<RegExp>().test(text))
}
