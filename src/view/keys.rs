//! The keyboard events of the dialog and of the bar. What a key does is decided in [`crate::keymap`].
//!
//! Native radio buttons and check boxes do their own arrows and Space. No key event leaves the dialog while it is open, so
//! the shortcuts of the page stay quiet.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::parts::{DialogPart, DialogParts, place_of};
use super::signal::Signal;
use super::{AskContext, note};
use crate::keymap::{Command, KeyPress, Place, command};
use crate::session::{Dialog, Press};

/// The place that has the focus, for the hint line: [`Place::to_code`]. It has no type of its own, because each type of
/// signal costs a kilobyte.
pub(super) type FocusedPlace = Signal<Option<usize>>;

/// Notes that the focus has moved.
pub(super) fn follow_focus(event: &Event, focused: FocusedPlace) {
    let now = Some(place_of(event).to_code());
    if focused.get_untracked() != now {
        focused.set(now);
    }
}

/// Does what a key means in the dialog.
pub(super) fn handle_key(event: &Event, ask: AskContext) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
    event.stop_propagation();
    let place = place_of(event);
    let found = ask.peek(|dialog| (look_up(event, dialog, place, ask.has_shortcuts), dialog.step));
    if let Some((Some(command), question)) = found
        && perform(ask, command, question, event)
    {
        event.prevent_default();
    }
}

/// The command of a key in the bar. The page does not get a key that has one.
pub(super) fn command_in_bar(event: &Event, dialog: &Dialog) -> Option<Command> {
    let command = look_up(event.dyn_ref()?, dialog, Place::Bar, true)?;
    event.stop_propagation();
    event.prevent_default();
    Some(command)
}

/// How the guard of the session sees this key.
pub(super) fn guarded_press(event: &KeyboardEvent) -> Option<Press> {
    key_press(event, &event.key()).guarded(place_of(event).is_text())
}

fn look_up(event: &KeyboardEvent, dialog: &Dialog, place: Place, has_shortcuts: bool) -> Option<Command> {
    command(dialog, place, &key_press(event, &event.key()), has_shortcuts)
}

fn key_press<'a>(event: &KeyboardEvent, key: &'a str) -> KeyPress<'a> {
    KeyPress {
        key,
        key_code: event.key_code(),
        has_command: event.ctrl_key() || event.meta_key(),
        has_alt: event.alt_key(),
        has_shift: event.shift_key(),
        is_repeated: event.repeat(),
        is_composing: event.is_composing(),
    }
}

/// Performs a command. Returns whether the browser must not do anything with the key.
fn perform(ask: AskContext, command: Command, question: usize, event: &Event) -> bool {
    let parts = ask.parts;
    let is_focused = match command {
        Command::WriteNote => note::open(parts, event),
        Command::LeaveNote => {
            let origin = parts.take(DialogPart::NoteOrigin);
            origin.is_some_and(|origin| origin.focus().is_ok()) || parts.focus(DialogPart::NoteSummary)
        }
        Command::FocusStepOnTheLeft => focus_step_beside(parts, place_of(event), true),
        Command::FocusStepOnTheRight => focus_step_beside(parts, place_of(event), false),
        Command::ChooseAndContinue { .. }
        | Command::ChooseOtherAndContinue
        | Command::Choose { .. }
        | Command::ChooseOther
        | Command::WriteOther
        | Command::Continue
        | Command::Send
        | Command::GoTo(_)
        | Command::TurnTo(_)
        | Command::Focus(_)
        | Command::TypeIntoField
        | Command::Minimize
        | Command::Cancel
        | Command::LeaveToBrowser
        | Command::Nothing => command.focus().is_none_or(|place| parts.focus(place)),
    };
    for action in command.actions(question) {
        ask.dispatch(action);
    }
    is_focused && !command.is_left_to_browser()
}

/// Moves the focus from one chip of the stepper to the next, on to the next line where there is one.
fn focus_step_beside(parts: DialogParts, place: Place, is_leftward: bool) -> bool {
    let Place::Step(step) = place else { return false };
    let is_right_to_left = parts.matches(DialogPart::Stepper, ":dir(rtl)");
    let beside = if is_leftward == is_right_to_left { Some(step + 1) } else { step.checked_sub(1) };
    beside.is_some_and(|step| parts.focus(Place::Step(step)))
}
