//! A short message that goes by itself: the answer is on its way, or sent.

use super::dom::{El, el};
use super::floating::floats_out_of_sight;
use super::slices::{DeliverySlice, Slice};
use super::{ViewContext, words};
use crate::session::DeliveryStatus;

/// The toast needs this many pixels above the place of the element.
const HEIGHT: u32 = 48;

/// The toast in the place of the element. The announcer says the same aloud.
pub(super) fn toast(view: ViewContext) -> El {
    floats_out_of_sight(el("div", "toast-place").child(message(view, false)), HEIGHT)
}

/// The toast over the next question: a modal dialog covers everything beside it.
pub(super) fn inner_toast(view: ViewContext) -> El {
    message(view, true)
}

fn message(view: ViewContext, is_inside: bool) -> El {
    el("div", "toast")
        .part("toast")
        .attr("aria-hidden", "true")
        .toggle_attr("hidden", move || !is_shown(view, is_inside))
        .toggle_attr(
            "data-settled",
            view.is::<DeliverySlice>(|(delivery, _)| delivery == Some(DeliveryStatus::Settled)),
        )
        .bind_text(view.text::<DeliverySlice>(|(delivery, _)| match delivery {
            Some(DeliveryStatus::Settled) => words::say(words::SENT),
            Some(_) => words::say(words::SENDING),
            None => String::new(),
        }))
}

/// Whether there is something to say, and this is the place to say it.
fn is_shown(view: ViewContext, is_inside: bool) -> bool {
    let (delivery, has_dialog) = DeliverySlice::of(&view.follow::<DeliverySlice>()).unwrap_or_default();
    let is_modal = view.is_modal();
    let is_covered = is_modal && has_dialog;
    // In the page the receipt is there as soon as the toast would be.
    let has_receipt = !is_modal && view.shared().scene.options.get().receipts;
    let is_needed = |delivery| !(has_receipt && delivery == DeliveryStatus::Settled);
    is_covered == is_inside && delivery.is_some_and(is_needed)
}
