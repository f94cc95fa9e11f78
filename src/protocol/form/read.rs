//! Reading a form: the request around its fields.

use super::Form;
use super::field::{self, FieldPlace};
use crate::protocol::limits;
use crate::protocol::problem::{Problem, ProblemKind};
use crate::protocol::question::AgentText;
use crate::protocol::value::Value;
use crate::text;

/// Members of a schema that say something about several properties at once, or about properties that it does not name.
const BEYOND_FIELDS: [&str; 12] = [
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "minProperties",
    "maxProperties",
];

impl Form {
    /// Reads the parameters of `elicitation/create`, or a frame `elicitation_request`. Only a form is shown as one: a request
    /// of a mode that nobody knows becomes a form without fields that cannot be accepted. Also lists what else was wrong.
    pub fn read(request: &Value) -> (Form, Vec<Problem>) {
        let mut report = Report::default();
        let head = Head::read(request, &mut report);
        let schema = request.get("requestedSchema").unwrap_or(&Value::Null);
        let fields = match request.get("mode").filter(|mode| **mode != Value::Null) {
            None => fields(schema, &head.message, &mut report),
            Some(Value::Text(mode)) if mode == "form" => fields(schema, &head.message, &mut report),
            Some(_) => {
                report.obstacle("mode", ProblemKind::Unsupported);
                Vec::new()
            }
        };
        let text_of_schema = |key| agent_text(schema, key);
        let form = Form {
            asker: head.asker,
            title: head.title.or_else(|| text_of_schema("title")),
            description: head.description.or_else(|| text_of_schema("description")),
            message: head.message,
            fields,
            obstacles: report.obstacles,
        };
        (form, report.problems)
    }
}

/// What a form and an address have in common.
pub(super) struct Head {
    pub(super) message: AgentText,
    pub(super) asker: Option<AgentText>,
    pub(super) title: Option<AgentText>,
    pub(super) description: Option<AgentText>,
}

impl Head {
    pub(super) fn read(request: &Value, report: &mut Report) -> Head {
        let message = agent_text(request, "message");
        if message.is_none() {
            report.problem("message", ProblemKind::Missing);
        }
        Head {
            message: message.unwrap_or(AgentText { wire: String::new(), shown: String::new() }),
            // The names of the Claude Agent SDK's `onElicitation`.
            asker: agent_text(request, "displayName").or_else(|| agent_text(request, "serverName")),
            title: agent_text(request, "title"),
            description: agent_text(request, "description"),
        }
    }
}

/// Collects what was wrong.
#[derive(Default)]
pub(super) struct Report {
    pub(super) obstacles: Vec<Problem>,
    pub(super) problems: Vec<Problem>,
}

impl Report {
    /// Something because of which the form cannot be accepted.
    pub(super) fn obstacle(&mut self, at: &str, kind: ProblemKind) {
        push(&mut self.obstacles, at, kind);
    }

    /// Something that the page's developer should know.
    pub(super) fn problem(&mut self, at: &str, kind: ProblemKind) {
        push(&mut self.problems, at, kind);
    }
}

fn push(problems: &mut Vec<Problem>, at: &str, kind: ProblemKind) {
    if problems.len() < limits::PROBLEMS {
        problems.push(Problem { at: at.to_owned(), kind });
    }
}

/// The text under a key, unless it is empty.
pub(super) fn agent_text(value: &Value, key: &str) -> Option<AgentText> {
    let wire = value.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())?;
    Some(AgentText { wire: wire.to_owned(), shown: text::shown(text::without_escapes(wire).trim()) })
}

fn fields(schema: &Value, message: &AgentText, report: &mut Report) -> Vec<super::Question> {
    const AT: &str = "requestedSchema";
    if schema.as_map().is_none() {
        report.obstacle(AT, if *schema == Value::Null { ProblemKind::Missing } else { ProblemKind::WrongType });
        return Vec::new();
    }
    if schema.get("type").is_some_and(|kind| kind.as_str() != Some("object")) {
        report.obstacle(&format!("{AT}.type"), ProblemKind::Unsupported);
    }
    for key in BEYOND_FIELDS.into_iter().filter(|key| schema.get(key).is_some()) {
        report.obstacle(&format!("{AT}.{key}"), ProblemKind::Unsupported);
    }
    let properties = match schema.get("properties") {
        Some(Value::Map(properties)) => properties.as_slice(),
        None | Some(Value::Null) => &[],
        Some(_) => {
            report.obstacle(&format!("{AT}.properties"), ProblemKind::WrongType);
            &[]
        }
    };
    let required = required(schema, report);
    for name in required.iter().filter(|name| !properties.iter().any(|(key, _)| key == *name)) {
        report.obstacle(&path(name), ProblemKind::Missing);
    }
    // Of repeated names the first gives the place and the last the value, as with `JSON.parse`.
    let mut names: Vec<&str> = Vec::new();
    for (key, _) in properties {
        if names.contains(&key.as_str()) {
            report.problem(&path(key), ProblemKind::Repeated);
        } else if names.len() < limits::FIELDS {
            names.push(key);
        } else {
            report.obstacle(&format!("{AT}.properties"), ProblemKind::TooMany { most: limits::FIELDS });
            break;
        }
    }
    let place =
        FieldPlace { properties: schema.get("properties").unwrap_or(&Value::Null), required: &required, message };
    let asking: Vec<&str> = names.iter().copied().filter(|key| !place.is_companion(key)).collect();
    asking.iter().filter_map(|key| field::read(key, &place, asking.len() == 1, &path(key), report)).collect()
}

/// The names of the properties that must be there.
fn required<'a>(schema: &'a Value, report: &mut Report) -> Vec<&'a str> {
    let names = match schema.get("required") {
        Some(Value::List(names)) => names.as_slice(),
        None | Some(Value::Null) => &[],
        Some(_) => {
            report.obstacle("requestedSchema.required", ProblemKind::WrongType);
            &[]
        }
    };
    if names.iter().any(|name| name.as_str().is_none()) {
        report.obstacle("requestedSchema.required", ProblemKind::WrongType);
    }
    names.iter().filter_map(Value::as_str).collect()
}

/// Where a property stands, safe to show.
pub(super) fn path(key: &str) -> String {
    format!("requestedSchema.properties.{}", text::shown_line_start(key, limits::LABEL))
}
