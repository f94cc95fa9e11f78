//! A number as its JSON text, so that what a person typed is what is sent.
//!
//! A number as the processor has it would lose digits, and what the standard library needs to read and write one is a
//! tenth of every visitor's download. Two texts are compared digit by digit.

use crate::text::Joined;
use std::cmp::Ordering;

use super::value::Value;

/// The largest number that JavaScript has. What is larger is read as infinity, which no schema takes.
const LARGEST: &str = "1.7976931348623157e308";

/// How many digits a whole number is written with at most, before it keeps an exponent.
const WHOLE_DIGITS: i64 = 21;

/// A number as its JSON text. Two are equal if their texts are; [`Number::compare`] says which is larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(String);

impl Number {
    /// The number that a person typed. It may begin with a plus, with zeros or with its point; everything else is as in
    /// JSON. `None` if it is no number, or one that no receiver can hold.
    pub fn parse(typed: &str) -> Option<Number> {
        let typed = typed.trim();
        let (sign, rest) = match typed.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => ("-", rest),
            None => ("", typed.strip_prefix('+').unwrap_or(typed)),
        };
        let (significand, exponent) = match rest.split_once(['e', 'E']) {
            Some((significand, exponent)) => (significand, Some(exponent)),
            None => (rest, None),
        };
        let (whole, fraction) = match significand.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (significand, None),
        };
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = is_digits(whole) || (whole.is_empty() && fraction.is_some());
        let is_exponent = |text: &str| is_digits(text.strip_prefix(['-', '+']).unwrap_or(text));
        if !is_whole || !fraction.is_none_or(is_digits) || !exponent.is_none_or(is_exponent) {
            return None;
        }
        let whole = whole.trim_start_matches('0');
        let mut text = [sign, if whole.is_empty() { "0" } else { whole }].joined("");
        for (mark, part) in [('.', fraction), ('e', exponent)] {
            if let Some(part) = part {
                text.push(mark);
                text.push_str(part);
            }
        }
        let number = Number(text);
        let size = Decimal::of(&number.0);
        let is_held = size.exponent < 400 && size.compare_size(&Decimal::of(LARGEST)) != Ordering::Greater;
        is_held.then_some(number)
    }

    /// The number of a value that is one.
    pub fn of(value: &Value) -> Option<Number> {
        match value {
            Value::Int(_) | Value::Float(_) => Number::parse(&value.to_json()),
            Value::Number(number) => Some(number.clone()),
            Value::Null | Value::Bool(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Its JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is a whole number, however it is written: `2`, `2.0`, `2e3`.
    pub fn is_integer(&self) -> bool {
        let decimal = Decimal::of(&self.0);
        decimal.digits.len() as i64 <= decimal.exponent.max(0)
    }

    /// Compares two numbers, however they are written.
    pub fn compare(&self, other: &Number) -> Ordering {
        let (one, other) = (Decimal::of(&self.0), Decimal::of(&other.0));
        match (one.is_negative, other.is_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => one.compare_size(&other),
            (true, true) => other.compare_size(&one),
        }
    }

    /// The value that goes back: a whole number without point and exponent, where it is not too long for that.
    pub fn to_value(&self) -> Value {
        let decimal = Decimal::of(&self.0);
        if !self.is_integer() || decimal.exponent > WHOLE_DIGITS {
            return Value::Number(self.clone());
        }
        let mut text = String::from(if decimal.is_negative { "-" } else { "" });
        text.extend(decimal.digits.iter().map(|digit| char::from(*digit)));
        text.extend((decimal.digits.len() as i64..decimal.exponent.max(1)).map(|_| '0'));
        text.parse().map_or_else(|_| Value::Number(Number(text)), Value::Int)
    }
}

/// A number taken apart: `0.digits` times ten to the `exponent`. Zero has no digits and no sign.
struct Decimal {
    is_negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Takes the text of a number apart.
    fn of(text: &str) -> Decimal {
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (significand, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = all.iter().take_while(|digit| **digit == b'0').count();
        let end = all.len() - all.iter().rev().take_while(|digit| **digit == b'0').count();
        if zeros >= end {
            return Decimal { is_negative: false, digits: Vec::new(), exponent: 0 };
        }
        let exponent = read_exponent(exponent).saturating_add(whole.len() as i64).saturating_sub(zeros as i64);
        Decimal { is_negative, digits: all[zeros..end].to_vec(), exponent }
    }

    /// Compares without the sign.
    fn compare_size(&self, other: &Decimal) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

/// The number after an `e`. One with too many digits is as large as can be said.
fn read_exponent(text: &str) -> i64 {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let digits = digits.strip_prefix('+').unwrap_or(digits);
    let size = digits.bytes().fold(0i64, |size, digit| {
        size.saturating_mul(10).saturating_add(i64::from(digit.saturating_sub(b'0'))).min(i64::MAX / 4)
    });
    if is_negative { -size } else { size }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::{Number, Value};

    fn parse(typed: &str) -> Number {
        Number::parse(typed).unwrap_or_else(|| panic!("{typed} is a number"))
    }

    #[test]
    fn what_was_typed_is_what_is_sent() {
        for (typed, sent) in [
            ("0.1", "0.1"),
            (" 3.140 ", "3.140"),
            ("-.5", "-0.5"),
            ("+7", "7"),
            ("007", "7"),
            ("\u{2212}2", "-2"),
            ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
            ("12345678901234567890", "12345678901234567890"),
            ("9007199254740993", "9007199254740993"),
            ("1e2", "100"),
            ("2.0", "2"),
            ("2.50e1", "25"),
            ("1E+30", "1e+30"),
            ("-0", "0"),
            ("0e5", "0"),
            ("1.7976931348623157e308", "1.7976931348623157e308"),
        ] {
            assert_eq!(parse(typed).to_value().to_json(), sent, "{typed}");
            serde_json::from_str::<Value>(sent).unwrap();
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for typed in [
            "",
            " ",
            "-",
            "+",
            ".",
            "1.",
            "e5",
            "1e",
            "1e+",
            "1,5",
            "1 000",
            "0x10",
            "NaN",
            "Infinity",
            "1e309",
            "--1",
            "-+1",
            "١",
            "1e99999999999999999999",
            "1.8e308",
            "1_0",
        ] {
            assert!(Number::parse(typed).is_none(), "{typed}");
        }
        assert!(Number::of(&Value::Float(f64::NAN)).is_none());
        assert!(Number::of(&"1".into()).is_none(), "a text is no number");
    }

    #[test]
    fn numbers_are_compared_digit_by_digit() {
        let order =
            ["-1e300", "-2", "-1.5", "0", "1e-400", "0.1", "0.10000000000000000000001", "9", "10", "1e2", "1e300"];
        for (place, one) in order.iter().enumerate() {
            for (other_place, other) in order.iter().enumerate() {
                assert_eq!(parse(one).compare(&parse(other)), place.cmp(&other_place), "{one} {other}");
            }
        }
        for (one, other) in [("-0", "0.0"), ("1.50", "15e-1"), ("100", "1E2")] {
            assert_eq!(parse(one).compare(&parse(other)), Ordering::Equal);
        }
    }

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        for (typed, is_integer) in [
            ("2", true),
            ("2.0", true),
            ("2e3", true),
            ("25e-1", false),
            ("250e-1", true),
            ("0.0", true),
            ("1e-9", false),
        ] {
            assert_eq!(parse(typed).is_integer(), is_integer, "{typed}");
        }
    }
}
