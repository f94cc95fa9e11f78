//! The whole widget: a native dialog, the bar it folds to, notices and receipts.

use leptos::html;
use leptos::prelude::*;

use super::ask::Ask;
use super::bar::Bar;
use super::notice::ConnectionNotice;
use super::receipts::Receipts;
use super::{Asked, Hand, ReceiptsShown, words};
use crate::session::{Action, Person, Phase, Screen};

/// Everything that the widget shows.
#[component]
pub fn Root(
    /// What the person should see.
    screen: RwSignal<Screen>,
    /// What the person does.
    hand: Hand,
    /// Where receipts are shown.
    receipts: RwSignal<ReceiptsShown>,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    let id = Memo::new(move |_| screen.with(|screen| screen.dialog.as_ref().map(|dialog| dialog.ask.id.clone())));
    // Made anew wherever an ask is shown, so that it lives as long as that.
    let asked = move |id: String| Asked { id: StoredValue::new(id), screen, hand };
    let is_folded = Memo::new(move |_| {
        screen.with(|screen| {
            screen.dialog.as_ref().is_some_and(|dialog| dialog.collapsed || dialog.phase == Phase::Cancelling)
        })
    });
    // One dialog for all asks: the browser gives the focus back where it was only when an open one is closed.
    Effect::new(move |_| {
        let wanted = id.get().is_some() && !is_folded.get();
        let Some(dialog) = node.get() else { return };
        if wanted && !dialog.open() {
            // Fails only for a dialog that is not in a page.
            let _ = dialog.show_modal();
        } else if !wanted && dialog.open() {
            dialog.close();
        }
    });
    // The browser can close it by itself, for a back gesture or a second Escape: that is a fold, never a cancel.
    let closed = move |_| {
        if let Some(id) = id.get_untracked().filter(|_| !is_folded.get_untracked()) {
            hand.does(Person::Does { id, action: Action::Collapse });
        }
    };
    let announcement = Memo::new(move |_| {
        screen.with(|screen| {
            let sent = screen.receipts.last().map(|receipt| words::outcome(receipt.outcome)).unwrap_or_default();
            words::connection(screen.connection).unwrap_or(sent)
        })
    });
    view! {
        <dialog
            node_ref=node
            class="dialog"
            part="dialog"
            aria-labelledby="title"
            on:close=closed
            on:cancel=move |event: web_sys::Event| event.prevent_default()
        >
            {move || id.get().map(|id| view! { <Ask asked=asked(id)/> })}
        </dialog>
        {move || id.get().filter(|_| is_folded.get()).map(|id| view! { <Bar asked=asked(id)/> })}
        {move || id.with(Option::is_none).then(|| view! { <ConnectionNotice screen hand/> })}
        {move || (receipts.get() == ReceiptsShown::Here).then(|| view! { <Receipts screen/> })}
        <div class="announcer" role="status">{announcement}</div>
    }
}
