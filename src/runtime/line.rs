//! What frames are sent on, whoever made it.

use js_sys::Function;

use super::socket::Socket;

/// What frames are sent on.
pub(super) enum Line {
    /// A socket of our own; closed when dropped.
    Own(Socket),
    /// Whatever the page has.
    Lent(Function),
}
