//! Questions: the input of `AskUserQuestion`, and its permission results.

use std::fmt;

use ask_user_widget::protocol::permission::{self, Denial};
use ask_user_widget::protocol::{self, Annotation, write_question};
use serde_json::{Map, Value, json};

use super::Seconds;
use crate::room::json::{write, write_with};

/// An `AskUserQuestion` input: an object with a list `questions`. Nothing else is looked at, every key is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct AskInput(Map<String, Value>);

/// Why a value is no [`AskInput`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskInputError;

impl fmt::Display for AskInputError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("An ask is an object with a list named questions")
    }
}

impl AskInput {
    /// Takes the input of an agent.
    pub fn new(input: Value) -> Result<AskInput, AskInputError> {
        match input {
            Value::Object(input) if input.get("questions").is_some_and(Value::is_array) => Ok(AskInput(input)),
            _ => Err(AskInputError),
        }
    }

    pub(super) fn members(&self) -> &Map<String, Value> {
        &self.0
    }

    pub(super) fn frame(&self, id: &str, seconds: Seconds) -> Value {
        let frame = write_question(id, protocol::Value::Null, seconds.timeout, seconds.remaining);
        write_with(&frame, [("questions", self.0["questions"].clone())])
    }

    /// The permission result with the person's answers. A reply to an ask without questions goes where the Claude Agent SDK
    /// has its free text, as the widget's own adapter does it.
    pub(super) fn allow(&self, answers: &[(String, String)], annotations: &[(String, Annotation)]) -> Value {
        let mut input = self.0.clone();
        input.retain(|key, _| !permission::is_for_person(key));
        let has_questions = self.0["questions"].as_array().is_some_and(|questions| !questions.is_empty());
        match answers {
            [(key, reply)] if key == permission::RESPONSE && !has_questions => {
                input.insert(permission::RESPONSE.to_owned(), json!(reply));
            }
            _ => {
                let answers = answers.iter().map(|(question, answer)| (question.clone(), json!(answer)));
                input.insert(permission::ANSWERS.to_owned(), Value::Object(answers.collect()));
            }
        }
        if !annotations.is_empty() {
            let annotations =
                annotations.iter().map(|(question, annotation)| (question.clone(), write(&annotation.write())));
            input.insert(permission::ANNOTATIONS.to_owned(), Value::Object(annotations.collect()));
        }
        let allow = permission::write_allow(protocol::Value::Null);
        write_with(&allow, [(permission::UPDATED_INPUT, Value::Object(input))])
    }
}

/// The permission result that denies the tool. Beside the message for the agent's model stands the reason for its program:
/// the SDK ignores members that it does not know.
pub(super) fn deny(denial: Denial) -> Value {
    let mut result = denial.write();
    result.set("reason", denial.reason().into());
    write(&result)
}
