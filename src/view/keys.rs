//! The keyboard: which key does what, and where.
//!
//! Native radio buttons and check boxes do their own arrows and Space. Keys never leave the widget while it is open, so
//! the page's shortcuts stay quiet.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent};

use super::Asked;
use crate::session::{Action, Phase};

/// Where a key was pressed.
enum Place {
    Title,
    Option(HtmlInputElement),
    Text,
    Elsewhere,
}

/// A key in the dialog.
pub(super) fn pressed(event: &KeyboardEvent, asked: Asked) {
    event.stop_propagation();
    // Safari ends a composition before the Enter that ended it; only the key code tells.
    if event.is_composing() || event.key_code() == 229 {
        return;
    }
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let place = place(&target);
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    let done = match (key.as_str(), place) {
        ("Enter", _) if command => act(asked, Action::Send),
        (_, _) if command || event.alt_key() => false,
        ("Escape", Place::Text) => focus_other_mark(&target),
        ("Escape", _) => act(asked, Action::Collapse),
        ("Enter", Place::Text) if !event.shift_key() => act(asked, Action::Confirm),
        (_, Place::Text | Place::Elsewhere) => false,
        ("Enter", Place::Option(option)) => enter(asked, &option),
        ("Enter", Place::Title) => act(asked, Action::Confirm),
        ("ArrowDown", Place::Title) => focus_option(&target, |_| 0),
        ("ArrowUp", Place::Title) => focus_option(&target, |count| count - 1),
        // On radio buttons the browser moves; on check boxes nobody does.
        ("ArrowDown", Place::Option(option)) if option.type_() == "checkbox" => step_focus(&target, &option, 1),
        ("ArrowUp", Place::Option(option)) if option.type_() == "checkbox" => step_focus(&target, &option, -1),
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

/// A key in the bar: Escape a second time cancels, which can be taken back for a moment. All others are the page's.
pub(super) fn pressed_in_bar(event: &KeyboardEvent, asked: Asked) {
    if event.key() == "Escape" && !event.is_composing() {
        event.stop_propagation();
        event.prevent_default();
        asked.does(Action::Cancel);
    }
}

/// The phase as a word for styles.
pub(super) fn phase_word(asked: Asked) -> &'static str {
    let phase = asked.screen.with(|screen| screen.dialog.as_ref().map(|dialog| dialog.phase.clone()));
    match phase {
        None | Some(Phase::Asking) => "asking",
        Some(Phase::Cancelling) => "cancelling",
        Some(Phase::Kept { .. }) => "kept",
        Some(Phase::Ended { outcome, .. }) => outcome.word(),
    }
}

fn act(asked: Asked, action: Action) -> bool {
    asked.does(action);
    true
}

fn place(target: &Element) -> Place {
    if target.tag_name() == "TEXTAREA" {
        return Place::Text;
    }
    match target.dyn_ref::<HtmlInputElement>() {
        Some(input) => Place::Option(input.clone()),
        None if target.id() == "title" => Place::Title,
        None => Place::Elsewhere,
    }
}

fn step(asked: Asked) -> usize {
    asked.screen.with_untracked(|screen| screen.dialog.as_ref().map_or(0, |dialog| dialog.step))
}

/// Enter on an option chooses it and goes on; on check boxes it confirms what is chosen; on an empty "Other" it means
/// "let me write".
fn enter(asked: Asked, option: &HtmlInputElement) -> bool {
    let question = step(asked);
    match option.dataset().get("option").as_deref() {
        Some("other") if !other_is_filled(asked, question) => {
            asked.does(Action::PickOther { question, chosen: true });
            return focus_field(option);
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

fn other_is_filled(asked: Asked, question: usize) -> bool {
    asked.screen.with_untracked(|screen| {
        screen.dialog.as_ref().is_some_and(|dialog| !dialog.drafts[question].other.trim().is_empty())
    })
}

/// A digit clicks its option, so that the browser does what it does on a click; 0 goes to the field of "Other".
fn digit_pressed(asked: Asked, target: &Element, digit: u8) -> bool {
    if digit == 0 {
        asked.does(Action::PickOther { question: step(asked), chosen: true });
        return focus_field(target);
    }
    let options = options(target);
    match options
        .get(usize::from(digit) - 1)
        .filter(|option| option.dataset().get("option").as_deref() != Some("other"))
    {
        Some(option) => {
            let _ = option.focus();
            option.click();
            true
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

fn focus_option(target: &Element, index: impl Fn(usize) -> usize) -> bool {
    let options = options(target);
    !options.is_empty() && options[index(options.len())].focus().is_ok()
}

fn step_focus(target: &Element, option: &HtmlInputElement, by: isize) -> bool {
    let options = options(target);
    let count = options.len() as isize;
    let at = options.iter().position(|other| other == option).unwrap_or(0) as isize;
    options[(at + by).rem_euclid(count) as usize].focus().is_ok()
}

fn focus_field(target: &Element) -> bool {
    let ask = target.closest(".ask").ok().flatten();
    let field = ask.and_then(|ask| ask.query_selector(".other .field").ok().flatten());
    field.and_then(|field| field.dyn_into::<HtmlElement>().ok()).is_some_and(|field| field.focus().is_ok())
}

/// Escape leaves the field for its row; a question without options has only the title.
fn focus_other_mark(field: &Element) -> bool {
    let ask = field.closest(".ask").ok().flatten();
    let place = ask.and_then(|ask| {
        ask.query_selector(".other input.mark").ok().flatten().or_else(|| ask.query_selector(".title").ok().flatten())
    });
    place.and_then(|place| place.dyn_into::<HtmlElement>().ok()).is_some_and(|place| place.focus().is_ok())
}
