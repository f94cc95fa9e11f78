//! Days and moments, as RFC 3339 writes them.

/// Whether this is a day of the calendar: `2026-02-28`.
pub(super) fn is_date(text: &str) -> bool {
    let [year, month, day] = match numbers(text, "dddd-dd-dd") {
        Some(parts) => [parts[0], parts[1], parts[2]],
        None => return false,
    };
    (1..=12).contains(&month) && (1..=days(year, month)).contains(&day)
}

/// Whether this is a moment: `2026-02-28T09:30:00+01:00`, with a fraction of a second perhaps, and `Z` for an offset of none.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let (clock, offset) = match time.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, 0),
        None => {
            let Some((place, sign)) = time.char_indices().rev().find(|(_, sign)| matches!(sign, '+' | '-')) else {
                return false;
            };
            let Some(parts) = numbers(&time[place + 1..], "dd:dd") else { return false };
            if parts[0] > 23 || parts[1] > 59 {
                return false;
            }
            let size = (parts[0] * 60 + parts[1]) as i64;
            (&time[..place], if sign == '-' { -size } else { size })
        }
    };
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, fraction)| (clock, Some(fraction)));
    let is_fraction = |fraction: &str| !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let Some(parts) = numbers(clock, "dd:dd:dd") else { return false };
    let [hour, minute, second] = [parts[0], parts[1], parts[2]];
    // A leap second is the last one of a day in Greenwich.
    let is_last_minute = (i64::from(hour * 60 + minute) - offset).rem_euclid(24 * 60) == 24 * 60 - 1;
    let is_second = second <= 59 || (second == 60 && is_last_minute);
    is_date(date) && hour <= 23 && minute <= 59 && is_second && fraction.is_none_or(is_fraction)
}

/// The moment that a browser's field `datetime-local` means: what it gives has no offset and may have no seconds. The offset
/// is that of this day and place, in minutes to the east of Greenwich. What is no such text stays as it is.
pub fn with_offset(local: &str, offset_minutes: i32) -> String {
    let seconds = if local.len() == "dddd-dd-ddTdd:dd".len() { ":00" } else { "" };
    let sign = if offset_minutes < 0 { '-' } else { '+' };
    let size = offset_minutes.unsigned_abs();
    let two = |number: u32| (100 + number % 100).to_string()[1..].to_owned();
    let moment = [local, seconds, &sign.to_string(), &two(size / 60), ":", &two(size % 60)].concat();
    if is_date_time(&moment) { moment } else { local.to_owned() }
}

/// The numbers in a text of exactly this form, in which a `d` stands for a digit.
fn numbers(text: &str, form: &str) -> Option<Vec<u32>> {
    let fits = text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| if form == b'd' { byte.is_ascii_digit() } else { byte == form });
    fits.then(|| {
        text.split(['-', ':'])
            .map(|part| part.bytes().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
            .collect()
    })
}

fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_date, is_date_time, with_offset};

    #[test]
    fn a_date_is_a_day_of_the_calendar() {
        for text in ["2026-02-28", "2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01", "9999-12-31"] {
            assert!(is_date(text), "{text}");
        }
        for text in [
            "2026-02-29",
            "1900-02-29",
            "2100-02-29",
            "2026-04-31",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-1-1",
            "26-01-01",
            "2026/01/01",
            "2026-01-01T00:00:00Z",
            " 2026-01-01",
            "٢٠٢٦-01-01",
            "",
            "2026-01-0é",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn a_moment_has_an_offset() {
        for text in [
            "2026-02-28T09:30:00Z",
            "2026-02-28t09:30:00z",
            "2026-02-28T09:30:00.123456+01:00",
            "2026-02-28T23:59:59-23:59",
            "1990-12-31T23:59:60Z",
            "1990-12-31T15:59:60-08:00",
            "2026-01-01T00:59:60+01:00",
        ] {
            assert!(is_date_time(text), "{text}");
        }
        for text in [
            "2026-02-28T09:30:00",
            "2026-02-28 09:30:00Z",
            "2026-02-28T09:30Z",
            "2026-02-29T09:30:00Z",
            "2026-02-28T24:00:00Z",
            "2026-02-28T09:60:00Z",
            "2026-02-28T09:30:60Z",
            "2026-02-28T09:30:00+24:00",
            "2026-02-28T09:30:00+01:60",
            "2026-02-28T09:30:00.Z",
            "2026-02-28T09:30:00+0100",
            "2026-02-28T09:30:00+01",
            "T",
            "",
            "2026-02-28T+é",
        ] {
            assert!(!is_date_time(text), "{text}");
        }
    }

    #[test]
    fn a_local_moment_gets_the_offset_of_its_place() {
        assert_eq!(with_offset("2026-02-28T09:30", 60), "2026-02-28T09:30:00+01:00");
        assert_eq!(with_offset("2026-02-28T09:30:15", -210), "2026-02-28T09:30:15-03:30");
        assert_eq!(with_offset("2026-02-28T09:30:15.5", 0), "2026-02-28T09:30:15.5+00:00");
        assert_eq!(with_offset("2026-02-28T09:30:00Z", 60), "2026-02-28T09:30:00Z", "it has one");
        for other in ["", "tomorrow at nine o'clock", "2026-02-30T09:30", "é"] {
            assert_eq!(with_offset(other, 60), other);
        }
    }
}
