//! The shortest text of a float from which the same float is read again.
//!
//! The standard library can do it too, and faster, with tables that would be 18 KB of every visitor's download. This is the plain
//! way of Steele and White: whole numbers of any size, one digit after another.

use std::cmp::Ordering;

/// Writes a number as JavaScript does, and `null` if JSON has none.
pub(super) fn write(number: f64, out: &mut String) {
    if !number.is_finite() {
        return out.push_str("null");
    }
    if number.is_sign_negative() {
        out.push('-');
    }
    if number == 0.0 {
        return out.push('0');
    }
    let (digits, exponent) = shortest(number);
    let zeros = |out: &mut String, count: i32| (0..count).for_each(|_| out.push('0'));
    let put = |out: &mut String, digits: &[u8]| out.extend(digits.iter().map(|digit| char::from(b'0' + digit)));
    let length = digits.len() as i32;
    match exponent {
        -5..=0 => {
            out.push_str("0.");
            zeros(out, -exponent);
            put(out, &digits);
        }
        1..=21 if exponent >= length => {
            put(out, &digits);
            zeros(out, exponent - length);
        }
        1..=21 => {
            let (whole, fraction) = digits.split_at(exponent as usize);
            put(out, whole);
            out.push('.');
            put(out, fraction);
        }
        _ => {
            put(out, &digits[..1]);
            if length > 1 {
                out.push('.');
                put(out, &digits[1..]);
            }
            out.push('e');
            out.push_str(&(exponent - 1).to_string());
        }
    }
}

/// The digits and the exponent of a number that is finite and not zero: without its sign it is `0.digits` times ten to the
/// `exponent`.
fn shortest(number: f64) -> (Vec<u8>, i32) {
    let bits = number.to_bits();
    let (biased, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (mantissa, power) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    // Where the next smaller float is nearer than the next larger one.
    let is_edge = fraction == 0 && biased > 1;
    // A text right between two floats is read as the one that is even.
    let takes_ends = mantissa % 2 == 0;
    let (up, down) = (power.max(0) as u32, (-power).max(0) as u32);
    let edge = u32::from(is_edge);
    // The number is `rest / unit`; texts are read as it within `above / unit` and `below / unit` of it.
    let mut rest = Whole::from(mantissa).shifted(up + 1 + edge);
    let mut unit = Whole::from(1).shifted(down + 1 + edge);
    let mut above = Whole::from(1).shifted(up + edge);
    let mut below = Whole::from(1).shifted(up);
    let reaches = |rest: &Whole, above: &Whole, unit: &Whole| match rest.plus(above).compare(unit) {
        Ordering::Greater => true,
        Ordering::Equal => takes_ends,
        Ordering::Less => false,
    };
    let mut exponent = 0;
    while reaches(&rest, &above, &unit) {
        unit.multiply(10);
        exponent += 1;
    }
    let mut digits = Vec::new();
    loop {
        [&mut rest, &mut above, &mut below].into_iter().for_each(|whole| whole.multiply(10));
        if digits.is_empty() && !reaches(&rest, &above, &unit) {
            exponent -= 1;
            continue;
        }
        let mut digit = 0;
        while rest.compare(&unit) != Ordering::Less {
            rest.subtract(&unit);
            digit += 1;
        }
        let is_low_enough = match rest.compare(&below) {
            Ordering::Less => true,
            Ordering::Equal => takes_ends,
            Ordering::Greater => false,
        };
        let is_high_enough = reaches(&rest, &above, &unit);
        match (is_low_enough, is_high_enough) {
            (false, false) => digits.push(digit),
            (true, false) => break digits.push(digit),
            (false, true) => break digits.push(digit + 1),
            (true, true) => break digits.push(digit + u8::from(rest.plus(&rest).compare(&unit) != Ordering::Less)),
        }
    }
    (digits, exponent)
}

/// A whole number of any size, its lowest 32 bits first, and no zeros at its end.
struct Whole(Vec<u32>);

impl From<u64> for Whole {
    fn from(number: u64) -> Whole {
        let mut whole = Whole(vec![number as u32, (number >> 32) as u32]);
        whole.trim();
        whole
    }
}

impl Whole {
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn shifted(mut self, mut bits: u32) -> Whole {
        while bits > 0 {
            let step = bits.min(31);
            self.multiply(1 << step);
            bits -= step;
        }
        self
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for part in &mut self.0 {
            let product = u64::from(*part) * u64::from(factor) + carry;
            *part = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn plus(&self, other: &Whole) -> Whole {
        let mut carry = 0;
        let mut sum: Vec<u32> = (0..self.0.len().max(other.0.len()))
            .map(|index| {
                let part = |whole: &Whole| whole.0.get(index).map_or(0, |part| u64::from(*part));
                let total = part(self) + part(other) + carry;
                carry = total >> 32;
                total as u32
            })
            .collect();
        if carry > 0 {
            sum.push(carry as u32);
        }
        Whole(sum)
    }

    /// Subtracts what is not larger.
    fn subtract(&mut self, other: &Whole) {
        let mut borrow = 0;
        for (index, part) in self.0.iter_mut().enumerate() {
            let taken = other.0.get(index).map_or(0, |part| i64::from(*part)) + borrow;
            let left = i64::from(*part) - taken;
            borrow = i64::from(left < 0);
            *part = left as u32;
        }
        self.trim();
    }

    fn compare(&self, other: &Whole) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    fn written(number: f64) -> String {
        let mut out = String::new();
        super::write(number, &mut out);
        out
    }

    #[test]
    fn floats_are_written_as_javascript_writes_them() {
        for (number, text) in [
            (1.5, "1.5"),
            (-0.25, "-0.25"),
            (54.0, "54"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-9, "1e-9"),
            (0.000_001, "0.000001"),
            (0.000_000_1, "1e-7"),
            (1e21, "1e21"),
            (1e20, "100000000000000000000"),
            (123_456_789.123, "123456789.123"),
            (1.25e-7, "1.25e-7"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (5e-324, "5e-324"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (2f64.powi(70), "1.1805916207174113e21"),
            (0.0, "0"),
            (-0.0, "-0"),
            (f64::NAN, "null"),
            (f64::NEG_INFINITY, "null"),
        ] {
            assert_eq!(written(number), text);
        }
    }

    proptest! {
        #[test]
        fn a_float_is_read_again_and_no_text_is_shorter(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            let text = written(number);
            prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), bits);
            let digits = |text: &str| {
                let significand = text.split('e').next().unwrap_or_default();
                let digits: String = significand.chars().filter(char::is_ascii_digit).collect();
                digits.trim_matches('0').to_owned()
            };
            prop_assert_eq!(digits(&text), digits(&format!("{number:e}")), "as the standard library has it");
        }

        #[test]
        fn a_float_of_few_digits_has_no_more(number in -1_000_000i32..1_000_000, places in 0i32..9) {
            let number = f64::from(number) / 10f64.powi(places);
            prop_assert_eq!(written(number).parse::<f64>().unwrap(), number);
            prop_assert!(written(number).len() < 20);
        }
    }
}
