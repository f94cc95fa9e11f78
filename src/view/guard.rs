//! Keeps from the dialog what was meant for something else: what the guard of the session does not let through, a click
//! whose press came before the dialog, and the second click of a double click on the primary button, which is another
//! button by then.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, EventTarget, KeyboardEvent, UiEvent};

use super::dom::El;
use super::parts::DialogPart;
use super::{AskContext, keys};
use crate::session::{Action, GuardLevel, Press, UserInput};

/// What the guard remembers from one event to the next.
#[derive(Default)]
struct Memory {
    /// Whether the last press of the pointer came too early to count.
    was_press_early: Cell<bool>,
    /// Whether Space was pressed last, of which the browser makes a click.
    was_space: Cell<bool>,
}

/// Looks at what happens in `whole` before anything inside gets it.
pub(super) fn guard(whole: El, ask: AskContext) -> El {
    let memory = Rc::new(Memory::default());
    ["pointerdown", "click", "keydown"].into_iter().fold(whole, |whole, kind| {
        let memory = memory.clone();
        whole.on_capture(kind, move |event| check(&event, kind, ask, &memory))
    })
}

fn check(event: &Event, kind: &str, ask: AskContext, memory: &Memory) {
    let guard = ask.peek(|dialog| dialog.guard).unwrap_or_default();
    let press = match event.dyn_ref::<KeyboardEvent>() {
        Some(key) => keys::guarded_press(key),
        // Screen readers click without a press. Keys do so too, and came as keys before: somebody who writes presses Space
        // without looking at what it clicks.
        None => {
            Some(Press::Pointer).filter(|_| kind == "pointerdown" || (clicks(event) == 0 && !memory.was_space.take()))
        }
    };
    memory.was_space.set(press == Some(Press::Space));
    let mut counts = press.is_none_or(|press| guard.admits(press));
    if kind == "pointerdown" {
        memory.was_press_early.set(!counts);
    } else if kind == "click" {
        counts &= guard != GuardLevel::Up && !is_late(event, ask, memory);
    }
    if let Some(press) = press.filter(|_| guard != GuardLevel::Off) {
        ask.view.dispatch(UserInput::Press(press));
        // What made the dialog give way has been written into the field of the page.
        counts &= ask.peek(|_| ()).is_some();
    }
    if !counts {
        event.prevent_default();
        event.stop_propagation();
    }
    // Also what does not count shows that somebody is there.
    if ask.peek(|dialog| dialog.countdown.is_some()).unwrap_or_default() {
        ask.dispatch(Action::Activity);
    }
}

/// How many clicks came in a row; none if it was not made by a pointer.
fn clicks(click: &Event) -> i32 {
    click.dyn_ref::<UiEvent>().map_or(0, UiEvent::detail)
}

/// Whether a click is the second of a double click, or a later one in a row.
pub(super) fn is_of_double_click(click: &Event) -> bool {
    clicks(click) > 1
}

/// Whether a click belongs to an earlier moment than its own.
fn is_late(click: &Event, ask: AskContext, memory: &Memory) -> bool {
    let is_on_primary_button = || ask.parts.get(DialogPart::PrimaryButton).map(EventTarget::from) == click.target();
    (clicks(click) > 0 && memory.was_press_early.get()) || (is_of_double_click(click) && is_on_primary_button())
}
