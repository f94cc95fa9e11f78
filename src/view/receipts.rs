//! Receipts, which stay of asks that are over.
//!
//! What the list shows comes with a chunk when there is a first receipt, `receipt_list.rs`.

use std::cell::Cell;

use reactive_graph::owner::{Owner, WeakOwner};

use super::dom::{El, effect, el};
use super::receipt_list::RECEIPT_LIST;
use super::slices::ReceiptsSlice;
use super::stored::Stored;
use super::{ViewContext, words};
use crate::chunk;

/// The list of all receipts.
pub(super) fn receipts(view: ViewContext) -> El {
    let list = el("ul", "receipts").part("receipts");
    let owner = Owner::current().map(|owner| owner.downgrade());
    let place = Stored::new(ReceiptsPlace { view, list: list.clone(), is_filled: Cell::new(false), owner });
    effect(Box::new(move || {
        let is_wanted =
            view.shared().scene.options.get().receipts && !view.follow::<ReceiptsSlice>().receipts.is_empty();
        let Some(state) = place.get() else { return };
        let is_filled = state.is_filled.get();
        let _ = state.list.node().toggle_attribute_with_force("hidden", !(is_wanted && is_filled));
        if is_wanted && !is_filled {
            // If it does not come, the next receipt tries again.
            chunk::load(&RECEIPT_LIST, move |fill| {
                if let (Some(fill), Some(state)) = (fill, place.get()) {
                    state.fill(fill);
                }
            });
        }
    }));
    list
}

/// Where receipts are shown.
struct ReceiptsPlace {
    view: ViewContext,
    list: El,
    is_filled: Cell<bool>,
    /// The owner of what is in the list.
    owner: Option<WeakOwner>,
}

impl ReceiptsPlace {
    fn fill(&self, fill: fn(ViewContext, El)) {
        let Some(owner) = self.owner.as_ref().and_then(WeakOwner::upgrade) else { return };
        if !self.is_filled.replace(true) {
            let _ = self.list.node().remove_attribute("hidden");
            self.view.with_voice(|| owner.with(|| fill(self.view, self.list.clone())));
        }
    }
}

/// Answers in a row. Each has an element of its own, so that the writing direction of one cannot reorder another.
pub(super) fn list(place: El, answers: &[String]) -> El {
    if answers.is_empty() {
        return place.text(&words::say(words::NOT_ANSWERED));
    }
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            place.append_text(", ");
        }
        el("bdi", "").text(answer).append_to(place.node());
    }
    place
}
