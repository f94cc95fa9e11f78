//! What was found out: one row for each check.

/// What a bridge does in one situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The situation.
    pub situation: &'static str,
    /// What a bridge of the protocol does in it.
    pub expected: &'static str,
    /// What this one did.
    pub finding: Finding,
}

/// How what a bridge did compares with the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It does what is expected; the text says which of the ways that there are.
    Same(String),
    /// It does something else.
    Differs(String),
    /// It was not found out, for this reason.
    NotTried(String),
}

impl Finding {
    /// The sentence in it.
    pub fn text(&self) -> &str {
        match self {
            Finding::Same(text) | Finding::Differs(text) | Finding::NotTried(text) => text,
        }
    }

    /// The word for the table.
    pub fn word(&self) -> &'static str {
        match self {
            Finding::Same(_) => "same",
            Finding::Differs(_) => "DIFFERS",
            Finding::NotTried(_) => "not tried",
        }
    }

    /// Whether the bridge does something else than the protocol says.
    pub fn is_different(&self) -> bool {
        match self {
            Finding::Differs(_) => true,
            Finding::Same(_) | Finding::NotTried(_) => false,
        }
    }
}
