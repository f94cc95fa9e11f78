//! The host that stands beside a link is the host to which the browser goes, unless the link is marked as unusual.

use ask_user_widget::text::markdown::host;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Url;

/// Authorities that are written in ways in which hosts are hidden.
const AUTHORITIES: [&str; 36] = [
    "a.example",
    "A.Example",
    "a.example:8080",
    "a.example:443",
    "a.example:80",
    "a.example:",
    "a.example:0080",
    "a.example:65536",
    "a.example:8o",
    "localhost",
    "3m.example",
    "user@a.example",
    "bank.example@evil.example",
    "bank.example:443@evil.example",
    "a@b@c.example",
    "bank.example%2f@evil.example",
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "2130706433",
    "a.example.1",
    "[::1]",
    "[::1]:80",
    "xn--80ak6aa92e.example",
    "аррӏе.example",
    "ａ.example",
    "a。example",
    "a%2eexample",
    "%61.example",
    "a..example",
    ".a.example",
    "a.example.",
    "a_b.example",
    "-a.example",
    "a\u{ad}b.example",
    "faß.example",
];

/// What may follow an authority.
const REST: [&str; 9] =
    ["", "/", "/x", "?x@y.example", "#x@y.example", "\\@y.example", "\\y.example", "/@y.example", ":x"];

#[wasm_bindgen_test]
fn a_usual_host_is_where_the_browser_goes() {
    let mut compared = 0;
    for (scheme, usual_port) in [("https://", 443), ("http://", 80), ("HTTPS://", 443)] {
        for href in AUTHORITIES.iter().flat_map(|name| REST.map(|rest| [scheme, name, rest].concat())) {
            let Some(shown) = host(&href).filter(|shown| !shown.is_unusual) else { continue };
            let leads_to = Url::new(&href).unwrap_or_else(|_| panic!("{href} is shown as {}", shown.name)).host();
            // The browser writes lower case, no zeros before a port, and no port that its scheme has anyway.
            let (name, port) = shown.name.split_once(':').unwrap_or((&shown.name, ""));
            let port = port.parse::<u16>().ok().filter(|port| *port != usual_port);
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            let expected = name.to_lowercase() + &port;
            assert_eq!(leads_to, expected, "{href}");
            compared += 1;
        }
    }
    assert!(compared > 60, "only {compared} hosts are usual");
}
