//! A language, and how its words are put together.

use super::Word;
use crate::text::find;

/// A language: what it says instead of English. What it leaves out is said in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Language {
    said: Vec<(String, String)>,
}

impl Language {
    /// A language of these pairs of key and words.
    pub fn new(said: Vec<(String, String)>) -> Language {
        Language { said }
    }

    /// Says it.
    pub fn say(&self, word: Word) -> &str {
        self.find(word.key).unwrap_or(word.english)
    }

    /// Says how many. `word` is the one for "other"; `one` is English for one; `form` is the plural form that the number
    /// takes in this language.
    pub fn count(&self, one: Word, word: Word, form: &str, is_one: bool) -> &str {
        let base = word.key.strip_suffix("other").unwrap_or(word.key);
        let exact = self.said.iter().find(|(key, _)| key.strip_prefix(base) == Some(form));
        match exact.map(|(_, said)| said.as_str()).or(self.find(word.key)) {
            Some(said) => said,
            None if is_one => one.english,
            None => word.english,
        }
    }

    fn find(&self, key: &str) -> Option<&str> {
        self.said.iter().find(|(other, _)| other == key).map(|(_, said)| said.as_str())
    }
}

/// Puts `value` in the place of `{name}`.
pub fn fill(template: &str, name: &str, value: &str) -> String {
    let place = ["{", name, "}"].concat();
    match find(template, &place) {
        Some(at) => [&template[..at], value, &template[at + place.len()..]].concat(),
        None => template.to_owned(),
    }
}

/// A time as clocks show it: `0:07`, `12:00`, `2:02:02`.
pub fn clock(seconds: u64) -> String {
    let two = |number: u64| [if number < 10 { ":0" } else { ":" }, &number.to_string()].concat();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, two(seconds % 60));
    match hours {
        0 => minutes.to_string() + &rest,
        _ => [hours.to_string(), two(minutes), rest].concat(),
    }
}
