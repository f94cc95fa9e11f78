//! Why a command cannot go on, as a sentence for the person at the keyboard.

use std::fmt;

/// One clear sentence. It says what is wrong and, where somebody can do something about it, what.
#[derive(Debug, PartialEq)]
pub(crate) struct Failure(String);

/// The result of everything that can fail here.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// For what needs a network: the program that failed has said why, but seldom what to do.
    pub(crate) fn perhaps_offline(self) -> Self {
        Self(format!("{self}; if this machine has no network now, connect it and run this again"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Names the action that failed, for errors that only say "No such file or directory".
pub(crate) trait Context<T> {
    /// Turns the error into "could not {action}: {error}".
    fn or_fail(self, action: impl fmt::Display) -> Result<T>;
}

impl<T> Context<T> for std::io::Result<T> {
    fn or_fail(self, action: impl fmt::Display) -> Result<T> {
        self.map_err(|error| Failure(format!("could not {action}: {error}")))
    }
}
