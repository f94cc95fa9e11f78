//! A word in passing: the answer is on its way, or sent.

use super::dom::{El, el};
use super::{Scene, words};
use crate::session::Delivery;

/// How far the latest answer has come. The announcer says the same aloud.
pub(super) fn toast(scene: &Scene) -> El {
    let (shown, gone) = (scene.clone(), scene.clone());
    el("div", "toast")
        .part("toast")
        .set("aria-hidden", "true")
        .while_true("hidden", move || gone.now().delivery.is_none())
        .while_true("data-settled", {
            let scene = scene.clone();
            move || scene.now().delivery == Some(Delivery::Settled)
        })
        .shows(move || match shown.now().delivery {
            Some(Delivery::Settled) => words::say(words::SENT),
            Some(_) => words::say(words::SENDING),
            None => String::new(),
        })
}
