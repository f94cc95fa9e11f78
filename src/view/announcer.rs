//! What only screen readers hear.
//!
//! A modal dialog makes everything around it inert, and with it whatever would speak there. So there are two voices, one in
//! the dialog and one beside it, of which one speaks at a time.

use super::dom::{El, el};
use super::stage::{Shown, is_modal};
use super::{Scene, words};
use crate::session::{Phase, Screen};

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
    if let Some(connection) = words::connection(screen.connection) {
        return connection;
    }
    let Some(dialog) = &screen.dialog else {
        return screen.receipts.last().map(|receipt| words::outcome(receipt.outcome)).unwrap_or_default();
    };
    match (&dialog.phase, dialog.countdown.and_then(|countdown| countdown.spoken)) {
        (Phase::Ended { outcome, .. }, _) => words::ended(*outcome),
        (_, Some(seconds)) => words::seconds_left(seconds),
        // A modal dialog is read out by itself.
        _ if is_covered => String::new(),
        _ => words::say(words::WAITING),
    }
}
