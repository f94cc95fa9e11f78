//! The keyboard: which key does what, and where.
//!
//! Native radio buttons and check boxes do their own arrows and Space. Keys never leave the widget while it is open, so
//! the page's shortcuts stay quiet.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent};

use super::Asked;
use crate::hints::Place;
use crate::session::{Action, Dialog, Press};

const FIELD: &str = ".options .field";
const OTHER: &str = ".other .mark";

/// Where keys go now, for the line that names them: a position in [`Place::ALL`]. Not of a type of its own, because each
/// type of signal costs a kilobyte.
pub(super) type KeysIn = RwSignal<Option<usize>>;

/// The focus has moved.
pub(super) fn follow(event: &Event, keys_in: KeysIn) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let now = target.map(|target| place(&target));
    let now = now.and_then(|now| Place::ALL.iter().position(|place| *place == now));
    if keys_in.get_untracked() != now {
        keys_in.set(now);
    }
}

/// A key in the dialog.
pub(super) fn pressed(event: &Event, asked: &Asked) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
    event.stop_propagation();
    // Safari ends a composition before the Enter that ended it; only the key code tells.
    if event.is_composing() || event.key_code() == 229 {
        return;
    }
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let place = place(&target);
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    let option = target.dyn_ref::<HtmlInputElement>();
    let done = match (key.as_str(), place) {
        ("Enter", _) if command && asked.has_shortcuts => act(asked, Action::Send),
        (_, _) if command || event.alt_key() => false,
        // Somebody who leans on the key has not decided anything.
        ("Enter" | "Escape", _) if event.repeat() => true,
        ("ArrowLeft", Place::Stepper) => focus_beside(&target, -1),
        ("ArrowRight", Place::Stepper) => focus_beside(&target, 1),
        // What cannot be changed has no other way out.
        ("Escape", place) if place.is_text() && asked.peek(|dialog| dialog.read_only) == Some(true) => {
            act(asked, Action::Minimize)
        }
        ("Escape", Place::Note) => go_back(asked) || focus_in(&target, ".notes-title"),
        ("Escape", Place::OwnAnswer) => focus_in(&target, OTHER) || focus_in(&target, ".title"),
        ("Escape", _) => act(asked, Action::Minimize),
        ("Enter", place) if place.is_text() && event.shift_key() => false,
        ("Enter", Place::Note) => act(asked, Action::Confirm),
        ("Enter", Place::OwnAnswer) => enter_text(asked),
        (_, Place::OwnAnswer | Place::Note) => false,
        ("Enter", _) if let Some(option) = option => enter(asked, option),
        // On the review only what is complete is sent by Enter; sending less takes the button.
        ("Enter", Place::Title) if asked.peek(|dialog| dialog.is_in_review()) == Some(true) => act(asked, Action::Send),
        ("Enter", Place::Title) => act(asked, Action::Confirm),
        // On radio buttons the browser moves; on check boxes nobody does. What scrolls keeps its arrow keys.
        ("ArrowDown" | "ArrowUp", Place::Option | Place::Other) => {
            let by = if key == "ArrowDown" { 1 } else { -1 };
            option.filter(|option| option.type_() == "checkbox").is_some_and(|option| step_focus(&target, option, by))
        }
        ("ArrowDown", Place::Title | Place::Stepper | Place::Button) => enter_options(asked, &target, |_| 0),
        ("ArrowUp", Place::Title | Place::Stepper | Place::Button) => enter_options(asked, &target, |count| count - 1),
        // The browser writes it there.
        (character, Place::Title) if character.chars().count() == 1 && is_text_only(asked) => {
            focus_in(&target, FIELD);
            false
        }
        _ if !asked.has_shortcuts => false,
        ("n" | "N", _) => open_notes(asked, &target),
        ("b" | "B", _) => act(asked, Action::GoTo(step(asked).saturating_sub(1))),
        (digit, _) if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
            digit_pressed(asked, &target, digit.as_bytes()[0] - b'0')
        }
        _ => false,
    };
    if done {
        event.prevent_default();
    }
}

/// Whether this is an Escape of the person's own, which the page does not hear of. Who leans on the key has pressed it once.
pub(super) fn is_escape(event: &Event) -> bool {
    let Some(key) = event.dyn_ref::<KeyboardEvent>().filter(|key| key.key() == "Escape" && !key.is_composing()) else {
        return false;
    };
    event.stop_propagation();
    event.prevent_default();
    !key.repeat()
}

/// What this key is to the guard.
pub(super) fn press(event: &KeyboardEvent) -> Option<Press> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_text = target.is_some_and(|target| place(&target).is_text());
    if event.is_composing() || event.key_code() == 229 {
        return Some(if is_text { Press::Text } else { Press::Type(None) });
    }
    let has_command = event.ctrl_key() || event.meta_key() || event.alt_key();
    Press::of_key(&event.key(), is_text, has_command, event.shift_key())
}

/// Whether the question that is shown has no options, so that what is typed is its answer.
fn is_text_only(asked: &Asked) -> bool {
    let question = |dialog: &Dialog| dialog.ask.questions.get(dialog.step).map(|question| question.options.is_empty());
    asked.peek(question).flatten().unwrap_or_default()
}

fn act(asked: &Asked, action: Action) -> bool {
    asked.does(action);
    true
}

fn place(target: &Element) -> Place {
    let is_within = |selector: &str| target.closest(selector).ok().flatten().is_some();
    match &*target.tag_name() {
        "TEXTAREA" if is_within(".notes") => Place::Note,
        "TEXTAREA" => Place::OwnAnswer,
        "INPUT" if is_within(".other") => Place::Other,
        "INPUT" => Place::Option,
        "BUTTON" if target.class_name() == "step" => Place::Stepper,
        "BUTTON" | "SUMMARY" | "A" => Place::Button,
        _ if is_within(".preview") => Place::Scroller,
        // The whole of it has the focus after a click on nothing in particular.
        _ => Place::Title,
    }
}

