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
    /// A handshake that the view gave up, and that the bridge takes after the view's next one, takes the session from the
    /// view itself. The bridge would have to tell the view's own connections apart.
    OwnGhost,
}

impl Known {
    /// Whether the simulation leaves out what triggers it.
    pub(crate) fn is_avoided(self) -> bool {
        !*STRICT
    }
}
