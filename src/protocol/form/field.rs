//! Reading one field of a form: its kind, its options and what is asked of its value.

use std::cmp::Ordering;

use super::FieldValue;
use super::check::{FieldError, check};
use super::pattern::Pattern;
use super::read::{Report, agent_text};
use crate::protocol::ask::strip_recommended;
use crate::protocol::constraints::{Constraints, NotePlace};
use crate::protocol::limits;
use crate::protocol::number::Number;
use crate::protocol::problem::ProblemKind;
use crate::protocol::question::{AgentText, Choice, OwnAnswer, Question, QuestionKind, TextFormat};
use crate::protocol::value::Value;
use crate::text;

/// How Claude's adapter names the fields that it makes of questions, and their companions for an answer of one's own.
const QUESTION: &str = "question_";
const CUSTOM: &str = "_custom";

/// Members of a field that may say what kind of field it is, in a way that nobody knows.
const OTHER_KINDS: [&str; 8] = ["$ref", "$dynamicRef", "allOf", "not", "if", "const", "properties", "prefixItems"];

/// Members that ask something of a value that is not checked here. The server will say so if it minds.
const NOT_CHECKED: [&str; 5] = ["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "contains", "contentEncoding"];

/// What a field stands in.
pub(super) struct FieldPlace<'a> {
    pub(super) properties: &'a Value,
    pub(super) required: &'a [&'a str],
    pub(super) message: &'a AgentText,
}

impl<'a> FieldPlace<'a> {
    /// Whether this property takes the own answer to a question of Claude's adapter, and is no field by itself.
    pub(super) fn is_companion(&self, key: &str) -> bool {
        key.strip_suffix(CUSTOM).is_some_and(|question| self.companion(question).is_some())
    }

    /// The property for the own answer to a question, with its key. One that has conditions is a field by itself.
    fn companion(&self, question: &str) -> Option<(String, &'a Value)> {
        let number = question.strip_prefix(QUESTION)?;
        let key = [question, CUSTOM].concat();
        let (schema, own) = (self.properties.get(question)?, self.properties.get(&key)?);
        let is_free = ["pattern", "format", "minLength", "maxLength", "enum", "oneOf", "default"]
            .iter()
            .all(|condition| own.get(condition).is_none());
        let is_companion = !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && options_of(schema).is_some()
            && kind_name(own) == Some("string")
            && is_free
            && !self.required.contains(&key.as_str());
        is_companion.then_some((key, own))
    }
}

/// Reads a field; `None` if it is of a kind that cannot be shown, which is reported as an obstacle.
pub(super) fn read(key: &str, place: &FieldPlace, is_alone: bool, at: &str, report: &mut Report) -> Option<Question> {
    let schema = place.properties.get(key)?;
    if schema.as_map().is_none() {
        report.obstacle(at, ProblemKind::WrongType);
        return None;
    }
    if let Some(other) = OTHER_KINDS.into_iter().find(|other| schema.get(other).is_some()) {
        report.obstacle(&format!("{at}.{other}"), ProblemKind::Unsupported);
        return None;
    }
    for other in NOT_CHECKED.into_iter().filter(|other| schema.get(other).is_some()) {
        report.problem(&format!("{at}.{other}"), ProblemKind::NotEnforced);
    }
    let companion = place.companion(key);
    let is_required = place.required.contains(&key);
    let mut reader = FieldReader { schema, at, report, is_required };
    let (kind, mut options, mut constraints) = reader.kind()?;
    let default = reader.default(kind, &mut options);
    reader.check_possible(kind, &constraints, options.len());
    let title = agent_text(schema, "title");
    let description = agent_text(schema, "description");
    let named = || AgentText { wire: key.to_owned(), shown: text::shown_line_start(key, limits::LABEL_SHOWN) };
    let (text, header, description, own_answer) = match companion {
        // Claude's adapter has the question in the description, or in the message if it is the only one.
        Some((key, own)) => {
            let says = |word| own.get("description").and_then(Value::as_str).is_some_and(|text| text.contains(word));
            let replaces_picks = kind == QuestionKind::MultipleChoice && says("instead");
            let takes_note = kind == QuestionKind::SingleChoice && says("note");
            constraints.note = if takes_note { NotePlace::BesidePick } else { NotePlace::Nowhere };
            let asked = Some(place.message).filter(|message| is_alone && !message.shown.is_empty()).cloned();
            let header = title.as_ref().map(|title| text::shown_line(&title.shown));
            let text = asked.or(description).or(title).unwrap_or_else(named);
            (text, header, None, OwnAnswer::Property { key, replaces_picks })
        }
        None => {
            constraints.note = NotePlace::Nowhere;
            let described = description.map(|text| text::shown_start(&text.shown, limits::DESCRIPTION_SHOWN));
            let own = if kind.is_typed() { OwnAnswer::Answer } else { OwnAnswer::None };
            (title.unwrap_or_else(named), None, described, own)
        }
    };
    let key = Some(key.to_owned());
    let mut field = Question { text, header, description, options, kind, constraints, own_answer, default, key };
    // A default that the field itself would refuse is none.
    let refused = check(&field, &field.default_answer()).err();
    if refused.is_some_and(|error| error != FieldError::Required) {
        report.problem(&format!("{at}.default"), ProblemKind::Invalid);
        field.default = None;
        field.options.iter_mut().for_each(|option| option.is_default = false);
    }
    Some(field)
}

