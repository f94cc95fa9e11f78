//! One question: its text, its options, "Other", and a note.

use std::cell::Cell;
use std::rc::Rc;

use super::dom::{El, effect, el};
use super::field::text_field;
use super::option::option;
use super::other::other;
use super::parts::DialogPart;
use super::preview::with_preview;
use super::rich::rich;
use super::slices::{AnsweringSlice, DraftsSlice, ReadOnlySlice};
use super::{AskContext, note as note_line, words};
use crate::keymap::Place;
use crate::protocol::QuestionKind;
use crate::session::{Action, Draft};
use crate::text::Direction;

/// The question with the index `step`.
pub(super) fn question(ask: AskContext, step: usize) -> Vec<El> {
    let Some(question) = ask.peek(|dialog| dialog.ask.questions()[step].clone()) else { return Vec::new() };
    let kind = question.kind;
    let (role, hint) = match kind {
        QuestionKind::Text(_) | QuestionKind::Number { .. } => ("group", words::WRITE),
        QuestionKind::MultipleChoice => ("group", words::CHOOSE_SEVERAL),
        QuestionKind::SingleChoice | QuestionKind::Boolean => ("radiogroup", words::CHOOSE_ONE),
    };
    let rows = question.options.iter().zip(question.look_alikes()).enumerate();
    let rows = rows.map(|(index, (choice, alike))| {
        let warning = match alike {
            Some(earlier) => Some(words::looks_like(earlier + 1)),
            None => words::is_other(choice).then(|| words::say(words::NOT_OTHER)),
        };
        option(ask, step, index, choice, kind, warning)
    });
    let rows: Vec<El> = rows.collect();
    let title =
        el("h2", "title").part("title").attr("id", "title").attr("tabindex", "-1").register(ask.parts, Place::Title);
    let text = question.text.shown.as_str();
    let options = el("div", "options")
        .part("options")
        .attr("role", role)
        .attr("aria-labelledby", "title")
        // Nothing is asked for any more where nothing can be changed; a description is read out even if it is hidden.
        .bind_attr(
            "aria-describedby",
            ask.text::<ReadOnlySlice>(|read_only| if read_only { "" } else { "hint alert" }.to_owned()),
        )
        .children(rows.clone())
        .child(other(ask, step, kind));
    let unsent_note = ask.text::<AnsweringSlice>(move |answering| {
        if answering.has_unsent_note(step) { words::say(words::NOTE_STAYS) } else { String::new() }
    });
    let direction = question.direction().map(Direction::word).unwrap_or_default();
    let card = el("div", "card").attr("dir", direction).children(vec![
        if text.is_empty() { title.text(&words::say(words::NO_QUESTION)) } else { rich(title, text) },
        el("p", "hint").attr("id", "hint").attr("dir", "auto").text(&words::say(hint)),
        with_preview(ask, step, question, options, rows),
        note(ask, step),
        el("p", "note-stays").attr("role", "status").bind_text(unsent_note),
    ]);
    vec![card]
}

/// A note beside the answer; it is never an answer by itself.
fn note(ask: AskContext, step: usize) -> El {
    let has_note = move |drafts: &[Draft]| drafts.get(step).is_some_and(|draft| !draft.notes.is_empty());
    let title = move |drafts: &[Draft]| words::say(if has_note(drafts) { words::NOTE } else { words::ADD_NOTE });
    let field =
        text_field(
            ask,
            Place::NoteField,
            &words::say(words::NOTE),
            &words::say(words::NOTE_PLACEHOLDER),
            Rc::new(ask.text::<DraftsSlice>(move |drafts| {
                drafts.get(step).map(|draft| draft.notes.clone()).unwrap_or_default()
            })),
            move |text| Action::EditNotes { question: step, text },
        );
    let summary = note_line::summary(ask).bind_text(ask.text::<DraftsSlice>(title));
    let offers_note = ask.is::<AnsweringSlice>(move |answering| answering.offers_note(step));
    let was_offered = Cell::new(false);
    let whole = el("details", "notes")
        .part("notes")
        .register(ask.parts, DialogPart::Note)
        .toggle_attr("data-filled", ask.is::<DraftsSlice>(has_note));
    let (details, is_filled) = (whole.node().clone(), ask.is::<DraftsSlice>(has_note));
    effect(Box::new(move || {
        // A note that comes from another page is shown too.
        if is_filled() {
            let _ = details.set_attribute("open", "");
        }
    }));
    whole
        // What was there once stays, also when it was emptied: the focus may be in it.
        .toggle_attr("hidden", move || {
            was_offered.set(was_offered.get() || offers_note());
            !was_offered.get()
        })
        .child(summary)
        .children(field)
}
