//! The codes of `ask-user-error`: words that stay the same, so that a page can distinguish errors.

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// A frame came that cannot be read.
    UnreadableFrame,
    /// More questions wait than can be shown.
    TooManyQuestions,
    /// The bridge refused an answer.
    AnswerRefused,
    /// There was no connection to the bridge; it is tried again.
    CannotConnect,
    /// The bridge does not let in pages of this origin.
    OriginRefused,
    /// The bridge ended the connection, and trying again is of no use.
    ConnectionRefused,
    /// The address of the bridge is none.
    InvalidUrl,
    /// A token is sent without encryption.
    InsecureToken,
    /// There is no element with the id that `composer` names.
    ComposerMissing,
}

impl ErrorCode {
    /// All of them.
    pub const ALL: [ErrorCode; 9] = [
        ErrorCode::UnreadableFrame,
        ErrorCode::TooManyQuestions,
        ErrorCode::AnswerRefused,
        ErrorCode::CannotConnect,
        ErrorCode::OriginRefused,
        ErrorCode::ConnectionRefused,
        ErrorCode::InvalidUrl,
        ErrorCode::InsecureToken,
        ErrorCode::ComposerMissing,
    ];

    /// The word for it in the event.
    pub fn word(self) -> &'static str {
        match self {
            ErrorCode::UnreadableFrame => "unreadable-frame",
            ErrorCode::TooManyQuestions => "too-many-questions",
            ErrorCode::AnswerRefused => "answer-refused",
            ErrorCode::CannotConnect => "cannot-connect",
            ErrorCode::OriginRefused => "origin-refused",
            ErrorCode::ConnectionRefused => "connection-refused",
            ErrorCode::InvalidUrl => "invalid-url",
            ErrorCode::InsecureToken => "insecure-token",
            ErrorCode::ComposerMissing => "composer-missing",
        }
    }
}