/// The `type` of a field. One that may be `null` too is read as what it is otherwise: what is left out is left out.
fn kind_name(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Text(name) => Some(name),
        Value::List(names) => {
            let mut names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            names.next().filter(|_| names.next().is_none())
        }
        _ => None,
    }
}

/// The options of a choice, and the member that they stand in.
fn options_of(schema: &Value) -> Option<(&'static str, &[Value])> {
    let (place, items) = match schema.get("items") {
        Some(items) => (["items.enum", "items.anyOf", "items.oneOf"], items),
        None => (["enum", "anyOf", "oneOf"], schema),
    };
    let found = ["enum", "anyOf", "oneOf"].into_iter().zip(place).find_map(|(key, at)| Some((at, items.get(key)?)))?;
    Some((found.0, found.1.as_list()?))
}

/// What an option is in the JSON: the value itself, or a map with a `const`.
fn value_of(option: &Value) -> Option<&str> {
    option.get("const").unwrap_or(option).as_str()
}

struct FieldReader<'a> {
    schema: &'a Value,
    at: &'a str,
    report: &'a mut Report,
    is_required: bool,
}

impl FieldReader<'_> {
    fn obstacle(&mut self, member: &str, kind: ProblemKind) {
        self.report.obstacle(&format!("{}.{member}", self.at), kind);
    }

    fn problem(&mut self, member: &str, kind: ProblemKind) {
        self.report.problem(&format!("{}.{member}", self.at), kind);
    }

    fn kind(&mut self) -> Option<(QuestionKind, Vec<Choice>, Constraints)> {
        let constraints = Constraints { is_required: self.is_required, ..Constraints::default() };
        let is_choice = options_of(self.schema).is_some();
        Some(match kind_name(self.schema) {
            Some("string") if is_choice => (QuestionKind::SingleChoice, self.options()?, constraints),
            None if is_choice && self.schema.get("type").is_none() && self.schema.get("items").is_none() => {
                (QuestionKind::SingleChoice, self.options()?, constraints)
            }
            Some("string") => (QuestionKind::Text(self.format()), Vec::new(), self.text_constraints(constraints)),
            Some(name @ ("number" | "integer")) if !is_choice => {
                let (minimum, maximum) = (self.number("minimum"), self.number("maximum"));
                let constraints = Constraints { minimum, maximum, ..constraints };
                (QuestionKind::Number { integer: name == "integer" }, Vec::new(), constraints)
            }
            Some("boolean") if !is_choice => (QuestionKind::Boolean, Vec::new(), constraints),
            Some("array") if is_choice => {
                let (least, most) = (self.count("minItems").unwrap_or_default(), self.count("maxItems"));
                let constraints = Constraints { min_items: least, max_items: most, ..constraints };
                (QuestionKind::MultipleChoice, self.options()?, constraints)
            }
            Some("array") => {
                self.obstacle("items", ProblemKind::Unsupported);
                return None;
            }
            Some(_) => {
                self.obstacle("type", ProblemKind::Unsupported);
                return None;
            }
            None => {
                let kind =
                    if self.schema.get("type").is_none() { ProblemKind::Missing } else { ProblemKind::Unsupported };
                self.obstacle("type", kind);
                return None;
            }
        })
    }

    fn format(&mut self) -> TextFormat {
        match self.schema.get("format").map(Value::as_str) {
            Some(Some("email")) => TextFormat::Email,
            Some(Some("uri")) => TextFormat::Uri,
            Some(Some("date")) => TextFormat::Date,
            Some(Some("date-time")) => TextFormat::DateTime,
            Some(_) => {
                self.problem("format", ProblemKind::NotEnforced);
                TextFormat::Any
            }
            None => TextFormat::Any,
        }
    }

    fn text_constraints(&mut self, constraints: Constraints) -> Constraints {
        let pattern = match self.schema.get("pattern") {
            Some(Value::Text(pattern)) if Pattern::read(pattern).is_some() => Some(pattern.clone()),
            Some(Value::Null) | None => None,
            // What cannot be checked here the server judges.
            Some(_) => {
                self.problem("pattern", ProblemKind::NotEnforced);
                None
            }
        };
        let (min_length, max_length) = (self.count("minLength").unwrap_or_default(), self.count("maxLength"));
        Constraints { min_length, max_length, pattern, ..constraints }
    }

    fn count(&mut self, key: &str) -> Option<usize> {
        match self.schema.get(key)? {
            Value::Null => None,
            Value::Int(count) if *count >= 0 => Some(usize::try_from(*count).unwrap_or(usize::MAX)),
            _ => {
                self.problem(key, ProblemKind::NotEnforced);
                None
            }
        }
    }

    fn number(&mut self, key: &str) -> Option<Number> {
        let value = self.schema.get(key).filter(|value| **value != Value::Null)?;
        let number = Number::of(value);
        if number.is_none() {
            self.problem(key, ProblemKind::NotEnforced);
        }
        number
    }

    /// The options of a choice. Each must be a text; what is offered twice is shown once.
    fn options(&mut self) -> Option<Vec<Choice>> {
        let (place, items) = options_of(self.schema)?;
        if items.is_empty() {
            self.obstacle(place, ProblemKind::TooFew { least: 1 });
            return None;
        }
        if items.len() > limits::FIELD_OPTIONS {
            self.obstacle(place, ProblemKind::TooMany { most: limits::FIELD_OPTIONS });
            return None;
        }
        let owner = self.schema.get("items").unwrap_or(self.schema);
        let names = owner.get("enumNames").or_else(|| self.schema.get("enumNames"));
        let names = names.and_then(Value::as_list).unwrap_or_default();
        if !names.is_empty() && names.len() != items.len() {
            self.problem("enumNames", ProblemKind::Invalid);
        }
        let mut options: Vec<Choice> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let at = format!("{place}[{index}]");
            let Some(value) = value_of(item) else {
                self.obstacle(&at, ProblemKind::Unsupported);
                return None;
            };
            if options.iter().any(|earlier| earlier.label.wire == value) {
                self.problem(&at, ProblemKind::Repeated);
            } else {
                options.push(choice(item, value, names.get(index).and_then(Value::as_str)));
            }
        }
        Some(options)
    }

    /// The default of a field. One that is no value of the field is none.
    fn default(&mut self, kind: QuestionKind, options: &mut [Choice]) -> Option<FieldValue> {
        let default = self.schema.get("default").filter(|default| **default != Value::Null)?;
        let mut mark = |values: &[Value]| {
            let places: Option<Vec<usize>> = values
                .iter()
                .map(|value| options.iter().position(|option| value.as_str() == Some(&option.label.wire)))
                .collect();
            for place in places.iter().flatten() {
                options[*place].is_default = true;
            }
            places.is_some()
        };
        let (value, is_valid) = match (kind, default) {
            (QuestionKind::SingleChoice, Value::Text(_)) => (None, mark(std::slice::from_ref(default))),
            (QuestionKind::MultipleChoice, Value::List(values)) => (None, mark(values)),
            (QuestionKind::Text(_), Value::Text(text)) => (Some(FieldValue::Text(text.clone())), true),
            (QuestionKind::Boolean, Value::Bool(truth)) => (Some(FieldValue::Boolean(*truth)), true),
            (QuestionKind::Number { integer }, value) => {
                let number = Number::of(value).filter(|number| !integer || number.is_integer());
                let is_valid = number.is_some();
                (number.map(FieldValue::Number), is_valid)
            }
            _ => (None, false),
        };
        if !is_valid {
            self.problem("default", ProblemKind::Invalid);
        }
        value
    }

    /// Reports a field that nobody can fill in. If it may be left out, that is no obstacle.
    fn check_possible(&mut self, kind: QuestionKind, constraints: &Constraints, options: usize) {
        let bounds = constraints.minimum.as_ref().zip(constraints.maximum.as_ref());
        let is_ordered = bounds.is_none_or(|(minimum, maximum)| minimum.compare(maximum) != Ordering::Greater);
        let (member, is_possible) = match kind {
            QuestionKind::Text(_) => {
                ("maxLength", constraints.max_length.is_none_or(|most| most >= constraints.min_length.max(1)))
            }
            QuestionKind::Number { .. } => ("maximum", is_ordered),
            QuestionKind::MultipleChoice => {
                let least = constraints.min_items.max(1);
                ("maxItems", least <= options && constraints.max_items.is_none_or(|most| most >= least))
            }
            QuestionKind::SingleChoice | QuestionKind::Boolean => return,
        };
        match (is_possible, self.is_required) {
            (true, _) => {}
            (false, true) => self.obstacle(member, ProblemKind::Impossible),
            (false, false) => self.problem(member, ProblemKind::Impossible),
        }
    }
}

fn choice(item: &Value, value: &str, name: Option<&str>) -> Choice {
    let meta = item.get("_meta").and_then(|meta| meta.get("_claude/askUserQuestionOption")).unwrap_or(&Value::Null);
    let described = meta.get("description").and_then(Value::as_str);
    // Older versions of Claude's adapter write the description into the title too.
    let title =
        item.get("title").and_then(Value::as_str).filter(|title| described.is_none() && !title.trim().is_empty());
    let shown = text::shown_line_start(name.or(title).unwrap_or(value), limits::LABEL_SHOWN);
    let (shown, recommended) = match strip_recommended(&shown) {
        Some(bare) => (bare.to_owned(), true),
        None => (shown, false),
    };
    let description = item.get("description").and_then(Value::as_str).or(described);
    let preview = meta.get("preview").and_then(Value::as_str).filter(|preview| !preview.trim().is_empty());
    Choice {
        label: AgentText { wire: value.to_owned(), shown },
        recommended,
        is_default: false,
        description: description
            .map(|description| text::shown_start(description.trim(), limits::DESCRIPTION_SHOWN))
            .filter(|description| !description.is_empty()),
        preview: preview.map(str::to_owned),
    }
}
