//! What can be decided about a form. The places never change: cancel and decline are on the left, accept on the right.

use super::words;
use crate::protocol::Request;
use crate::session::{Action, Phase, PrimaryAction};
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::{El, el};
use crate::view::foot::{cancel_button, copy_draft_button, primary_button};
use crate::view::slices::{PrimarySlice, ProgressSlice, ReadOnlySlice};

/// The buttons of the form.
pub(in crate::view) fn buttons(ask: AskContext) -> Vec<El> {
    let (is_acceptable, is_address) = ask
        .peek(|dialog| (dialog.ask.request.is_acceptable(), matches!(dialog.ask.request, Request::Address(_))))
        .unwrap_or_default();
    let decline = button("decline", move || ask.dispatch(Action::Decline))
        .attr("title", &words::say(words::DECLINE_TITLE))
        .text(&words::say(words::DECLINE))
        .toggle_attr("hidden", ask.is::<ReadOnlySlice>(|read_only| read_only));
    // Nobody is offered to accept what cannot be accepted. What is over can still be closed.
    let is_missing = ask
        .is::<ProgressSlice>(move |progress| !is_acceptable && *progress.phase == Phase::Asking && !progress.read_only);
    let accept = primary_button(ask).toggle_attr("hidden", is_missing);
    let accept = match is_address {
        false => accept,
        true => accept.bind_text(ask.text::<PrimarySlice>(|(action, _)| match action {
            PrimaryAction::Send => words::say(words::ADDRESS_DONE),
            PrimaryAction::SendWithout(_)
            | PrimaryAction::Next
            | PrimaryAction::Review
            | PrimaryAction::Change
            | PrimaryAction::Close => words::primary_action(action),
        })),
    };
    vec![cancel_button(ask, None), decline, copy_draft_button(ask), el("span", "between"), accept]
}
