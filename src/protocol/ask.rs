//! An ask: what an agent wants of a person, with an id; and questions, read leniently from their frame or tool input.

mod reader;
#[cfg(test)]
mod tests;

use super::constraints::Constraints;
use super::limits;
use super::permission;
use super::problem::{Problem, ProblemKind};
use super::question::{AgentText, OwnAnswer, Question, QuestionKind, TextFormat};
use super::request::{Request, RequestKind};
use super::value::Value;
use crate::text::markdown;
use reader::Reader;

pub(super) use reader::strip_recommended;

/// What an agent asks of a person, with the id under which the answer goes back.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The id under which the answer goes back.
    pub id: String,
    /// What is asked. An ask without questions gets one for a free reply.
    pub request: Request,
    /// How long the person has, if the server gave a limit.
    pub timeout_seconds: Option<f64>,
    /// How much of that is left on a replay, if the bridge knows.
    pub remaining_seconds: Option<f64>,
    /// What was wrong with it.
    pub problems: Vec<Problem>,
    /// What it was read from, so that it can be persisted and read again.
    pub source: Value,
}

impl Ask {
    /// Reads an ask from a frame or a tool's input: whatever has `questions`. Without an id nobody could answer it.
    pub fn read(id: String, value: &Value) -> Ask {
        let mut reader = Reader::default();
        let mut questions =
            reader.list(value, "questions", "", limits::QUESTIONS_SHOWN, |reader, item, at| reader.question(item, at));
        if questions.len() > limits::QUESTIONS {
            reader.report("questions", ProblemKind::TooMany { most: limits::QUESTIONS });
        }
        if questions.is_empty() {
            reader.report("questions", ProblemKind::TooFew { least: 1 });
            questions.push(Question {
                text: AgentText { wire: permission::RESPONSE.to_owned(), shown: String::new() },
                header: None,
                description: None,
                options: Vec::new(),
                kind: QuestionKind::Text(TextFormat::Any),
                constraints: Constraints::default(),
                own_answer: OwnAnswer::Answer,
                default: None,
                key: None,
            });
        }
        for (index, question) in questions.iter().enumerate() {
            if questions[..index].iter().any(|earlier| earlier.text.wire == question.text.wire) {
                reader.report(&format!("questions[{index}].question"), ProblemKind::Repeated);
            }
        }
        Ask {
            request: Request::Questions(questions.into()),
            problems: reader.problems,
            ..Ask::unread(RequestKind::Questions, id, value)
        }
    }

    /// An ask of which only the frame around the request is read.
    pub fn unread(kind: RequestKind, id: String, value: &Value) -> Ask {
        let seconds = |key| value.get(key).and_then(Value::as_f64).filter(|seconds| *seconds >= 0.0);
        Ask {
            id,
            request: Request::Unread(kind),
            timeout_seconds: seconds("timeout_seconds").filter(|limit| *limit > 0.0),
            remaining_seconds: seconds("remaining_seconds"),
            problems: Vec::new(),
            source: value.clone(),
        }
    }

    /// An ask of this kind. A request of another kind than questions is not read yet.
    pub fn of_kind(kind: RequestKind, id: String, value: &Value) -> Ask {
        match kind {
            RequestKind::Questions => Ask::read(id, value),
            RequestKind::Permission | RequestKind::Elicitation => Ask::unread(kind, id, value),
        }
    }

    /// What distinguishes this request from another one, if it is no question: all that came but how much time there is.
    pub fn identity(&self) -> String {
        let is_part = |key: &str| !["type", "timeout_seconds", "remaining_seconds"].contains(&key);
        let members = self.source.as_map().unwrap_or_default().iter().filter(|(key, _)| is_part(key));
        Value::Map(members.cloned().collect()).to_json()
    }

    /// The questions, or none if the request is of another kind.
    pub fn questions(&self) -> &[Question] {
        self.request.questions()
    }

    /// Whether a question or the description of an option may have inline markdown.
    pub fn has_markdown(&self) -> bool {
        let descriptions = |question: &Question| {
            question.options.iter().any(|option| option.description.as_deref().is_some_and(markdown::has_marks))
        };
        self.questions().iter().any(|question| markdown::has_marks(&question.text.shown) || descriptions(question))
    }
}
