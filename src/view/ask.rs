//! One ask in the dialog: head, the question of this step, foot.

use leptos::prelude::*;

use super::foot::Foot;
use super::head::Head;
use super::notice::AskNotice;
use super::question::Question;
use super::{Asked, keys};

/// The content of the dialog for one ask.
#[component]
pub(super) fn Ask(asked: Asked) -> impl IntoView {
    let step = asked.slice(0, |dialog| dialog.step);
    view! {
        <div class="ask" data-phase=move || keys::phase_word(asked) on:keydown=move |event| keys::pressed(&event, asked)>
            <Head asked/>
            <div class="body" part="body">
                <AskNotice asked/>
                {move || view! { <Question asked step=step.get()/> }}
            </div>
            <Foot asked/>
        </div>
    }
}
