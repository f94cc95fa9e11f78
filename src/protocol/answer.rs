//! A person's answers, and how they are written for the wire.
//!
//! Inside, an answer belongs to a question by position; only here does it get the question's text as its key.

use super::ask::Ask;
use super::list;
use super::question::{AgentText, Question, QuestionKind};
use super::value::Value;
use crate::text::Joined;

/// The answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The options chosen, by position, in the order in which they were offered.
    pub picks: Vec<usize>,
    /// An answer of the person's own, or what they typed into a form's field.
    pub text: Option<String>,
    /// A note beside the answer; never an answer by itself.
    pub notes: Option<String>,
}

impl Answer {
    /// Whether there is an answer at all.
    pub fn is_empty(&self) -> bool {
        self.picks.is_empty() && self.text.is_none()
    }

    /// What was answered, each pick and the free text apart, as the agent wrote the labels.
    pub fn items(&self, question: &Question) -> Vec<String> {
        self.items_as(question, |label| &label.wire)
    }

    /// What was answered, each pick and the free text apart, with the labels in this form.
    pub fn items_as(&self, question: &Question, form: fn(&AgentText) -> &String) -> Vec<String> {
        let mut items = Vec::new();
        for pick in &self.picks {
            match question.options.get(*pick) {
                Some(option) => items.push(form(&option.label).clone()),
                // Yes and no are picks without options.
                None if question.kind == QuestionKind::Boolean => items.push((*pick == QuestionKind::TRUE).to_string()),
                None => {}
            }
        }
        if let Some(text) = &self.text {
            items.push(text.clone());
        }
        items
    }
}

/// What goes beside an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Annotation {
    /// The preview of the option that was chosen.
    pub preview: Option<String>,
    /// The person's note.
    pub notes: Option<String>,
}

impl Annotation {
    /// Reads an annotation; `None` if it is not an object. Members that are not known are ignored.
    pub fn read(value: &Value) -> Option<Annotation> {
        value.as_map()?;
        let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Annotation { preview: text("preview"), notes: text("notes") })
    }

    /// Writes an annotation; what is not there is left out.
    pub fn write(&self) -> Value {
        let members = [("preview", &self.preview), ("notes", &self.notes)];
        let members = members.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text.as_deref()?.into())));
        Value::Map(members.collect())
    }
}

/// The answers as pairs of question text and answer, in the order of the questions; unanswered ones are left out.
/// Questions with the same text share one key, their answers joined.
pub fn wire_answers(ask: &Ask, answers: &[Answer]) -> Vec<(String, String)> {
    let mut wire: Vec<(&Question, Vec<String>, bool)> = Vec::new();
    for (question, answer) in ask.questions().iter().zip(answers).filter(|(_, answer)| !answer.is_empty()) {
        let is_list = match question.kind {
            // A lone text of the person's own stands for itself, and picks are a list even if there is only one of them.
            QuestionKind::MultipleChoice => !answer.picks.is_empty(),
            QuestionKind::SingleChoice
            | QuestionKind::Text(_)
            | QuestionKind::Number { .. }
            | QuestionKind::Boolean => false,
        };
        let items = answer.items(question);
        match wire.iter_mut().find(|(earlier, ..)| earlier.text.wire == question.text.wire) {
            Some((_, all, shared)) => {
                all.extend(items);
                *shared = true;
            }
            None => wire.push((question, items, is_list)),
        }
    }
    wire.into_iter()
        .map(|(question, items, is_list)| {
            let answer = if is_list { list::join(&items) } else { items.joined("") };
            (question.text.wire.clone(), answer)
        })
        .collect()
}

