//! What the person decided about one ask.

use std::hash::{DefaultHasher, Hash, Hasher};

use ask_user_widget::protocol::{self, AckOutcome, Annotation, ServerFrame, write_resolved_request};
use serde_json::Value;

use super::QuestionId;
use super::json::{write_frame, write_with};

/// What the person decided.
#[derive(Clone, Debug, PartialEq, Hash)]
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
    /// Tells one response from another for as long as the process lives, without keeping it.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
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
