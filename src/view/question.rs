//! One question: its text, its options, an answer of one's own.

use leptos::html;
use leptos::prelude::*;

use super::options::OptionRow;
use super::other::Other;
use super::{Asked, words};
use crate::session::Phase;

/// One question of the ask.
#[component]
pub(super) fn Question(asked: Asked, step: usize) -> impl IntoView {
    let title = NodeRef::<html::H2>::new();
    // On the first showing the browser focuses the title by itself; on a later step it has to be told.
    Effect::new(move |_| {
        if let Some(title) = title.get() {
            let _ = title.focus();
        }
    });
    let question = asked
        .screen
        .with_untracked(|screen| screen.dialog.as_ref().and_then(|dialog| dialog.ask.questions.get(step).cloned()));
    let locked = asked.slice(true, |dialog| dialog.phase != Phase::Asking);
    question.map(|question| {
        let text = match question.text.shown.as_str() {
            "" => words::NO_QUESTION.to_owned(),
            text => text.to_owned(),
        };
        let hint = match (question.options.is_empty(), question.multi_select) {
            (true, _) => words::WRITE,
            (_, true) => words::CHOOSE_SEVERAL,
            (_, false) => words::CHOOSE_ONE,
        };
        let several = question.multi_select;
        let has_options = !question.options.is_empty();
        let options = question.options.into_iter().enumerate();
        view! {
            <h2 id="title" class="title" part="title" tabindex="-1" autofocus=true dir="auto" node_ref=title>{text}</h2>
            <p id="hint" class="hint">{hint}</p>
            <div
                class="options"
                part="options"
                role=if several || !has_options { "group" } else { "radiogroup" }
                aria-labelledby="title"
                aria-describedby="hint"
            >
                {options.map(|(index, option)| view! { <OptionRow asked step index option several locked/> }).collect_view()}
                <Other asked step several has_options locked/>
            </div>
        }
    })
}
