//! The members of a tool's input, of which each is shown once.

use super::{Body, Duration, Section, SectionName, tree};
use crate::protocol::Value;
use crate::text::exact;

/// The members of a value that have no section yet.
pub(super) struct Arguments<'a> {
    members: Vec<&'a (String, Value)>,
}

impl<'a> Arguments<'a> {
    /// The members of a map; `None` for any other value.
    pub(super) fn of(value: &'a Value) -> Option<Arguments<'a>> {
        value.as_map().map(|members| Arguments { members: members.iter().collect() })
    }

    /// These members.
    pub(super) fn of_members(members: &'a [(String, Value)]) -> Arguments<'a> {
        Arguments { members: members.iter().collect() }
    }

    /// Takes the member that counts if it is one of these; of repeated members that is the last.
    fn take<T>(&mut self, key: &str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let index = self.members.iter().rposition(|(name, _)| name == key)?;
        let taken = read(&self.members[index].1)?;
        self.members.remove(index);
        Some(taken)
    }

    /// Takes a text.
    pub(super) fn text(&mut self, key: &str) -> Option<&'a str> {
        self.take(key, Value::as_str)
    }

    /// Takes a list.
    pub(super) fn list(&mut self, key: &str) -> Option<&'a [Value]> {
        self.take(key, Value::as_list)
    }

    /// Takes two texts, or neither.
    pub(super) fn texts(&mut self, first: &str, second: &str) -> Option<(&'a str, &'a str)> {
        let is_text = |key: &str| {
            self.members.iter().rfind(|(name, _)| name == key).is_some_and(|(_, value)| value.as_str().is_some())
        };
        if is_text(first) && is_text(second) { Some((self.text(first)?, self.text(second)?)) } else { None }
    }

    /// Leaves out a member that says nothing about what the tool does.
    pub(super) fn leave_out(&mut self, key: &str) {
        self.take(key, |_| Some(()));
    }

    /// Takes a text for one line.
    pub(super) fn fact(&mut self, key: &str, name: SectionName) -> Option<Section> {
        self.text(key).map(|text| Section { name, body: Body::Fact(exact::pieces(text)) })
    }

    /// Takes a text of several lines.
    pub(super) fn lines(&mut self, key: &str, name: SectionName) -> Option<Section> {
        self.text(key).map(|text| Section { name, body: Body::Lines(exact::lines(text)) })
    }

    /// Takes a number of milliseconds.
    pub(super) fn duration(&mut self, key: &str, name: SectionName) -> Option<Section> {
        let body = self.take(key, |value| {
            let number = value.as_f64()?;
            // A number that is no length of time is shown as it is.
            let is_whole = number.fract() == 0.0 && (0.0..=9e15).contains(&number);
            Some(match is_whole {
                true => Body::Duration(Duration::of_millis(number as u64)),
                false => Body::Fact(exact::pieces(&[&value.to_json(), " ms"].concat())),
            })
        })?;
        Some(Section { name, body })
    }

    /// Takes a yes or no.
    pub(super) fn flag(&mut self, key: &str, name: SectionName) -> Option<Section> {
        self.take(key, Value::as_bool).map(|truth| Section { name, body: Body::Flag(truth) })
    }

    /// All members that were not taken.
    pub(super) fn rest(self) -> Option<Section> {
        (!self.members.is_empty()).then(|| Section {
            name: SectionName::Arguments,
            body: Body::Tree(tree::rows_of(self.members.into_iter())),
        })
    }
}
