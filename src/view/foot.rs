//! Below the question: what stands in the way, and the buttons.

use std::cell::RefCell;

use leptos::prelude::*;

use super::button::button;
use super::copy::copy_button;
use super::dom::{El, effect, el};
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
        .child(
            said(asked).child(el("p", "alert").attr("id", "alert").attr("role", "alert").bind_text(alert)).child(
                el("details", "alert-details")
                    .toggle_attr("hidden", no_details)
                    .child(el("summary", "alert-more").place(Place::Button).text(&words::say(words::DETAILS)))
                    .child(el("p", "alert-words").attr("dir", "auto").bind_text(details)),
            ),
        )
        .child(
            el("div", "buttons")
                .register(asked.parts, DialogPart::Buttons)
                .child(
                    button("cancel", move || {
                        if let Some(is_locked) = canceller.peek(|dialog| dialog.read_only) {
                            canceller.does(if is_locked { Action::Close } else { Action::Cancel });
                        }
                    })
                    .bind_attr("title", title)
                    .bind_text(cancel)
                    .toggle_attr("hidden", no_cancel),
                )
                .child(
                    // What was not sent can be put to use elsewhere.
                    copy_button(move || draft_text(&copier), None).toggle_attr("hidden", nothing_to_copy),
                )
                .child(
                    button("back", move || goer_back.does(Action::GoTo(step.saturating_sub(1))))
                        .attr("aria-keyshortcuts", &asked.shortcut(Control::Back))
                        .text(&words::say(words::BACK))
                        .toggle_attr("hidden", no_way_back),
                )
                .child(
                    button("send", move || lead_on(&goer_on))
                        .register(asked.parts, DialogPart::PrimaryButton)
                        .bind_attr("aria-keyshortcuts", send_key)
                        .bind_text(label),
                ),
        )
        .child(key_line(asked, place))
}

/// The keys that do something now, as caps with what they do.
fn key_line(asked: &Asked, place: FocusedPlace) -> El {
    // In the place of the keys while it holds, so that nothing moves.
    let guard = asked.text(|dialog| match dialog.guard {
        GuardLevel::Up => words::say(words::ONE_MOMENT),
        GuardLevel::Again => words::say(words::ENTER_AGAIN),
        _ => String::new(),
    });
    let line = el("p", "keys").attr("aria-hidden", "true").bind_attr("data-guard", guard);
    // Keys that are switched off are not advertised.
    if !asked.has_shortcuts {
        return line.attr("hidden", "hidden");
    }
    let (asked, keys) = (asked.clone(), line.clone());
    let named = RefCell::default();
    effect(Box::new(move || {
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
            el("kbd", "cap").text(part).append_to(place.node());
        } else {
            place.append_text(part);
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
    let said = el("div", "said").child(ask_notice(asked));
    let (node, screen) = (said.node().clone(), asked.scene.screen);
    effect(Box::new(move || {
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
