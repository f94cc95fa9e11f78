//! The words of forms.

pub(super) use crate::view::words::*;

use crate::protocol::form::FieldError;
use crate::text;

pub(super) fn asked_by(name: &str) -> String {
    say_with(ASKED_BY, "name", &text::shown_line(name))
}

/// Whom an address leads to, with a warning about a host to look at twice.
pub(super) fn leads_to(host: &str, is_unusual: bool) -> String {
    let host = text::shown_line(host);
    if is_unusual { say_with(UNUSUAL_ADDRESS, "host", &host) } else { say_with(LEADS_TO, "host", &host) }
}

/// What is wrong with a field, as what to do about it.
pub(super) fn field_error(error: &FieldError) -> String {
    match error {
        FieldError::Required => say(FIELD_REQUIRED),
        FieldError::TooShort { min } => count(TOO_SHORT_ONE, TOO_SHORT, *min),
        FieldError::TooLong { max } => count(TOO_LONG_ONE, TOO_LONG, *max),
        FieldError::NotANumber => say(NOT_A_NUMBER),
        FieldError::NotAnInteger => say(NOT_AN_INTEGER),
        FieldError::TooSmall { min } => say_with(TOO_SMALL, "number", min.as_str()),
        FieldError::TooLarge { max } => say_with(TOO_LARGE, "number", max.as_str()),
        FieldError::NotAnEmail => say(NOT_AN_EMAIL),
        FieldError::NotAUri => say(NOT_A_URI),
        FieldError::NotADate => say(NOT_A_DATE),
        FieldError::NotADateTime => say(NOT_A_DATE_TIME),
        FieldError::PatternMismatch { pattern } => say_with(PATTERN_MISMATCH, "pattern", &text::shown_line(pattern)),
        FieldError::TooFew { min } => at_least(*min),
        FieldError::TooMany { max } => at_most(*max),
    }
}
