//! What the list of receipts shows: one line for each question, and all of it on request. This is in a chunk.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use reactive_graph::owner::Owner;
use wasm_bindgen::JsCast;
use web_sys::{Event, Node};

use super::copy::copy_button;
use super::dom::{El, effect, el};
use super::preview_content::add_style;
use super::receipts::list;
use super::slices::ReceiptsSlice;
use super::{ViewContext, requests, words};
use crate::chunk::chunk;
use crate::session::{DeliveryStatus, Outcome, Receipt, ReceiptLine, ReceiptVerdict};

chunk! {
    /// Fills the list of receipts.
    pub(super) static RECEIPT_LIST: fn(ViewContext, El) = previews(fill)
}

/// Keeps in `list` all receipts, oldest first.
fn fill(view: ViewContext, list: El) {
    add_style();
    let place = list.node().clone();
    let placed: Rc<RefCell<Vec<Placed>>> = Rc::default();
    let (clicked, toggled) = (placed.clone(), placed.clone());
    effect(Box::new(move || {
        // What has not changed stays as it is, so that nothing closes while somebody reads it.
        let mut before = placed.take();
        let screen = view.follow::<ReceiptsSlice>();
        let is_wanted = view.shared().scene.options.get().receipts;
        let now = screen.receipts.iter().filter(|_| is_wanted).map(|receipt| {
            let last = before.iter().position(|earlier| earlier.receipt == *receipt);
            last.map_or_else(|| Placed::new(receipt.clone()), |index| before.swap_remove(index))
        });
        let now: Vec<_> = now.collect();
        for gone in before {
            gone.item.node().remove();
        }
        for (index, Placed { item, .. }) in now.iter().enumerate() {
            let at = place.child_nodes().item(index as u32);
            if !item.node().is_same_node(at.as_ref()) {
                let _ = place.insert_before(item.node(), at.as_ref());
            }
        }
        placed.replace(now);
    }));
    // A click comes before the receipt opens, and a key clicks too. What opens it otherwise, a browser's extension or a script,
    // toggles it only.
    list.on("click", move |event| complete(&clicked.borrow(), &event))
        .on_capture("toggle", move |event| complete(&toggled.borrow(), &event));
}

/// Completes the receipt that this event is about.
fn complete(placed: &[Placed], event: &Event) {
    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    if let Some(placed) = placed.iter().find(|placed| placed.item.node().contains(target.as_ref())) {
        placed.complete();
    }
}

/// A receipt in the list. It has an owner of its own, because the effect of the list ends what it owns with each change.
struct Placed {
    receipt: Arc<Receipt>,
    item: El,
    details: El,
    /// Whether the details have all that they say: that is built when somebody opens them.
    is_complete: Cell<bool>,
    owner: Owner,
}

impl Placed {
    fn new(receipt: Arc<Receipt>) -> Placed {
        let owner = Owner::default();
        let details = owner.with(|| short(&receipt));
        let item =
            el("li", "receipt").part("receipt").attr("data-outcome", receipt.outcome.word()).child(details.clone());
        Placed { receipt, item, details, is_complete: Cell::new(false), owner }
    }

    fn complete(&self) {
        if !self.is_complete.replace(true) {
            self.owner.with(|| whole(&self.receipt)).append_to(self.details.node());
        }
    }
}

/// One receipt: a short line that opens to the whole.
fn short(receipt: &Receipt) -> El {
    let outcome = receipt.outcome;
    // What was answered or decided stands in the lines; that a form was declined does not.
    let is_in_lines = outcome.is_answer() && outcome != Outcome::Declined;
    let word = match (is_in_lines, receipt.delivery) {
        (true, DeliveryStatus::Unconfirmed) => words::say(words::UNCONFIRMED),
        (true, _) => String::new(),
        (false, _) => words::outcome(outcome),
    };
    let row = |one: &ReceiptLine| match outcome == Outcome::Declined {
        // Nothing of it went anywhere.
        true => title(one),
        false => line(one, receipt.verdict()),
    };
    let short = el("summary", "receipt-short")
        .child(el("span", "outcome").text(&word))
        .children(receipt.lines.iter().map(row).collect());
    el("details", "receipt-details").child(short)
}