/// The annotations as pairs of question text and annotation, where there are any: a note to a question that was left out
/// says why.
pub fn wire_annotations(ask: &Ask, answers: &[Answer]) -> Vec<(String, Annotation)> {
    let mut wire: Vec<(String, Annotation)> = Vec::new();
    for (question, answer) in ask.questions().iter().zip(answers) {
        let preview = match answer.picks.as_slice() {
            [pick] => question.options.get(*pick).and_then(|option| option.preview.clone()),
            _ => None,
        };
        let notes = answer.notes.clone().filter(|_| question.constraints.takes_note(answer));
        if preview.is_none() && notes.is_none() {
            continue;
        }
        match wire.iter_mut().find(|(key, _)| *key == question.text.wire) {
            Some((_, shared)) => {
                shared.preview = shared.preview.take().or(preview);
                let both = [shared.notes.take(), notes];
                let both: Vec<_> = both.into_iter().flatten().collect();
                shared.notes = (!both.is_empty()).then(|| both.joined("\n"));
            }
            None => wire.push((question.text.wire.clone(), Annotation { preview, notes })),
        }
    }
    wire
}

#[cfg(test)]
mod tests {
    use super::{Annotation, Answer, wire_annotations, wire_answers};
    use crate::protocol::Ask;

    fn ask(questions: &[(&str, bool)]) -> Ask {
        let questions: Vec<_> = questions
            .iter()
            .map(|(text, multi)| {
                serde_json::json!({"question": text, "header": "H", "multiSelect": multi, "options": [
                    {"label": "A", "description": "", "preview": "pre A"},
                    {"label": "Yes, always", "description": ""},
                    {"label": "C", "description": ""}]})
            })
            .collect();
        let value = serde_json::from_value(serde_json::json!({ "questions": questions })).unwrap();
        Ask::read("q".to_owned(), &value)
    }

    fn picks(picks: &[usize]) -> Answer {
        Answer { picks: picks.to_vec(), ..Answer::default() }
    }

    fn other(picks: &[usize], text: &str) -> Answer {
        Answer { picks: picks.to_vec(), text: Some(text.to_owned()), notes: None }
    }

    fn check(questions: &[(&str, bool)], answers: &[Answer], expected: &[(&str, &str)]) {
        let wire = wire_answers(&ask(questions), answers);
        let wire: Vec<_> = wire.iter().map(|(key, answer)| (key.as_str(), answer.as_str())).collect();
        assert_eq!(wire, expected);
    }

    #[test]
    fn a_single_choice_is_the_label_itself() {
        check(&[("Q", false)], &[picks(&[1])], &[("Q", "Yes, always")]);
    }

    #[test]
    fn several_picks_follow_the_list_rule() {
        check(&[("Q", true)], &[picks(&[0, 1])], &[("Q", r#"A, "Yes, always""#)]);
        check(&[("Q", true)], &[picks(&[1])], &[("Q", r#""Yes, always""#)]);
    }

    #[test]
    fn free_text_stands_for_itself() {
        check(&[("Q", false)], &[other(&[], "bun, please")], &[("Q", "bun, please")]);
        check(&[("Q", true)], &[other(&[], "bun, please")], &[("Q", "bun, please")]);
        check(&[("Q", true)], &[other(&[0], "bun, please")], &[("Q", r#"A, "bun, please""#)]);
    }

    #[test]
    fn unanswered_questions_are_left_out() {
        check(&[("Q", false), ("R", true)], &[picks(&[]), picks(&[2])], &[("R", "C")]);
    }

    #[test]
    fn equal_texts_share_one_key() {
        check(&[("Q", false), ("Q", false)], &[picks(&[0]), picks(&[1])], &[("Q", r#"A, "Yes, always""#)]);
    }

    #[test]
    fn any_text_is_a_key() {
        let answers = [picks(&[0]), picks(&[2])];
        check(&[("__proto__", false), ("2", false)], &answers, &[("__proto__", "A"), ("2", "C")]);
    }

    #[test]
    fn a_note_and_the_chosen_preview_travel_as_annotation() {
        let mut answer = picks(&[0]);
        answer.notes = Some("careful".to_owned());
        let expected = Annotation { preview: Some("pre A".to_owned()), notes: Some("careful".to_owned()) };
        assert_eq!(wire_annotations(&ask(&[("Q", false)]), &[answer]), [("Q".to_owned(), expected)]);
        assert_eq!(wire_annotations(&ask(&[("Q", false)]), &[picks(&[2])]), []);
    }
}