fn step(asked: &Asked) -> usize {
    asked.peek(|dialog| dialog.step).unwrap_or_default()
}

/// Enter on an option chooses it and goes on; on check boxes it confirms what is chosen; on an empty "Other" it means
/// "let me write".
fn enter(asked: &Asked, option: &HtmlInputElement) -> bool {
    let question = step(asked);
    match option.dataset().get("option").as_deref() {
        Some("other") if !other_is_filled(asked, question) => {
            asked.does(Action::PickOther { question, chosen: true });
            return focus_in(option, FIELD);
        }
        Some("other") if option.type_() == "radio" => asked.does(Action::PickOther { question, chosen: true }),
        Some(index) if option.type_() == "radio" => {
            if let Ok(option) = index.parse() {
                asked.does(Action::Pick { question, option, chosen: true });
            }
        }
        _ => {}
    }
    act(asked, Action::Confirm)
}

/// Enter in the field of an answer of one's own means what is written there, whatever was chosen since.
fn enter_text(asked: &Asked) -> bool {
    let question = step(asked);
    if other_is_filled(asked, question) {
        asked.does(Action::PickOther { question, chosen: true });
    }
    act(asked, Action::Confirm)
}

fn other_is_filled(asked: &Asked, question: usize) -> bool {
    asked.peek(|dialog| !dialog.drafts[question].other.trim().is_empty()).unwrap_or_default()
}

/// A digit does what a click on its option does; 0 goes to the field of "Other". Not by a click of its own, because
/// what no person did does not count.
fn digit_pressed(asked: &Asked, target: &Element, digit: u8) -> bool {
    let question = step(asked);
    if digit == 0 {
        asked.does(Action::PickOther { question, chosen: true });
        return focus_in(target, FIELD);
    }
    let index = usize::from(digit) - 1;
    let options = options(target);
    match options.get(index).filter(|option| option.dataset().get("option").as_deref() != Some("other")) {
        Some(option) => {
            let _ = option.focus();
            let chosen = option.type_() == "radio" || !option.checked();
            act(asked, Action::Pick { question, option: index, chosen })
        }
        None => false,
    }
}

/// The radio buttons or check boxes of the question that is shown, in order.
fn options(target: &Element) -> Vec<HtmlInputElement> {
    let Some(ask) = target.closest(".ask").ok().flatten() else { return Vec::new() };
    let Ok(found) = ask.query_selector_all("input.mark") else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// Goes to the options: to what is chosen of radio buttons, and otherwise to one end. A radio button is chosen by that, as
/// it is by every other move of the arrow keys; a check box is not.
fn enter_options(asked: &Asked, target: &Element, index: impl Fn(usize) -> usize) -> bool {
    let options = options(target);
    let chosen = options.iter().find(|option| option.type_() == "radio" && option.checked());
    let Some(option) = chosen.or_else(|| options.get(index(options.len().max(1)))) else { return false };
    let is_focused = option.focus().is_ok();
    if option.type_() == "radio" && !option.checked() {
        let question = step(asked);
        asked.does(match option.dataset().get("option").and_then(|index| index.parse().ok()) {
            Some(option) => Action::Pick { question, option, chosen: true },
            None => Action::PickOther { question, chosen: true },
        });
    }
    is_focused
}

fn step_focus(target: &Element, option: &HtmlInputElement, by: isize) -> bool {
    let options = options(target);
    let count = options.len() as isize;
    let at = options.iter().position(|other| other == option).unwrap_or(0) as isize;
    options[(at + by).rem_euclid(count) as usize].focus().is_ok()
}

/// Puts the focus into the field of "Other", from anywhere in the dialog.
pub(super) fn focus_field(event: &Event) {
    if let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
        focus_in(&target, FIELD);
    }
}

/// Puts the focus on something in the ask around `target`. Whether it was there.
fn focus_in(target: &Element, selector: &str) -> bool {
    let ask = target.closest(".ask").ok().flatten();
    let place = ask.and_then(|ask| ask.query_selector(selector).ok().flatten());
    place.and_then(|place| place.dyn_into::<HtmlElement>().ok()).is_some_and(|place| place.focus().is_ok())
}

/// Goes back to where the key for a note was pressed.
fn go_back(asked: &Asked) -> bool {
    asked.noted_from.take().is_some_and(|from| from.focus().is_ok())
}

/// Opens the note and goes there.
fn open_notes(asked: &Asked, target: &Element) -> bool {
    asked.noted_from.replace(target.dyn_ref().cloned());
    let ask = target.closest(".ask").ok().flatten();
    if let Some(notes) = ask.and_then(|ask| ask.query_selector(".notes:not([hidden])").ok().flatten()) {
        let _ = notes.set_attribute("open", "");
    }
    focus_in(target, ".notes:not([hidden]) .field")
}

/// From one chip of the stepper to the one to the left or right of it, whichever way the language runs, and on to the next
/// line where there is one.
fn focus_beside(chip: &Element, by: i32) -> bool {
    let is_leftward = chip.parent_element().is_some_and(|stepper| stepper.matches(":dir(rtl)").unwrap_or(false));
    let beside = if (by < 0) == is_leftward { chip.next_element_sibling() } else { chip.previous_element_sibling() };
    beside.and_then(|beside| beside.dyn_into::<HtmlElement>().ok()).is_some_and(|beside| beside.focus().is_ok())
}
