//! Keeps from a dialog what was meant for something else: what the session's guard does not listen, the click whose press began
//! then, and the second click of a double click on the button that leads on, which is another one by now.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, EventTarget, KeyboardEvent, UiEvent};

use super::dom::El;
use super::parts::DialogPart;
use super::{Asked, keys};
use crate::session::{Action, GuardLevel, Press, UserInput};

/// Hears what comes to `whole` before anything inside does.
pub(super) fn guard(whole: El, asked: &Asked) -> El {
    let early = Rc::new(Cell::new(false));
    // Whether Space was pressed last, of which the browser makes a click.
    let by_space = Rc::new(Cell::new(false));
    ["pointerdown", "click", "keydown"].into_iter().fold(whole, |whole, kind| {
        let (asked, early, by_space) = (asked.clone(), early.clone(), by_space.clone());
        whole.on_capture(kind, move |event| {
            let guard = asked.peek(|dialog| dialog.guard).unwrap_or_default();
            let press = match event.dyn_ref::<KeyboardEvent>() {
                Some(key) => keys::guarded_press(key),
                // Screen readers click without a press. Keys do so too, and came as keys before: somebody who writes
                // presses Space without looking at what it clicks.
                None => {
                    Some(Press::Pointer).filter(|_| kind == "pointerdown" || (presses(&event) == 0 && !by_space.take()))
                }
            };
            by_space.set(press == Some(Press::Space));
            let mut meant = press.is_none_or(|press| guard.hears(press));
            if kind == "pointerdown" {
                early.set(!meant);
            } else if kind == "click" {
                meant &= guard != GuardLevel::Up && !is_late(&event, &early, &asked);
            }
            if let Some(press) = press.filter(|_| guard != GuardLevel::Off) {
                asked.scene.does(UserInput::Press(press));
                // What made the dialog give way has been written into the page's field.
                meant &= asked.peek(|_| ()).is_some();
            }
            if !meant {
                event.prevent_default();
                event.stop_propagation();
            }
            // Also what does not count shows that somebody is there.
            if asked.peek(|dialog| dialog.countdown.is_some()).unwrap_or_default() {
                asked.does(Action::Activity);
            }
        })
    })
}

fn presses(click: &Event) -> i32 {
    click.dyn_ref::<UiEvent>().map_or(0, UiEvent::detail)
}

/// Whether a click belongs to an earlier moment than its own.
fn is_late(click: &Event, early: &Cell<bool>, asked: &Asked) -> bool {
    let presses = presses(click);
    let leads_on = || asked.parts.get(DialogPart::PrimaryButton).map(EventTarget::from) == click.target();
    (presses > 0 && early.get()) || (presses > 1 && leads_on())
}
