//! One ask in the dialog: head, the question of this step, foot.

use leptos::prelude::GetUntracked;

use super::dom::{El, effect, el};
use super::foot::foot;
use super::guard::guard;
use super::head::head;
use super::keys::FocusedPlace;
use super::parts::DialogPart;
use super::question::question;
use super::review::review;
use super::{Asked, keys};
use crate::keymap::Place;
use crate::session::{GuardLevel, Phase};

/// The content of the dialog for one question of an ask.
pub(super) fn ask(asked: &Asked, step: usize) -> El {
    let is_review = asked.peek(|dialog| dialog.ask.questions.len() == step).unwrap_or_default();
    let content = if is_review { review(asked) } else { question(asked, step) };
    let body = el("div", "body").part("body").register(asked.parts, DialogPart::Body).children(content);
    let phase = asked.text(|dialog| phase_word(&dialog.phase).to_owned());
    let guarded = asked.truth(|dialog| dialog.is_guarded());
    // It takes the focus from a click on anything that does not, so that keys go on working.
    let whole =
        el("div", "ask").attr("tabindex", "-1").bind_attr("data-phase", phase).toggle_attr("data-guarded", guarded);
    let whole = whole.toggle_attr("data-again", asked.truth(|dialog| dialog.guard == GuardLevel::Again));
    let focused = FocusedPlace::new(None);
    let whole = whole.child(head(asked, step)).child(body).child(foot(asked, step, focused));
    let whole = whole.on("focusin", move |event| keys::follow_focus(&event, focused));
    let whole = guard(whole.register(asked.parts, DialogPart::Ask), asked);
    let (read_only, parts) = (asked.truth(|dialog| dialog.read_only), asked.parts);
    effect(Box::new(move || {
        // What is switched off or goes would lose the focus to nothing, and the keys with it.
        let loses_focus = || match focused.get_untracked().map(Place::from_code) {
            Some(Place::Option(_) | Place::Other) => parts.matches(DialogPart::Ask, ":focus-within"),
            _ => parts.matches(DialogPart::Buttons, ":focus-within"),
        };
        if read_only() && loses_focus() {
            parts.focus(Place::Title);
        }
    }));
    let asked = asked.clone();
    // The page's shortcuts must not hear what is typed here.
    let whole = whole.on("keyup", |event| event.stop_propagation()).on("keypress", |event| event.stop_propagation());
    whole.on("keydown", move |event| keys::handle_key(&event, &asked))
}

/// The phase as a word for styles.
fn phase_word(phase: &Phase) -> &'static str {
    match phase {
        Phase::Asking => "asking",
        Phase::Cancelling => "cancelling",
        Phase::Unsent { .. } => "kept",
        Phase::Ended { outcome, .. } => outcome.word(),
    }
}
