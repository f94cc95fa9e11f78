//! Whether what a person has entered is what its field asks for.

use std::cmp::Ordering;

use super::FieldValue;
use super::date::{is_date, is_date_time};
use super::pattern::Pattern;
use crate::protocol::answer::Answer;
use crate::protocol::constraints::{Constraints, Unmet};
use crate::protocol::number::Number;
use crate::protocol::question::{Question, QuestionKind, TextFormat};

/// What is wrong with what was entered, with the numbers that a message needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// Something must be entered.
    Required,
    /// A text has too few characters.
    TooShort {
        /// How many it must have.
        min: usize,
    },
    /// A text has too many characters.
    TooLong {
        /// How many it may have.
        max: usize,
    },
    /// It is no number.
    NotANumber,
    /// It is a number, and not a whole one.
    NotAnInteger,
    /// The number is too small.
    TooSmall {
        /// The smallest one.
        min: Number,
    },
    /// The number is too large.
    TooLarge {
        /// The largest one.
        max: Number,
    },
    /// It is no address of a mailbox.
    NotAnEmail,
    /// It is no address with a scheme.
    NotAUri,
    /// It is no day of the calendar.
    NotADate,
    /// It is no moment with an offset.
    NotADateTime,
    /// It does not match the regular expression.
    PatternMismatch {
        /// The expression.
        pattern: String,
    },
    /// Too few options are chosen.
    TooFew {
        /// How many must be.
        min: usize,
    },
    /// Too many options are chosen.
    TooMany {
        /// How many may be.
        max: usize,
    },
}

/// The value of a field as a person has entered it; `None` if it is left out. An own answer that goes into another property
/// is no value of this field.
pub fn check(field: &Question, answer: &Answer) -> Result<Option<FieldValue>, FieldError> {
    let typed = answer.text.as_deref().unwrap_or_default();
    let value = match field.kind {
        QuestionKind::Text(format) => text(typed, format, &field.constraints)?,
        QuestionKind::Number { integer } => number(typed, integer, &field.constraints)?,
        QuestionKind::Boolean => match answer.picks.first() {
            Some(&QuestionKind::TRUE) => Some(FieldValue::Boolean(true)),
            Some(&QuestionKind::FALSE) => Some(FieldValue::Boolean(false)),
            Some(_) | None => None,
        },
        QuestionKind::SingleChoice => picked(field, answer).into_iter().next().map(FieldValue::Choice),
        QuestionKind::MultipleChoice => {
            let values = picked(field, answer);
            match field.constraints.unmet(values.len()) {
                _ if values.is_empty() => None,
                Some(Unmet::Least(min)) => return Err(FieldError::TooFew { min }),
                Some(Unmet::Most(max)) => return Err(FieldError::TooMany { max }),
                None => Some(FieldValue::Choices(values)),
            }
        }
    };
    if value.is_none() && field.constraints.is_required { Err(FieldError::Required) } else { Ok(value) }
}

/// The values of the options that were chosen, each once, in the order in which they were offered.
fn picked(field: &Question, answer: &Answer) -> Vec<String> {
    let options = field.options.iter().enumerate().filter(|(index, _)| answer.picks.contains(index));
    options.map(|(_, option)| option.label.wire.clone()).collect()
}

fn text(typed: &str, format: TextFormat, constraints: &Constraints) -> Result<Option<FieldValue>, FieldError> {
    // White space around an address or a date is never meant; in a text it may be.
    let text = match format {
        TextFormat::Any => typed,
        TextFormat::Email | TextFormat::Uri | TextFormat::Date | TextFormat::DateTime => typed.trim(),
    };
    if text.trim().is_empty() {
        return Ok(None);
    }
    match format {
        TextFormat::Email if !is_email(text) => return Err(FieldError::NotAnEmail),
        TextFormat::Uri if !is_uri(text) => return Err(FieldError::NotAUri),
        TextFormat::Date if !is_date(text) => return Err(FieldError::NotADate),
        TextFormat::DateTime if !is_date_time(text) => return Err(FieldError::NotADateTime),
        TextFormat::Any | TextFormat::Email | TextFormat::Uri | TextFormat::Date | TextFormat::DateTime => {}
    }
    let length = text.chars().count();
    if length < constraints.min_length {
        return Err(FieldError::TooShort { min: constraints.min_length });
    }
    if let Some(max) = constraints.max_length.filter(|max| length > *max) {
        return Err(FieldError::TooLong { max });
    }
    let is_mismatch = |source: &&String| Pattern::read(source).is_some_and(|pattern| !pattern.matches(text));
    if let Some(pattern) = constraints.pattern.as_ref().filter(is_mismatch) {
        return Err(FieldError::PatternMismatch { pattern: pattern.clone() });
    }
    Ok(Some(FieldValue::Text(text.to_owned())))
}

fn number(typed: &str, integer: bool, constraints: &Constraints) -> Result<Option<FieldValue>, FieldError> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let number = Number::parse(typed).ok_or(FieldError::NotANumber)?;
    if integer && !number.is_integer() {
        return Err(FieldError::NotAnInteger);
    }
    if let Some(min) = constraints.minimum.as_ref().filter(|min| number.compare(min) == Ordering::Less) {
        return Err(FieldError::TooSmall { min: min.clone() });
    }
    if let Some(max) = constraints.maximum.as_ref().filter(|max| number.compare(max) == Ordering::Greater) {
        return Err(FieldError::TooLarge { max: max.clone() });
    }
    Ok(Some(FieldValue::Number(number)))
}

/// Whether this is the address of a mailbox, as browsers judge it in a field for one, and with the lengths of RFC 5321.
fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let is_atom = |atom: &str| {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte);
        !atom.is_empty() && atom.bytes().all(is_sign)
    };
    let is_label = |label: &str| {
        let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (1..=64).contains(&name.len()) && name.split('.').all(is_atom) && host.len() <= 255 && host.split('.').all(is_label)
}

/// Whether this is an address with a scheme, and nothing in it that RFC 3986 does not have.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let (before_fragment, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (before_query, query) = before_fragment.split_once('?').unwrap_or((before_fragment, ""));
    let (authority, path) = match before_query.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", before_query),
    };
    let is_path = is_written(path, b":@/");
    let is_rest = [query, fragment].iter().all(|part| is_written(part, b":@/?"));
    is_scheme && is_authority(authority) && is_path && is_rest && !rest.is_empty()
}

/// Whether a part of an address has only characters that may stand there, and `%` only before two hexadecimal digits.
fn is_written(part: &str, beside: &[u8]) -> bool {
    let bytes = part.as_bytes();
    bytes.iter().enumerate().all(|(index, byte)| match byte {
        b'%' => bytes.get(index + 1..index + 3).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit)),
        _ => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(byte) || beside.contains(byte),
    })
}

fn is_authority(authority: &str) -> bool {
    let (user, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let is_port =
        |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && (port.is_empty() || port.parse::<u16>().is_ok());
    let is_place = match place.strip_prefix('[') {
        Some(rest) => rest.split_once(']').is_some_and(|(host, port)| {
            host.parse::<std::net::Ipv6Addr>().is_ok()
                && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
        }),
        None => {
            let (host, port) = place.split_once(':').unwrap_or((place, ""));
            is_written(host, b"") && is_port(port)
        }
    };
    is_place && is_written(user, b":")
}
