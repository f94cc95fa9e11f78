//! `elicitation/create` in form mode, as Claude's adapter writes questions: a field `question_<n>` each, with a companion
//! `question_<n>_custom` for an answer of one's own.

use super::{Ended, Ending, at, optional, question, questions, text};
use crate::protocol::value::Value;

const CUSTOM: &str = "_custom";

/// Fields of one form, with companions; more are no questions for a person.
const FIELDS: usize = 64;

/// The questions of a form.
pub(super) fn input(request: &Value) -> Result<Value, &'static str> {
    let count = at(request, &["requestedSchema", "properties"]).and_then(Value::as_map).map_or(0, <[_]>::len);
    let fields: Vec<Field> = fields(request).take(if count > FIELDS { 0 } else { count }).collect();
    if fields.is_empty() || fields.iter().any(|field| field.options.is_none() || !field.has_companion) {
        return Err("is a form of other fields than questions");
    }
    let message = text(request, "message").filter(|_| fields.len() == 1);
    let list = fields.iter().map(|field| {
        let title = text(field.schema, "title");
        let asked = message.or(text(field.schema, "description")).or(title);
        let names = field.names.unwrap_or_default();
        let options = field.options.unwrap_or_default().iter().enumerate().map(|(index, option)| {
            let preview = at(option, &["_meta", "_claude/askUserQuestionOption", "preview"]);
            Value::map([
                ("label", optional(names.get(index).and_then(Value::as_str).or(label(option)))),
                ("description", optional(text(option, "description"))),
                ("preview", preview.cloned().unwrap_or(Value::Null)),
            ])
        });
        question(optional(asked), optional(title), options.collect(), field.is_list)
    });
    Ok(questions(list.collect()))
}

/// The result of a form.
pub(super) fn result(request: &Value, ended: &Ended) -> Value {
    // Claude's adapter takes a form that was declined for one that was answered with nothing; only a cancel ends the call,
    // and that is what the button says.
    let action = if ended.ending == Ending::Answered { "accept" } else { "cancel" };
    let mut result = Value::map([("action", action.into())]);
    if ended.ending == Ending::Answered {
        let (mut content, mut notes) = (Value::Map(Vec::new()), Value::Map(Vec::new()));
        let required = at(request, &["requestedSchema", "required"]).and_then(Value::as_list).unwrap_or_default();
        for (index, field) in fields(request).enumerate() {
            let line = ended.line(index);
            let is_required = required.iter().any(|key| key.as_str() == Some(field.key));
            if is_required && line.picks.is_empty() && line.other.is_none() {
                // What is accepted must be what was asked for.
                return Value::map([("action", "cancel".into())]);
            }
            let options = field.options.unwrap_or_default();
            let mut chosen = line.picks.iter().filter_map(|pick| options.get(*pick)).map(value);
            if field.is_list && !line.picks.is_empty() {
                content.set(field.key, Value::List(chosen.collect()));
            } else if let Some(one) = chosen.next() {
                content.set(field.key, one);
            }
            if let Some(note) = &line.notes {
                notes.set(field.key, note.as_str().into());
            }
            if let Some(other) = &line.other {
                content.set(&format!("{}{CUSTOM}", field.key), other.as_str().into());
            }
        }
        result.set("content", content);
        if notes.as_map().is_some_and(|notes| !notes.is_empty()) {
            result.set("_meta", Value::map([("notes", notes)]));
        }
    }
    result
}

/// One field that asks something.
struct Field<'a> {
    key: &'a str,
    schema: &'a Value,
    is_list: bool,
    /// What it offers, if it is a choice, and what that is called if not by itself.
    options: Option<&'a [Value]>,
    names: Option<&'a [Value]>,
    /// Whether there is a field for an answer of one's own.
    has_companion: bool,
}

/// The fields of a form in order, without the companions.
fn fields(request: &Value) -> impl Iterator<Item = Field<'_>> {
    let properties = at(request, &["requestedSchema", "properties"]).and_then(Value::as_map).unwrap_or_default();
    let has = |key: &str| properties.iter().any(|(other, _)| other == key);
    let asking = properties.iter().filter(move |(key, _)| !key.strip_suffix(CUSTOM).is_some_and(has));
    asking.map(|(key, schema)| {
        let items = schema.get("items");
        let place = items.unwrap_or(schema);
        let options = ["oneOf", "anyOf", "enum"].into_iter().find_map(|key| place.get(key)).and_then(Value::as_list);
        let names = place.get("enumNames").and_then(Value::as_list);
        let has_companion = properties.iter().any(|(other, _)| other.strip_suffix(CUSTOM) == Some(key));
        Field { key, schema, is_list: items.is_some(), options, names, has_companion }
    })
}

/// What an option is called: its title, or the value itself.
fn label(option: &Value) -> Option<&str> {
    text(option, "title").or(text(option, "const")).or(option.as_str())
}

/// What an option goes back as.
fn value(option: &Value) -> Value {
    option.get("const").unwrap_or(option).clone()
}
