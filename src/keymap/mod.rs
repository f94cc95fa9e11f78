//! What each key does, decided once and without a browser.
//!
//! [`bindings`] lists the keys that do something in one [`Place`] of one dialog. Everything else is read from that list:
//! [`command`] looks up the key that was pressed, [`hints`] names the keys at the foot of the dialog, [`Control::key`] is
//! the key of `aria-keyshortcuts`, and tests compare the list with the README.

// A wildcard would hide the next variant of an enum of ours.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod binding;
mod command;
mod key;
mod place;
mod questions;
mod requests;
use crate::protocol::{Question, RequestKind};
use crate::session::{Dialog, Draft};

pub use binding::{Binding, Control, Hint};
pub use command::Command;
pub use key::{Key, KeyPress};
pub use place::Place;

/// The command of a key that was pressed, or `None` if the key does nothing here. `has_shortcuts` is whether the page
/// leaves single keys and Ctrl+Enter switched on.
pub fn command(dialog: &Dialog, place: Place, press: &KeyPress<'_>, has_shortcuts: bool) -> Option<Command> {
    if press.is_in_composition() {
        return None;
    }
    // A key that is held down decides nothing, and presses no button again and again, whatever is held with it.
    if press.is_repeated && press.is_enter() && place != Place::Bar {
        return Some(Command::Nothing);
    }
    let pressed = Key::of(press)?;
    // Only in text does Shift make a difference.
    let key = if pressed == Key::ShiftEnter && !place.is_text() { Key::Enter } else { pressed };
    if key == Key::Escape && press.is_repeated {
        return Some(Command::Nothing);
    }
    let bindings = bindings(dialog, place, has_shortcuts);
    let is_bound = |bound: Key| bound == key || (bound == Key::Character && key.is_character());
    let found = bindings.iter().find(|binding| is_bound(binding.key));
    found.map(|binding| binding.command)
}

/// The hints of all keys that do something here. Where there is no room for all of them, the last are left out.
pub fn hints(dialog: &Dialog, place: Place) -> Vec<Hint> {
    // The hint line is only shown where shortcuts are switched on.
    bindings(dialog, place, true).into_iter().filter_map(|binding| binding.hint).collect()
}

/// The keys that do something here, in the order in which the hint line names them.
pub fn bindings(dialog: &Dialog, place: Place, has_shortcuts: bool) -> Vec<Binding> {
    let situation = Situation {
        dialog,
        place,
        question: dialog.ask.questions().get(dialog.step),
        draft: dialog.drafts.get(dialog.step),
    };
    let mut bindings = Bindings { all: Vec::new(), has_hints: !dialog.read_only };
    match (place, dialog.ask.request.kind()) {
        (Place::Bar, RequestKind::Questions | RequestKind::Elicitation) => {
            bindings.add_without_hint(Key::Escape, Command::Cancel);
        }
        // No key decides about an approval.
        (Place::Bar, RequestKind::Permission) => {}
        (_, RequestKind::Questions) => situation.add_keys_of_questions(&mut bindings, has_shortcuts),
        (_, RequestKind::Permission) => situation.add_keys_of_card(&mut bindings, has_shortcuts),
        (_, RequestKind::Elicitation) => situation.add_keys_of_form(&mut bindings, has_shortcuts),
    }
    bindings.all
}

/// Bindings under construction.
struct Bindings {
    all: Vec<Binding>,
    /// Whether hints are shown at all: not where nothing can be changed.
    has_hints: bool,
}

impl Bindings {
    fn add(&mut self, key: Key, command: Command, hint: Option<Hint>) {
        self.all.push(Binding { key, command, hint: hint.filter(|_| self.has_hints) });
    }

    fn add_without_hint(&mut self, key: Key, command: Command) {
        self.add(key, command, None);
    }
}

/// What the bindings depend on.
struct Situation<'a> {
    dialog: &'a Dialog,
    place: Place,
    /// The question that is shown, or `None` on the review.
    question: Option<&'a Question>,
    draft: Option<&'a Draft>,
}

/// Splits the text of a hint: each part comes with whether it is the name of a key, which stands between backticks.
pub fn parts(hint: &str) -> impl Iterator<Item = (bool, &str)> {
    hint.split('`').enumerate().map(|(index, part)| (index % 2 == 1, part)).filter(|(_, part)| !part.is_empty())
}

#[cfg(test)]
mod tests;
