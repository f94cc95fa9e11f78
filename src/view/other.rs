//! "Other": always there, with a field of its own. Typing there chooses it.

use wasm_bindgen::JsCast;
use web_sys::UiEvent;

use super::button::button;
use super::dom::{El, el};
use super::field::field;
use super::option::{is_checked, key_view, mark};
use super::{Asked, words};
use crate::keymap::{Control, Place};
use crate::session::{Action, Dialog};

/// The row for an answer of one's own.
pub(super) fn other(asked: &Asked, step: usize, several: bool, has_options: bool) -> El {
    let placeholder = if has_options { words::OTHER_PLACEHOLDER } else { words::ANSWER_PLACEHOLDER };
    let field = field(
        asked,
        Place::OtherField,
        &words::say(words::OTHER_FIELD),
        &words::say(placeholder),
        move |dialog| dialog.drafts[step].other.clone(),
        move |text| Action::EditOther { question: step, text },
    );
    if !has_options {
        return el("div", "alone").children(field);
    }
    let is_unsent = move |dialog: &Dialog| !dialog.read_only && dialog.drafts[step].has_unsent();
    el("div", "option other")
        .part("option other")
        .toggle_attr("data-unsent", asked.truth(is_unsent))
        .child(row(asked, step, several))
        .child(unsent(asked, step, is_unsent))
        .children(field)
}

/// That what is typed will not be sent, because something else is chosen, and what can be done about it.
fn unsent(asked: &Asked, step: usize, is_unsent: impl Fn(&Dialog) -> bool + Copy + 'static) -> El {
    let noter = asked.clone();
    let not_sent = words::say(words::NOT_SENT);
    let told = asked.text(move |dialog| if is_unsent(dialog) { not_sent.clone() } else { String::new() });
    let add = button("add-as-note", move || noter.does(Action::MoveOtherToNote { question: step }));
    // A note that cannot be sent either is no way out.
    let can_add = asked.truth(move |dialog| is_unsent(dialog) && dialog.offers_note(step));
    el("div", "unsent")
        .child(el("span", "unsent-text").attr("role", "status").bind_text(told))
        .child(add.text(&words::say(words::ADD_AS_NOTE)).toggle_attr("hidden", move || !can_add()))
}

/// The row that chooses it.
fn row(asked: &Asked, step: usize, several: bool) -> El {
    let chosen = asked.truth(move |dialog| dialog.drafts[step].other_chosen);
    let (asked_, parts, key) = (asked.clone(), asked.parts, asked.shortcut(Control::Other));
    let mark = mark(asked, several, Place::Other, chosen)
        .attr("aria-labelledby", "label-other")
        .attr("aria-keyshortcuts", &key)
        .on("change", move |event| {
            asked_.does(Action::PickOther { question: step, chosen: is_checked(&event) });
        });
    el("label", "other-row")
        .child(mark)
        .child(el("span", "label").attr("id", "label-other").text(&words::say(words::OTHER)))
        .child(key_view(&key))
        // A click on the row means "let me write"; moving here with the arrow keys, which clicks too, does not.
        .on("click", move |event| {
            if event.dyn_ref::<UiEvent>().is_some_and(|click| click.detail() > 0) {
                parts.focus(Place::OtherField);
            }
        })
}
