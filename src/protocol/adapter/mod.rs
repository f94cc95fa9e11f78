//! Other ways in which agents ask: each request becomes an ask of ours, and how that ended becomes its result.
//!
//! Pure, from [`Value`] to [`Value`]: the page fetches requests and returns results in its own way.

mod acp;
mod approval;
mod elicitation;
mod ended;
mod tool;

pub use ended::{Ended, EndedLine, Ending};

use super::constraints::NotePlace;
use super::value::Value;

/// A protocol that asks in a way of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adapter {
    /// The Claude Agent SDK's `canUseTool`, for the input of the tool `AskUserQuestion`.
    CanUseTool,
    /// The Agent Client Protocol's `session/request_permission`, where it carries a question.
    AcpPermission,
    /// The frame `permission_request`, which is asked as it is; for the endings without a decision.
    Approval,
    /// `elicitation/create` of ACP and MCP in form mode, as Claude's adapter writes questions.
    Elicitation,
}

impl Adapter {
    /// The adapter of this name.
    pub fn named(name: &str) -> Option<Adapter> {
        match name {
            "can-use-tool" => Some(Adapter::CanUseTool),
            "acp-permission" => Some(Adapter::AcpPermission),
            "approval" => Some(Adapter::Approval),
            "elicitation" => Some(Adapter::Elicitation),
            _ => None,
        }
    }

    /// What the request asks, as `{ questions }`; `Null` if it is a form that is shown as it is. The error says why it is none of ours.
    pub fn input(self, request: &Value) -> Result<Value, &'static str> {
        match self {
            Adapter::CanUseTool | Adapter::Approval => Ok(request.clone()),
            Adapter::AcpPermission => acp::input(request),
            Adapter::Elicitation => Ok(elicitation::input(request)),
        }
    }

    /// What the request gets, now that its ask has ended.
    pub fn result(self, request: &Value, ended: &Ended) -> Value {
        match self {
            Adapter::CanUseTool => tool::result(request, ended),
            Adapter::AcpPermission => acp::result(request, ended),
            Adapter::Approval => approval::result(request, ended),
            Adapter::Elicitation => elicitation::result(request, ended),
        }
    }
}

/// The text under a key.
fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str)
}

/// What stands at the end of a path of keys.
fn at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| value.get(key))
}

/// One question in the shape that [`Ask::read`](super::Ask::read) takes.
fn question(text: Value, header: Value, options: Vec<Value>, multi_select: bool, form: Value) -> Value {
    Value::map([
        ("question", text),
        ("header", header),
        ("multiSelect", multi_select.into()),
        ("options", Value::List(options)),
        ("form", form),
    ])
}

/// A question's `form` that says where a note can go.
fn form(note: NotePlace) -> Value {
    Value::map([("note", note.word().into())])
}

fn questions(questions: Vec<Value>) -> Value {
    Value::map([("questions", Value::List(questions))])
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}

#[cfg(test)]
mod tests {
    use super::{Adapter, Ended};
    use crate::protocol::Value;

    /// Runs every case of a fixture: request to input, and how it ended to the result.
    fn check(name: &str, cases: &str) {
        let adapter = Adapter::named(name).unwrap();
        let cases: Value = serde_json::from_str(cases).unwrap();
        for case in cases.as_list().unwrap() {
            let about = case.get("about").and_then(Value::as_str).unwrap();
            let request = case.get("request").unwrap();
            match adapter.input(request) {
                Err(error) => assert_eq!(Some(error), case.get("error").and_then(Value::as_str), "{about}"),
                Ok(input) => {
                    assert_eq!(input.to_json(), case.get("input").unwrap().to_json(), "{about}");
                    let Some(detail) = case.get("detail") else { continue };
                    let ended = Ended::read(detail);
                    let result = adapter.result(request, &ended).to_json();
                    assert_eq!(result, case.get("result").unwrap().to_json(), "{about}");
                }
            }
        }
    }

    #[test]
    fn can_use_tool() {
        check("can-use-tool", include_str!("../../../tests/fixtures/adapters/can-use-tool.json"));
    }

    #[test]
    fn acp_permission() {
        check("acp-permission", include_str!("../../../tests/fixtures/adapters/acp-permission.json"));
    }

    #[test]
    fn approval() {
        check("approval", include_str!("../../../tests/fixtures/adapters/approval.json"));
    }

    #[test]
    fn elicitation() {
        check("elicitation", include_str!("../../../tests/fixtures/adapters/elicitation.json"));
    }

    #[test]
    fn a_request_of_any_shape_is_harmless() {
        for request in
            ["null", "[]", "{}", "3", r#"{"options":3,"toolCall":[],"requestedSchema":{"properties":{"a":1}}}"#]
        {
            let request: Value = serde_json::from_str(request).unwrap();
            for adapter in [Adapter::CanUseTool, Adapter::AcpPermission, Adapter::Approval, Adapter::Elicitation] {
                let _ = adapter.input(&request);
                adapter.result(&request, &Ended::read(&request));
            }
        }
    }
}
