//! The line above the question: its chip, where we are, how much time is left, and the way to fold it all.

use leptos::prelude::*;

use super::{Asked, words};
use crate::session::{Action, Countdown};

/// Below this many seconds the countdown is shown as a warning.
const SOON: u64 = 20;

/// The head of the dialog.
#[component]
pub(super) fn Head(asked: Asked) -> impl IntoView {
    let chip = asked.slice(None, |dialog| dialog.ask.questions[dialog.step].header.clone());
    let progress = asked.slice(None, |dialog| {
        let steps = dialog.ask.questions.len();
        (steps > 1).then(|| words::progress(dialog.step, steps))
    });
    let countdown = asked.slice(None, |dialog| dialog.countdown);
    let queued = asked.slice(0, |dialog| dialog.queued);
    view! {
        <header class="head" part="head">
            {move || chip.get().map(|chip| view! { <span class="chip" part="chip" dir="auto" title=chip.clone()>{chip.clone()}</span> })}
            {move || progress.get().map(|progress| view! { <span class="progress">{progress}</span> })}
            <span class="space" data-queued=move || queued.get()></span>
            {move || {
                (queued.get() > 0).then(|| view! {
                    <span class="queued" title=words::queued(queued.get())>{format!("+{}", queued.get())}</span>
                })
            }}
            {move || countdown.get().map(|Countdown { seconds }| view! {
                <span class="timer" class:soon=seconds <= SOON role="timer" aria-label=words::TIME_LEFT>
                    {words::time_left(seconds)}
                </span>
            })}
            <button
                type="button"
                class="icon collapse"
                aria-label=words::COLLAPSE
                title=words::COLLAPSE
                aria-keyshortcuts="Escape"
                on:click=move |_| asked.does(Action::Collapse)
            >
                <span class="chevron" aria-hidden="true"></span>
            </button>
        </header>
    }
}
