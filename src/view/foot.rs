//! The foot of the dialog: what stands in the way, the buttons, and the hint line.

use std::cell::RefCell;

use web_sys::HtmlElement;

use super::button::button;
use super::copy::copy_button;
use super::dom::{El, effect, el, set_pixels};
use super::keys::FocusedPlace;
use super::notice::ask_notice;
use super::parts::DialogPart;
use super::slices::{
    AlertSlice, AnsweringSlice, GuardSlice, NoticeSlice, PrimarySlice, ProgressSlice, ReadOnlySlice, Slice,
};
use super::{AskContext, words};
use crate::keymap::{Control, Place, parts};
use crate::session::{Action, Alert, GuardLevel, Phase, PrimaryAction, Reach, UserInput};

/// The foot of the dialog.
pub(super) fn foot(ask: AskContext, focused: FocusedPlace, buttons: Vec<El>) -> El {
    let buttons = el("div", "buttons").register(ask.parts, DialogPart::Buttons).children(buttons);
    el("div", "foot").part("foot").child(messages(ask)).child(buttons).child(hint_line(ask, focused))
}

/// The buttons of a question and of the review.
pub(super) fn answer_buttons(ask: AskContext, step: usize) -> Vec<El> {
    vec![
        cancel_button(ask, Some(words::CANCEL_TITLE)),
        copy_draft_button(ask),
        button("back", move || ask.dispatch(Action::GoTo(step.saturating_sub(1))))
            .attr("aria-keyshortcuts", &ask.shortcut(Control::Back))
            .text(&words::say(words::BACK))
            .toggle_attr("hidden", move || step == 0),
        primary_button(ask),
    ]
}

/// The buttons of a request that is no question: what can be decided, and what is left when it is decided or over.
pub(super) fn request_buttons(ask: AskContext, mut buttons: Vec<El>) -> Vec<El> {
    let is_asking = ask.is::<ProgressSlice>(|progress| *progress.phase == Phase::Asking && !progress.read_only);
    buttons.push(copy_draft_button(ask));
    buttons.push(primary_button(ask).toggle_attr("hidden", is_asking));
    buttons
}

/// The button that tries again to load what shows a request.
pub(super) fn try_again_button(ask: AskContext) -> El {
    let has_failed = ask.is::<AlertSlice>(|alert| alert == Some(&Alert::NotLoaded));
    button("retry", move || ask.view.dispatch(UserInput::LoadAgain))
        .text(&words::say(words::TRY_NOW))
        .toggle_attr("hidden", move || !has_failed())
}

/// What is said above the buttons.
fn messages(ask: AskContext) -> El {
    let messages = el("div", "messages");
    keep_height::<NoticeSlice>(ask, messages.node());
    keep_height::<AlertSlice>(ask, messages.node());
    let alert = ask.text::<AlertSlice>(|alert| alert.map(words::alert).unwrap_or_default());
    let details = el("details", "alert-details")
        .toggle_attr("hidden", {
            let has_words = ask.is::<AlertSlice>(|alert| !refusal(alert).is_empty());
            move || !has_words()
        })
        .child(el("summary", "alert-more").place(Place::Button).text(&words::say(words::DETAILS)))
        .child(el("p", "alert-words").attr("dir", "auto").bind_text(ask.text::<AlertSlice>(refusal)));
    messages
        .child(ask_notice(ask))
        .child(el("p", "alert").attr("id", "alert").attr("role", "alert").bind_text(alert))
        .child(details)
}

/// Keeps the height that `messages` has before a slice changes, so that nothing moves when a message goes. It has to be called
/// before the messages bind to that slice: effects run in the order in which they were made.
fn keep_height<S: Slice>(ask: AskContext, messages: &HtmlElement) {
    let messages = messages.clone();
    effect(Box::new(move || {
        ask.view.follow::<S>();
        set_pixels(&messages, "min-block-size", messages.offset_height());
    }));
}

/// Why the answer was refused, in the words of the other side.
fn refusal(alert: Option<&Alert>) -> String {
    match alert {
        Some(Alert::Refused(words)) => words.clone(),
        Some(
            Alert::Gap(_)
            | Alert::Picks(_)
            | Alert::NotRead
            | Alert::NothingTicked
            | Alert::NotLoaded
            | Alert::Fields(_)
            | Alert::NotAcceptable,
        )
        | None => String::new(),
    }
}

