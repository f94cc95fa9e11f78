//! What only screen readers hear.
//!
//! A modal dialog makes everything around it inert, and with it whatever would speak there. So there are two voices, one in
//! the dialog and one beside it, of which one speaks at a time.

use super::dom::{El, el};
use super::notice::{about, hurry};
use super::stage::{Shown, is_modal};
use super::{Scene, words};
use crate::session::{Dialog, Phase, SOON, Screen};

/// The voice in `dialog`, or the one beside it.
pub(super) fn announcer(scene: &Scene, dialog: &El, is_inside: bool) -> El {
    let (scene, dialog) = (scene.clone(), dialog.node().clone());
    el("div", "announcer").set("role", "status").shows(move || {
        let screen = scene.now();
        let is_open = Shown::of(&screen, &scene.voice).is_some_and(|shown| !shown.folded);
        let is_covered = is_open && is_modal(&dialog);
        if is_covered == is_inside { news(&screen, is_covered) } else { String::new() }
    })
}

fn news(screen: &Screen, is_covered: bool) -> String {
    let is_kept = |dialog: &&Dialog| matches!(dialog.phase, Phase::Kept { .. });
    if let Some(kept) = screen.dialog.as_ref().filter(is_kept).and_then(|dialog| about(dialog, screen.connection)) {
        return kept;
    }
    if let Some(connection) = words::connection(screen.connection) {
        return connection;
    }
    let Some(dialog) = &screen.dialog else {
        return screen.receipts.last().map(|receipt| words::outcome(receipt.outcome)).unwrap_or_default();
    };
    let countdown = dialog.countdown.and_then(|countdown| Some((countdown, countdown.spoken?)));
    match (&dialog.phase, countdown) {
        (Phase::Ended { outcome, .. }, _) => words::ended(*outcome),
        (_, Some((left, seconds))) if seconds <= SOON => [&words::seconds_left(seconds), ". ", &hurry(left)].concat(),
        (_, Some((_, seconds))) => words::seconds_left(seconds),
        // A modal dialog is read out by itself.
        _ if is_covered => String::new(),
        _ => words::say(words::WAITING),
    }
}
