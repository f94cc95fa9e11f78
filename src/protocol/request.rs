//! What an agent wants of a person: answers to questions, leave to use a tool, or a form filled in.

use std::sync::Arc;

use super::approval::Approval;
use super::form::{Address, Form};
use super::problem::Problem;
use super::question::Question;
use super::value::Value;

/// What is requested.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Answers to questions; there is at least one.
    Questions(Arc<[Question]>),
    /// Leave to use a tool.
    Approval(Arc<Approval>),
    /// A form to be filled in.
    Form(Arc<Form>),
    /// An address to be opened.
    Address(Arc<Address>),
    /// A request of another kind than questions that nobody has read yet: the code for it loads when the first one comes.
    Unread(RequestKind),
}

/// The kinds of requests, as they differ on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// `ask_user_question`
    Questions,
    /// `permission_request`
    Permission,
    /// `elicitation_request`
    Elicitation,
}

impl RequestKind {
    const NAMES: [(&str, RequestKind); 3] = [
        ("questions", RequestKind::Questions),
        ("permission", RequestKind::Permission),
        ("elicitation", RequestKind::Elicitation),
    ];

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
    /// Reads the parameters of `elicitation/create`, or a frame `elicitation_request`, and lists what was wrong with them,
    /// besides what keeps a form from being accepted.
    pub fn read_elicitation(source: &Value) -> (Request, Vec<Problem>) {
        if source.get("mode").and_then(Value::as_str) == Some("url") {
            let (address, problems) = Address::read(source);
            (Request::Address(Arc::new(address)), problems)
        } else {
            let (form, problems) = Form::read(source);
            (Request::Form(Arc::new(form)), problems)
        }
    }

    /// Of which kind it is.
    pub fn kind(&self) -> RequestKind {
        match self {
            Request::Questions(_) => RequestKind::Questions,
            Request::Approval(_) => RequestKind::Permission,
            Request::Form(_) | Request::Address(_) => RequestKind::Elicitation,
            Request::Unread(kind) => *kind,
        }
    }

    /// Whether it is answered one question after the other, with a review of several at the end.
    pub fn is_questions(&self) -> bool {
        self.kind() == RequestKind::Questions
    }

    /// Whether a person can accept it as a form: see [`Form::obstacles`] and [`Address::is_acceptable`].
    pub fn is_acceptable(&self) -> bool {
        match self {
            Request::Form(form) => form.is_acceptable(),
            Request::Address(address) => address.is_acceptable(),
            Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => false,
        }
    }

    /// The questions, or the fields of a form, which are questions too; none if there is nothing to answer.
    pub fn questions(&self) -> &[Question] {
        match self {
            Request::Questions(questions) => questions,
            Request::Form(form) => &form.fields,
            Request::Approval(_) | Request::Address(_) | Request::Unread(_) => &[],
        }
    }
}
