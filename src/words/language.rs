//! A language, and how its words are put together.

use super::Word;
use crate::text::Joined;
use crate::text::find;

/// A language: its texts instead of the English ones. What it leaves out is said in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Language {
    texts: Vec<(String, String)>,
}

impl Language {
    /// A language of these pairs of key and words.
    pub fn new(texts: Vec<(String, String)>) -> Language {
        Language { texts }
    }

    /// The text of a word.
    pub fn say(&self, word: Word) -> &str {
        self.find(word.key).unwrap_or(word.english)
    }

    /// Says how many. `word` is the one for "other"; `one` is English for one; `form` is the plural form that the number
    /// takes in this language.
    pub fn count(&self, one: Word, word: Word, form: &str, is_one: bool) -> &str {
        let base = word.key.strip_suffix("other").unwrap_or(word.key);
        let exact = self.texts.iter().find(|(key, _)| key.strip_prefix(base) == Some(form));
        match exact.map(|(_, text)| text.as_str()).or(self.find(word.key)) {
            Some(text) => text,
            None if is_one => one.english,
            None => word.english,
        }
    }

    fn find(&self, key: &str) -> Option<&str> {
        self.texts.iter().find(|(other, _)| other == key).map(|(_, text)| text.as_str())
    }
}

/// Puts `value` in the place of `{name}`.
pub fn fill(template: &str, name: &str, value: &str) -> String {
    let place = ["{", name, "}"].joined("");
    match find(template, &place) {
        Some(at) => [&template[..at], value, &template[at + place.len()..]].joined(""),
        None => template.to_owned(),
    }
}

/// A time as clocks show it: `0:07`, `12:00`, `2:02:02`.
pub fn clock(seconds: u64) -> String {
    let two = |number: u64| [if number < 10 { ":0" } else { ":" }, &number.to_string()].joined("");
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, two(seconds % 60));
    match hours {
        0 => minutes.to_string() + &rest,
        _ => [hours.to_string(), two(minutes), rest].joined(""),
    }
}
