//! "Other": always there, with a field of its own. Typing there chooses it.

use wasm_bindgen::JsCast;
use web_sys::UiEvent;

use super::dom::{El, el};
use super::field::field;
use super::option::{is_checked, key_view, mark};
use super::{Asked, keys, words};
use crate::session::Action;

/// The row for an answer of one's own.
pub(super) fn other(asked: &Asked, step: usize, several: bool, has_options: bool) -> El {
    let placeholder = if has_options { words::OTHER_PLACEHOLDER } else { words::ANSWER_PLACEHOLDER };
    let field = field(
        asked,
        &words::say(words::OTHER_FIELD),
        &words::say(placeholder),
        move |dialog| dialog.drafts[step].other.clone(),
        move |text| Action::EditOther { question: step, text },
    );
    if !has_options {
        return el("div", "alone").with_all(field);
    }
    el("div", "option other").part("option other").with(row(asked, step, several)).with_all(field)
}

/// The row that chooses it.
fn row(asked: &Asked, step: usize, several: bool) -> El {
    let chosen = asked.truth(move |dialog| dialog.drafts[step].other_chosen);
    let asked_ = asked.clone();
    let mark = mark(asked, several, "other", chosen)
        .set("aria-labelledby", "label-other")
        .set("aria-keyshortcuts", asked.shortcut("0"))
        .on("change", move |event| {
            asked_.does(Action::PickOther { question: step, chosen: is_checked(&event) });
        });
    el("label", "other-row")
        .with(mark)
        .with(el("span", "label").set("id", "label-other").say(&words::say(words::OTHER)))
        .with(key_view(asked.shortcut("0")))
        // A click on the row means "let me write"; moving here with the arrow keys, which clicks too, does not.
        .on("click", |event| {
            if event.dyn_ref::<UiEvent>().is_some_and(|click| click.detail() > 0) {
                keys::focus_field(&event);
            }
        })
}
