//! "Other": always there, with a field of its own. Typing there chooses it.

use leptos::html;
use leptos::prelude::*;

use super::{Asked, words};
use crate::protocol::limits;
use crate::session::Action;

/// The row for an answer of one's own.
#[component]
pub(super) fn Other(asked: Asked, step: usize, several: bool, has_options: bool, locked: Memo<bool>) -> impl IntoView {
    let chosen = asked.slice(false, move |dialog| dialog.drafts[step].other_chosen);
    let text = asked.slice(String::new(), move |dialog| dialog.drafts[step].other.clone());
    let field = NodeRef::<html::Textarea>::new();
    let pick = move |event| {
        let chosen = event_target_checked(&event);
        asked.does(Action::PickOther { question: step, chosen });
    };
    // A click on the row means "let me write"; moving here with the arrow keys does not.
    let clicked = move |event: web_sys::MouseEvent| {
        let by_pointer = event.detail() > 0;
        if let Some(field) = field.get_untracked().filter(|_| by_pointer) {
            let _ = field.focus();
        }
    };
    let edit = move |event| asked.does(Action::EditOther { question: step, text: event_target_value(&event) });
    view! {
        <div class="option other" part="option other" class:chosen=chosen class:alone=!has_options>
            {has_options.then(|| view! {
                <label class="other-row">
                    <input
                        type=if several { "checkbox" } else { "radio" }
                        name="choice"
                        class="mark"
                        data-option="other"
                        aria-labelledby="label-other"
                        aria-keyshortcuts="0"
                        prop:checked=chosen
                        disabled=locked
                        on:change=pick
                        on:click=clicked
                    />
                    <span class="label" id="label-other">{words::OTHER}</span>
                    <kbd class="key" aria-hidden="true">{"0"}</kbd>
                </label>
            })}
            <textarea
                node_ref=field
                class="field"
                part="field"
                rows="1"
                maxlength=limits::TYPED
                dir="auto"
                aria-label=words::OTHER_FIELD
                placeholder=words::OTHER_PLACEHOLDER
                prop:value=text
                readonly=locked
                on:input=edit
            ></textarea>
        </div>
    }
}
