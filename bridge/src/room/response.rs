//! What the person decided about one ask.

use std::hash::{DefaultHasher, Hash, Hasher};

use ask_user_widget::protocol::{AckOutcome, Annotation, ServerFrame};

use super::QuestionId;

/// What the person decided.
#[derive(Clone, Debug, PartialEq, Hash)]
pub(super) enum Response {
    /// Answers by question text, and what goes beside them.
    Answer { answers: Vec<(String, String)>, annotations: Vec<(String, Annotation)> },
    /// No answer.
    Cancel,
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
        match self {
            Response::Answer { .. } => AckOutcome::Accepted,
            Response::Cancel => AckOutcome::Cancelled,
        }
    }

    /// What other views of the session are told.
    pub(super) fn resolved(&self, question: &QuestionId) -> ServerFrame {
        let (is_cancel, answers) = match self {
            Response::Answer { answers, .. } => (false, answers.clone()),
            Response::Cancel => (true, Vec::new()),
        };
        ServerFrame::AskUserResolved { question_id: question.to_string(), is_cancel, answers }
    }
}
