//! The one source of random numbers. Everything in a simulated session comes from one seed, so every seed replays exactly.
//! The room's random test (`bridge/tests/room/random.rs`) uses it too.

use std::ops::Range;

/// SplitMix64, as in `src/session/random.rs`, which a test of another crate cannot reach. A crate would do the same in no fewer lines,
/// and another version of it could replay every seed differently.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number of the range; of an empty one its start.
    pub(crate) fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.next() % range.end.saturating_sub(range.start).max(1)
    }

    /// An index into something of this length.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.within(0..length as u64) as usize
    }

    /// True so many times in a hundred.
    pub(crate) fn percent(&mut self, chance: u64) -> bool {
        self.within(0..100) < chance
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.index(from.len())]
    }
}
