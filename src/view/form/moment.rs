//! Moments: a browser's field has them in the time of this place and without an offset, and a form takes them with one.

use js_sys::Date;

use crate::protocol::form::with_offset;

/// The moment that the value of a field `datetime-local` means.
pub(super) fn moment_of(local: &str) -> String {
    // A text without an offset is read in the time of this place.
    let offset = -Date::new(&local.into()).get_timezone_offset();
    if offset.is_nan() { local.to_owned() } else { with_offset(local, offset as i32) }
}

/// A moment in the time of this place, as a field `datetime-local` writes it; empty if it is none.
pub(super) fn local_of(moment: &str) -> String {
    let date = Date::new(&moment.into());
    if date.get_time().is_nan() || moment.is_empty() {
        return String::new();
    }
    let padded = |number: u32, digits: usize| {
        let number = number.to_string();
        ["0".repeat(digits.saturating_sub(number.len())), number].concat()
    };
    let (second, thousandth) = (date.get_seconds(), date.get_milliseconds());
    let mut local = [
        &padded(date.get_full_year(), 4),
        "-",
        &padded(date.get_month() + 1, 2),
        "-",
        &padded(date.get_date(), 2),
        "T",
        &padded(date.get_hours(), 2),
        ":",
        &padded(date.get_minutes(), 2),
    ]
    .concat();
    if second + thousandth > 0 {
        local = [&local, ":", &padded(second, 2)].concat();
    }
    if thousandth > 0 {
        local = [&local, ".", &padded(thousandth, 3)].concat();
    }
    local
}
