//! The last page of several questions: all answers, what is missing, and a way to each.

use super::button::button;
use super::dom::{El, el};
use super::head::title;
use super::receipts::list;
use super::{Asked, words};
use crate::keymap::Place;
use crate::protocol::text;
use crate::session::Action;

/// The answers to be looked over.
pub(super) fn review(asked: &Asked) -> Vec<El> {
    let Some((ask, drafts)) = asked.peek(|dialog| (dialog.ask.clone(), dialog.drafts.clone())) else {
        return Vec::new();
    };
    let stays = |index| asked.peek(|dialog| dialog.note_stays(index)) == Some(true);
    let rows = ask.questions.iter().zip(&drafts).enumerate().map(|(index, (question, draft))| {
        let answer = draft.answer();
        let chosen = answer.picks.iter().filter_map(|pick| question.options.get(*pick));
        let labels = chosen.map(|option| option.label.shown.clone());
        let items: Vec<String> = labels.chain(answer.other.as_deref().map(text::shown_block)).collect();
        let goer = asked.clone();
        let name = title(&ask, index);
        let (short, named) = words::lead_to(&name, items.is_empty());
        let row = el("li", if items.is_empty() { "review-row gap" } else { "review-row" })
            .child(el("bdi", "review-title").text(&name))
            .child(list(el("span", "review-answer"), &items))
            .child(button("change", move || goer.does(Action::GoTo(index))).attr("aria-label", &named).text(&short));
        match &answer.notes {
            Some(notes) if stays(index) => row.child(el("bdi", "review-notes").text(&words::unsent_note(notes))),
            Some(notes) => row.child(el("bdi", "review-notes").text(&words::note(notes))),
            None => row,
        }
    });
    vec![
        el("h2", "title")
            .part("title")
            .attr("id", "title")
            .attr("tabindex", "-1")
            .register(asked.parts, Place::Title)
            .text(&words::say(words::REVIEW_TITLE)),
        el("ul", "review").part("review").children(rows),
    ]
}
