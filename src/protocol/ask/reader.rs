//! Reads questions leniently: what can be shown is shown, and what was wrong is listed.

use crate::protocol::constraints::Constraints;
use crate::protocol::limits;
use crate::protocol::problem::{Problem, ProblemKind};
use crate::protocol::question::{AgentText, Choice, OwnAnswer, Question, QuestionKind};
use crate::protocol::value::Value;
use crate::text;

/// Reads an ask leniently, and collects what was wrong with it.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) problems: Vec<Problem>,
}

impl Reader {
    pub(super) fn report(&mut self, at: &str, kind: ProblemKind) {
        if self.problems.len() < limits::PROBLEMS {
            self.problems.push(Problem { at: at.to_owned(), kind });
        }
    }

    pub(super) fn question(&mut self, value: &Value, at: &str) -> Question {
        let text = self.text(value, "question", at, text::limits::TEXT_SHOWN).unwrap_or_default();
        let header = self.text(value, "header", at, limits::HEADER).map(|header| text::shown_line(&header));
        let mut options =
            self.list(value, "options", at, limits::OPTIONS_SHOWN, |reader, item, at| reader.choice(item, at));
        let form = value.get("form").unwrap_or(&Value::Null);
        for place in form.get("defaults").and_then(Value::as_list).unwrap_or_default() {
            let place = place.as_f64().map(|place| place as usize);
            if let Some(option) = place.and_then(|place| options.get_mut(place)) {
                option.is_default = true;
            }
        }
        let constraints = Constraints::read(form, options.len());
        let options_at = format!("{at}.options");
        if options.len() < limits::OPTIONS_MIN {
            self.report(&options_at, ProblemKind::TooFew { least: limits::OPTIONS_MIN });
        } else if options.len() > limits::OPTIONS_MAX {
            self.report(&options_at, ProblemKind::TooMany { most: limits::OPTIONS_MAX });
        }
        let multi_select = match value.get("multiSelect").or_else(|| value.get("multi_select")) {
            Some(Value::Bool(truth)) => *truth,
            other => {
                let kind = if other.is_none() { ProblemKind::Missing } else { ProblemKind::WrongType };
                self.report(&format!("{at}.multiSelect"), kind);
                false
            }
        };
        let shown = text::shown(text.trim());
        Question {
            text: AgentText { wire: text, shown },
            header: header.filter(|header| !header.is_empty()),
            description: None,
            kind: QuestionKind::of(options.len(), multi_select),
            options,
            constraints,
            own_answer: OwnAnswer::Answer,
            default: None,
            key: None,
        }
    }

    fn choice(&mut self, value: &Value, at: &str) -> Choice {
        let (label, description, preview) = match value {
            // Agents that forget the schema send bare labels.
            Value::Text(label) => {
                self.report(at, ProblemKind::WrongType);
                (label.clone(), None, None)
            }
            _ => (
                self.text(value, "label", at, limits::LABEL).unwrap_or_default(),
                self.text(value, "description", at, limits::DESCRIPTION),
                value.get("preview").and_then(Value::as_str).map(str::to_owned),
            ),
        };
        let shown = text::shown_line_start(&label, limits::LABEL_SHOWN);
        let (shown, recommended) = match strip_recommended(&shown) {
            Some(bare) => (bare.to_owned(), true),
            None => (shown, false),
        };
        Choice {
            label: AgentText { wire: label, shown },
            recommended,
            is_default: false,
            description: description
                .map(|description| text::shown_start(description.trim(), limits::DESCRIPTION_SHOWN))
                .filter(|description| !description.is_empty()),
            preview: preview.filter(|preview| !preview.trim().is_empty()),
        }
    }

    /// A text that should be there and should not be longer than `most`.
    fn text(&mut self, value: &Value, key: &str, at: &str, most: usize) -> Option<String> {
        let (text, problem) = match value.get(key) {
            Some(Value::Text(text)) if text.trim().is_empty() => (Some(text.clone()), Some(ProblemKind::Missing)),
            Some(Value::Text(text)) => {
                let long = text.chars().nth(most).is_some();
                (Some(text.clone()), long.then_some(ProblemKind::TooLong { most }))
            }
            Some(number @ (Value::Int(_) | Value::Float(_) | Value::Number(_) | Value::Bool(_))) => {
                (Some(number.to_json()), Some(ProblemKind::WrongType))
            }
            Some(Value::Null) | None => (None, Some(ProblemKind::Missing)),
            Some(Value::List(_) | Value::Map(_)) => (None, Some(ProblemKind::WrongType)),
        };
        if let Some(kind) = problem {
            self.report(&format!("{at}.{key}"), kind);
        }
        text
    }

    pub(super) fn list<T>(
        &mut self,
        value: &Value,
        key: &str,
        at: &str,
        shown: usize,
        mut read: impl FnMut(&mut Reader, &Value, &str) -> T,
    ) -> Vec<T> {
        let at = if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
        let items = match value.get(key) {
            Some(Value::List(items)) => items.as_slice(),
            Some(Value::Null) | None => &[],
            Some(_) => {
                self.report(&at, ProblemKind::WrongType);
                &[]
            }
        };
        if items.len() > shown {
            self.report(&at, ProblemKind::LeftOut { shown });
        }
        items.iter().take(shown).enumerate().map(|(index, item)| read(self, item, &format!("{at}[{index}]"))).collect()
    }
}

/// The label without its "(Recommended)", if it has one at its end, in the languages that agents write it in.
pub(in crate::protocol) fn strip_recommended(label: &str) -> Option<&str> {
    const WORDS: [&str; 11] = [
        "recommended",
        "empfohlen",
        "recommandé",
        "recommandée",
        "recomendado",
        "recomendada",
        "推奨",
        "おすすめ",
        "推荐",
        "推薦",
        "موصى به",
    ];
    let (bare, word) = label.strip_suffix([')', '）'])?.rsplit_once(['(', '（'])?;
    let is_mark = WORDS.iter().any(|known| word.trim().eq_ignore_ascii_case(known));
    (is_mark && !bare.trim().is_empty()).then(|| bare.trim_end())
}
