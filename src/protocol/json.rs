//! JSON text from a [`Value`].
//!
//! Written here and not by `JSON.stringify`, which would need an object whose `__proto__` and integer-like keys do not
//! behave.

use super::value::Value;

impl Value {
    /// JSON text.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        self.write_json(&mut json);
        json
    }

    fn write_json(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Value::Int(number) => out.push_str(&number.to_string()),
            Value::Float(number) => write_json_float(*number, out),
            Value::Digits(digits) => out.push_str(&digits.json),
            Value::Text(text) => write_json_string(text, out),
            Value::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write_json(out);
                }
                out.push(']');
            }
            Value::Map(pairs) => {
                out.push('{');
                for (index, (key, value)) in pairs.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_json_string(key, out);
                    out.push(':');
                    value.write_json(out);
                }
                out.push('}');
            }
        }
    }
}

/// Writes a number with up to six decimals. All that the widget ever writes of its own are seconds, and the standard library's
/// exact way of writing a float is 18 KB of every visitor's download.
fn write_json_float(number: f64, out: &mut String) {
    if !number.is_finite() {
        return out.push_str("null");
    }
    if number < 0.0 {
        out.push('-');
    }
    // `as` saturates, so what is larger than anybody means becomes merely large.
    let millionths = (number.abs() * 1e6 + 0.5) as u64;
    out.push_str(&(millionths / 1_000_000).to_string());
    let decimals = (1_000_000 + millionths % 1_000_000).to_string();
    let decimals = decimals[1..].trim_end_matches('0');
    if !decimals.is_empty() {
        out.push('.');
        out.push_str(decimals);
    }
}

/// Writes `text` as a JSON string, quotes included.
pub(super) fn write_json_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' | '\u{7f}' | '\u{2028}' | '\u{2029}' => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                let code = character as usize;
                out.push_str("\\u");
                for shift in [12, 8, 4, 0] {
                    out.push(HEX[code >> shift & 15] as char);
                }
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::Value;

    fn parse(json: &str) -> Value {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn text_written_is_text_read() {
        for json in [
            r#"{"b":1,"a":[true,null,-2.5,"\"\\\n\u0001"],"__proto__":{"2":"x","1":"y"}}"#,
            "[]",
            "{}",
            "9007199254740993",
            r#""\u2028 \u007f ü 😀""#,
        ] {
            let value = parse(json);
            assert_eq!(parse(&value.to_json()), value, "{json}");
        }
    }

    #[test]
    fn maps_keep_their_order_and_any_key() {
        let json = r#"{"10":"a","2":"b","__proto__":"c"}"#;
        assert_eq!(parse(json).to_json(), json);
    }

    #[test]
    fn numbers_that_json_lacks_become_null() {
        assert_eq!(Value::Float(f64::NAN).to_json(), "null");
        assert_eq!(Value::Float(f64::INFINITY).to_json(), "null");
    }

    #[test]
    fn floats_are_written_with_six_decimals() {
        let floats =
            [(1.5, "1.5"), (-0.25, "-0.25"), (54.0, "54"), (0.1 + 0.2, "0.3"), (1e-9, "0"), (55.0000004, "55")];
        for (number, json) in floats {
            assert_eq!(Value::Float(number).to_json(), json);
        }
        assert!(serde_json::from_str::<Value>(&Value::Float(1e300).to_json()).is_ok());
    }
}
