//! One field of a form: its label, what it says about itself, its control, and what is wrong with it. Choices and texts are those
//! of questions.

use std::rc::Rc;

use super::errors::{error, error_id};
use super::input::{Line, line};
use super::words;
use crate::keymap::Place;
use crate::protocol::form::FieldValue;
use crate::protocol::{AgentText, Choice, Question, QuestionKind};
use crate::session::{Action, Draft};
use crate::text::limits;
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::{El, el};
use crate::view::field::growing;
use crate::view::option::option;
use crate::view::other::other;
use crate::view::parts::DialogPart;
use crate::view::rich::rich;
use crate::view::slices::{AnsweringSlice, DraftsSlice};

/// The field at `index`.
pub(super) fn field(ask: AskContext, index: usize, field: &Question) -> El {
    let whole = el("div", "form-field")
        .part("form-field")
        .attr("tabindex", "-1")
        .register(ask.parts, Place::Field(index))
        .attr("aria-labelledby", &label_id(index));
    let (whole, control) = match field.kind {
        QuestionKind::Text(_) | QuestionKind::Number { .. } => {
            let (control, parts) = text(ask, index, field);
            // The control has the description and the error, so the group need not say them again.
            (whole.attr("role", "group"), (vec![control], parts))
        }
        QuestionKind::SingleChoice | QuestionKind::Boolean => {
            let whole = whole
                .attr("role", "radiogroup")
                .attr("aria-required", if field.constraints.is_required { "true" } else { "" })
                .attr("aria-describedby", &described_by(index));
            (whole.clone(), (vec![whole], choices(ask, index, field)))
        }
        QuestionKind::MultipleChoice => {
            let whole = whole.attr("role", "group").attr("aria-describedby", &described_by(index));
            (whole, (Vec::new(), choices(ask, index, field)))
        }
    };
    let (controls, parts) = control;
    let controls = controls.iter().map(|control| control.node().clone()).collect();
    let error = error(ask, index, field.clone(), &whole, controls);
    let description = rich(
        el("p", "description").attr("id", &description_id(index)).attr("dir", "auto"),
        field.description.as_deref().unwrap_or_default(),
    );
    // After the choice, so that the keys lead to that first.
    let foot = el("div", "field-foot").child(error).children(clear(ask, index, field));
    whole.child(head(ask, index, field)).child(description).children(parts).child(foot)
}

fn label_id(index: usize) -> String {
    format!("field-label-{index}")
}

fn description_id(index: usize) -> String {
    format!("field-description-{index}")
}

fn described_by(index: usize) -> String {
    [description_id(index), error_id(index)].join(" ")
}

/// The label, with a mark if the field is required, and one while it has its default.
fn head(ask: AskContext, index: usize, field: &Question) -> El {
    let name = if field.text.shown.is_empty() { words::number(index) } else { field.text.shown.clone() };
    let label = el("label", "field-label").attr("id", &label_id(index)).child(el("bdi", "").text(&name));
    let label = match field.kind {
        QuestionKind::Text(_) | QuestionKind::Number { .. } => label.attr("for", &control_id(index)),
        QuestionKind::SingleChoice | QuestionKind::MultipleChoice | QuestionKind::Boolean => label,
    };
    let required = el("span", "required").part("required").text(&words::say(words::REQUIRED));
    let required = match field.kind {
        // `aria-required` says it there, and means nothing on a group of check boxes.
        QuestionKind::MultipleChoice => required,
        QuestionKind::Text(_) | QuestionKind::Number { .. } | QuestionKind::SingleChoice | QuestionKind::Boolean => {
            required.attr("aria-hidden", "true")
        }
    };
    let label = if field.constraints.is_required { label.child(required) } else { label };
    el("div", "field-head").child(label).children(default_badge(ask, index, field))
}

/// Says that what is typed is the default. An option says so itself.
fn default_badge(ask: AskContext, index: usize, field: &Question) -> Vec<El> {
    if field.default.is_none() || !field.kind.is_typed() {
        return Vec::new();
    }
    let default = field.default_answer().text;
    let is_default =
        ask.is::<DraftsSlice>(move |drafts| drafts.get(index).map(|draft| &draft.text) == default.as_ref());
    let badge = el("span", "badge").part("badge").text(&words::say(words::DEFAULT));
    vec![badge.toggle_attr("hidden", move || !is_default())]
}

