//! The machine that the page is shown on.

/// Whether the machine is one of Apple's, where ⌘ does what Ctrl does elsewhere.
pub(super) fn is_mac() -> bool {
    let platform = web_sys::window().and_then(|window| window.navigator().platform().ok());
    platform.is_some_and(|platform| platform.starts_with("Mac") || platform.starts_with("iP"))
}
