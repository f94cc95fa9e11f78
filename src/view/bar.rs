//! What the dialog folds to, so that the chat can be read: one line that never covers it.

use leptos::html;
use leptos::prelude::*;

use super::{Asked, keys, words};
use crate::session::{Action, Phase};

/// The folded dialog.
#[component]
pub(super) fn Bar(asked: Asked) -> impl IntoView {
    let cancelling = asked.slice(false, |dialog| dialog.phase == Phase::Cancelling);
    let chip = asked.slice(None, |dialog| dialog.ask.questions[dialog.step].header.clone());
    let button = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = button.get() {
            let _ = button.focus();
        }
    });
    let (text, label) = (
        move || if cancelling.get() { words::CANCELLED } else { words::WAITING },
        move || if cancelling.get() { words::UNDO } else { words::ANSWER },
    );
    let press = move |_| asked.does(if cancelling.get_untracked() { Action::Undo } else { Action::Expand });
    view! {
        <div class="bar" part="bar" role="group" aria-label=words::WAITING on:keydown=move |event| keys::pressed_in_bar(&event, asked)>
            {move || chip.get().map(|chip| view! { <span class="chip" dir="auto">{chip}</span> })}
            <span class="bar-text">{text}</span>
            <button type="button" class="primary" node_ref=button on:click=press>{label}</button>
        </div>
    }
}
