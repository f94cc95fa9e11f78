//! What was wrong with an ask, reported to the page's developer; the ask is shown all the same.

use std::fmt;

/// One thing that was wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place, as a path into the frame: `questions[0].options[1].label`.
    pub at: String,
    /// What was wrong there.
    pub kind: ProblemKind,
}

/// What was wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// It is not there, or of a kind that cannot be shown.
    Missing,
    /// Another kind of value stands there; it was read as well as could be.
    WrongType,
    /// More characters than there should be.
    TooLong {
        /// How many there should be at most.
        most: usize,
    },
    /// Fewer entries than there should be.
    TooFew {
        /// How many there should be at least.
        least: usize,
    },
    /// More entries than there should be.
    TooMany {
        /// How many there should be at most.
        most: usize,
    },
    /// There are too many entries, and the last ones are not shown.
    LeftOut {
        /// How many are shown.
        shown: usize,
    },
    /// The same text as an earlier one: on the wire the two answers share one key.
    Repeated,
    /// It is of a kind that this version does not know.
    Unsupported,
    /// It cannot be checked, and is not.
    NotEnforced,
    /// It is no value that could stand there, and is left out.
    Invalid,
    /// Nothing can be entered that it would take.
    Impossible,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.at)?;
        match self.kind {
            ProblemKind::Missing => out.write_str(" is missing"),
            ProblemKind::WrongType => out.write_str(" has the wrong type"),
            ProblemKind::TooLong { most } => write!(out, " is longer than {most} characters"),
            ProblemKind::TooFew { least } => write!(out, " has fewer than {least} entries"),
            ProblemKind::TooMany { most } => write!(out, " has more than {most} entries"),
            ProblemKind::LeftOut { shown } => write!(out, " is cut to its first {shown} entries"),
            ProblemKind::Repeated => out.write_str(" repeats an earlier one; their answers share one key"),
            ProblemKind::Unsupported => out.write_str(" is of a kind that is not supported"),
            ProblemKind::NotEnforced => out.write_str(" cannot be checked and is not enforced"),
            ProblemKind::Invalid => out.write_str(" is not valid and is left out"),
            ProblemKind::Impossible => out.write_str(" leaves nothing that could be entered"),
        }
    }
}
