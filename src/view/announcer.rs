//! What only screen readers say: the announcements between one screen and the next, which [`announcements`] decides.
//!
//! A modal dialog makes everything around it inert, and with it every live region there. So there are two of them, one in
//! the dialog and one beside it, of which one is used at a time.

use crate::text::Joined;
use std::cell::RefCell;

use super::dom::{El, effect, el};
use super::notice::{given_up, hurry};
use super::slices::{ConnectionState, dialog_of_bar};
use super::{ViewContext, words};
use crate::protocol::Request;
use crate::session::{Announcement, Connection, Screen, announcements};

/// The live region in the dialog, and the one beside it.
pub(super) fn announcers(view: ViewContext) -> (El, El) {
    let [inside, outside] = [(); 2].map(|()| el("div", "announcer").attr("role", "status"));
    let regions = (inside.clone(), outside.clone());
    let last = RefCell::new(view.peek());
    effect(Box::new(move || {
        let now = view.shared().scene.screen.get();
        let is_modal = view.is_modal();
        let before = last.replace(now.clone());
        let announced = announcements(&before, &now, is_modal);
        let is_covered = is_modal && now.dialog.as_ref().is_some_and(|dialog| !dialog.shows_bar());
        let (region, silent) = if is_covered { (&inside, &outside) } else { (&outside, &inside) };
        silent.node().set_text_content(None);
        if announced.is_empty() {
            return;
        }
        let mut said = String::new();
        for announcement in &announced {
            if !said.is_empty() {
                said.push_str(if said.ends_with(['.', '…', '。']) { " " } else { ". " });
            }
            said.push_str(&words_of(*announcement, &now));
        }
        // Screen readers say the same words again only if something is different about them.
        if announced.contains(&Announcement::StillMissing) && region.node().text_content().as_ref() == Some(&said) {
            said.push('\u{a0}');
        }
        region.node().set_text_content(Some(&said));
    }));
    regions
}

/// What the ask on the screen wants.
fn request(screen: &Screen) -> Option<&Request> {
    dialog_of_bar(screen).map(|dialog| &dialog.ask.request)
}

fn words_of(announcement: Announcement, screen: &Screen) -> String {
    match announcement {
        Announcement::Over(outcome) => words::outcome(outcome),
        Announcement::Ended(outcome) => {
            screen.dialog.as_ref().map(|dialog| words::ended(dialog.ask.request.kind(), outcome)).unwrap_or_default()
        }
        Announcement::Waiting | Announcement::Form => request(screen).map(words::waiting).unwrap_or_default(),
        Announcement::ApprovalNeeded => words::say(words::APPROVAL),
        Announcement::Cancelled => request(screen).map(words::cancelled).unwrap_or_default(),
        Announcement::Unsent { cancelled } => {
            words::say(if cancelled { words::OFFLINE_CANCEL } else { words::OFFLINE_ANSWER })
        }
        Announcement::Offline => words::say(words::OFFLINE),
        Announcement::Unreached { is_decided } => {
            words::say(if is_decided { words::UNDELIVERED } else { words::UNREACHED })
        }
        Announcement::Connection(Connection::Failed) => {
            given_up(&ConnectionState::of(screen)).unwrap_or_else(|| words::say(words::FAILED))
        }
        Announcement::Connection(connection) => words::connection(connection).unwrap_or_default(),
        Announcement::TimeLeft { seconds, hurry: None } => words::seconds_left(seconds),
        Announcement::TimeLeft { seconds, hurry: Some(can_grow) } => {
            [&words::seconds_left(seconds), ". ", &hurry(can_grow)].joined("")
        }
        Announcement::Queued(asks) => words::queued(asks),
        Announcement::StillMissing => words::say(words::GAP),
        Announcement::EnterAgain => words::say(words::ENTER_AGAIN),
    }
}
