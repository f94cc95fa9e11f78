//! What can be decided about a form. The places never change: cancel and decline are on the left, accept on the right.

use super::words;
use crate::keymap::Control;
use crate::protocol::Request;
use crate::session::{Action, Phase};
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::El;
use crate::view::foot::cancel_button;
use crate::view::slices::ProgressSlice;

/// The buttons while something can be decided.
pub(in crate::view) fn buttons(ask: AskContext) -> Vec<El> {
    let is_over = move || ask.is::<ProgressSlice>(|progress| progress.read_only || *progress.phase != Phase::Asking);
    let decline = button("decline", move || ask.dispatch(Action::Decline))
        .attr("title", &words::say(words::DECLINE_TITLE))
        .text(&words::say(words::DECLINE))
        .toggle_attr("hidden", is_over());
    let mut buttons = vec![cancel_button(ask, None), decline];
    // Nobody is offered to accept what cannot be accepted.
    if let Some(true) = ask.peek(|dialog| dialog.ask.request.is_acceptable()) {
        let is_address = ask.peek(|dialog| matches!(dialog.ask.request, Request::Address(_))) == Some(true);
        let accept = button("send", move || ask.dispatch(Action::Confirm))
            .attr("aria-keyshortcuts", &ask.shortcut(Control::Send))
            .text(&words::say(if is_address { words::ADDRESS_DONE } else { words::SEND }))
            .toggle_attr("hidden", is_over());
        buttons.push(accept);
    }
    buttons
}
