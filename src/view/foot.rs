//! Below the question: what stands in the way, and the buttons.

use leptos::prelude::*;

use super::{Asked, words};
use crate::session::{Action, Phase};

/// The foot of the dialog.
#[component]
pub(super) fn Foot(asked: Asked) -> impl IntoView {
    let alert = asked.slice(None, |dialog| dialog.alert.as_ref().map(words::alert));
    let phase = asked.slice(Phase::Asking, |dialog| dialog.phase.clone());
    view! {
        <footer class="foot" part="foot">
            <p class="alert" role="alert">{alert}</p>
            {move || match phase.get() {
                Phase::Asking | Phase::Cancelling => view! { <Answering asked/> }.into_any(),
                Phase::Kept { .. } => view! {
                    <div class="buttons">
                        <button type="button" class="primary" on:click=move |_| asked.does(Action::Undo)>{words::CHANGE}</button>
                    </div>
                }.into_any(),
                Phase::Ended { .. } => view! {
                    <div class="buttons">
                        <button type="button" class="primary" on:click=move |_| asked.does(Action::Dismiss)>{words::CLOSE}</button>
                    </div>
                }.into_any(),
            }}
        </footer>
    }
}

/// The buttons while the question can be answered.
#[component]
fn Answering(asked: Asked) -> impl IntoView {
    let step = asked.slice(0, |dialog| dialog.step);
    let is_last = asked.slice(true, |dialog| dialog.step + 1 == dialog.ask.questions.len());
    view! {
        <div class="buttons">
            <button type="button" class="quiet" part="cancel" on:click=move |_| asked.does(Action::Cancel)>{words::CANCEL}</button>
            <span class="space" data-step=step></span>
            {move || (step.get() > 0).then(|| view! {
                <button
                    type="button"
                    class="plain"
                    part="back"
                    aria-keyshortcuts="B"
                    on:click=move |_| asked.does(Action::GoTo(step.get_untracked().saturating_sub(1)))
                >
                    {words::BACK}
                </button>
            })}
            <button
                type="button"
                class="primary"
                part="send"
                aria-keyshortcuts="Control+Enter"
                on:click=move |_| asked.does(Action::Confirm)
            >
                {move || if is_last.get() { words::SEND } else { words::NEXT }}
            </button>
        </div>
    }
}