/// The button that cancels, or that closes what can only be read.
pub(super) fn cancel_button(ask: AskContext, title: Option<words::Word>) -> El {
    let cancel = move || {
        if let Some(read_only) = ask.peek(|dialog| dialog.read_only) {
            ask.dispatch(if read_only { Action::Close } else { Action::Cancel });
        }
    };
    let label = |read_only| words::say(if read_only { words::CLOSE } else { words::CANCEL });
    let title = move |read_only: bool| title.filter(|_| !read_only).map(words::say).unwrap_or_default();
    button("cancel", cancel)
        .bind_attr("title", ask.text::<ReadOnlySlice>(title))
        .bind_text(ask.text::<ReadOnlySlice>(label))
        .toggle_attr(
            "hidden",
            ask.is::<ProgressSlice>(|progress| {
                // A decision that waits for an agent out of reach can be given up.
                let can_give_up = progress.can_close && matches!(progress.phase, Phase::Decided);
                progress.read_only && !can_give_up
            }),
        )
}

/// The button that copies what was not sent, so that it can be used elsewhere.
fn copy_draft_button(ask: AskContext) -> El {
    let draft_text = move || ask.peek(|dialog| dialog.draft_text()).unwrap_or_default();
    copy_button(draft_text, None).toggle_attr(
        "hidden",
        ask.is::<ProgressSlice>(|progress| {
            !matches!((progress.phase, progress.reach), (Phase::Ended { .. }, _) | (_, Reach::Unreachable { .. }))
        }),
    )
}

/// The button that goes on or sends.
fn primary_button(ask: AskContext) -> El {
    // The key sends everything; the button may do less.
    let shortcut = ask.shortcut(Control::Send);
    let shortcut = ask.text::<PrimarySlice>(move |(action, read_only)| {
        if action == PrimaryAction::Send && !read_only { shortcut.clone() } else { String::new() }
    });
    button("send", move || press_primary_button(ask))
        .register(ask.parts, DialogPart::PrimaryButton)
        .bind_attr("aria-keyshortcuts", shortcut)
        .bind_text(ask.text::<PrimarySlice>(|(action, _)| words::primary_action(action)))
}

fn press_primary_button(ask: AskContext) {
    let action = ask.peek(|dialog| match dialog.primary_action() {
        PrimaryAction::Change => Action::Undo,
        PrimaryAction::Close => Action::Close,
        PrimaryAction::Send | PrimaryAction::SendWithout(_) | PrimaryAction::Next | PrimaryAction::Review => {
            Action::Confirm
        }
    });
    if let Some(action) = action {
        ask.dispatch(action);
    }
}

/// The keys that do something now, as caps with what they do.
fn hint_line(ask: AskContext, focused: FocusedPlace) -> El {
    // It stands in the place of the keys, so that nothing moves.
    let guard = ask.text::<GuardSlice>(|guard| match guard {
        GuardLevel::Up => words::say(words::ONE_MOMENT),
        GuardLevel::Again => words::say(words::ENTER_AGAIN),
        GuardLevel::Off | GuardLevel::Wary => String::new(),
    });
    let line = el("p", "keys").attr("aria-hidden", "true").bind_attr("data-guard", guard);
    // Keys that are switched off are not named.
    if !ask.has_shortcuts {
        return line.attr("hidden", "hidden");
    }
    let keys = line.node().clone();
    let last = RefCell::default();
    effect(Box::new(move || {
        let place = focused.get().map_or(Place::Title, Place::from_code);
        let screen = ask.slice::<AnsweringSlice>();
        let answering = screen.as_ref().and_then(|screen| AnsweringSlice::of(screen));
        let hints = answering.map(|answering| answering.hints(place)).unwrap_or_default();
        if *last.borrow() != hints {
            keys.set_text_content(None);
            hints.iter().for_each(|hint| key_hint(&words::hint(*hint)).append_to(&keys));
            last.replace(hints);
        }
    }));
    line
}

fn key_hint(hint: &str) -> El {
    let whole = el("span", "key-hint");
    for (is_key, part) in parts(hint) {
        if is_key {
            el("kbd", "cap").text(part).append_to(whole.node());
        } else {
            whole.append_text(part);
        }
    }
    whole
}
