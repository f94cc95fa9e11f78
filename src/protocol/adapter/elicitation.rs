//! `elicitation/create` in form mode, as Claude's adapter writes questions: a field `question_<n>` each, with a companion
//! `question_<n>_custom` for an answer of one's own.

use super::{Ended, Ending, at, form, optional, question, questions, text};
use crate::protocol::constraints::{Constraints, NotePlace};
use crate::protocol::list;
use crate::protocol::value::Value;

const CUSTOM: &str = "_custom";

/// Fields of one form, with companions; more are no questions for a person.
const FIELDS: usize = 64;

/// The questions of a form; `Null` if it is made of other fields, or asks of them what a question does not know, or is no form. It is
/// shown as it is then.
pub(super) fn input(request: &Value) -> Value {
    let is_form = matches!(text(request, "mode"), None | Some("form"));
    let count = at(request, &["requestedSchema", "properties"]).and_then(Value::as_map).map_or(0, <[_]>::len);
    let fields: Vec<Field> = fields(request).take(if count > FIELDS { 0 } else { count }).collect();
    if !is_form || fields.is_empty() || !fields.iter().all(Field::is_question) {
        return Value::Null;
    }
    let message = text(request, "message").filter(|_| fields.len() == 1);
    let list = fields.iter().map(|field| {
        let title = text(field.schema, "title");
        let asked = message.or(text(field.schema, "description")).or(title);
        let names = field.names.unwrap_or_default();
        let options = field.options.unwrap_or_default().iter().enumerate().map(|(index, option)| {
            let meta = at(option, &["_meta", "_claude/askUserQuestionOption"]).unwrap_or(&Value::Null);
            // Older versions of Claude's adapter write the description into the title too.
            let described = text(meta, "description");
            let label = described.and(text(option, "const")).or(label(option));
            Value::map([
                ("label", optional(names.get(index).and_then(Value::as_str).or(label))),
                ("description", optional(text(option, "description").or(described))),
                ("preview", meta.get("preview").cloned().unwrap_or(Value::Null)),
            ])
        });
        question(optional(asked), optional(title), options.collect(), field.is_list, field.form())
    });
    questions(list.collect())
}

/// The result of a form.
pub(super) fn result(request: &Value, ended: &Ended) -> Value {
    // Claude's adapter takes a form that was declined for one that was answered with nothing; only a cancel ends the call,
    // and that is what the button says.
    let cancel = Value::map([("action", "cancel".into())]);
    if ended.ending != Ending::Answered {
        return cancel;
    }
    let mut content = Value::Map(Vec::new());
    for (index, field) in fields(request).enumerate() {
        let line = ended.line(index);
        let options = field.options.unwrap_or_default();
        if Constraints::read(&field.form(), options.len()).unmet(line.picks.len()).is_some() {
            // What is accepted must be what was asked for.
            return cancel;
        }
        let chosen: Vec<&Value> = line.picks.iter().filter_map(|pick| options.get(*pick)).map(value).collect();
        if field.is_list && !chosen.is_empty() {
            content.set(field.key, Value::List(chosen.iter().copied().cloned().collect()));
        } else if let Some(one) = chosen.first() {
            content.set(field.key, (*one).clone());
        }
        let own = match (&line.other, &line.notes) {
            (Some(other), _) if field.is_list && field.description_has("instead") && !chosen.is_empty() => {
                // It would take the place of what was chosen, so all of it stands there.
                let all: Vec<&str> = chosen.iter().filter_map(|one| one.as_str()).chain([other.as_str()]).collect();
                Some(list::join(&all))
            }
            (None, Some(note)) if field.note() == NotePlace::BesidePick && !chosen.is_empty() => Some(note.clone()),
            (other, _) => other.clone(),
        };
        if let Some(own) = own {
            content.set(&[field.key, CUSTOM].concat(), own.into());
        }
    }
    Value::map([("action", "accept".into()), ("content", content)])
}

