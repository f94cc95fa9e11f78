//! Keeps from a dialog what was meant for something else: whatever comes while the session guards it, the click whose
//! press began then, and the second click of a double click on the button that leads on, which is another one by now.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, UiEvent};

use super::dom::El;
use super::{Asked, keys};
use crate::session::{Action, Person};

/// Hears what comes to `whole` before anything inside does.
pub(super) fn guard(whole: El, asked: &Asked) -> El {
    let early = Rc::new(Cell::new(false));
    ["pointerdown", "click", "keydown"].into_iter().fold(whole, |whole, kind| {
        let (asked, early) = (asked.clone(), early.clone());
        whole.before(kind, move |event| {
            let guarded = asked.peek(|dialog| dialog.guarded).unwrap_or_default();
            let meant = match event.dyn_ref::<KeyboardEvent>() {
                Some(key) if guarded && keys::can_decide(key) => {
                    asked.scene.does(Person::TypesOn);
                    false
                }
                Some(_) => true,
                None if kind == "pointerdown" => {
                    early.set(guarded);
                    !guarded
                }
                None => !guarded && !is_late(&event, &early),
            };
            if !meant {
                event.prevent_default();
                event.stop_propagation();
            }
            // Also what does not count shows that somebody is there.
            if asked.peek(|dialog| dialog.countdown.is_some()).unwrap_or_default() {
                asked.does(Action::Stir);
            }
        })
    })
}

/// Whether a click belongs to an earlier moment than its own. Clicks that keys make count no presses.
fn is_late(click: &Event, early: &Cell<bool>) -> bool {
    let presses = click.dyn_ref::<UiEvent>().map_or(0, UiEvent::detail);
    let target = click.target().and_then(|target| target.dyn_into::<Element>().ok());
    let leads_on = || target.is_some_and(|target| target.class_name() == "send");
    (presses > 0 && early.get()) || (presses > 1 && leads_on())
}
