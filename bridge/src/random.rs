//! Names that nobody can guess, from the operating system's randomness.

use std::fmt::Write;
use std::sync::OnceLock;

use crate::replica::NodeId;
use crate::room::{ConnectionId, QuestionId};

/// The name of this process among others that share a store.
pub(crate) fn node() -> &'static NodeId {
    static NODE: OnceLock<NodeId> = OnceLock::new();
    NODE.get_or_init(|| NodeId::new(hex::<6>()))
}

/// A fresh name for an ask. It says which node holds the agent's call.
pub(crate) fn question_id() -> QuestionId {
    node().id("q_", &hex::<16>()).into()
}

/// A fresh name for a connection. It says which node holds it.
pub(crate) fn connection_id() -> ConnectionId {
    node().id("c_", &hex::<16>()).into()
}

/// A number that nobody else takes.
pub(crate) fn token() -> u64 {
    getrandom::u64().expect("the operating system gives random bytes")
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
    prefix.to_owned() + &hex::<16>()
}

/// This number of random bytes, in hexadecimal digits.
fn hex<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    let mut digits = String::with_capacity(2 * BYTES);
    for byte in bytes {
        write!(digits, "{byte:02x}").expect("a string takes all that is written");
    }
    digits
}
