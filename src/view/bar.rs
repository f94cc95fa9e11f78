//! The bar to which the dialog is minimized, so that the chat can be read: one line that never covers it.

use web_sys::{Event, HtmlElement};

use super::button::button;
use super::dom::{El, effect, el};
use super::floating::floats_out_of_sight;
use super::head::{is_soon, queued, shows_time, time_left, timer};
use super::notice::about;
use super::rich::plain;
use super::slices::{AskState, BarSlice, TimeLeft, dialog_of_bar};
use super::{ViewContext, host, keys, words};
use crate::keymap::Control;
use crate::protocol::{Request, RequestKind};
use crate::session::timing::UNDO;
use crate::session::{Action, Connection, Dialog, GuardLevel, Phase, UserInput};

/// The bar, which is hidden while there is no need for it, and its button that opens the dialog.
pub(super) fn bar(view: ViewContext) -> (El, HtmlElement) {
    let open = open_button(view);
    let open_node = open.node().clone();
    let text = move || {
        view.text::<BarSlice>(|bar| bar.dialog().map(|dialog| state(dialog, bar.connection())).unwrap_or_default())
    };
    let content = el("div", "bar-box")
        .part("bar")
        .attr("role", "group")
        .attr("aria-labelledby", "bar-text")
        .toggle_attr("data-guarded", is(view, |dialog| dialog.guard == GuardLevel::Up))
        .child(
            el("span", "chip")
                .attr("dir", "auto")
                .bind_attr("title", text_of(view, header))
                .bind_text(text_of(view, header)),
        )
        .child(
            el("span", "bar-words")
                .child(
                    el("span", "bar-text")
                        .attr("id", "bar-text")
                        .attr("dir", "auto")
                        .bind_attr("title", text())
                        .bind_text(text()),
                )
                .child(el("span", "queued").bind_text(text_of(view, |dialog| queued(dialog.queue.len())))),
        )
        .child(timer(
            text_of(view, |dialog| time_left(&TimeLeft::of(dialog))),
            is(view, |dialog| shows_time(&TimeLeft::of(dialog))),
            is(view, |dialog| is_soon(&TimeLeft::of(dialog))),
        ))
        .child(el("span", "bar-buttons").child(open).child(cancel_button(view)))
        .on("keydown", move |event| handle_key(&event, view));
    let is_shown = view.is::<BarSlice>(|bar| bar.is_shown());
    let place = el("div", "bar").toggle_attr("hidden", move || !is_shown()).child(content);
    (floats_out_of_sight(place, 0), open_node)
}

/// The button that opens the dialog, or that undoes a cancel.
fn open_button(view: ViewContext) -> El {
    let press = move || {
        dispatch(view, |dialog| match dialog.phase {
            Phase::Cancelling => Action::Undo,
            Phase::Asking | Phase::Decided | Phase::Ended { .. } => Action::Expand,
        });
    };
    let undo_seconds = |dialog: &Dialog| dialog.undo_seconds.map(|left| left.to_string()).unwrap_or_default();
    let label = |dialog: &Dialog| {
        words::say(match dialog.phase {
            Phase::Cancelling => words::UNDO,
            Phase::Decided => words::READ,
            Phase::Ended { .. } => words::VIEW_DRAFT,
            Phase::Asking => match dialog.ask.request.kind() {
                RequestKind::Permission => words::REVIEW_REQUEST,
                RequestKind::Questions | RequestKind::Elicitation => words::ANSWER,
            },
        })
    };
    let open =
        button("answer", press).bind_attr("data-undo", text_of(view, undo_seconds)).bind_text(text_of(view, label));
    // From both the style sheet makes a line that runs out.
    let (node, seconds) = (open.node().clone(), text_of(view, undo_seconds));
    let _ = node.style().set_property("--_undo-all", &UNDO.div_ceil(1_000).to_string());
    effect(Box::new(move || {
        let _ = node.style().set_property("--_undo", &seconds());
    }));
    open
}

fn cancel_button(view: ViewContext) -> El {
    let shortcut = |dialog: &Dialog| {
        let key = Control::CancelInBar.key(dialog.ask.request.kind(), true);
        key.map(|key| key.to_aria(host::is_mac())).unwrap_or_default()
    };
    let can_cancel = view.is::<BarSlice>(|bar| bar.can_cancel());
    button("cancel", move || dispatch(view, |_| Action::Cancel))
        .bind_attr("aria-keyshortcuts", text_of(view, shortcut))
        .attr("title", "Esc")
        .bind_text(text_of(view, |_| words::say(words::CANCEL)))
        .toggle_attr("hidden", move || !can_cancel())
}

/// Escape cancels, which can be undone for a moment. All other keys are left to the page.
fn handle_key(event: &Event, view: ViewContext) {
    let screen = view.peek();
    let Some(dialog) = dialog_of_bar(&screen) else { return };
    let Some(command) = keys::command_in_bar(event, dialog) else { return };
    for action in command.actions(dialog.step) {
        view.dispatch(UserInput::Act { id: dialog.ask.id.clone(), action });
    }
}

fn header(dialog: &Dialog) -> String {
    if dialog.ask.request.kind() == RequestKind::Permission {
        return words::say(words::APPROVAL);
    }
    let questions = Some(dialog.ask.questions()).filter(|_| dialog.ask.request.is_questions()).unwrap_or_default();
    let question = questions.get(dialog.step).or(questions.first());
    question.and_then(|question| question.header.clone()).unwrap_or_default()
}

/// How things stand, for somebody who reads the chat meanwhile.
fn state(dialog: &Dialog, connection: Connection) -> String {
    match (&dialog.phase, connection) {
        (Phase::Ended { outcome, .. }, _) => words::ended(dialog.ask.request.kind(), *outcome),
        (Phase::Cancelling, Connection::Open) => words::cancelled(&dialog.ask.request),
        (Phase::Cancelling, _) => words::say(words::OFFLINE_CANCEL),
        (Phase::Asking, Connection::Open) => question_text(dialog),
        (Phase::Asking | Phase::Decided, _) => {
            about(&AskState::of(dialog), connection).unwrap_or_else(|| question_text(dialog))
        }
    }
}

/// The question itself, without its markdown, or what is to be allowed.
fn question_text(dialog: &Dialog) -> String {
    if let Request::Approval(approval) = &dialog.ask.request {
        return words::approval_title(approval);
    }
    if !dialog.ask.request.is_questions() {
        return words::waiting(&dialog.ask.request);
    }
    let question = dialog.ask.questions().get(dialog.step);
    let text = question.map(|question| plain(&question.text.shown)).unwrap_or_default();
    if text.is_empty() { words::say(words::WAITING) } else { text }
}

fn is(view: ViewContext, is: fn(&Dialog) -> bool) -> impl Fn() -> bool + 'static {
    view.is::<BarSlice>(move |bar| bar.dialog().is_some_and(is))
}

fn text_of(view: ViewContext, text: fn(&Dialog) -> String) -> impl Fn() -> String + 'static {
    view.text::<BarSlice>(move |bar| bar.dialog().map(text).unwrap_or_default())
}

fn dispatch(view: ViewContext, action: fn(&Dialog) -> Action) {
    if let Some(dialog) = dialog_of_bar(&view.peek()) {
        view.dispatch(UserInput::Act { id: dialog.ask.id.clone(), action: action(dialog) });
    }
}
