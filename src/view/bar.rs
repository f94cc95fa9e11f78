//! What the dialog folds to, so that the chat can be read: one line that never covers it.

use super::button::button;
use super::dom::{El, el};
use super::stage::Shown;
use super::{Scene, keys, words};
use crate::session::{Action, Dialog, Person, Phase};

/// The folded dialog; hidden while it is not.
pub(super) fn bar(scene: &Scene) -> El {
    let folded = scene.clone();
    let pressed = scene.clone();
    let presser = scene.clone();
    el("div", "bar")
        .part("bar")
        .set("role", "group")
        .set("aria-labelledby", "bar-text")
        .while_true("hidden", move || !Shown::of(&folded.now(), &folded.voice).is_some_and(|shown| shown.folded))
        .with(el("span", "chip").set("dir", "auto").shows(text(scene, |dialog| {
            let question = dialog.ask.questions.get(dialog.step).or(dialog.ask.questions.first());
            question.and_then(|question| question.header.clone()).unwrap_or_default()
        })))
        .with(el("span", "bar-text").set("id", "bar-text").shows(text(scene, |dialog| match dialog.phase {
            Phase::Cancelling => words::say(words::CANCELLED),
            Phase::Ended { outcome, .. } => words::ended(outcome),
            _ => words::say(words::WAITING),
        })))
        .with(
            button("answer", move || {
                does(&presser, |dialog| match dialog.phase {
                    Phase::Cancelling => Action::Undo,
                    _ => Action::Expand,
                });
            })
            .shows(text(scene, |dialog| {
                words::say(match dialog.phase {
                    Phase::Cancelling => words::UNDO,
                    Phase::Ended { .. } => words::READ,
                    _ => words::ANSWER,
                })
            })),
        )
        // Escape a second time cancels, which can be taken back for a moment. All other keys are the page's.
        .on("keydown", move |event| {
            if keys::is_escape(&event) {
                does(&pressed, |_| Action::Cancel);
            }
        })
}

fn text(scene: &Scene, text: fn(&Dialog) -> String) -> impl Fn() -> String + 'static {
    let scene = scene.clone();
    move || scene.now().dialog.as_ref().map(text).unwrap_or_default()
}

fn does(scene: &Scene, action: fn(&Dialog) -> Action) {
    if let Some(dialog) = &scene.peek().dialog {
        scene.does(Person::Does { id: dialog.ask.id.clone(), action: action(dialog) });
    }
}
