//! Below the question: what stands in the way, and the buttons.

use leptos::prelude::*;

use super::button::button;
use super::copy::copy_button;
use super::dom::{El, el};
use super::keys::KeysIn;
use super::{Asked, words};
use crate::session::{Action, Phase};

/// The foot of the dialog.
pub(super) fn foot(asked: &Asked, step: usize, place: KeysIn) -> El {
    let alert = asked.text(|dialog| dialog.alert.as_ref().map(words::alert).unwrap_or_default());
    let no_cancel = asked.truth(|dialog| dialog.locked);
    // While another view has the session there is nothing to send; the notice above offers to take it back.
    let no_way_on = asked.truth(|dialog| dialog.locked && dialog.phase == Phase::Asking);
    let no_way_back = asked.truth(move |_| step == 0);
    // The one button that leads on, whatever the phase.
    let label = asked.text(move |dialog| {
        let label = match dialog.phase {
            Phase::Kept { .. } => words::CHANGE,
            Phase::Ended { .. } => words::CLOSE,
            _ if dialog.is_in_review() && dialog.gaps() > 0 => return words::send_without(dialog.gaps()),
            _ if dialog.is_in_review() || dialog.ask.questions.len() == 1 => words::SEND,
            _ if step + 1 == dialog.ask.questions.len() => words::REVIEW,
            _ => words::NEXT,
        };
        words::say(label)
    });
    let has_shortcuts = asked.has_shortcuts;
    let nothing_to_copy = asked.truth(|dialog| !matches!(dialog.phase, Phase::Ended { .. }));
    let copier = asked.clone();
    let (canceller, goer_back, goer_on) = (asked.clone(), asked.clone(), asked.clone());
    el("div", "foot")
        .part("foot")
        .with(el("p", "alert").set("id", "alert").set("role", "alert").shows(alert))
        .with(
            el("div", "buttons")
                .with(
                    button("cancel", move || canceller.does(Action::Cancel))
                        .say(&words::say(words::CANCEL))
                        .while_true("hidden", no_cancel),
                )
                .with(
                    // What was not sent can be put to use elsewhere.
                    copy_button(move || draft_text(&copier), None).while_true("hidden", nothing_to_copy),
                )
                .with(
                    button("back", move || goer_back.does(Action::GoTo(step.saturating_sub(1))))
                        .set("aria-keyshortcuts", asked.shortcut("B"))
                        .say(&words::say(words::BACK))
                        .while_true("hidden", no_way_back),
                )
                .with(
                    button("send", move || lead_on(&goer_on))
                        .set("aria-keyshortcuts", asked.shortcut("Control+Enter"))
                        .while_true("hidden", no_way_on)
                        .shows(label),
                ),
        )
        .with(el("p", "keys").set("aria-hidden", "true").shows(asked.text(move |dialog| {
            // Keys that are switched off are not advertised.
            if has_shortcuts { words::keys(dialog, place.get()) } else { String::new() }
        })))
}

/// What the person had chosen and typed.
fn draft_text(asked: &Asked) -> String {
    let screen = asked.scene.peek();
    screen.receipts.iter().find(|receipt| *receipt.id == *asked.id).map(|receipt| receipt.to_text()).unwrap_or_default()
}

fn lead_on(asked: &Asked) {
    let action = asked.peek(|dialog| match dialog.phase {
        Phase::Kept { .. } => Action::Undo,
        Phase::Ended { .. } => Action::Dismiss,
        _ => Action::Confirm,
    });
    if let Some(action) = action {
        asked.does(action);
    }
}