/// Takes a choice back: a radio button by itself cannot be.
fn clear(ask: AskContext, index: usize, field: &Question) -> Vec<El> {
    let is_radio = match field.kind {
        QuestionKind::SingleChoice | QuestionKind::Boolean => true,
        QuestionKind::MultipleChoice | QuestionKind::Text(_) | QuestionKind::Number { .. } => false,
    };
    if !is_radio || field.constraints.is_required {
        return Vec::new();
    }
    let clear = move || {
        let pick = ask.peek(|dialog| dialog.drafts.get(index).and_then(|draft| draft.picks.first().copied())).flatten();
        if let Some(option) = pick {
            ask.parts.focus(DialogPart::FirstControl(index));
            ask.dispatch(Action::Pick { question: index, option, chosen: false });
        }
    };
    let has_pick = ask.is::<AnsweringSlice>(move |answering| answering.can_clear(index));
    let name = [&words::say(words::CLEAR), ": ", &field.text.shown].concat();
    let button = button("clear", clear).attr("aria-label", &name).text(&words::say(words::CLEAR));
    vec![button.toggle_attr("hidden", move || !has_pick())]
}

fn control_id(index: usize) -> String {
    format!("field-{index}")
}

/// The control of a field that is typed into, and what stands in its place.
fn text(ask: AskContext, index: usize, field: &Question) -> (El, Vec<El>) {
    let name = |control: El| {
        control
            .attr("id", &control_id(index))
            .attr("aria-required", if field.constraints.is_required { "true" } else { "" })
            .attr("aria-describedby", &described_by(index))
            .register(ask.parts, DialogPart::FirstControl(index))
    };
    let typed = move |drafts: &[Draft]| drafts.get(index).map(|draft| draft.text.clone()).unwrap_or_default();
    let shown: Rc<dyn Fn() -> String> = Rc::new(ask.text::<DraftsSlice>(typed));
    match Line::of(field.kind, &field.constraints) {
        Some(kind) => {
            let control = line(ask, name(el("input", "field line")), kind, index, shown);
            (control.clone(), vec![control])
        }
        None => {
            let area = name(el("textarea", "field"));
            let edit = Box::new(move |text| Action::EditText { question: index, text });
            (area.clone(), growing(ask, area, Place::FieldText(index), "", shown, Some(limits::TYPED), edit))
        }
    }
}

/// The rows of a choice, by the same renderer as those of a question.
fn choices(ask: AskContext, index: usize, field: &Question) -> Vec<El> {
    let truths;
    let offered = match field.kind {
        QuestionKind::Boolean => {
            truths = [true, false].map(|truth| truth_choice(truth, field.default.as_ref()));
            &truths[..]
        }
        QuestionKind::SingleChoice
        | QuestionKind::MultipleChoice
        | QuestionKind::Text(_)
        | QuestionKind::Number { .. } => &field.options[..],
    };
    let mut alike = field.look_alikes().into_iter();
    let rows = offered.iter().enumerate().map(|(place, choice)| {
        let warning = match alike.next().flatten() {
            Some(earlier) => Some(words::looks_like(earlier + 1)),
            None => (field.offers_own_answer() && words::is_other(choice)).then(|| words::say(words::NOT_OTHER)),
        };
        option(ask, index, place, choice, field.kind, warning)
    });
    let own = field.offers_own_answer().then(|| other(ask, index, field.kind));
    vec![el("div", "options").part("options").children(rows.collect()).children(own.into_iter().collect())]
}

/// Yes or no as an option.
fn truth_choice(truth: bool, default: Option<&FieldValue>) -> Choice {
    let word = words::say(if truth { words::YES } else { words::NO });
    Choice {
        label: AgentText { wire: word.clone(), shown: word },
        recommended: false,
        is_default: default == Some(&FieldValue::Boolean(truth)),
        description: None,
        preview: None,
    }
}
