//! What the agent gets. MCP's `ElicitResult` and ACP's `CreateElicitationResponse` are the same JSON, and so is the `result` of
//! the frame `elicitation_response`.

use super::check::{FieldError, check};
use super::{Address, FieldValue, Form};
use crate::protocol::answer::Answer;
use crate::protocol::constraints::NotePlace;
use crate::protocol::list;
use crate::protocol::question::{OwnAnswer, Question};
use crate::protocol::value::Value;

/// Why a form is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAccepted {
    /// It cannot be: see [`Form::obstacles`].
    Obstacles,
    /// What is entered is not what its fields ask for: each by its position.
    Fields(Vec<(usize, FieldError)>),
}

impl Form {
    /// The result of a form that a person accepts with these answers, one for each field in order. Nothing is added to them: a
    /// default counts only if it stands in its answer, as it does from the beginning (see [`Question::default_answer`]).
    pub fn accept(&self, answers: &[Answer]) -> Result<Value, NotAccepted> {
        if !self.is_acceptable() {
            return Err(NotAccepted::Obstacles);
        }
        let (mut content, mut errors) = (Vec::new(), Vec::new());
        let nothing = Answer::default();
        for (index, field) in self.fields.iter().enumerate() {
            let answer = answers.get(index).unwrap_or(&nothing);
            match check(field, answer) {
                Ok(value) => {
                    let own = own_answer(field, answer, value.as_ref());
                    if let (Some(key), Some(value)) = (&field.key, value) {
                        content.push((key.clone(), value.write()));
                    }
                    content.extend(own);
                }
                Err(error) => errors.push((index, error)),
            }
        }
        if !errors.is_empty() {
            return Err(NotAccepted::Fields(errors));
        }
        Ok(Value::map([("action", "accept".into()), ("content", Value::Map(content))]))
    }
}

impl Address {
    /// The result when the person says that it is done; `None` if the address may not be opened.
    pub fn accept(&self) -> Option<Value> {
        self.is_acceptable().then(|| Value::map([("action", "accept".into())]))
    }
}

/// The result when the person says no.
pub fn decline() -> Value {
    Value::map([("action", "decline".into())])
}

/// The result when the person says nothing.
pub fn cancel() -> Value {
    Value::map([("action", "cancel".into())])
}

impl FieldValue {
    /// Writes the value as the schema asks for it.
    pub fn write(&self) -> Value {
        match self {
            FieldValue::Text(text) | FieldValue::Choice(text) => text.clone().into(),
            FieldValue::Number(number) => number.to_value(),
            FieldValue::Boolean(truth) => (*truth).into(),
            FieldValue::Choices(values) => Value::List(values.iter().cloned().map(Value::from).collect()),
        }
    }
}

/// What goes into the property for an own answer, if there is one: that answer, or a note to the option that was chosen.
fn own_answer(field: &Question, answer: &Answer, value: Option<&FieldValue>) -> Option<(String, Value)> {
    let OwnAnswer::Property { key, replaces_picks } = &field.own_answer else { return None };
    let text = match (&answer.text, value) {
        (Some(other), Some(FieldValue::Choices(values))) if *replaces_picks => {
            let all: Vec<&str> = values.iter().map(String::as_str).chain([other.as_str()]).collect();
            list::join(&all)
        }
        (Some(other), _) => other.clone(),
        (None, Some(_)) if field.constraints.note == NotePlace::BesidePick => answer.notes.clone()?,
        (None, _) => return None,
    };
    Some((key.clone(), text.into()))
}