/// All that a receipt says.
fn whole(receipt: &Receipt) -> El {
    let is_request = receipt.verdict().is_some() || receipt.lines.iter().any(|line| line.unsent_edit.is_some());
    let lines = if is_request { requests::receipt(receipt) } else { receipt.lines.iter().map(question).collect() };
    let whole = el("div", "receipt-whole").children(lines);
    let text = receipt.copied_text();
    let copy = copy_button(move || text.clone(), Some(whole.clone()));
    whole.child(copy)
}

/// What a line is about.
fn title(line: &ReceiptLine) -> El {
    let title = el("bdi", "receipt-title").text(line.header.as_ref().unwrap_or(&line.question));
    el("span", "receipt-line").child(title)
}

/// One question and its answers, or one request and what was decided about it, in a line.
fn line(line: &ReceiptLine, verdict: Option<ReceiptVerdict>) -> El {
    if let Some(verdict) = verdict {
        return decided(line, verdict);
    }
    let answered = !line.answers.is_empty();
    let short = el("span", if answered { "receipt-line answered" } else { "receipt-line" })
        .child(el("bdi", "receipt-title").text(line.header.as_ref().unwrap_or(&line.question)))
        .child(el("span", "").text(": "))
        .child(list(el("span", "receipt-answer"), &line.answers));
    match line.notes {
        Some(_) => short.child(el("span", "receipt-noted").text(&[" + ", &words::say(words::NOTE)].concat())),
        None => short,
    }
}

fn decided(line: &ReceiptLine, verdict: ReceiptVerdict) -> El {
    let word = match verdict {
        ReceiptVerdict::AllowedOnce => words::say(words::ALLOWED_ONCE),
        ReceiptVerdict::AllowedAndRemembered => words::say(words::ALLOWED_AND_REMEMBERED),
        ReceiptVerdict::Denied => words::say(words::DENIED),
        ReceiptVerdict::DeniedAndStopped => words::say(words::DENIED_AND_STOPPED),
        ReceiptVerdict::Option => line.answers.join(", "),
    };
    let marks = [(line.edited.is_some(), words::EDITED), (line.notes.is_some(), words::MESSAGE)];
    let marks = marks.into_iter().filter(|(is_there, _)| *is_there);
    title(line).child(el("span", "").text(": ")).child(el("bdi", "receipt-answer").text(&word)).children(
        marks.map(|(_, word)| el("span", "receipt-noted").text(&[" + ", &words::say(word)].concat())).collect(),
    )
}

/// The question, all options with the chosen ones marked, and the note.
fn question(line: &ReceiptLine) -> El {
    let own = line.answers.iter().filter(|answer| !line.offered.contains(answer));
    let rows = line.offered.iter().chain(own).map(|label| {
        let chosen = line.answers.contains(label);
        el("li", if chosen { "receipt-option chosen" } else { "receipt-option" }).child(el("bdi", "").text(label))
    });
    let whole = el("div", "receipt-question")
        .child(el("bdi", "receipt-text").text(&line.question))
        .child(el("ul", "receipt-options").children(rows.collect()));
    let whole = match line.withheld.as_slice() {
        [] => whole,
        withheld => {
            let entered = [&words::say(words::NOT_SENT), ": ", &withheld.join(", ")].concat();
            whole.child(el("bdi", "receipt-note").text(&entered))
        }
    };
    match (&line.notes, &line.unsent_notes) {
        (Some(notes), _) => whole.child(el("bdi", "receipt-note").text(&words::note(notes))),
        (None, Some(notes)) => whole.child(el("bdi", "receipt-note").text(&words::unsent_note(notes))),
        (None, None) => whole,
    }
}
