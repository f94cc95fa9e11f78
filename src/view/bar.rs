//! What the dialog folds to, so that the chat can be read: one line that never covers it.

use super::button::button;
use super::dom::{El, el};
use super::head::{is_soon, queued, time_left, timer};
use super::notice::about;
use super::stage::Shown;
use super::{Scene, keys, words};
use crate::session::{Action, Connection, Dialog, Person, Phase};

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
        .with(el("span", "chip").set("dir", "auto").keeps("title", text(scene, header)).shows(text(scene, header)))
        .with(
            el("span", "bar-words")
                .with(el("span", "bar-text").set("id", "bar-text").shows({
                    let scene = scene.clone();
                    move || {
                        let screen = scene.now();
                        screen.dialog.as_ref().map(|dialog| state(dialog, screen.connection)).unwrap_or_default()
                    }
                }))
                .with(el("span", "queued").shows(text(scene, queued))),
        )
        .with(timer(text(scene, time_left), truth(scene, is_soon)))
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
                    Phase::Ended { .. } | Phase::Kept { .. } => words::READ,
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

fn header(dialog: &Dialog) -> String {
    let question = dialog.ask.questions.get(dialog.step).or(dialog.ask.questions.first());
    question.and_then(|question| question.header.clone()).unwrap_or_default()
}

/// How things stand, for somebody who reads the chat meanwhile.
fn state(dialog: &Dialog, connection: Connection) -> String {
    match (&dialog.phase, connection) {
        (Phase::Ended { outcome, .. }, _) => words::ended(*outcome),
        (Phase::Cancelling, Connection::Open) => words::say(words::CANCELLED),
        (Phase::Cancelling, _) => words::say(words::KEPT_CANCEL),
        (Phase::Asking, Connection::Open) => words::say(words::WAITING),
        _ => about(dialog, connection).unwrap_or_else(|| words::say(words::WAITING)),
    }
}

fn truth(scene: &Scene, truth: fn(&Dialog) -> bool) -> impl Fn() -> bool + 'static {
    let scene = scene.clone();
    move || scene.now().dialog.as_ref().is_some_and(truth)
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
