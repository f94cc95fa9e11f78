//! The text of a tool's input that can be changed before it is allowed.

use std::rc::Rc;

use super::change;
use super::reading::Reading;
use super::words;
use crate::approval;
use crate::keymap::Place;
use crate::protocol::approval::Approval;
use crate::session::{Action, ApprovalAction, ApprovalDraft};
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::{El, effect, el};
use crate::view::field::growing;
use crate::view::slices::{ApprovalSlice, ReadOnlySlice};

/// The button that opens the field, or why there is none; and the field with what was changed. A change that was made before this
/// card was shown, on another page or before a reload, has to be in view.
pub(super) fn editor(ask: AskContext, approval: &Approval, reading: &mut Reading) -> (El, Option<El>) {
    let Some(text) = approval::editable(approval).map(str::to_owned) else {
        let why = approval::why_not_editable(approval).map(words::no_edit).unwrap_or_default();
        return (el("p", "approval-remark").text(&why), None);
    };
    let is_edited = |draft: &ApprovalDraft| draft.edited.is_some();
    let edit = move |text| ask.dispatch(Action::Approval(ApprovalAction::EditInput { text }));
    let original = text.clone();
    let begin = button("edit", move || {
        edit(Some(original.clone()));
        ask.parts.focus(Place::OtherField);
    })
    .text(&words::say(words::EDIT))
    .toggle_attr("hidden", {
        let (is_edited, is_read_only) = (ask.is::<ApprovalSlice>(is_edited), ask.is::<ReadOnlySlice>(|it| it));
        move || is_edited() || is_read_only()
    });
    let area = el("textarea", "field").attr("aria-label", &words::say(words::EDITED));
    let shown = ask.text::<ApprovalSlice>(|draft| draft.edited.clone().unwrap_or_default());
    let action = |text| Action::Approval(ApprovalAction::EditInput { text: Some(text) });
    // What an agent wrote is often longer than what a person types, and nothing of it may go when somebody pastes.
    let field = growing(ask, area, Place::OtherField, "", Rc::new(shown), None, Box::new(action));
    let undo = button("undo-edit", move || {
        edit(None);
        ask.parts.focus(Place::Title);
    })
    .text(&words::say(words::UNDO_EDIT))
    .toggle_attr("hidden", ask.is::<ReadOnlySlice>(|read_only| read_only));
    let difference = el("div", "approval-difference");
    let place = difference.node().clone();
    // A text that was taken out is a change too.
    let is_taken = ask.is::<ApprovalSlice>(is_edited);
    let edited = ask.text::<ApprovalSlice>(|draft| draft.edited.clone().unwrap_or_default());
    effect(Box::new(move || {
        let edited = Some(edited()).filter(|_| is_taken());
        place.set_text_content(None);
        if let Some(change) = edited.and_then(|edited| approval::change_between(&text, &edited)) {
            // What the person wrote need not be in view: they wrote it.
            let change = change::change(&change, &mut Reading::default());
            change.into_iter().for_each(|part| part.append_to(&place));
        }
    }));
    let is_open = ask.is::<ApprovalSlice>(is_edited);
    let open = el("div", "approval-editor")
        .toggle_attr("hidden", move || !is_open())
        .child(el("h3", "approval-section-name").text(&words::say(words::EDITED)))
        .children(field)
        .child(difference)
        .child(undo);
    let was_edited = ask.peek(|dialog| is_edited(&dialog.approval)).unwrap_or_default();
    (begin, Some(if was_edited { reading.watch(open) } else { open }))
}
