//! How long a text may be.

/// The most characters of one agent-written text that are shown.
pub const TEXT_SHOWN: usize = 20_000;
/// The most characters that a person may type into one field.
pub const TYPED: usize = 10_000;
