//! Below the question: what stands in the way, and the buttons.

use std::cell::RefCell;

use leptos::prelude::*;

use super::button::button;
use super::copy::copy_button;
use super::dom::{El, el, watch};
use super::keys::FocusedPlace;
use super::notice::ask_notice;
use super::parts::DialogPart;
use super::{Asked, words};
use crate::keymap::{Control, Place, hints, parts};
use crate::session::{Action, Alert, Dialog, GuardLevel, Phase, PrimaryAction, Reach};

/// The foot of the dialog.
pub(super) fn foot(asked: &Asked, step: usize, place: FocusedPlace) -> El {
    let alert = asked.text(|dialog| dialog.alert.as_ref().map(words::alert).unwrap_or_default());
    let no_cancel = asked.truth(|dialog| dialog.read_only && !is_kept_for_nobody(dialog));
    let cancel = asked.text(|dialog| words::say(if dialog.read_only { words::CLOSE } else { words::CANCEL }));
    let title = asked.text(|dialog| if dialog.read_only { String::new() } else { words::say(words::CANCEL_TITLE) });
    let no_way_back = asked.truth(move |_| step == 0);
    let label = asked.text(|dialog| words::primary_action(dialog.primary_action()));
    // The key sends everything; the button may do less.
    let shortcut = asked.shortcut(Control::Send);
    let send_key = asked.text(move |dialog| {
        let sends = !dialog.read_only && dialog.primary_action() == PrimaryAction::Send;
        if sends { shortcut.clone() } else { String::new() }
    });
    let (no_details, details) = (asked.truth(|dialog| refusal(dialog).is_empty()), asked.text(refusal));
    let nothing_to_copy = asked.truth(|dialog| {
        !matches!((&dialog.phase, dialog.reach), (Phase::Ended { .. }, _) | (_, Reach::Unreachable { .. }))
    });
    let copier = asked.clone();
    let (canceller, goer_back, goer_on) = (asked.clone(), asked.clone(), asked.clone());
    el("div", "foot")
        .part("foot")
        .with(
            said(asked).with(el("p", "alert").set("id", "alert").set("role", "alert").shows(alert)).with(
                el("details", "alert-details")
                    .while_true("hidden", no_details)
                    .with(el("summary", "alert-more").place(Place::Button).say(&words::say(words::DETAILS)))
                    .with(el("p", "alert-words").set("dir", "auto").shows(details)),
            ),
        )
        .with(
            el("div", "buttons")
                .register(asked.parts, DialogPart::Buttons)
                .with(
                    button("cancel", move || {
                        if let Some(is_locked) = canceller.peek(|dialog| dialog.read_only) {
                            canceller.does(if is_locked { Action::Close } else { Action::Cancel });
                        }
                    })
                    .keeps("title", title)
                    .shows(cancel)
                    .while_true("hidden", no_cancel),
                )
                .with(
                    // What was not sent can be put to use elsewhere.
                    copy_button(move || draft_text(&copier), None).while_true("hidden", nothing_to_copy),
                )
                .with(
                    button("back", move || goer_back.does(Action::GoTo(step.saturating_sub(1))))
                        .set("aria-keyshortcuts", &asked.shortcut(Control::Back))
                        .say(&words::say(words::BACK))
                        .while_true("hidden", no_way_back),
                )
                .with(
                    button("send", move || lead_on(&goer_on))
                        .register(asked.parts, DialogPart::PrimaryButton)
                        .keeps("aria-keyshortcuts", send_key)
                        .shows(label),
                ),
        )
        .with(key_line(asked, place))
}

/// The keys that do something now, as caps with what they do.
fn key_line(asked: &Asked, place: FocusedPlace) -> El {
    // In the place of the keys while it holds, so that nothing moves.
    let guard = asked.text(|dialog| match dialog.guard {
        GuardLevel::Up => words::say(words::ONE_MOMENT),
        GuardLevel::Again => words::say(words::ENTER_AGAIN),
        _ => String::new(),
    });
    let line = el("p", "keys").set("aria-hidden", "true").keeps("data-guard", guard);
    // Keys that are switched off are not advertised.
    if !asked.has_shortcuts {
        return line.set("hidden", "hidden");
    }
    let (asked, keys) = (asked.clone(), line.clone());
    let named = RefCell::default();
    watch(Box::new(move || {
        let place = place.get().map_or(Place::Title, Place::from_code);
        let screen = asked.scene.now();
        let hints = asked.of(&screen).map(|dialog| hints(dialog, place)).unwrap_or_default();
        if *named.borrow() != hints {
            keys.node().set_text_content(None);
            hints.iter().for_each(|hint| key_hint(&words::hint(*hint)).append_to(keys.node()));
            named.replace(hints);
        }
    }));
    line
}

fn key_hint(hint: &str) -> El {
    let place = el("span", "key-hint");
    for (is_key, part) in parts(hint) {
        if is_key {
            el("kbd", "cap").say(part).append_to(place.node());
        } else {
            place.add_text(part);
        }
    }
    place
}

/// Why the answer was refused, in the other side's words.
fn refusal(dialog: &Dialog) -> String {
    match &dialog.alert {
        Some(Alert::Refused(words)) => words.clone(),
        _ => String::new(),
    }
}

/// What is said above the buttons. The room that it once took it keeps, so that nothing moves when it goes.
fn said(asked: &Asked) -> El {
    let said = el("div", "said").with(ask_notice(asked));
    let (node, screen) = (said.node().clone(), asked.scene.screen);
    watch(Box::new(move || {
        screen.track();
        let _ = node.style().set_property("min-block-size", &format!("{}px", node.offset_height()));
    }));
    said
}

/// What the person had chosen and typed.
fn draft_text(asked: &Asked) -> String {
    asked.peek(|dialog| dialog.draft_text()).unwrap_or_default()
}

/// Whether it is decided, and the agent is out of reach: the person may wait, change it, or let it be.
fn is_kept_for_nobody(dialog: &Dialog) -> bool {
    dialog.can_close && matches!(dialog.phase, Phase::Unsent { .. })
}

fn lead_on(asked: &Asked) {
    let action = asked.peek(|dialog| match dialog.phase {
        Phase::Unsent { .. } => Action::Undo,
        Phase::Ended { .. } => Action::Close,
        _ if dialog.read_only => Action::Close,
        _ => Action::Confirm,
    });
    if let Some(action) = action {
        asked.does(action);
    }
}
