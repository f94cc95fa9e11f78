//! One option: a native radio button or check box whose whole row can be clicked.

use leptos::prelude::*;

use super::{Asked, words};
use crate::protocol::Choice;
use crate::session::Action;

/// One option of a question.
#[component]
pub(super) fn OptionRow(
    asked: Asked,
    step: usize,
    index: usize,
    option: Choice,
    several: bool,
    locked: Memo<bool>,
) -> impl IntoView {
    let chosen = asked.slice(false, move |dialog| dialog.drafts[step].picks.contains(&index));
    let label = if option.label.shown.is_empty() { words::NO_LABEL.to_owned() } else { option.label.shown };
    let key = (index < 9).then(|| (index + 1).to_string());
    let (label_id, description_id) = (format!("label-{index}"), format!("description-{index}"));
    let described = option.description.is_some().then(|| description_id.clone());
    let pick = move |event| {
        asked.does(Action::Pick { question: step, option: index, chosen: event_target_checked(&event) });
    };
    view! {
        <label class="option" part="option" class:chosen=chosen>
            <input
                type=if several { "checkbox" } else { "radio" }
                name="choice"
                class="mark"
                data-option=index
                aria-labelledby=label_id.clone()
                aria-describedby=described
                aria-keyshortcuts=key.clone()
                prop:checked=chosen
                disabled=locked
                on:change=pick
            />
            <span class="text">
                <span class="label" id=label_id>
                    <bdi>{label}</bdi>
                    {option.recommended.then(|| view! { <span class="badge" part="badge">{words::RECOMMENDED}</span> })}
                </span>
                {option.description.map(|text| view! { <span class="description" id=description_id dir="auto">{text}</span> })}
            </span>
            {key.map(|key| view! { <kbd class="key" aria-hidden="true">{key}</kbd> })}
        </label>
    }
}
