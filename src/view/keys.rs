//! The keyboard: which key does what, and where.
//!
//! Native radio buttons and check boxes do their own arrows and Space. Keys never leave the widget while it is open, so
//! the page's shortcuts stay quiet.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent};

use super::Asked;
use crate::session::Action;

const FIELD: &str = ".options .field";
const OTHER: &str = ".other .mark";

/// Where a key was pressed.
enum Place {
    Title,
    Option(HtmlInputElement),
    Text,
    Step(Element),
    Elsewhere,
}

/// Where keys go now, for the line that names them: nothing for most places, or one of the two below. Not of a type of its
/// own, because each type of signal costs a kilobyte.
pub(super) type KeysIn = RwSignal<Option<usize>>;

/// In a text.
pub(super) const TEXT: usize = 0;
/// On the chips of several questions.
pub(super) const STEPPER: usize = 1;

/// The focus has moved.
pub(super) fn follow(event: &Event, keys_in: KeysIn) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let now = match target.map(|target| place(&target)) {
        Some(Place::Text) => Some(TEXT),
        Some(Place::Step(_)) => Some(STEPPER),
        _ => None,
    };
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
    let place_is_notes = target.closest(".notes").ok().flatten().is_some();
    let done = match (key.as_str(), place) {
        ("Enter", _) if command && asked.has_shortcuts => act(asked, Action::Send),
        (_, _) if command || event.alt_key() => false,
        // Somebody who leans on the key has not decided anything.
        ("Enter" | "Escape", _) if event.repeat() => true,
        ("ArrowLeft", Place::Step(chip)) => focus_beside(&chip, -1),
        ("ArrowRight", Place::Step(chip)) => focus_beside(&chip, 1),
        // What cannot be changed has no other way out.
        ("Escape", Place::Text) if asked.peek(|dialog| dialog.locked) == Some(true) => act(asked, Action::Collapse),
        ("Escape", Place::Text) if place_is_notes => focus_in(&target, ".notes-title"),
        ("Escape", Place::Text) => focus_in(&target, OTHER) || focus_in(&target, ".title"),
        ("Escape", _) => act(asked, Action::Collapse),
        ("Enter", Place::Text) if event.shift_key() => false,
        ("Enter", Place::Text) if place_is_notes => act(asked, Action::Confirm),
        ("Enter", Place::Text) => enter_text(asked),
        (_, Place::Text | Place::Step(_) | Place::Elsewhere) => false,
        ("Enter", Place::Option(option)) => enter(asked, &option),
        // On the review only what is complete is sent by Enter; sending less takes the button.
        ("Enter", Place::Title) if asked.peek(|dialog| dialog.is_in_review()) == Some(true) => act(asked, Action::Send),
        ("Enter", Place::Title) => act(asked, Action::Confirm),
        ("ArrowDown", Place::Title) => focus_option(&target, |_| 0),
        ("ArrowUp", Place::Title) => focus_option(&target, |count| count - 1),
        // On radio buttons the browser moves; on check boxes nobody does.
        ("ArrowDown", Place::Option(option)) if option.type_() == "checkbox" => step_focus(&target, &option, 1),
        ("ArrowUp", Place::Option(option)) if option.type_() == "checkbox" => step_focus(&target, &option, -1),
        _ if !asked.has_shortcuts => false,
        ("n" | "N", _) => open_notes(&target),
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

/// Whether this key can decide something here: Tab never does, and in a text only Enter.
pub(super) fn can_decide(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_text = target.is_some_and(|target| matches!(place(&target), Place::Text));
    let key = event.key();
    if is_text { key == "Enter" } else { key != "Tab" }
}

fn act(asked: &Asked, action: Action) -> bool {
    asked.does(action);
    true
}

fn place(target: &Element) -> Place {
    if target.tag_name() == "TEXTAREA" {
        return Place::Text;
    }
    match target.dyn_ref::<HtmlInputElement>() {
        Some(input) => Place::Option(input.clone()),
        // The whole of it has the focus after a click on nothing in particular.
        None if target.id() == "title" || target.class_name() == "ask" => Place::Title,
        None if target.class_name() == "step" => Place::Step(target.clone()),
        None => Place::Elsewhere,
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

/// Goes to the options: to what is chosen of radio buttons, as the browser would, and otherwise to one end.
fn focus_option(target: &Element, index: impl Fn(usize) -> usize) -> bool {
    let options = options(target);
    let chosen = options.iter().find(|option| option.type_() == "radio" && option.checked());
    chosen.or_else(|| options.get(index(options.len().max(1)))).is_some_and(|option| option.focus().is_ok())
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

/// Opens the note and goes there.
fn open_notes(target: &Element) -> bool {
    let ask = target.closest(".ask").ok().flatten();
    if let Some(notes) = ask.and_then(|ask| ask.query_selector(".notes").ok().flatten()) {
        let _ = notes.set_attribute("open", "");
    }
    focus_in(target, ".notes .field")
}

/// From one chip of the stepper to the one to the left or right of it, whichever way the language runs, and on to the next
/// line where there is one.
fn focus_beside(chip: &Element, by: i32) -> bool {
    let is_leftward = chip.parent_element().is_some_and(|stepper| stepper.matches(":dir(rtl)").unwrap_or(false));
    let beside = if (by < 0) == is_leftward { chip.next_element_sibling() } else { chip.previous_element_sibling() };
    beside.and_then(|beside| beside.dyn_into::<HtmlElement>().ok()).is_some_and(|beside| beside.focus().is_ok())
}
