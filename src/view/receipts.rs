//! What stays of asks that are over: a line a question, and all of it on request.

use std::cell::RefCell;
use std::sync::Arc;

use leptos::prelude::*;

use super::copy::copy_button;
use super::dom::{El, el, watch};
use super::{Scene, words};
use crate::session::{Delivery, Receipt, ReceiptLine};

/// All receipts, oldest first.
pub(super) fn receipts(scene: &Scene) -> El {
    let (kept, shown) = (scene.clone(), scene.options);
    let receipts = Memo::new({
        let screen = scene.screen;
        move |_| screen.with(|screen| screen.receipts.clone())
    });
    let list = el("ul", "receipts")
        .part("receipts")
        .while_true("hidden", move || !shown.get().receipts || kept.now().receipts.is_empty());
    let place = list.clone();
    let placed: RefCell<Vec<Placed>> = RefCell::default();
    watch(Box::new(move || {
        // What has not changed stays as it is, so that nothing folds while somebody reads it.
        let mut before = placed.take();
        let now = receipts.get().into_iter().map(|receipt| {
            let kept = before.iter().position(|earlier| earlier.receipt == receipt);
            kept.map_or_else(|| Placed::new(receipt), |index| before.swap_remove(index))
        });
        let now: Vec<_> = now.collect();
        for gone in before {
            gone.item.node().remove();
        }
        for (index, Placed { item, .. }) in now.iter().enumerate() {
            let at = place.node().child_nodes().item(index as u32);
            if !item.node().is_same_node(at.as_ref()) {
                let _ = place.node().insert_before(item.node(), at.as_ref());
            }
        }
        placed.replace(now);
    }));
    list
}

/// A receipt in its place, with an owner of its own: that of the list ends what it has with each change of the list.
struct Placed {
    receipt: Arc<Receipt>,
    item: El,
    _owner: Owner,
}

impl Placed {
    fn new(receipt: Arc<Receipt>) -> Placed {
        let owner = Owner::default();
        let item = owner.with(|| item(&receipt));
        Placed { receipt, item, _owner: owner }
    }
}

/// One receipt: short, with the rest folded away.
fn item(receipt: &Receipt) -> El {
    let outcome = receipt.outcome;
    let word = match (outcome.is_answer(), receipt.delivery) {
        (true, Delivery::Unconfirmed) => words::say(words::UNCONFIRMED),
        (true, _) => String::new(),
        (false, _) => words::outcome(outcome),
    };
    let short = el("summary", "receipt-short")
        .with(el("span", "outcome").say(&word))
        .with_all(receipt.lines.iter().map(line).collect());
    let whole = el("div", "receipt-whole").with_all(receipt.lines.iter().map(question).collect());
    let text = receipt.to_text();
    let copy = copy_button(move || text.clone(), Some(whole.clone()));
    let whole = whole.with(copy);
    el("li", "receipt")
        .part("receipt")
        .set("data-outcome", outcome.word())
        .with(el("details", "receipt-details").with(short).with(whole))
}

/// What stays of one question, in a line.
fn line(line: &ReceiptLine) -> El {
    let answered = !line.answers.is_empty();
    let short = el("span", if answered { "receipt-line answered" } else { "receipt-line" })
        .with(el("bdi", "receipt-title").say(line.header.as_ref().unwrap_or(&line.question)))
        .with(el("span", "").say(": "))
        .with(list(el("span", "receipt-answer"), &line.answers));
    match line.notes {
        Some(_) => short.with(el("span", "receipt-noted").say(&[" + ", &words::say(words::NOTE)].concat())),
        None => short,
    }
}

/// Answers in a row. Each by itself, so that none can reorder another.
pub(super) fn list(place: El, answers: &[String]) -> El {
    if answers.is_empty() {
        return place.say(&words::say(words::NOT_ANSWERED));
    }
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            place.add_text(", ");
        }
        el("bdi", "").say(answer).append_to(place.node());
    }
    place
}

/// What was asked, what was offered, what was said.
fn question(line: &ReceiptLine) -> El {
    let own = line.answers.iter().filter(|answer| !line.offered.contains(answer));
    let rows = line.offered.iter().chain(own).map(|label| {
        let chosen = line.answers.contains(label);
        el("li", if chosen { "receipt-option chosen" } else { "receipt-option" }).with(el("bdi", "").say(label))
    });
    let whole = el("div", "receipt-question")
        .with(el("bdi", "receipt-text").say(&line.question))
        .with(el("ul", "receipt-options").with_all(rows.collect()));
    match (&line.notes, &line.unsent_notes) {
        (Some(notes), _) => whole.with(el("bdi", "receipt-note").say(&words::note(notes))),
        (None, Some(notes)) => whole.with(el("bdi", "receipt-note").say(&words::unsent_note(notes))),
        (None, None) => whole,
    }
}
