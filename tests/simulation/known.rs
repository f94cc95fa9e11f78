//! What the simulation leaves out because the product cannot answer for it yet, so that it still guards everything else.
//! `SIMULATION_STRICT=1` leaves out none of it.

use std::env;
use std::sync::LazyLock;

static STRICT: LazyLock<bool> = LazyLock::new(|| env::var_os("SIMULATION_STRICT").is_some());

/// Something that is known to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// A bare bridge confirms nothing, so a word of the agent that crossed the answer on the way counts as proof that it
    /// arrived. The time-out that comes after it corrects the receipt.
    CrossingWord,
    /// A handshake that was under way when its page was loaded again, and that the bridge takes after that of the new page.
    /// A page has no name that outlives it, since a duplicated tab would have the same; the bridge's server looks whether
    /// the other end is still there before it takes a handshake, and that is all there is against it. In a fleet the handshake may
    /// have been taken, and wait for the store when its page is loaded again.
    ReloadGhost,
}

impl Known {
    /// Whether the simulation leaves out what triggers it.
    pub(crate) fn is_avoided(self) -> bool {
        !*STRICT
    }
}
