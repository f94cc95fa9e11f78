//! The line above the question: its chip, where we are, how much time is left, and the way to fold it all.

use super::button::button;
use super::dom::{El, el};
use super::{Asked, words};
use crate::session::Action;

/// Below this many seconds the countdown is shown as a warning.
const SOON: u64 = 20;

/// The head of the dialog.
pub(super) fn head(asked: &Asked, step: usize) -> El {
    let (chip, steps) = asked
        .peek(|dialog| (dialog.ask.questions[step].header.clone(), dialog.ask.questions.len()))
        .unwrap_or_default();
    let chip = chip.unwrap_or_default();
    let progress = if steps > 1 { words::progress(step, steps) } else { String::new() };
    let queued = asked.text(|dialog| if dialog.queued > 0 { words::queued(dialog.queued) } else { String::new() });
    let timer = asked.text(|dialog| dialog.countdown.map(|left| words::time_left(left.seconds)).unwrap_or_default());
    let soon = asked.truth(|dialog| dialog.countdown.is_some_and(|left| left.seconds <= SOON));
    let fold = asked.clone();
    el("header", "head")
        .part("head")
        // The whole of a long one is in its tooltip.
        .with(el("span", "chip").part("chip").set("dir", "auto").set("title", &chip).say(&chip))
        .with(el("span", "progress").say(&progress))
        .with(el("span", "queued").shows(queued))
        .with(
            el("span", "timer")
                .set("role", "timer")
                .set("aria-label", words::TIME_LEFT)
                .while_true("data-soon", soon)
                .shows(timer),
        )
        .with(
            button("collapse", move || fold.does(Action::Collapse))
                .set("aria-label", words::COLLAPSE)
                .set("title", words::COLLAPSE)
                .set("aria-keyshortcuts", "Escape")
                .with(el("span", "chevron").set("aria-hidden", "true")),
        )
}
