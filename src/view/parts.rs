//! The parts of the dialog, reached by name and never by class, tag or attribute.

use std::cell::RefCell;

use js_sys::WeakMap;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, Node};

use super::dom::El;
use super::stored::Stored;
use crate::keymap::Place;

/// A part of the dialog that other parts have to reach.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DialogPart {
    /// The content of the dialog for one question, with head and foot.
    Ask,
    /// The middle of it, which scrolls.
    Body,
    /// The chips of all questions.
    Stepper,
    /// The row of buttons at the foot.
    Buttons,
    /// The button that goes on or sends.
    PrimaryButton,
    /// The button that denies.
    Deny,
    /// The first part of an approval that was not in view.
    Unread,
    /// The button that leads to it.
    ReadOn,
    /// What says how many lines that are.
    UnreadLines,
    /// The note with its summary and its field.
    Note,
    /// The summary that opens the note.
    NoteSummary,
    /// What had the focus when the key for a note was pressed.
    NoteOrigin,
    /// The first control of the form's field with this index.
    FirstControl(usize),
    /// What has the focus in this place.
    At(Place),
}

impl From<Place> for DialogPart {
    fn from(place: Place) -> DialogPart {
        DialogPart::At(place)
    }
}

/// The parts of the dialog that is shown. It belongs to the owner under which it was made.
#[derive(Clone, Copy)]
pub(super) struct DialogParts(Stored<RefCell<Vec<(DialogPart, HtmlElement)>>>);

impl DialogParts {
    pub(super) fn new() -> DialogParts {
        DialogParts(Stored::new(RefCell::default()))
    }

    /// Forgets all of them, for the next question.
    pub(super) fn clear(self) {
        self.retain(|_| false);
    }

    pub(super) fn set(self, part: DialogPart, element: &HtmlElement) {
        self.retain(|other| other != part);
        if let Some(parts) = self.0.get() {
            parts.borrow_mut().push((part, element.clone()));
        }
    }

    pub(super) fn get(self, part: impl Into<DialogPart>) -> Option<HtmlElement> {
        let part = part.into();
        let parts = self.0.get()?;
        let parts = parts.borrow();
        parts.iter().find(|(other, _)| *other == part).map(|(_, element)| element.clone())
    }

    /// Forgets a part, and returns what it was.
    pub(super) fn take(self, part: DialogPart) -> Option<HtmlElement> {
        let element = self.get(part);
        self.retain(|other| other != part);
        element
    }

    /// Forgets all parts but those that `stays` names.
    fn retain(self, stays: impl Fn(DialogPart) -> bool) {
        if let Some(parts) = self.0.get() {
            parts.borrow_mut().retain(|(part, _)| stays(*part));
        }
    }

    /// Moves the focus to a part. Returns whether the part is there.
    pub(super) fn focus(self, part: impl Into<DialogPart>) -> bool {
        self.get(part).is_some_and(|element| element.focus().is_ok())
    }

    /// The text field that has the focus.
    pub(super) fn focused_text(self) -> Option<HtmlElement> {
        let parts = self.0.get()?;
        let parts = parts.borrow();
        let is_text = |part: &DialogPart| matches!(part, DialogPart::At(place) if place.is_text());
        let mut texts = parts.iter().filter(|(part, _)| is_text(part)).map(|(_, element)| element);
        texts.find(|element| element.matches(":focus").unwrap_or(false)).cloned()
    }

    /// Whether a part is there and matches one of the browser's pseudo-classes, like `:focus`.
    pub(super) fn matches(self, part: impl Into<DialogPart>, pseudo_class: &str) -> bool {
        self.get(part).is_some_and(|element| element.matches(pseudo_class).unwrap_or(false))
    }
}

thread_local! {
    /// The place of every element that can have the focus, as [`Place::to_code`] writes it.
    static PLACES: WeakMap = WeakMap::new();
}

impl El {
    /// Makes it reachable as a part of the dialog. A part that is a place is also known to [`place_of`].
    pub(super) fn register(self, parts: DialogParts, part: impl Into<DialogPart>) -> El {
        let part = part.into();
        parts.set(part, self.node());
        if let DialogPart::At(place) = part { self.place(place) } else { self }
    }

    /// Says which place it is to keys that are pressed in it.
    pub(super) fn place(self, place: Place) -> El {
        PLACES.with(|places| places.set(self.node(), &(place.to_code() as u32).into()));
        self
    }
}

/// The place in which an event happened: that of its target, or else of the nearest element around it that has one.
pub(super) fn place_of(event: &Event) -> Place {
    let mut node = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    PLACES.with(|places| {
        while let Some(inner) = node {
            if let Some(code) = places.get(inner.unchecked_ref()).as_f64() {
                return Place::from_code(code as usize);
            }
            node = inner.parent_node();
        }
        // The whole dialog has the focus after a click on nothing in particular.
        Place::Title
    })
}
