//! What each close code means for the next try: the one table of it.
//!
//! | code | meaning | next try |
//! | --- | --- | --- |
//! | 1000, 1005, 1006, 1011, 1014, 1015 | ended, cut off | soon |
//! | 1001, 1012 | the bridge goes away or restarts, so every page of it comes back | soon, more widely spread |
//! | 1002, 1003, 1007, 1009, 1010 | one side could not read the other | soon |
//! | 1008, 1013, 4429 | too many messages or sessions | after the longest wait |
//! | 4440 | the token has expired | at once, with the next token; only when the person says so, if that had expired too |
//! | 4400, 4401, 4403, 4404, 4410 | not understood, token, origin, no such session, gone | only when the person says so |
//! | any other | unknown | soon |
//!
//! Whatever the code, three short connections in a row that ended alike are followed by a rest (see `link.rs`).

/// What follows a close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The next try comes as after any failure.
    Soon,
    /// So it does, spread more widely, since everybody else tries too.
    Spread,
    /// The next try comes late.
    Late,
    /// The next try comes at once: another token is all that is missing. A connection that heard nothing had one already.
    WithNextToken,
    /// Another try would end in the same way.
    Never,
}

pub(super) fn fate(code: u16) -> Fate {
    match code {
        1001 | 1012 => Fate::Spread,
        1008 | 1013 | 4429 => Fate::Late,
        4440 => Fate::WithNextToken,
        4400 | 4401 | 4403 | 4404 | 4410 => Fate::Never,
        _ => Fate::Soon,
    }
}
