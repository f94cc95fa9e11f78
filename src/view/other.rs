//! "Other": always there, with a text field. Typing there chooses it.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::UiEvent;

use super::button::button;
use super::dom::{El, el};
use super::field::text_field;
use super::option::{is_checked, key_cap, mark};
use super::slices::{AnsweringSlice, ChoicesSlice, DraftsSlice};
use super::{AskContext, words};
use crate::keymap::{Control, Place};
use crate::protocol::QuestionKind;
use crate::session::Action;

/// The row and the field of "Other", or only the field for a question without options.
pub(super) fn other(ask: AskContext, step: usize, kind: QuestionKind) -> El {
    let (is_alone, placeholder) = match kind {
        QuestionKind::SingleChoice | QuestionKind::MultipleChoice | QuestionKind::Boolean => {
            (false, words::OTHER_PLACEHOLDER)
        }
        QuestionKind::Text(_) | QuestionKind::Number { .. } => (true, words::ANSWER_PLACEHOLDER),
    };
    let field = text_field(
        ask,
        field_place(ask, step),
        &words::say(words::OTHER_FIELD),
        &words::say(placeholder),
        Rc::new(
            ask.text::<DraftsSlice>(move |drafts| drafts.get(step).map(|draft| draft.text.clone()).unwrap_or_default()),
        ),
        move |text| Action::EditText { question: step, text },
    );
    if is_alone {
        return el("div", "alone").children(field);
    }
    el("div", "option other")
        .part("option other")
        .toggle_attr("data-unsent", ask.is::<AnsweringSlice>(move |answering| answering.has_unsent(step)))
        .child(row(ask, step, kind))
        .child(unsent(ask, step))
        .children(field)
}

/// Says that what is typed will not be sent, because something else is chosen, and offers to make a note of it.
fn unsent(ask: AskContext, step: usize) -> El {
    let not_sent = words::say(words::NOT_SENT);
    let warning = ask.text::<AnsweringSlice>(
        move |answering| {
            if answering.has_unsent(step) { not_sent.clone() } else { String::new() }
        },
    );
    // A note that cannot be sent either is no way out, and a form shows none.
    let is_form = ask.is_form();
    let can_add = ask
        .is::<AnsweringSlice>(move |answering| answering.has_unsent(step) && answering.offers_note(step) && !is_form);
    let add = button("add-as-note", move || ask.dispatch(Action::MoveOtherToNote { question: step }))
        .text(&words::say(words::ADD_AS_NOTE))
        .toggle_attr("hidden", move || !can_add());
    el("div", "unsent").child(el("span", "unsent-text").attr("role", "status").bind_text(warning)).child(add)
}

/// Where the text of "Other" is.
fn field_place(ask: AskContext, step: usize) -> Place {
    if ask.is_form() { Place::FieldText(step) } else { Place::OtherField }
}

/// The row that chooses "Other".
fn row(ask: AskContext, step: usize, kind: QuestionKind) -> El {
    let key = ask.shortcut(Control::Other);
    let label_id = format!("label-{step}-other");
    let is_chosen = ask.is::<ChoicesSlice>(move |choices| choices.has_other(step));
    let mark = mark(ask, step, kind, Place::Other, is_chosen)
        .attr("aria-labelledby", &label_id)
        .attr("aria-keyshortcuts", &key)
        .on("change", move |event| {
            ask.dispatch(Action::PickOther { question: step, chosen: is_checked(&event) });
        });
    el("label", "other-row")
        .child(mark)
        .child(el("span", "label").attr("id", &label_id).text(&words::say(words::OTHER)))
        .child(key_cap(&key))
        // A click on the row means that somebody wants to write; moving here with the arrow keys, which clicks too, does not.
        .on("click", move |event| {
            if event.dyn_ref::<UiEvent>().is_some_and(|click| click.detail() > 0) {
                ask.parts.focus(field_place(ask, step));
            }
        })
}
