//! The message that goes with a denial.

use std::rc::Rc;

use super::words;
use crate::keymap::Place;
use crate::protocol::approval::Approval;
use crate::session::{Action, ApprovalAction, ApprovalDraft};
use crate::view::dom::{El, effect, el};
use crate::view::field::text_field;
use crate::view::parts::DialogPart;
use crate::view::slices::ApprovalSlice;
use crate::view::{AskContext, note};

/// The field for the message, which opens by its summary or by a key.
pub(super) fn message(ask: AskContext, approval: &Approval) -> El {
    if !approval.offers().takes_words {
        return el("div", "");
    }
    let has_message = |draft: &ApprovalDraft| !draft.message.is_empty();
    let title =
        move |draft: &ApprovalDraft| words::say(if has_message(draft) { words::MESSAGE } else { words::ADD_MESSAGE });
    let field = text_field(
        ask,
        Place::NoteField,
        &words::say(words::MESSAGE),
        &words::say(words::MESSAGE_PLACEHOLDER),
        Rc::new(ask.text::<ApprovalSlice>(|draft| draft.message.clone())),
        |text| Action::Approval(ApprovalAction::EditMessage { text }),
    );
    let summary = note::summary(ask).bind_text(ask.text::<ApprovalSlice>(title));
    let whole = el("details", "notes")
        .part("notes")
        .register(ask.parts, DialogPart::Note)
        .toggle_attr("data-filled", ask.is::<ApprovalSlice>(has_message));
    let (details, is_filled) = (whole.node().clone(), ask.is::<ApprovalSlice>(has_message));
    effect(Box::new(move || {
        if is_filled() {
            let _ = details.set_attribute("open", "");
        }
    }));
    whole.child(summary).child(el("p", "hint").text(&words::say(words::MESSAGE_HINT))).children(field)
}
