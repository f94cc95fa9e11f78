//! A word in passing: the answer is on its way, or sent.

use leptos::prelude::Get;
use web_sys::HtmlElement;

use super::dom::{El, el};
use super::floating::floats_out_of_sight;
use super::stage::{Shown, is_modal};
use super::{ReceiptsShown, Scene, words};
use crate::session::Delivery;

/// The toast needs so many pixels above the element's place.
const HEIGHT: u32 = 48;

/// How far the latest answer has come, in the element's place. The announcer says the same aloud.
pub(super) fn toast(scene: &Scene, dialog: &El) -> El {
    floats_out_of_sight(el("div", "toast-place").child(word(scene, dialog, false)), HEIGHT)
}

/// The same, over the next question: a modal dialog covers everything beside it.
pub(super) fn inner_toast(scene: &Scene, dialog: &El) -> El {
    word(scene, dialog, true)
}

fn word(scene: &Scene, dialog: &El, is_inside: bool) -> El {
    let (shown, gone, dialog) = (scene.clone(), scene.clone(), dialog.node().clone());
    el("div", "toast")
        .part("toast")
        .attr("aria-hidden", "true")
        .toggle_attr("hidden", move || delivery(&gone, &dialog, is_inside).is_none())
        .toggle_attr("data-settled", {
            let scene = scene.clone();
            move || scene.now().delivery == Some(Delivery::Settled)
        })
        .bind_text(move || match shown.now().delivery {
            Some(Delivery::Settled) => words::say(words::SENT),
            Some(_) => words::say(words::SENDING),
            None => String::new(),
        })
}

/// How far the answer has come, where this is the place to say it.
fn delivery(scene: &Scene, dialog: &HtmlElement, is_inside: bool) -> Option<Delivery> {
    let screen = scene.now();
    let is_modal = is_modal(dialog);
    let is_covered = is_modal && Shown::of(&screen, &scene.voice).is_some_and(|shown| !shown.folded);
    // In the page the receipt is there as soon as the word would be.
    let has_receipt = !is_modal && scene.receipts.get() == ReceiptsShown::Here;
    screen.delivery.filter(|delivery| is_covered == is_inside && !(has_receipt && *delivery == Delivery::Settled))
}
