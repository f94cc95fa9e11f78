//! Decoding of `ask_user_response.data`. Must not know which ask is pending.
//!
//! Errors are fixed sentences: nothing that a client sent is reflected.

use std::hash::{DefaultHasher, Hash, Hasher};

use ask_user_widget::protocol::list::join;
use serde_json::{Map, Value};

/// What the person decided.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Response {
    /// Answers by question text, and what goes beside them.
    Answer { answers: Map<String, Value>, annotations: Map<String, Value> },
    /// No answer.
    Cancel,
}

impl Response {
    /// Reads the `data` of a response: which ask it is for, and what it says.
    pub(super) fn read(data: Option<Value>, extensions: bool) -> Result<(String, Response), &'static str> {
        let Some(Value::Object(mut data)) = data else { return Err("data must be an object") };
        let question = question_id(&mut data)?;
        let cancelled = match data.get("cancelled") {
            None => false,
            Some(Value::Bool(cancelled)) => *cancelled,
            Some(_) => return Err("cancelled must be a boolean"),
        };
        let answers = match data.remove("answers") {
            Some(Value::Object(answers)) => Some(read_answers(answers)?),
            Some(_) => return Err("answers must be an object"),
            None => None,
        };
        // Where the extension is off, unknown keys are dropped without a word, and this is one of them.
        let annotations = match data.remove("annotations").filter(|_| extensions) {
            Some(Value::Object(annotations)) if annotations.values().all(Value::is_object) => annotations,
            Some(_) => return Err("annotations must be an object of objects"),
            None => Map::new(),
        };
        if cancelled {
            return Ok((question, Response::Cancel));
        }
        let answers = answers.ok_or("answers must be an object")?;
        Ok((question, Response::Answer { answers, annotations }))
    }

    /// Tells one response from another for as long as the process lives, without keeping it.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        if let Response::Answer { answers, annotations } = self {
            for map in [answers, annotations] {
                serde_json::to_string(map).expect("JSON values are written without fail").hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// The id in either spelling.
pub(super) fn question_id(data: &mut Map<String, Value>) -> Result<String, &'static str> {
    match data.remove("question_id").or_else(|| data.remove("questionId")) {
        Some(Value::String(id)) if !id.is_empty() => Ok(id),
        _ => Err("question_id must be a string"),
    }
}

/// Answers are strings; a list of strings is joined into one by the list rule.
fn read_answers(mut answers: Map<String, Value>) -> Result<Map<String, Value>, &'static str> {
    const ILL_TYPED: &str = "answers must be strings";
    for answer in answers.values_mut() {
        match answer {
            Value::String(_) => {}
            Value::Array(picks) => {
                let picks: Option<Vec<&str>> = picks.iter().map(Value::as_str).collect();
                *answer = Value::String(join(&picks.ok_or(ILL_TYPED)?));
            }
            _ => return Err(ILL_TYPED),
        }
    }
    Ok(answers)
}
