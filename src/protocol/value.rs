//! An ordered, owned JSON-like value: the one shape in which data enters and leaves the pure rooms.
//!
//! Maps keep their order and every key is an ordinary string, so `__proto__`, integer-like and repeated keys are safe.
//! The browser makes values from what `JSON.parse` gave; bridges and tests make them with `serde`, which no browser
//! downloads.

#[cfg(any(test, not(target_arch = "wasm32")))]
mod serde;

use super::number::Number;

/// A JSON-like value.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Value {
    /// `null`, and whatever JavaScript has no JSON for.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number, kept exactly.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A number as a person typed it, with all of its digits. Nothing that is read becomes one.
    Number(Number),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object, in the order of its keys.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// A map from pairs, in their order.
    pub fn map<const N: usize>(mut pairs: [(&str, Value); N]) -> Value {
        Value::map_of(&mut pairs)
    }

    /// A map from pairs, whose values it takes. It is compiled once for all numbers of pairs.
    fn map_of(pairs: &mut [(&str, Value)]) -> Value {
        Value::Map(pairs.iter_mut().map(|(key, value)| ((*key).to_owned(), std::mem::take(value))).collect())
    }

    /// A number of seconds: a whole number where it is one, as most are.
    pub fn seconds(seconds: f64) -> Value {
        let whole = seconds as i64;
        if whole as f64 == seconds { Value::Int(whole) } else { Value::Float(seconds) }
    }

    /// The member called `key`; of repeated ones the last, as `JSON.parse` does.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(pairs) => pairs.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Sets the member called `key` of a map, in place when it is there already.
    pub fn set(&mut self, key: &str, value: Value) {
        if let Value::Map(pairs) = self {
            match pairs.iter_mut().rev().find(|(name, _)| name == key) {
                Some(pair) => pair.1 = value,
                None => pairs.push((key.to_owned(), value)),
            }
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The truth of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The number, whole or not.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Int(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The pairs of a map.
    pub fn as_map(&self) -> Option<&[(String, Value)]> {
        match self {
            Value::Map(pairs) => Some(pairs),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    fn parse(json: &str) -> Result<Value, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn a_repeated_key_means_its_last_value() {
        assert_eq!(parse(r#"{"a":1,"a":2}"#).unwrap().get("a"), Some(&Value::Int(2)));
    }

    #[test]
    fn set_replaces_in_place_or_appends() {
        let mut value = Value::map([("a", true.into()), ("b", true.into())]);
        value.set("a", false.into());
        value.set("c", Value::Null);
        assert_eq!(value.to_json(), r#"{"a":false,"b":true,"c":null}"#);
    }
}
