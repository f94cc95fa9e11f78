//! One question: its text, its options, an answer of one's own.

use super::dom::{El, el};
use super::option::option;
use super::other::other;
use super::{Asked, words};

/// One question of the ask.
pub(super) fn question(asked: &Asked, step: usize) -> Vec<El> {
    let Some(question) = asked.peek(|dialog| dialog.ask.questions[step].clone()) else { return Vec::new() };
    let text = question.text.shown.as_str();
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
    vec![
        title.say(if text.is_empty() { words::NO_QUESTION } else { text }),
        el("p", "hint").set("id", "hint").say(hint),
        el("div", "options")
            .part("options")
            .set("role", role)
            .set("aria-labelledby", "title")
            .set("aria-describedby", "hint")
            .with_all(rows)
            .with(other(asked, step, several, has_options)),
    ]
}
