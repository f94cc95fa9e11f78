//! ACP's `session/request_permission`, version 1 and what the draft of version 2 adds, where it is no question.

use super::{Approval, Origin, Reader, agent_text, place};
use crate::protocol::limits;
use crate::protocol::problem::{Problem, ProblemKind};
use crate::protocol::question::AgentText;
use crate::protocol::value::Value;
use crate::text;

/// An option of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcpOption {
    /// Its id, which goes back as it came.
    pub id: String,
    /// What it is called. Only this says how far an allowance reaches.
    pub name: AgentText,
    /// What it means.
    pub kind: AcpOptionKind,
}

/// What an option means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcpOptionKind {
    /// `allow_once`
    AllowOnce,
    /// `allow_always`
    AllowAlways,
    /// `reject_once`
    RejectOnce,
    /// `reject_always`
    RejectAlways,
    /// Something else: nobody can say whether it allows anything.
    Unknown,
}

/// What a request is about.
#[derive(Clone, Debug, PartialEq)]
pub enum AcpSubject {
    /// A tool call, with its content and locations.
    ToolCall {
        /// The tool call.
        call: Value,
        /// What the subject of version 2 says beside it.
        beside: Vec<(String, Value)>,
    },
    /// A command: `{ command, cwd }`. Version 2.
    Command(Value),
    /// Something else, or nothing. Version 2.
    Other(Value),
}

/// The request carries a question, which is an ask and no approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnApproval;

impl Approval {
    /// Reads the parameters of a request. Also what was wrong with them.
    pub fn read_acp(request: &Value) -> Result<(Approval, Vec<Problem>), NotAnApproval> {
        let meta = |value: &Value, key| value.get("_meta")?.get("claudeCode")?.get(key)?.as_str().map(str::to_owned);
        if meta(request, "questionType").as_deref() == Some("askUserQuestion") {
            return Err(NotAnApproval);
        }
        let mut reader = Reader::default();
        let (subject, at) = subject(request);
        let title_of_request = reader.text(request, "title", "");
        let (tool, title, input) = match &subject {
            AcpSubject::ToolCall { call, .. } => {
                let tool = meta(call, "toolName").map(agent_text).or_else(|| reader.text(call, "kind", at));
                let title = title_of_request.or_else(|| reader.text(call, "title", at));
                (tool, title, call.get("rawInput").cloned().unwrap_or_default())
            }
            AcpSubject::Command(command) => {
                reader.required(command, "command", at);
                (Some(agent_text("execute".to_owned())), title_of_request, command.clone())
            }
            AcpSubject::Other(other) => {
                if *other == Value::Null {
                    reader.report("toolCall", ProblemKind::Missing);
                }
                (reader.text(other, "type", at), title_of_request, other.clone())
            }
        };
        let approval = Approval {
            tool: tool.unwrap_or_else(|| agent_text(String::new())),
            input,
            title: title.filter(|title| !title.shown.is_empty()),
            display_name: None,
            description: reader.text(request, "description", ""),
            defaults_to_no: false,
            origin: Origin::Acp { options: options(&mut reader, request), subject },
        };
        Ok((approval, reader.problems))
    }
}

/// What a request is about, and where that stands in it.
fn subject(request: &Value) -> (AcpSubject, &'static str) {
    let subject = request.get("subject").filter(|subject| **subject != Value::Null);
    // Two things that a request is about are shown as they came, both of them.
    if let (Some(subject), Some(call)) = (subject, request.get("toolCall").filter(|call| **call != Value::Null)) {
        return (AcpSubject::Other(Value::map([("subject", subject.clone()), ("toolCall", call.clone())])), "");
    }
    let Some(subject) = subject else {
        return match request.get("toolCall") {
            Some(call @ Value::Map(_)) => (AcpSubject::ToolCall { call: call.clone(), beside: Vec::new() }, "toolCall"),
            other => (AcpSubject::Other(other.cloned().unwrap_or_default()), "toolCall"),
        };
    };
    match (subject.get("type").and_then(Value::as_str), subject.get("toolCall")) {
        (Some("tool_call"), Some(call @ Value::Map(_))) => {
            let is_beside = |(key, _): &&(String, Value)| !["type", "toolCall", "_meta"].contains(&key.as_str());
            let beside = subject.as_map().unwrap_or_default().iter().filter(is_beside).cloned().collect();
            (AcpSubject::ToolCall { call: call.clone(), beside }, "subject.toolCall")
        }
        (Some("command"), _) => (AcpSubject::Command(subject.clone()), "subject"),
        _ => (AcpSubject::Other(subject.clone()), "subject"),
    }
}

