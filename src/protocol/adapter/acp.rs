//! ACP's `session/request_permission`, as Claude's adapter uses it for one question.

use super::{Ended, Ending, at, form, optional, question, questions, text};
use crate::protocol::constraints::NotePlace;
use crate::protocol::list;
use crate::protocol::value::Value;

/// The option that stands for an answer of one's own.
const OTHER: &str = "__other__";

/// The question of a request.
pub(super) fn input(request: &Value) -> Result<Value, &'static str> {
    let kind = at(request, &["_meta", "claudeCode", "questionType"]).and_then(Value::as_str);
    if kind != Some("askUserQuestion") {
        return Err("is an approval of a tool, not a question");
    }
    let call = request.get("toolCall").unwrap_or(&Value::Null);
    let raw = |key| at(call, &["rawInput", key]).and_then(Value::as_str);
    let title = text(call, "title");
    let multi_select = at(request, &["_meta", "claudeCode", "multiSelect"]).and_then(Value::as_bool) == Some(true);
    let options = offered(request).map(|option| {
        let label = text(option, "optionId").unwrap_or_default();
        // A label may itself contain " - ", so the name is not split there.
        let name = text(option, "name").unwrap_or_default();
        let description = name.strip_prefix(label).and_then(|rest| rest.strip_prefix(" - "));
        Value::map([("label", label.into()), ("description", optional(description))])
    });
    let header = optional(raw("header").or(title));
    let asked = optional(raw("question").or(title));
    // The adapter looks at the option and at the text of an own answer, and at nothing beside them.
    let form = form(NotePlace::Nowhere);
    Ok(questions(vec![question(asked, header, options.collect(), multi_select, form)]))
}

/// The response to a request.
pub(super) fn result(request: &Value, ended: &Ended) -> Value {
    let line = ended.line(0);
    let labels: Vec<&str> = offered(request).filter_map(|option| text(option, "optionId")).collect();
    let mut chosen: Vec<&str> = line.picks.iter().filter_map(|pick| labels.get(*pick).copied()).collect();
    let outcome = match (ended.ending, line.other.as_deref()) {
        (Ending::Answered, None) => selected(&joined(&chosen)),
        (Ending::Answered, Some(other)) => {
            chosen.push(other);
            let mut outcome = selected(OTHER);
            outcome.set("_meta", Value::map([("customText", joined(&chosen).into())]));
            outcome
        }
        _ => return Value::map([("outcome", Value::map([("outcome", "cancelled".into())]))]),
    };
    Value::map([("outcome", outcome)])
}

/// A lone one stands for itself.
fn joined(chosen: &[&str]) -> String {
    match chosen {
        [one] => (*one).to_owned(),
        several => list::join(several),
    }
}

fn selected(option: &str) -> Value {
    Value::map([("outcome", "selected".into()), ("optionId", option.into())])
}

/// The options of the agent's own. What has no id cannot be answered with.
fn offered(request: &Value) -> impl Iterator<Item = &Value> {
    let options = request.get("options").and_then(Value::as_list).unwrap_or_default();
    options.iter().filter(|option| text(option, "optionId").is_some_and(|id| id != OTHER))
}
