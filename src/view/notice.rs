//! What the person should know besides the question: how the connection is, how the ask ended.

use super::button::button;
use super::dom::{El, el};
use super::slices::NoticeSlice;
use super::{AskContext, ViewContext, words};
use crate::session::{Connection, Dialog, Outcome, Phase, Reach, Screen, UserInput};
use crate::words::Word;

/// The notice about the connection, while there is no ask to show it in.
pub(super) fn connection_notice(view: ViewContext) -> El {
    notice(view, |screen| {
        let text = given_up(screen).or_else(|| words::connection(screen.connection));
        text.filter(|_| screen.dialog.is_none()).unwrap_or_default()
    })
}

/// The notice about this ask and the connection that it needs, above its buttons.
pub(super) fn ask_notice(ask: AskContext) -> El {
    notice(ask.view, move |screen| {
        let dialog = ask.dialog_in(screen);
        let text = dialog.and_then(|dialog| about(dialog, screen.connection)).unwrap_or_default();
        match given_up(screen) {
            Some(why) => format!("{text} {why}"),
            None => text,
        }
    })
}

/// Why there is no connection and none is tried any more, if so.
pub(super) fn given_up(screen: &Screen) -> Option<String> {
    let failure = screen.connection_failure.as_ref().filter(|_| screen.connection == Connection::Failed)?;
    Some(words::trouble(failure))
}

/// What to say about an ask and the connection that it needs, if anything.
pub(super) fn about(dialog: &Dialog, connection: Connection) -> Option<String> {
    let text = match (&dialog.phase, connection) {
        (Phase::Ended { outcome, words: theirs }, _) => {
            // That the time was up needs no second sentence that says so.
            let theirs = theirs.as_ref().filter(|_| *outcome != Outcome::TimedOut);
            let theirs = theirs.map(|theirs| format!(": {theirs}")).unwrap_or_default();
            return Some(format!("{}{theirs}. {}", words::ended(dialog, *outcome), words::say(words::DRAFT_STAYS)));
        }
        (_, Connection::Taken) => return words::connection(connection),
        (phase, _) if dialog.reach != Reach::Reachable => {
            let text = match phase {
                Phase::Decided => words::UNDELIVERED,
                Phase::Cancelling => words::KEPT_CANCEL,
                _ => words::UNREACHED,
            };
            // Somebody who has decided did so in time, as far as anybody knows here.
            let is_late = *phase == Phase::Asking && dialog.reach == Reach::Unreachable { is_late: true };
            let text = words::say(text);
            return Some(if is_late { [&words::ended(dialog, Outcome::TimedOut), ". ", &text].concat() } else { text });
        }
        (_, Connection::Open) => {
            return dialog.countdown.filter(|left| left.is_soon).map(|left| hurry(left.can_grow));
        }
        (Phase::Decided, _) => words::KEPT,
        _ => words::OFFLINE,
    };
    Some(words::say(text))
}

/// Says that the time is nearly up, and what helps.
pub(super) fn hurry(can_grow: bool) -> String {
    let text = if can_grow { words::MORE_TIME } else { words::NO_MORE_TIME };
    words::say(text)
}

/// A notice, with what the person can do about the connection; hidden while there is nothing to say.
fn notice(view: ViewContext, text: impl Fn(&Screen) -> String + Copy + 'static) -> El {
    let press = move || {
        if let Some((_, input)) = remedy(&view.peek()) {
            view.dispatch(input);
        }
    };
    let label = |screen: &Screen| remedy(screen).map(|(label, _)| words::say(label)).unwrap_or_default();
    let remedy_button = button("remedy", press)
        .bind_text(view.text::<NoticeSlice>(move |notice| label(notice.0)))
        .toggle_attr("hidden", view.is::<NoticeSlice>(|notice| remedy(notice.0).is_none()));
    el("div", "notice")
        .part("notice")
        .bind_attr("data-connection", view.text::<NoticeSlice>(|notice| notice.0.connection.word().to_owned()))
        .toggle_attr("hidden", view.is::<NoticeSlice>(move |notice| text(notice.0).is_empty()))
        .child(
            el("span", "notice-text")
                .attr("dir", "auto")
                .bind_text(view.text::<NoticeSlice>(move |notice| text(notice.0))),
        )
        .child(remedy_button)
}

/// What the person can do about the connection, and how that is called.
fn remedy(screen: &Screen) -> Option<(Word, UserInput)> {
    match screen.connection {
        _ if !screen.can_connect => None,
        Connection::Taken => Some((words::TAKE_BACK, UserInput::TakeSessionBack)),
        Connection::Reconnecting | Connection::Unreachable | Connection::Failed => {
            Some((words::TRY_NOW, UserInput::RetryNow))
        }
        _ => None,
    }
}
