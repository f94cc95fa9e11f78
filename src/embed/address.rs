//! From the attributes to the address of a WebSocket.

use js_sys::Function;
use web_sys::Url;

use crate::runtime::Address;

/// Whether a token would travel where others can read it.
pub(super) fn is_exposed(address: &Address) -> bool {
    let host = Url::new(&address.url).map(|url| url.hostname()).unwrap_or_default();
    let is_here = matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]") || host.ends_with(".localhost");
    address.ask_token.is_some() && address.url.starts_with("ws:") && !is_here
}

/// The address that `url` and `session` mean on this page. `None` without a `url`; an error says what is wrong.
pub(super) fn address(
    url: Option<&str>,
    session: Option<&str>,
    ask_token: Option<Function>,
    base: &str,
) -> Result<Option<Address>, String> {
    let Some(url) = url.map(str::trim).filter(|url| !url.is_empty()) else { return Ok(None) };
    let parsed = Url::new_with_base(url, base).map_err(|_| format!("url=\"{url}\" is not an address"))?;
    match parsed.protocol().as_str() {
        "ws:" | "wss:" => {}
        "http:" => parsed.set_protocol("ws:"),
        "https:" => parsed.set_protocol("wss:"),
        _ => return Err(format!("url=\"{url}\" is not an address of a WebSocket")),
    }
    if let Some(session) = session.filter(|session| !session.is_empty()) {
        let path = parsed.pathname();
        let session = String::from(js_sys::encode_uri_component(session));
        parsed.set_pathname(&format!("{}/{session}", path.trim_end_matches('/')));
    }
    // A WebSocket refuses addresses with a fragment.
    parsed.set_hash("");
    Ok(Some(Address { url: parsed.href(), ask_token }))
}
