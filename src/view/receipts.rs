//! What stays of asks that are over.

use leptos::prelude::*;

use super::words;
use crate::session::{Receipt, ReceiptLine, Screen};

/// All receipts, oldest first.
#[component]
pub(super) fn Receipts(screen: RwSignal<Screen>) -> impl IntoView {
    let receipts = Memo::new(move |_| screen.with(|screen| screen.receipts.clone()));
    move || {
        (!receipts.with(Vec::is_empty)).then(|| {
            view! {
                <ul class="receipts" part="receipts">
                    <For
                        each=move || receipts.get()
                        key=|receipt| (receipt.id.clone(), receipt.outcome.word(), receipt.delivery as u8)
                        let:receipt
                    >
                        <ReceiptItem receipt/>
                    </For>
                </ul>
            }
        })
    }
}

/// One receipt: a line a question.
#[component]
fn ReceiptItem(receipt: Receipt) -> impl IntoView {
    let outcome = receipt.outcome;
    let lines = receipt.lines.into_iter();
    view! {
        <li class="receipt" part="receipt" data-outcome=outcome.word()>
            {(!outcome.is_answer()).then(|| view! { <span class="outcome">{words::outcome(outcome)}</span> })}
            {lines.map(|line| view! { <Line line/> }).collect_view()}
        </li>
    }
}

/// What stays of one question.
#[component]
fn Line(line: ReceiptLine) -> impl IntoView {
    let answered = !line.answers.is_empty();
    let answer = if answered { line.answers.join(", ") } else { words::NOT_ANSWERED.to_owned() };
    let title = line.header.unwrap_or(line.question);
    view! {
        <span class="receipt-line" class:answered=answered>
            <bdi class="receipt-title">{title}</bdi>
            <bdi class="receipt-answer">{answer}</bdi>
        </span>
    }
}
