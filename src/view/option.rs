//! One option: a native radio button or check box whose whole row can be clicked.

use crate::text::Joined;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use super::dom::{El, el};
use super::parts::DialogPart;
use super::rich::rich;
use super::slices::{ChoicesSlice, ReadOnlySlice};
use super::{AskContext, words};
use crate::keymap::{Control, Place};
use crate::protocol::{Choice, QuestionKind};
use crate::session::Action;

/// One option of a question. `warning` says what it may be mistaken for.
pub(super) fn option(
    ask: AskContext,
    step: usize,
    index: usize,
    choice: &Choice,
    kind: QuestionKind,
    warning: Option<String>,
) -> El {
    let label = choice.label.shown.clone();
    let label = if label.is_empty() { words::say(words::NO_LABEL) } else { label };
    let key = ask.shortcut(Control::Option(index));
    let (label_id, description_id) = (label_id(step, index), format!("description-{step}-{index}"));
    let badge = if choice.recommended { words::say(words::RECOMMENDED) } else { String::new() };
    let default = if choice.is_default { words::say(words::DEFAULT) } else { String::new() };
    let mut text = el("span", "text").child(
        el("span", "label")
            .attr("id", &label_id)
            .child(el("bdi", "").text(&label))
            .child(el("span", "badge").part("badge").text(&badge))
            .child(el("span", "badge").part("badge").text(&default)),
    );
    let mut described_by = Vec::new();
    if let Some(warning) = warning {
        let id = format!("alike-{step}-{index}");
        text = text.child(el("span", "alike").attr("id", &id).text(&warning));
        described_by.push(id);
    }
    if let Some(description) = &choice.description {
        text = text.child(rich(el("span", "description").attr("id", &description_id).attr("dir", "auto"), description));
        described_by.push(description_id);
    }
    let is_chosen = ask.is::<ChoicesSlice>(move |choices| choices.has_option(step, index));
    let mark = mark(ask, step, kind, Place::Option(index), is_chosen)
        .attr("aria-labelledby", &label_id)
        .attr("aria-keyshortcuts", &key)
        .attr("aria-describedby", &described_by.joined(" "))
        .on("change", move |event| {
            ask.dispatch(Action::Pick { question: step, option: index, chosen: is_checked(&event) });
        });
    el("label", "option").part("option").child(mark).child(text).child(key_cap(&key))
}

/// The id of the label of an option.
pub(super) fn label_id(step: usize, option: usize) -> String {
    format!("label-{step}-{option}")
}

/// The radio button or check box of an option, or of "Other".
pub(super) fn mark(
    ask: AskContext,
    step: usize,
    kind: QuestionKind,
    place: Place,
    is_chosen: impl Fn() -> bool + 'static,
) -> El {
    let option = if let Place::Option(index) = place { index.to_string() } else { "other".to_owned() };
    let control = match kind {
        QuestionKind::MultipleChoice => "checkbox",
        QuestionKind::SingleChoice | QuestionKind::Text(_) | QuestionKind::Number { .. } | QuestionKind::Boolean => {
            "radio"
        }
    };
    let mark = el("input", "mark");
    let mark = if !ask.is_form() {
        mark.register(ask.parts, place)
    } else if place == Place::Option(0) {
        // What goes to a field of a form goes to its first row.
        mark.register(ask.parts, DialogPart::FirstControl(step)).place(Place::Field(step))
    } else {
        mark.place(Place::Field(step))
    };
    mark.attr("type", control)
        .name_until_end(&format!("choice-{step}"))
        .attr("data-option", &option)
        .prop("checked", move || is_chosen().into())
        .toggle_attr("disabled", ask.is::<ReadOnlySlice>(|read_only| read_only))
}

/// The key that does the same as a click here.
pub(super) fn key_cap(key: &str) -> El {
    el("kbd", "key").attr("aria-hidden", "true").text(key)
}

pub(super) fn is_checked(event: &Event) -> bool {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    input.is_some_and(|input| input.checked())
}