/// One field that asks something.
struct Field<'a> {
    key: &'a str,
    schema: &'a Value,
    is_list: bool,
    is_required: bool,
    /// What it offers, if it is a choice, and what that is called if not by itself.
    options: Option<&'a [Value]>,
    names: Option<&'a [Value]>,
    /// The field for an answer of one's own, and whether it must be filled.
    companion: Option<&'a Value>,
    is_own_required: bool,
}

impl Field<'_> {
    /// Whether it is a question, with a place for an answer of one's own, and an answer that it takes can be given.
    fn is_question(&self) -> bool {
        let (Some(options), Some(own)) = (self.options, self.companion) else { return false };
        let count = |key| self.schema.get(key).and_then(Value::as_f64);
        let least = count("minItems").unwrap_or_default().max(if self.is_required { 1.0 } else { 0.0 });
        let can_choose = least <= options.len() as f64 && count("maxItems").is_none_or(|most| most >= least.max(1.0));
        let is_own_free = !self.is_own_required
            && ["pattern", "format", "minLength", "maxLength"].iter().all(|key| own.get(key).is_none());
        can_choose && is_own_free
    }

    /// What it asks of the answer, as the `form` of a question.
    fn form(&self) -> Value {
        let mut form = form(self.note());
        if self.is_required {
            form.set("required", true.into());
        }
        for key in ["minItems", "maxItems"] {
            if let Some(count) = self.schema.get(key).filter(|_| self.is_list) {
                form.set(key, count.clone());
            }
        }
        if let Some(default) = self.schema.get("default") {
            let defaults = default.as_list().unwrap_or(std::slice::from_ref(default));
            let options = self.options.unwrap_or_default().iter().enumerate();
            let places = options.filter(|(_, option)| defaults.contains(value(option)));
            form.set("defaults", Value::List(places.map(|(index, _)| Value::Int(index as i64)).collect()));
        }
        form
    }

    /// Claude's adapter takes the companion of a single choice for a note to it since 0.78, and says so there. Before, what
    /// stood there took the place of the choice.
    fn note(&self) -> NotePlace {
        if !self.is_list && self.description_has("note") { NotePlace::BesidePick } else { NotePlace::Nowhere }
    }

    /// Whether the description of the field for an answer of one's own has this word.
    fn description_has(&self, word: &str) -> bool {
        self.companion.and_then(|companion| text(companion, "description")).is_some_and(|text| text.contains(word))
    }
}

/// The fields of a form in order, without the companions.
fn fields(request: &Value) -> impl Iterator<Item = Field<'_>> {
    let properties = at(request, &["requestedSchema", "properties"]).and_then(Value::as_map).unwrap_or_default();
    let required = at(request, &["requestedSchema", "required"]).and_then(Value::as_list).unwrap_or_default();
    let has = |key: &str| properties.iter().any(|(other, _)| other == key);
    let asking = properties.iter().filter(move |(key, _)| !key.strip_suffix(CUSTOM).is_some_and(has));
    asking.map(move |(key, schema)| {
        let items = schema.get("items");
        let place = items.unwrap_or(schema);
        let options = ["oneOf", "anyOf", "enum"].into_iter().find_map(|key| place.get(key)).and_then(Value::as_list);
        let names = place.get("enumNames").and_then(Value::as_list);
        let is_own = |other: &str| other.strip_suffix(CUSTOM) == Some(key);
        let requires = |is_it: &dyn Fn(&str) -> bool| required.iter().filter_map(Value::as_str).any(is_it);
        Field {
            key,
            schema,
            is_list: items.is_some(),
            is_required: requires(&|other| other == key),
            options,
            names,
            companion: properties.iter().find(|(other, _)| is_own(other)).map(|(_, companion)| companion),
            is_own_required: requires(&is_own),
        }
    })
}

/// What an option is called: its title, or the value itself.
fn label(option: &Value) -> Option<&str> {
    text(option, "title").or(text(option, "const")).or(option.as_str())
}

/// What an option goes back as.
fn value(option: &Value) -> &Value {
    option.get("const").unwrap_or(option)
}
