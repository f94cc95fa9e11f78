//! What stays of asks that are over.

use leptos::prelude::*;

use super::dom::{El, el, watch};
use super::{ReceiptsShown, Scene, words};
use crate::session::{Receipt, ReceiptLine};

/// All receipts, oldest first.
pub(super) fn receipts(scene: &Scene) -> El {
    let (kept, shown) = (scene.clone(), scene.receipts);
    let receipts = Memo::new({
        let screen = scene.screen;
        move |_| screen.with(|screen| screen.receipts.clone())
    });
    let list = el("ul", "receipts")
        .part("receipts")
        .while_true("hidden", move || shown.get() == ReceiptsShown::Nowhere || kept.now().receipts.is_empty());
    let place = list.clone();
    watch(Box::new(move || {
        place.node().set_text_content(None);
        for receipt in receipts.get() {
            item(&receipt).append_to(place.node());
        }
    }));
    list
}

/// One receipt: a line a question.
fn item(receipt: &Receipt) -> El {
    let outcome = receipt.outcome;
    el("li", "receipt")
        .part("receipt")
        .set("data-outcome", outcome.word())
        .with(el("span", "outcome").say(if outcome.is_answer() { "" } else { words::outcome(outcome) }))
        .with_all(receipt.lines.iter().map(line).collect())
}

/// What stays of one question.
fn line(line: &ReceiptLine) -> El {
    let answered = !line.answers.is_empty();
    let answer = if answered { line.answers.join(", ") } else { words::NOT_ANSWERED.to_owned() };
    el("span", if answered { "receipt-line answered" } else { "receipt-line" })
        .with(el("bdi", "receipt-title").say(line.header.as_ref().unwrap_or(&line.question)))
        .with(el("bdi", "receipt-answer").say(&answer))
}
