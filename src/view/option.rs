//! One option: a native radio button or check box whose whole row can be clicked.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use super::dom::{El, el};
use super::rich::rich;
use super::{Asked, words};
use crate::keymap::{Control, Place};
use crate::protocol::Choice;
use crate::session::Action;

/// One option of a question. `warning` says what it may be mistaken for.
pub(super) fn option(
    asked: &Asked,
    step: usize,
    index: usize,
    choice: &Choice,
    several: bool,
    warning: Option<String>,
) -> El {
    let label = choice.label.shown.clone();
    let label = if label.is_empty() { words::say(words::NO_LABEL) } else { label };
    let key = asked.shortcut(Control::Option(index));
    let (label_id, description_id) = (format!("label-{index}"), format!("description-{index}"));
    let chosen = asked.truth(move |dialog| dialog.drafts[step].picks.contains(&index));
    let mut mark = mark(asked, several, Place::Option(index), chosen)
        .attr("aria-labelledby", &label_id)
        .attr("aria-keyshortcuts", &key);
    let badge = if choice.recommended { words::say(words::RECOMMENDED) } else { String::new() };
    let default = if choice.is_default { words::say(words::DEFAULT) } else { String::new() };
    let mut text = el("span", "text").child(
        el("span", "label")
            .attr("id", &label_id)
            .child(el("bdi", "").text(&label))
            .child(el("span", "badge").part("badge").text(&badge))
            .child(el("span", "badge").part("badge").text(&default)),
    );
    let mut described = Vec::new();
    if let Some(warning) = warning {
        let id = format!("alike-{index}");
        text = text.child(el("span", "alike").attr("id", &id).text(&warning));
        described.push(id);
    }
    if let Some(description) = &choice.description {
        text = text.child(rich(el("span", "description").attr("id", &description_id).attr("dir", "auto"), description));
        described.push(description_id);
    }
    mark = mark.attr("aria-describedby", &described.join(" "));
    let asked = asked.clone();
    let mark = mark.on("change", move |event| {
        asked.does(Action::Pick { question: step, option: index, chosen: is_checked(&event) });
    });
    el("label", "option").part("option").child(mark).child(text).child(key_view(&key))
}

/// The radio button or check box of an option, or of "Other".
pub(super) fn mark(asked: &Asked, several: bool, place: Place, chosen: impl Fn() -> bool + 'static) -> El {
    let option = match place {
        Place::Option(index) => index.to_string(),
        _ => "other".to_owned(),
    };
    el("input", "mark")
        .attr("type", if several { "checkbox" } else { "radio" })
        .name_until_end("choice")
        .attr("data-option", &option)
        .register(asked.parts, place)
        .prop("checked", move || chosen().into())
        .toggle_attr("disabled", read_only(asked))
}

/// The key that does the same as a click here.
pub(super) fn key_view(key: &str) -> El {
    el("kbd", "key").attr("aria-hidden", "true").text(key)
}

/// Whether nothing can be changed.
pub(super) fn read_only(asked: &Asked) -> impl Fn() -> bool + 'static {
    asked.truth(|dialog| dialog.read_only)
}

pub(super) fn is_checked(event: &Event) -> bool {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    input.is_some_and(|input| input.checked())
}
