//! One question: its text, its options, an answer of one's own, a note.

use super::dom::{El, el, watch};
use super::field::field;
use super::option::option;
use super::other::other;
use super::preview::with_preview;
use super::rich::rich;
use super::{Asked, words};
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
        .set("aria-describedby", "hint alert")
        .with_all(rows)
        .with(other(asked, step, several, has_options));
    vec![
        if text.is_empty() { title.say(&words::say(words::NO_QUESTION)) } else { rich(title, text) },
        el("p", "hint").set("id", "hint").say(&words::say(hint)),
        with_preview(asked, step, &question, options),
        notes(asked, step),
    ]
}

/// A note beside the answer; never an answer by itself.
fn notes(asked: &Asked, step: usize) -> El {
    let has_notes = asked.truth(move |dialog| dialog.drafts.get(step).is_some_and(|draft| !draft.notes.is_empty()));
    let field = field(
        asked,
        &words::say(words::NOTE),
        &words::say(words::NOTE_PLACEHOLDER),
        move |dialog| dialog.drafts[step].notes.clone(),
        move |text| Action::EditNotes { question: step, text },
    );
    let details = el("details", "notes").part("notes");
    let place = details.clone();
    watch(Box::new(move || {
        // Also one that comes from another page.
        if has_notes() {
            let _ = place.node().set_attribute("open", "");
        }
    }));
    details
        .with(
            el("summary", "notes-title")
                .set("aria-keyshortcuts", asked.shortcut("N"))
                .say(&words::say(words::ADD_NOTE)),
        )
        .with_all(field)
}
