//! One connection, and how the connection is as the person should know it.

/// Names one connection; a later one has a greater number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

/// How the connection is, as the person should know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// There is none, and none is wanted.
    Closed,
    /// The first is being made.
    Connecting,
    /// There is one.
    Open,
    /// There was one, and another is being made.
    Reconnecting,
    /// There has never been one, though it was tried.
    Unreachable,
    /// It was refused, or keeps failing in the same way: the person may try, and should know why.
    Failed,
    /// Another view has taken the session.
    Taken,
}

impl Connection {
    /// The word for it in events and styles.
    pub fn word(self) -> &'static str {
        match self {
            Connection::Closed => "closed",
            Connection::Connecting => "connecting",
            Connection::Open => "open",
            Connection::Reconnecting => "reconnecting",
            Connection::Unreachable => "unreachable",
            Connection::Failed => "failed",
            Connection::Taken => "taken",
        }
    }
}
