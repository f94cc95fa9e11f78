//! What the dialog folds to, so that the chat can be read: one line that never covers it.

use web_sys::HtmlElement;

use super::button::button;
use super::dom::{El, el};
use super::floating::floats_out_of_sight;
use super::head::{is_soon, queued, time_left, timer};
use super::notice::about;
use super::stage::Shown;
use super::{Scene, host, keys, words};
use crate::keymap::Control;
use crate::protocol::markdown;
use crate::session::{Action, Connection, Dialog, Phase, Screen, UserInput};

/// The folded dialog; hidden while it is not.
pub(super) fn bar(scene: &Scene) -> (El, HtmlElement) {
    let folded = scene.clone();
    let pressed = scene.clone();
    let presser = scene.clone();
    let shortcut = Control::CancelInBar.key(true).map(|key| key.to_aria(host::is_mac())).unwrap_or_default();
    let (canceller, no_cancel) = (scene.clone(), scene.clone());
    let answer = button("answer", move || {
        does(&presser, |dialog| match dialog.phase {
            Phase::Cancelling => Action::Undo,
            _ => Action::Expand,
        });
    })
    .bind_attr("data-undo", text(scene, |dialog| dialog.undo_seconds.map(|left| left.to_string()).unwrap_or_default()))
    .bind_text(text(scene, |dialog| {
        words::say(match dialog.phase {
            Phase::Cancelling => words::UNDO,
            Phase::Unsent { .. } => words::READ,
            Phase::Ended { .. } => words::VIEW_DRAFT,
            _ => words::ANSWER,
        })
    }));
    let answer_button = answer.node().clone();
    let bar = el("div", "bar-box")
        .part("bar")
        .attr("role", "group")
        .attr("aria-labelledby", "bar-text")
        .toggle_attr("data-guarded", truth(scene, Dialog::is_guarded))
        .child(
            el("span", "chip")
                .attr("dir", "auto")
                .bind_attr("title", text(scene, header))
                .bind_text(text(scene, header)),
        )
        .child(
            el("span", "bar-words")
                .child(
                    el("span", "bar-text")
                        .attr("id", "bar-text")
                        .attr("dir", "auto")
                        .bind_attr("title", told(scene))
                        .bind_text(told(scene)),
                )
                .child(el("span", "queued").bind_text(text(scene, queued))),
        )
        .child(timer(text(scene, time_left), truth(scene, is_soon)))
        .child(
            el("span", "bar-buttons").child(answer).child(
                button("cancel", move || does(&canceller, |_| Action::Cancel))
                    .attr("aria-keyshortcuts", &shortcut)
                    .attr("title", "Esc")
                    .bind_text(text(scene, |_| words::say(words::CANCEL)))
                    .toggle_attr("hidden", move || {
                        let can_cancel = |dialog: &Dialog| dialog.phase == Phase::Asking && !dialog.read_only;
                        !no_cancel.now().dialog.as_ref().is_some_and(can_cancel)
                    }),
            ),
        )
        // Escape a second time cancels, which can be taken back for a moment. All other keys are the page's.
        .on("keydown", move |event| {
            let screen = pressed.peek();
            let Some(dialog) = told_of(&screen) else { return };
            let command = keys::command_in_bar(&event, dialog);
            for action in command.map(|command| command.actions(dialog.step)).unwrap_or_default() {
                pressed.does(UserInput::Act { id: dialog.ask.id.clone(), action });
            }
        });
    let place = el("div", "bar").toggle_attr("hidden", move || {
        let screen = folded.now();
        screen.postponed.is_none() && !Shown::of(&screen, &folded.voice).is_some_and(|shown| shown.folded)
    });
    (floats_out_of_sight(place.child(bar), 0), answer_button)
}

/// The ask that the bar tells of: the one that is folded, or the one that waits.
fn told_of(screen: &Screen) -> Option<&Dialog> {
    screen.dialog.as_ref().or(screen.postponed.as_ref().map(|coming| &coming.dialog))
}

fn header(dialog: &Dialog) -> String {
    let question = dialog.ask.questions.get(dialog.step).or(dialog.ask.questions.first());
    question.and_then(|question| question.header.clone()).unwrap_or_default()
}

fn told(scene: &Scene) -> impl Fn() -> String + 'static {
    let scene = scene.clone();
    move || {
        let screen = scene.now();
        told_of(&screen).map(|dialog| state(dialog, screen.connection)).unwrap_or_default()
    }
}

/// How things stand, for somebody who reads the chat meanwhile.
fn state(dialog: &Dialog, connection: Connection) -> String {
    match (&dialog.phase, connection) {
        (Phase::Ended { outcome, .. }, _) => words::ended(*outcome),
        (Phase::Cancelling, Connection::Open) => words::say(words::CANCELLED),
        (Phase::Cancelling, _) => words::say(words::KEPT_CANCEL),
        (Phase::Asking, Connection::Open) => asked(dialog),
        _ => about(dialog, connection).unwrap_or_else(|| asked(dialog)),
    }
}

/// The question itself, without its markdown.
fn asked(dialog: &Dialog) -> String {
    let question = dialog.ask.questions.get(dialog.step);
    let text = question.map(|question| markdown::plain(&question.text.shown)).unwrap_or_default();
    if text.is_empty() { words::say(words::WAITING) } else { text }
}

fn truth(scene: &Scene, truth: fn(&Dialog) -> bool) -> impl Fn() -> bool + 'static {
    let scene = scene.clone();
    move || told_of(&scene.now()).is_some_and(truth)
}

fn text(scene: &Scene, text: fn(&Dialog) -> String) -> impl Fn() -> String + 'static {
    let scene = scene.clone();
    move || told_of(&scene.now()).map(text).unwrap_or_default()
}

fn does(scene: &Scene, action: fn(&Dialog) -> Action) {
    if let Some(dialog) = told_of(&scene.peek()) {
        scene.does(UserInput::Act { id: dialog.ask.id.clone(), action: action(dialog) });
    }
}
