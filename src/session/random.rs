//! Random numbers from a seed, which comes in as a value.

/// SplitMix64, from this seed on: small, and good enough to spread reconnects and to make schedules for tests. A crate would be a dependency of
/// everybody who embeds the widget. `tests/simulation/random.rs` has the same again, because it is another crate, and a source of
/// random numbers is nothing that this one should offer.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    /// The next number.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number that is less than `most`.
    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }
}