/// The options of a request. What has no id cannot be answered with.
fn options(reader: &mut Reader, request: &Value) -> Vec<AcpOption> {
    let mut options: Vec<AcpOption> = Vec::new();
    let items = reader.list(request, "options");
    if items.is_empty() {
        reader.report("options", ProblemKind::TooFew { least: 1 });
    }
    for (index, item) in items.iter().enumerate() {
        let at = format!("options[{index}]");
        let Some(id) = item.get("optionId").and_then(Value::as_str) else {
            reader.report(&place(&at, "optionId"), ProblemKind::Missing);
            continue;
        };
        let kind = AcpOptionKind::named(item.get("kind").and_then(Value::as_str).unwrap_or_default());
        if kind == AcpOptionKind::Unknown {
            reader.report(&place(&at, "kind"), ProblemKind::WrongType);
        }
        let mut name = reader.required(item, "name", &at).unwrap_or_else(|| agent_text(id.to_owned()));
        name.shown = text::shown_line_start(&name.shown, limits::LABEL_SHOWN);
        match options.iter_mut().find(|earlier| earlier.id == id) {
            // The agent sees the id only. If that means two things, nobody knows which.
            Some(earlier) => {
                reader.report(&place(&at, "optionId"), ProblemKind::Repeated);
                earlier.kind = AcpOptionKind::Unknown;
            }
            None => options.push(AcpOption { id: id.to_owned(), name, kind }),
        }
    }
    options
}

impl AcpOptionKind {
    fn named(name: &str) -> AcpOptionKind {
        match name {
            "allow_once" => AcpOptionKind::AllowOnce,
            "allow_always" => AcpOptionKind::AllowAlways,
            "reject_once" => AcpOptionKind::RejectOnce,
            "reject_always" => AcpOptionKind::RejectAlways,
            _ => AcpOptionKind::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AcpOptionKind, AcpSubject, NotAnApproval};
    use crate::protocol::approval::{Always, Approval, Origin, WhyNoAlways};

    fn read(json: &str) -> Result<Approval, NotAnApproval> {
        Approval::read_acp(&serde_json::from_str(json).unwrap()).map(|(approval, _)| approval)
    }

    fn parts(approval: &Approval) -> (Vec<(&str, AcpOptionKind)>, &AcpSubject) {
        let Origin::Acp { options, subject } = &approval.origin else { panic!() };
        (options.iter().map(|option| (option.id.as_str(), option.kind)).collect(), subject)
    }

    #[test]
    fn a_question_is_none() {
        assert_eq!(read(r#"{"_meta":{"claudeCode":{"questionType":"askUserQuestion"}}}"#), Err(NotAnApproval));
    }

    #[test]
    fn an_id_with_two_meanings_has_none() {
        let (approval, problems) = Approval::read_acp(
            &serde_json::from_str(
                r#"{"toolCall":{"toolCallId":"t"},"options":[
                {"optionId":"a","name":"No","kind":"reject_once"},{"optionId":"a","name":"Yes","kind":"allow_always"},
                {"optionId":"b","name":"Maybe","kind":"perhaps"},{"name":"x","kind":"allow_once"}]}"#,
            )
            .unwrap(),
        )
        .unwrap();
        assert_eq!(parts(&approval).0, [("a", AcpOptionKind::Unknown), ("b", AcpOptionKind::Unknown)]);
        assert_eq!(problems.len(), 3, "{problems:?}");
    }

    #[test]
    fn every_option_that_may_last_has_a_place() {
        for (kind, always) in [
            ("allow_always", Always::ByOption),
            ("reject_always", Always::ByOption),
            ("perhaps", Always::ByOption),
            ("allow_once", Always::No(WhyNoAlways::NothingSuggested)),
            ("reject_once", Always::No(WhyNoAlways::NothingSuggested)),
        ] {
            let request = format!(r#"{{"toolCall":{{}},"options":[{{"optionId":"a","name":"A","kind":"{kind}"}}]}}"#);
            assert_eq!(read(&request).unwrap().offers().always, always, "{kind}");
        }
    }

    #[test]
    fn version_2_has_a_title_and_a_subject() {
        let command = read(
            r#"{"title":"Run it?","description":"For the tests","subject":{"type":"command","command":"ls","cwd":"/a"}}"#,
        );
        let command = command.unwrap();
        assert_eq!(command.title.as_ref().unwrap().shown, "Run it?");
        assert!(matches!(parts(&command).1, AcpSubject::Command(_)));
        let call =
            read(r#"{"title":"T","subject":{"type":"tool_call","toolCall":{"kind":"edit","rawInput":{"a":1}}}}"#)
                .unwrap();
        assert_eq!((call.tool.wire.as_str(), call.input.to_json().as_str()), ("edit", r#"{"a":1}"#));
        let other = read(r#"{"title":"T","subject":{"type":"_future","command":"ls"}}"#).unwrap();
        assert!(matches!(parts(&other).1, AcpSubject::Other(_)), "a subject of another kind is no command");
        assert_eq!(other.input.get("command").unwrap().as_str(), Some("ls"));
    }
}
