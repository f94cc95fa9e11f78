//! What is asked of the answer to one question, or of the value of one field: more than that there is one.

use super::answer::Answer;
use super::number::Number;
use super::value::Value;

/// What is asked of one answer. What does not concern the question's kind is left at its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// Whether there must be an answer. Where there are options, one of them: an answer of the person's own is another
    /// field of the form.
    pub is_required: bool,
    /// How many options must be chosen, if any is.
    pub min_items: usize,
    /// How many options may be chosen.
    pub max_items: Option<usize>,
    /// How many characters a text must have, if it has any.
    pub min_length: usize,
    /// How many characters a text may have.
    pub max_length: Option<usize>,
    /// The regular expression that a text must match, as JavaScript writes it.
    pub pattern: Option<String>,
    /// The smallest number.
    pub minimum: Option<Number>,
    /// The largest number.
    pub maximum: Option<Number>,
    /// Where a note can go.
    pub note: NotePlace,
}

/// Where a note beside an answer can go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotePlace {
    /// Into the annotations, whatever the answer is.
    #[default]
    Annotation,
    /// Beside an option that was chosen.
    BesidePick,
    /// The protocol has no place for it.
    Nowhere,
}

/// What is wrong with the number of options chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// At least this number of options must be chosen.
    Least(usize),
    /// At most this number of options may be chosen.
    Most(usize),
}

impl NotePlace {
    /// The word for it in a question's `form`.
    pub(super) fn word(self) -> &'static str {
        match self {
            NotePlace::Annotation => "annotation",
            NotePlace::BesidePick => "beside-pick",
            NotePlace::Nowhere => "nowhere",
        }
    }
}

impl Constraints {
    /// Reads the `form` of a question with this many options. It never asks for what cannot be done.
    pub(super) fn read(value: &Value, options: usize) -> Constraints {
        let count = |key| value.get(key).and_then(Value::as_f64).map(|count| count as usize);
        let min_items = count("minItems").unwrap_or_default().min(options);
        let word = value.get("note").and_then(Value::as_str);
        let places = [NotePlace::BesidePick, NotePlace::Nowhere];
        Constraints {
            is_required: value.get("required").and_then(Value::as_bool) == Some(true) && options > 0,
            min_items,
            max_items: count("maxItems").map(|most| most.max(min_items).max(1)),
            note: places.into_iter().find(|place| word == Some(place.word())).unwrap_or_default(),
            ..Constraints::default()
        }
    }

    /// What is wrong with this many chosen options, if anything.
    pub fn unmet(&self, picks: usize) -> Option<Unmet> {
        let least = if picks > 0 || self.is_required { self.min_items.max(usize::from(self.is_required)) } else { 0 };
        match self.max_items {
            _ if picks < least => Some(Unmet::Least(least)),
            Some(most) if picks > most => Some(Unmet::Most(most)),
            _ => None,
        }
    }

    /// Whether a note beside this answer has a place.
    pub fn takes_note(&self, answer: &Answer) -> bool {
        match self.note {
            NotePlace::Annotation => true,
            NotePlace::BesidePick => !answer.picks.is_empty(),
            NotePlace::Nowhere => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Constraints, Unmet};

    fn read(json: &str) -> Constraints {
        Constraints::read(&serde_json::from_str(json).unwrap(), 3)
    }

    #[test]
    fn a_question_of_no_form_asks_nothing_more() {
        for json in ["null", "{}", "7", r#"{"minItems":"x","required":1,"note":"?"}"#] {
            assert_eq!(read(json), Constraints::default(), "{json}");
            assert!((0..9).all(|picks| read(json).unmet(picks).is_none()));
        }
    }

    #[test]
    fn too_few_and_too_many_are_named() {
        let constraints = read(r#"{"minItems":2,"maxItems":2}"#);
        let unmet: Vec<_> = (0..4).map(|picks| constraints.unmet(picks)).collect();
        assert_eq!(unmet, [None, Some(Unmet::Least(2)), None, Some(Unmet::Most(2))], "none at all leaves it out");
        let constraints = read(r#"{"required":true}"#);
        assert_eq!((constraints.unmet(0), constraints.unmet(1)), (Some(Unmet::Least(1)), None));
    }

    #[test]
    fn what_cannot_be_done_is_not_asked_for() {
        let constraints = read(r#"{"minItems":1e300,"maxItems":-4,"required":true}"#);
        assert_eq!(constraints.unmet(3), None);
        assert!(!Constraints::read(&serde_json::from_str(r#"{"required":true}"#).unwrap(), 0).is_required);
    }
}
