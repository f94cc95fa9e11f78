//! An ordered, owned JSON-like value: the one shape in which data enters and leaves the pure rooms.
//!
//! Maps keep their order and every key is an ordinary string, so `__proto__`, integer-like and repeated keys are safe.
//! Nesting is limited while decoding, because a deep value would exhaust the stack of the wasm module.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// How deep lists and maps may be nested.
const MAX_DEPTH: u8 = 64;

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
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object, in the order of its keys.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// A map from pairs, in their order.
    pub fn map<const N: usize>(pairs: [(&str, Value); N]) -> Value {
        Value::Map(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
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

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Int(number) => serializer.serialize_i64(*number),
            Value::Float(number) => serializer.serialize_f64(*number),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items),
            Value::Map(pairs) => {
                let mut map = serializer.serialize_map(Some(pairs.len()))?;
                for (key, value) in pairs {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> serde::Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Nested(MAX_DEPTH).deserialize(deserializer)
    }
}

/// Decodes a value that may nest as deep as this says.
#[derive(Clone, Copy)]
struct Nested(u8);

impl Nested {
    fn inner<E: Error>(self) -> Result<Nested, E> {
        self.0.checked_sub(1).map(Nested).ok_or_else(|| E::custom("nested too deeply"))
    }
}

impl<'de> DeserializeSeed<'de> for Nested {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nested {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(i64::try_from(number).map_or(Value::Float(number as f64), Value::Int))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut pairs = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            pairs.push((key, map.next_value_seed(inner)?));
        }
        Ok(Value::Map(pairs))
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

    #[test]
    fn a_depth_bomb_is_refused() {
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(&deep(64)).is_ok());
        assert!(parse(&deep(65)).unwrap_err().to_string().contains("nested too deeply"));
    }
}
