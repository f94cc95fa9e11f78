//! What is wrong with a field, as far as it is shown.
//!
//! While somebody types nothing is shown before they have left the field once, or have tried to send the form; and that a field is
//! required is shown only then. What is corrected is gone at once.

use std::cell::{Cell, RefCell};

use web_sys::HtmlElement;

use super::words;
use crate::protocol::Question;
use crate::protocol::form::{FieldError, check};
use crate::session::{Alert, Draft};
use crate::view::AskContext;
use crate::view::dom::{El, effect, el};
use crate::view::parts::DialogPart;
use crate::view::signal::Signal;
use crate::view::slices::{AttemptsSlice, DraftsSlice, ReadOnlySlice};

/// The line that says what is wrong with the field at `index`. While something is, each of `controls` is marked as invalid. The
/// field is `around` all of them.
pub(super) fn error(ask: AskContext, index: usize, field: Question, around: &El, controls: Vec<HtmlElement>) -> El {
    let line = el("p", "error").part("error").attr("id", &error_id(index)).attr("dir", "auto");
    // Another type of signal would cost a kilobyte: it is `None` until the field was left.
    let was_left = Signal::new(None::<usize>);
    let _ = around.clone().on("focusout", move |_| {
        if was_left.get_untracked().is_none() {
            was_left.set(Some(index));
        }
    });
    let (node, last) = (line.node().clone(), RefCell::new(None));
    let drafted =
        move || ask.slice::<DraftsSlice>().and_then(|screen| screen.dialog.as_ref()?.drafts.get(index).cloned());
    let is_read_only = ask.is::<ReadOnlySlice>(|read_only| read_only);
    let was_tried = ask.is::<AttemptsSlice>(|attempts| attempts > 0);
    effect(Box::new(move || {
        let now: Looked = (drafted(), was_left.get().is_some(), was_tried(), is_read_only());
        // Nothing is checked twice.
        if last.borrow().as_ref() == Some(&now) {
            return;
        }
        let message = shown_error(&field, &now).map(|error| words::field_error(&error)).unwrap_or_default();
        for control in &controls {
            let _ = match message.is_empty() {
                true => control.remove_attribute("aria-invalid"),
                false => control.set_attribute("aria-invalid", "true"),
            };
        }
        node.set_text_content(Some(&message));
        last.replace(Some(now));
    }));
    line
}

/// The id of the line.
pub(super) fn error_id(index: usize) -> String {
    format!("error-{index}")
}

/// What the message depends on: the draft, whether the field was left, whether the form was to be sent, and whether nothing can be
/// changed.
type Looked = (Option<Draft>, bool, bool, bool);

fn shown_error(field: &Question, (draft, was_left, was_tried, is_read_only): &Looked) -> Option<FieldError> {
    if *is_read_only || !(*was_left || *was_tried) {
        return None;
    }
    let error = check(field, &draft.as_ref()?.entered(field)).err()?;
    let is_early = error == FieldError::Required && !was_tried;
    Some(error).filter(|_| !is_early)
}

/// Moves the focus to the first field with an error whenever the form could not be sent.
pub(super) fn lead_to_first(ask: AskContext) {
    let attempts = move || ask.slice::<AttemptsSlice>().and_then(|screen| Some(screen.dialog.as_ref()?.alert_count));
    let last = Cell::new(ask.peek(|dialog| dialog.alert_count));
    effect(Box::new(move || {
        let now = attempts();
        if last.replace(now) == now {
            return;
        }
        let first = ask.peek(|dialog| {
            let Some(Alert::Fields(errors)) = &dialog.alert else { return None };
            errors.first().map(|(field, _)| *field)
        });
        if let Some(field) = first.flatten() {
            ask.parts.focus(DialogPart::FirstControl(field));
        }
    }));
}
