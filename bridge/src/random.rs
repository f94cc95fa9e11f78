//! Names that nobody can guess, from the operating system's randomness.

use std::fmt::Write;

use crate::room::{ConnectionId, QuestionId};

/// A fresh name for an ask.
pub(crate) fn question_id() -> QuestionId {
    named("q_").into()
}

/// A fresh name for a connection.
pub(crate) fn connection_id() -> ConnectionId {
    named("c_").into()
}

/// A fresh name for a session.
pub(crate) fn session_id() -> String {
    named("s_")
}

/// A fresh name for this process.
pub(crate) fn process_id() -> String {
    named("b_")
}

fn named(prefix: &str) -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    let mut name = prefix.to_owned();
    for byte in bytes {
        write!(name, "{byte:02x}").expect("a string takes all that is written");
    }
    name
}
