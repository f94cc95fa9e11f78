//! The review, which is the last page of several questions: all answers, what is missing, and a way to each.

use super::button::button;
use super::dom::{El, el};
use super::head::title;
use super::receipts::list;
use super::{AskContext, words};
use crate::keymap::Place;
use crate::session::Action;
use crate::text;

/// All answers, before they are sent.
pub(super) fn review(context: AskContext) -> Vec<El> {
    let Some((ask, drafts)) = context.peek(|dialog| (dialog.ask.clone(), dialog.drafts.clone())) else {
        return Vec::new();
    };
    let has_unsent_note = |index| context.peek(|dialog| dialog.has_unsent_note(index)) == Some(true);
    let rows = ask.questions().iter().zip(&drafts).enumerate().map(|(index, (question, draft))| {
        let answer = draft.answer();
        let chosen = answer.picks.iter().filter_map(|pick| question.options.get(*pick));
        let labels = chosen.map(|option| option.label.shown.clone());
        let items: Vec<String> = labels.chain(answer.text.as_deref().map(text::shown_block)).collect();
        let name = title(&ask, index);
        let (short, whole_name) = words::lead_to(&name, items.is_empty());
        let change = button("change", move || context.dispatch(Action::GoTo(index)));
        let row = el("li", if items.is_empty() { "review-row gap" } else { "review-row" })
            .child(el("bdi", "review-title").text(&name))
            .child(list(el("span", "review-answer"), &items))
            .child(change.attr("aria-label", &whole_name).text(&short));
        match &answer.notes {
            Some(notes) if has_unsent_note(index) => {
                row.child(el("bdi", "review-notes").text(&words::unsent_note(notes)))
            }
            Some(notes) => row.child(el("bdi", "review-notes").text(&words::note(notes))),
            None => row,
        }
    });
    let title = el("h2", "title").part("title").attr("id", "title").attr("tabindex", "-1");
    vec![
        title.register(context.parts, Place::Title).text(&words::say(words::REVIEW_TITLE)),
        el("ul", "review").part("review").children(rows.collect()),
    ]
}
