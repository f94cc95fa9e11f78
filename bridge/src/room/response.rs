//! What the person decided about one ask.

use ask_user_widget::protocol::{self, AckOutcome, Annotation, ServerFrame, write_resolved_request};
use serde_json::{Value, json};

use super::json::{read, size, write, write_frame, write_with};
use super::{Outcome, QuestionId, key};

/// What the person decided.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Response {
    /// Answers by question text, and what goes beside them.
    Answer { answers: Vec<(String, String)>, annotations: Vec<(String, Annotation)> },
    /// No answers.
    Cancel,
    /// A permission result, as it came.
    Permission(Value),
    /// The result of an elicitation, as it came.
    Elicitation(Value),
}

impl Response {
    /// Tells one response from another, without keeping it.
    pub(super) fn fingerprint(&self) -> u64 {
        key::fingerprint(&self.as_json())
    }

    /// Its size as JSON.
    pub(super) fn bytes(&self) -> usize {
        size(&self.as_json())
    }

    /// The response as JSON, as [`Response::from_json`] reads it.
    pub(super) fn as_json(&self) -> Value {
        match self {
            Response::Answer { answers, annotations } => {
                let annotations: Vec<_> =
                    annotations.iter().map(|(key, beside)| (key, write(&beside.write()))).collect();
                json!(["answer", answers, annotations])
            }
            Response::Cancel => json!(["cancel"]),
            Response::Permission(result) => json!(["permission", result]),
            Response::Elicitation(result) => json!(["elicitation", result]),
        }
    }

    /// Reads what [`Response::as_json`] has written.
    pub(super) fn from_json(value: &Value) -> Option<Response> {
        match value[0].as_str()? {
            "answer" => {
                let answers = serde_json::from_value(value[1].clone()).ok()?;
                let annotations = value[2]
                    .as_array()?
                    .iter()
                    .map(|pair| Some((pair[0].as_str()?.to_owned(), Annotation::read(&read(&pair[1])?)?)));
                Some(Response::Answer { answers, annotations: annotations.collect::<Option<_>>()? })
            }
            "cancel" => Some(Response::Cancel),
            "permission" => Some(Response::Permission(value[1].clone())),
            "elicitation" => Some(Response::Elicitation(value[1].clone())),
            _ => None,
        }
    }

    /// How it ends an ask.
    pub(super) fn outcome(&self) -> Outcome {
        if self.is_cancel() { Outcome::Cancelled } else { Outcome::Answered }
    }

    /// What the page that sent it is told, once it has ended the ask.
    pub(super) fn ack_outcome(&self) -> AckOutcome {
        if self.is_cancel() { AckOutcome::Cancelled } else { AckOutcome::Accepted }
    }

    /// What other views of the session are told.
    pub(super) fn resolved(&self, question: &QuestionId) -> Value {
        let is_cancel = self.is_cancel();
        let answers = match self {
            Response::Answer { answers, .. } => answers.clone(),
            Response::Cancel => Vec::new(),
            Response::Permission(result) | Response::Elicitation(result) => {
                let frame = write_resolved_request(question.as_str(), is_cancel, protocol::Value::Null);
                return write_with(&frame, [("result", result.clone())]);
            }
        };
        write_frame(&ServerFrame::AskUserResolved {
            question_id: question.to_string(),
            is_cancel,
            answers,
            result: None,
        })
    }

    /// Whether the person did not decide. A deny and a decline are decisions.
    fn is_cancel(&self) -> bool {
        match self {
            Response::Answer { .. } | Response::Permission(_) => false,
            Response::Cancel => true,
            Response::Elicitation(result) => result["action"] == "cancel",
        }
    }
}
