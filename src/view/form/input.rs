//! A control for one line of text: an address, a number, a day, a moment.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::moment::{local_of, moment_of};
use crate::keymap::Place;
use crate::protocol::{Constraints, QuestionKind, TextFormat};
use crate::session::Action;
use crate::text::limits;
use crate::view::AskContext;
use crate::view::dom::{El, effect};
use crate::view::slices::ReadOnlySlice;

/// What stands for a day or a moment of which only a part is entered: the browser does not say which. It is no value that any
/// field takes, so that nobody sends a form without what they began to write.
const INCOMPLETE: &str = "…";

/// What a control of one line is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Email,
    Uri,
    /// Any number, and which keys a phone shows for it.
    Number(&'static str),
    Day,
    Moment,
}

impl Line {
    /// The control of a field, if it takes one line; `None` for a text of several, and for a choice.
    pub(super) fn of(kind: QuestionKind, constraints: &Constraints) -> Option<Line> {
        let is_positive = constraints.minimum.as_ref().is_some_and(|least| !least.as_str().starts_with('-'));
        match kind {
            QuestionKind::Text(TextFormat::Email) => Some(Line::Email),
            QuestionKind::Text(TextFormat::Uri) => Some(Line::Uri),
            QuestionKind::Text(TextFormat::Date) => Some(Line::Day),
            QuestionKind::Text(TextFormat::DateTime) => Some(Line::Moment),
            // The keys for numbers of some phones have no minus.
            QuestionKind::Number { .. } if !is_positive => Some(Line::Number("")),
            QuestionKind::Number { integer: true } => Some(Line::Number("numeric")),
            QuestionKind::Number { integer: false } => Some(Line::Number("decimal")),
            QuestionKind::Text(TextFormat::Any)
            | QuestionKind::SingleChoice
            | QuestionKind::MultipleChoice
            | QuestionKind::Boolean => None,
        }
    }

    /// The type of the element. Numbers are texts: a browser would write their digits anew, and drop what it cannot read.
    fn word(self) -> &'static str {
        match self {
            Line::Email => "email",
            Line::Uri => "url",
            Line::Number(_) => "text",
            Line::Day => "date",
            Line::Moment => "datetime-local",
        }
    }

    /// The text of the draft that what stands in the field means.
    fn read(self, field: &HtmlInputElement) -> String {
        let value = field.value();
        match self {
            Line::Day | Line::Moment if value.is_empty() && field.matches(":invalid").unwrap_or(false) => {
                INCOMPLETE.to_owned()
            }
            Line::Moment => moment_of(&value),
            Line::Email | Line::Uri | Line::Number(_) | Line::Day => value,
        }
    }

    /// The value of the field for a text of the draft.
    fn value(self, text: &str) -> String {
        match self {
            Line::Moment => local_of(text),
            Line::Day if text == INCOMPLETE => String::new(),
            Line::Email | Line::Uri | Line::Number(_) | Line::Day => text.to_owned(),
        }
    }
}

/// Makes `field` the control of the field at `index`. It shows `text`.
pub(super) fn line(ask: AskContext, field: El, line: Line, index: usize, text: Rc<dyn Fn() -> String>) -> El {
    let inputmode = match line {
        Line::Number(keys) => keys,
        Line::Email | Line::Uri | Line::Day | Line::Moment => "",
    };
    let whole = field
        .part("field")
        .register(ask.parts, Place::FieldText(index))
        .attr("type", line.word())
        .attr("inputmode", inputmode)
        .attr("autocomplete", "off")
        .attr("maxlength", &limits::TYPED.to_string())
        .attr("dir", "ltr")
        .toggle_attr("readonly", ask.is::<ReadOnlySlice>(|read_only| read_only));
    let node: HtmlInputElement = whole.node().clone().unchecked_into();
    let (input, drafted) = (node.clone(), text.clone());
    effect(Box::new(move || {
        let text = text();
        // What means the same already is left alone: somebody may be writing it.
        if line.read(&input) != text {
            input.set_value(&line.value(&text));
        }
    }));
    let report = Rc::new(move || {
        let text = line.read(&node);
        if text != drafted() {
            ask.dispatch(Action::EditText { question: index, text });
        }
    });
    // A day that is half entered changes no value, so browsers report it by its keys only, or when it is left.
    ["input", "keyup", "focusout"].into_iter().fold(whole, |whole, event| {
        let report = report.clone();
        whole.on(event, move |_| report())
    })
}
