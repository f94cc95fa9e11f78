//! The content of the dialog for one question of an ask: head, question or review, foot.

use super::dom::{El, effect, el};
use super::foot::{answer_buttons, foot, request_buttons, try_again_button};
use super::guard::guard;
use super::head::head;
use super::keys::FocusedPlace;
use super::parts::DialogPart;
use super::question::question;
use super::review::review;
use super::slices::{GuardSlice, ProgressSlice, ReadOnlySlice};
use super::{AskContext, keys, requests, words};
use crate::keymap::Place;
use crate::protocol::{Ask, Request};
use crate::session::{GuardLevel, Phase};

/// The content of the dialog for the question with the index `step`, or for the review after the last.
pub(super) fn ask_view(ask: AskContext, step: usize) -> El {
    let content = match ask.peek(|dialog| content_of(&dialog.ask, step)) {
        Some(Content::Question) => question(ask, step),
        Some(Content::Review) => review(ask),
        Some(Content::Request) => requests::content(ask),
        Some(Content::Loading) | None => loading(ask),
    };
    let body = el("div", "body").part("body").register(ask.parts, DialogPart::Body).children(content);
    let focused = FocusedPlace::new(None);
    let foot_buttons = match ask.peek(|dialog| content_of(&dialog.ask, step)) {
        Some(Content::Request) => request_buttons(ask, requests::buttons(ask)),
        Some(Content::Loading) => request_buttons(ask, vec![try_again_button(ask)]),
        Some(Content::Question | Content::Review) | None => answer_buttons(ask, step),
    };
    let whole = el("div", "ask")
        .register(ask.parts, DialogPart::Ask)
        // It gets the focus by a click on anything that takes none, so that keys go on working.
        .attr("tabindex", "-1")
        .bind_attr("data-phase", ask.text::<ProgressSlice>(|progress| phase_word(progress.phase).to_owned()))
        .toggle_attr("data-guarded", ask.is::<GuardSlice>(|guard| guard == GuardLevel::Up))
        .toggle_attr("data-again", ask.is::<GuardSlice>(|guard| guard == GuardLevel::Again))
        // The question is read first. The style sheet puts the head above it.
        .child(body)
        .child(foot(ask, focused, foot_buttons))
        .child(head(ask, step))
        .on("focusin", move |event| keys::follow_focus(&event, focused));
    let whole = guard(whole, ask);
    keep_focus_when_read_only(ask, focused);
    // The shortcuts of the page must not get what is typed here.
    whole
        .on("keyup", |event| event.stop_propagation())
        .on("keypress", |event| event.stop_propagation())
        .on("keydown", move |event| keys::handle_key(&event, ask))
}

/// What the dialog shows of an ask.
enum Content {
    Question,
    Review,
    /// A request that is no question.
    Request,
    /// What is shown has to be loaded first.
    Loading,
}

fn content_of(ask: &Ask, step: usize) -> Content {
    match &ask.request {
        Request::Questions(questions) if questions.len() == step => Content::Review,
        Request::Questions(_) => Content::Question,
        Request::Approval(_) | Request::Form(_) | Request::Address(_) => Content::Request,
        Request::Unread(_) => Content::Loading,
    }
}

/// A place that is kept for what is being loaded.
fn loading(ask: AskContext) -> Vec<El> {
    let title =
        el("h2", "title").part("title").attr("id", "title").attr("tabindex", "-1").register(ask.parts, Place::Title);
    vec![title.text(&words::say(words::LOADING))]
}

/// Moves the focus to the title when what has it is disabled or goes: otherwise the keys would go to nothing.
fn keep_focus_when_read_only(ask: AskContext, focused: FocusedPlace) {
    let is_read_only = ask.is::<ReadOnlySlice>(|read_only| read_only);
    effect(Box::new(move || {
        let loses_focus = || {
            let place = focused.get_untracked().map(Place::from_code);
            let is_mark = matches!(place, Some(Place::Option(_) | Place::Other | Place::Field(_)));
            let part = if is_mark { DialogPart::Ask } else { DialogPart::Buttons };
            ask.parts.matches(part, ":focus-within")
        };
        if is_read_only() && loses_focus() {
            ask.parts.focus(Place::Title);
        }
    }));
}

/// The phase as a word for style sheets.
fn phase_word(phase: &Phase) -> &'static str {
    match phase {
        Phase::Asking => "asking",
        Phase::Cancelling => "cancelling",
        Phase::Decided => "decided",
        Phase::Ended { outcome, .. } => outcome.word(),
    }
}
