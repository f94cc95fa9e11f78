//! What an agent wants of a person: answers to questions, leave to use a tool, or a form filled in.

use super::approval::Approval;
use super::ask::Question;

/// What is requested.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Answers to questions; there is at least one.
    Questions(Vec<Question>),
    /// Leave to use a tool.
    Approval(Box<Approval>),
    /// A request of another kind than questions that nobody has read yet: the code for it loads when the first one comes.
    Unread(RequestKind),
}

/// The kinds of requests, as they are told apart on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// `ask_user_question`
    Questions,
    /// `permission_request`
    Permission,
}

impl RequestKind {
    const NAMES: [(&str, RequestKind); 2] =
        [("questions", RequestKind::Questions), ("permission", RequestKind::Permission)];

    /// The name under which it is persisted.
    pub fn name(self) -> &'static str {
        RequestKind::NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// The kind that is persisted under this name.
    pub fn named(name: &str) -> Option<RequestKind> {
        RequestKind::NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

impl Request {
    /// Of which kind it is.
    pub fn kind(&self) -> RequestKind {
        match self {
            Request::Questions(_) => RequestKind::Questions,
            Request::Approval(_) => RequestKind::Permission,
            Request::Unread(kind) => *kind,
        }
    }

    /// The questions, or none if it is of another kind.
    pub fn questions(&self) -> &[Question] {
        match self {
            Request::Questions(questions) => questions,
            Request::Approval(_) | Request::Unread(_) => &[],
        }
    }
}
