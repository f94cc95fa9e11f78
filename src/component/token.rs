//! How the component asks the app for a token.

use std::pin::Pin;

use js_sys::Function;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::Handle;
use crate::protocol::ClientFrame;
use crate::session::ErrorCode;

/// A token on its way. An error is a sentence for the app's developer.
pub type TokenFuture = Pin<Box<dyn Future<Output = Result<String, String>>>>;

/// What the widget calls before each connection: gives it a token of `get_token`, or what `token` is, if that is all there is.
pub(super) fn asking(
    get_token: Option<UnsyncCallback<(), TokenFuture>>,
    token: MaybeProp<String>,
    handle: Handle,
) -> impl Fn() -> Option<Function> {
    let asked = get_token.map(|get_token| {
        function(move |connection| {
            let token = get_token.run(());
            spawn_local(async move { sign_in(handle, connection, token.await) });
        })
    });
    // The same function for the same token, so that the widget sees when it is another.
    let last = StoredValue::new_local(None::<(String, Function)>);
    move || {
        if asked.is_some() {
            return asked.clone();
        }
        let token = token.get()?;
        let known = last.with_value(|last| last.clone().filter(|(known, _)| *known == token));
        let (_, ask) = known.unwrap_or_else(|| {
            let given = token.clone();
            let ask = function(move |connection| {
                let given = given.clone();
                spawn_local(async move { sign_in(handle, connection, Ok(given)) });
            });
            last.set_value(Some((token.clone(), ask.clone())));
            (token, ask)
        });
        Some(ask)
    }
}

fn function(ask: impl Fn(f64) + 'static) -> Function {
    Closure::<dyn Fn(f64)>::new(ask).into_js_value().unchecked_into()
}

fn sign_in(handle: Handle, connection: f64, token: Result<String, String>) {
    let Some(mounted) = handle.mounted() else { return };
    let token = token.map_err(|message| mounted.widget.fault(ErrorCode::CannotConnect, message)).ok();
    mounted.widget.sign_in(connection, token.map(|token| ClientFrame::Authenticate { token }.write().to_json()));
}
