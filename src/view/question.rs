//! One question: its text, its options, an answer of one's own, a note.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::dom::{El, el, watch};
use super::field::field;
use super::option::option;
use super::other::other;
use super::rich::rich;
use super::{Asked, words};
use crate::protocol::Question;
use crate::protocol::preview::{self, Block};
use crate::session::Action;

/// One question of the ask.
pub(super) fn question(asked: &Asked, step: usize) -> Vec<El> {
    let Some(question) = asked.peek(|dialog| dialog.ask.questions[step].clone()) else { return Vec::new() };
    let several = question.multi_select;
    let has_options = !question.options.is_empty();
    let (role, hint) = match (has_options, several) {
        (false, _) => ("group", words::WRITE),
        (_, true) => ("group", words::CHOOSE_SEVERAL),
        (_, false) => ("radiogroup", words::CHOOSE_ONE),
    };
    let rows = question.options.iter().enumerate();
    let rows = rows.map(|(index, choice)| option(asked, step, index, choice, several)).collect();
    let title = el("h2", "title").part("title").set("id", "title").set("tabindex", "-1").set("dir", "auto");
    let text = question.text.shown.as_str();
    let options = el("div", "options")
        .part("options")
        .set("role", role)
        .set("aria-labelledby", "title")
        .set("aria-describedby", "hint")
        .with_all(rows)
        .with(other(asked, step, several, has_options));
    vec![
        if text.is_empty() { title.say(words::NO_QUESTION) } else { rich(title, text) },
        el("p", "hint").set("id", "hint").say(hint),
        with_preview(asked, step, &question, options),
        notes(asked, step),
    ]
}

/// The options, with a pane beside or below them for the preview of the one that is looked at.
fn with_preview(asked: &Asked, step: usize, question: &Question, options: El) -> El {
    let previews: Vec<Vec<Block>> = question
        .options
        .iter()
        .map(|choice| choice.preview.as_deref().map(preview::blocks).unwrap_or_default())
        .collect();
    let Some(first) = previews.iter().position(|blocks| !blocks.is_empty()) else { return options };
    let looked_at = RwSignal::new(None::<usize>);
    let look = move |event: Event| {
        if let Some(index) = option_of(&event) {
            looked_at.set(Some(index));
        }
    };
    let options = options.on("focusin", look).on("pointerover", look);
    let pane = el("div", "preview").part("preview").set("tabindex", "0").set("role", "region");
    let pane = pane.set("aria-label", words::PREVIEW).set("dir", "auto");
    let place = pane.clone();
    // Without a look at any, the one that was chosen before, and then the first that has one.
    let chosen = asked.peek(|dialog| dialog.drafts[step].picks.first().copied()).flatten();
    watch(Box::new(move || {
        place.node().set_text_content(None);
        let index = looked_at.get().or(chosen).unwrap_or(first);
        for block in &previews[index] {
            let block = match block {
                Block::Text(text) => rich(el("p", "preview-text"), text),
                Block::Code(code) => el("pre", "preview-code").say(code),
            };
            block.append_to(place.node());
        }
    }));
    el("div", "with-preview").with(options).with(pane)
}

/// The option that an event happened in.
fn option_of(event: &Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let row = target.closest(".option").ok()??;
    row.query_selector(".mark").ok()??.get_attribute("data-option")?.parse().ok()
}

/// A note beside the answer; never an answer by itself.
fn notes(asked: &Asked, step: usize) -> El {
    let has_notes = asked.peek(|dialog| !dialog.drafts[step].notes.is_empty()).unwrap_or_default();
    let field = field(
        asked,
        words::NOTE,
        words::NOTE_PLACEHOLDER,
        move |dialog| dialog.drafts[step].notes.clone(),
        move |text| Action::EditNotes { question: step, text },
    );
    let details = el("details", "notes").part("notes");
    let details = if has_notes { details.set("open", "open") } else { details };
    details.with(el("summary", "notes-title").set("aria-keyshortcuts", "N").say(words::ADD_NOTE)).with(field)
}
