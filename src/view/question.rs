//! One question: its text, its options, an answer of one's own, a note.

use std::cell::Cell;

use super::dom::{El, effect, el};
use super::field::field;
use super::option::option;
use super::other::other;
use super::parts::DialogPart;
use super::preview::with_preview;
use super::rich::rich;
use super::{Asked, words};
use crate::keymap::{Control, Place};
use crate::protocol::Direction;
use crate::session::{Action, Dialog};

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
    let rows = question.options.iter().zip(question.look_alikes()).enumerate();
    let rows = rows.map(|(index, (choice, alike))| {
        let warning = match alike {
            Some(earlier) => Some(words::looks_like(earlier + 1)),
            None => words::is_other(choice).then(|| words::say(words::NOT_OTHER)),
        };
        option(asked, step, index, choice, several, warning)
    });
    let rows: Vec<El> = rows.collect();
    let title =
        el("h2", "title").part("title").attr("id", "title").attr("tabindex", "-1").register(asked.parts, Place::Title);
    let text = question.text.shown.as_str();
    let options = el("div", "options")
        .part("options")
        .attr("role", role)
        .attr("aria-labelledby", "title")
        .attr("aria-describedby", "hint alert")
        .children(rows.clone())
        .child(other(asked, step, several, has_options));
    let direction = Direction::of(&question).map(Direction::word).unwrap_or_default();
    let card =
        el("div", "card").attr("dir", direction).children(vec![
            if text.is_empty() { title.text(&words::say(words::NO_QUESTION)) } else { rich(title, text) },
            el("p", "hint").attr("id", "hint").attr("dir", "auto").text(&words::say(hint)),
            with_preview(asked, step, &question, options, rows),
            notes(asked, step),
            el("p", "note-stays").attr("role", "status").bind_text(asked.text(move |dialog| {
                if dialog.note_stays(step) { words::say(words::NOTE_STAYS) } else { String::new() }
            })),
        ]);
    vec![card]
}

/// A note beside the answer; never an answer by itself.
fn notes(asked: &Asked, step: usize) -> El {
    let is_noted = move |dialog: &Dialog| dialog.drafts.get(step).is_some_and(|draft| !draft.notes.is_empty());
    let has_notes = asked.truth(is_noted);
    let title = asked.text(move |dialog| words::say(if is_noted(dialog) { words::NOTE } else { words::ADD_NOTE }));
    let field = field(
        asked,
        Place::NoteField,
        &words::say(words::NOTE),
        &words::say(words::NOTE_PLACEHOLDER),
        move |dialog| dialog.drafts[step].notes.clone(),
        move |text| Action::EditNotes { question: step, text },
    );
    let details = el("details", "notes").part("notes").register(asked.parts, DialogPart::Note);
    let is_filled = asked.truth(move |dialog| dialog.drafts.get(step).is_some_and(|draft| !draft.notes.is_empty()));
    let details = details.toggle_attr("data-filled", is_filled);
    let place = details.clone();
    let (offers, was_offered) = (asked.truth(move |dialog| dialog.offers_note(step)), Cell::new(false));
    effect(Box::new(move || {
        // Also one that comes from another page.
        if has_notes() {
            let _ = place.node().set_attribute("open", "");
        }
    }));
    details
        // What is there once stays, also when it was emptied: the focus may be in it.
        .toggle_attr("hidden", move || {
            was_offered.set(was_offered.get() || offers());
            !was_offered.get()
        })
        .child(
            el("summary", "notes-title")
                .place(Place::Button)
                .register(asked.parts, DialogPart::NoteSummary)
                .attr("aria-keyshortcuts", &asked.shortcut(Control::Note))
                .bind_text(title),
        )
        .children(field)
}
