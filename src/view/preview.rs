//! The places for previews of options: a pane beside them, and one below each where there is no room beside.
//!
//! The style sheet decides which of both a person sees, and gives them their room before anything is in them. What is in them
//! comes with a chunk, `preview_content.rs`.

use reactive_graph::owner::{Owner, WeakOwner};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::button::button;
use super::dom::{El, el, is_still};
use super::option::label_id;
use super::preview_content::PREVIEW_CONTENT;
use super::signal::Signal;
use super::stored::Stored;
use super::{AskContext, words};
use crate::chunk;
use crate::keymap::Place;
use crate::protocol::Question;
use crate::text;

/// Where the previews of one question are shown.
pub(super) struct PreviewPlaces {
    pub(super) ask: AskContext,
    /// The index of the question.
    pub(super) step: usize,
    pub(super) question: Question,
    /// The element around the rows.
    pub(super) options: El,
    /// The rows of all options but "Other".
    pub(super) rows: Vec<El>,
    /// The element around options and pane.
    pub(super) whole: El,
    /// The pane beside the options.
    pub(super) pane: El,
    /// The panes below the options that have a preview.
    pub(super) unfolded: Vec<UnfoldedPane>,
    /// The owner of what is in them.
    owner: Option<WeakOwner>,
}

/// A pane below an option.
pub(super) struct UnfoldedPane {
    /// The index of the option.
    pub(super) option: usize,
    pub(super) pane: El,
    /// The option, while the pane is open.
    pub(super) shown: Signal<Option<usize>>,
}

/// The options, with their previews if any has one. `rows` are those of all options but "Other".
pub(super) fn with_preview(ask: AskContext, step: usize, question: Question, options: El, rows: Vec<El>) -> El {
    if question.options.iter().all(|choice| choice.preview.is_none()) {
        return options;
    }
    let unfolded = unfolded_panes(step, &question, &rows);
    let pane = pane(&words::say(words::PREVIEW));
    let place = el("div", "preview-place").child(pane.clone());
    let whole = el("div", "with-preview").child(options.clone()).child(place);
    // The pane is as high as the options, whatever it shows: where it is only measured, it shows nothing.
    if !is_still() {
        let owner = Owner::current().map(|owner| owner.downgrade());
        let whole = whole.clone();
        fill(Stored::new(PreviewPlaces { ask, step, question, options, rows, whole, pane, unfolded, owner }));
    }
    whole
}

/// Fills the places, at once or when what fills them has come.
fn fill(places: Stored<PreviewPlaces>) {
    chunk::load(&PREVIEW_CONTENT, move |content| {
        // They may be gone by then.
        let Some(state) = places.get() else { return };
        let Some(owner) = state.owner.as_ref().and_then(WeakOwner::upgrade) else { return };
        let view = state.ask.view;
        view.with_voice(|| {
            owner.with(|| match content {
                Some(show) => show(state),
                None => show_as_text(&state, places),
            });
        });
    });
}

/// Shows each preview as it was written, and a button that tries again.
fn show_as_text(state: &PreviewPlaces, places: Stored<PreviewPlaces>) {
    explain(&state.pane, places);
    for UnfoldedPane { option, pane, .. } in &state.unfolded {
        explain(pane, places);
        let Some(choice) = state.question.options.get(*option) else { continue };
        let source = text::shown_block(choice.preview.as_deref().unwrap_or_default());
        el("p", "paragraph").attr("dir", "auto").text(&choice.label.shown).append_to(state.pane.node());
        for pane in [pane, &state.pane] {
            el("pre", "source").text(&source).append_to(pane.node());
        }
    }
}

/// Says in a pane why it shows text only.
fn explain(pane: &El, places: Stored<PreviewPlaces>) {
    el("p", "no-preview").text(&words::say(words::PREVIEW_FAILED)).append_to(pane.node());
    // Beside the options there is nothing before the pane; below one there is the button that opens it.
    let before = pane.node().previous_element_sibling().and_then(|before| before.dyn_into::<HtmlElement>().ok());
    let keeps_focus = before.unwrap_or_else(|| pane.node().clone());
    let retry = button("remedy", move || {
        let Some(state) = places.get() else { return };
        // The button goes, and the focus must not go with it.
        let _ = keeps_focus.focus();
        state.pane.node().set_text_content(None);
        for unfolded in &state.unfolded {
            unfolded.pane.node().set_text_content(None);
        }
        fill(places);
    });
    retry.text(&words::say(words::TRY_NOW)).append_to(pane.node());
}

fn pane(name: &str) -> El {
    // It scrolls by itself, so the keyboard must reach it.
    el("div", "preview")
        .part("preview")
        .place(Place::Scroller)
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", name)
}

/// A pane below each option that has a preview.
fn unfolded_panes(step: usize, question: &Question, rows: &[El]) -> Vec<UnfoldedPane> {
    let mut panes = Vec::new();
    for (option, row) in rows.iter().enumerate() {
        if question.options.get(option).is_some_and(|choice| choice.preview.is_some()) {
            let (whole, unfolded) = unfolded_pane(step, option);
            let _ = row.node().set_attribute("data-unfolds", "");
            let _ = row.node().after_with_node_1(whole.node());
            panes.push(unfolded);
        }
    }
    panes
}

/// A pane below its option, which the person opens and closes: nothing else may move the options.
fn unfolded_pane(step: usize, option: usize) -> (El, UnfoldedPane) {
    let label = label_id(step, option);
    let shown = Signal::new(None::<usize>);
    let toggle = button("look", move || shown.update(|shown| *shown = shown.xor(Some(option))))
        .bind_attr("aria-expanded", move || shown.get().is_some().to_string())
        .attr("aria-describedby", &label)
        .text(&words::say(words::PREVIEW));
    let pane = el("div", "preview")
        .part("preview")
        .place(Place::Scroller)
        .attr("role", "region")
        .attr("aria-labelledby", &label)
        .toggle_attr("hidden", move || shown.get().is_none());
    (el("div", "unfold").child(toggle).child(pane.clone()), UnfoldedPane { option, pane, shown })
}
