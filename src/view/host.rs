//! The machine that the page is shown on.

/// Whether this is a machine of Apple, where ⌘ does what Ctrl does elsewhere.
pub(super) fn is_mac() -> bool {
    let platform = web_sys::window().and_then(|window| window.navigator().platform().ok());
    platform.is_some_and(|platform| platform.starts_with("Mac") || platform.starts_with("iP"))
}
