//! From the attributes to the address of a WebSocket.

use web_sys::Url;

use crate::runtime::Address;

/// The address that `url` and `session` mean on this page. `None` without a `url`; an error says what is wrong.
pub(super) fn address(
    url: Option<&str>,
    session: Option<&str>,
    token: Option<String>,
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
    Ok(Some(Address { url: parsed.href(), token }))
}
