//! What the person should know besides the question: how the connection is, how the ask ended.

use super::button::button;
use super::dom::{El, el};
use super::slices::{AskState, ConnectionState, NoticeSlice, NoticeState};
use super::{AskContext, ViewContext, words};
use crate::session::{Connection, Outcome, Phase, Reach, UserInput};
use crate::text::Joined;
use crate::words::Word;

/// The notice about the connection, while there is no ask to show it in.
pub(super) fn connection_notice(view: ViewContext) -> El {
    notice(view, None)
}

/// The notice about this ask and the connection that it needs, above its buttons.
pub(super) fn ask_notice(ask: AskContext) -> El {
    notice(ask.view, Some(ask))
}

/// What a notice says: about the connection while no ask is shown, or about the `ask` in which it stands.
fn text_of(NoticeState { connection, ask: shown }: &NoticeState<'_>, ask: Option<AskContext>) -> String {
    let why = given_up(connection);
    let Some(ask) = ask else {
        let text = why.or_else(|| words::connection(connection.now));
        return text.filter(|_| shown.is_none()).unwrap_or_default();
    };
    let shown = shown.as_ref().filter(|shown| ask.is_of(shown.id));
    let text = shown.and_then(|shown| about(shown, connection.now)).unwrap_or_default();
    match why {
        Some(why) => [&text, " ", &why].joined(""),
        None => text,
    }
}

/// Why there is no connection and none is tried any more, if so.
pub(super) fn given_up(connection: &ConnectionState<'_>) -> Option<String> {
    connection.failure.filter(|_| connection.now == Connection::Failed).map(words::trouble)
}

/// What to say about an ask and the connection that it needs, if anything.
pub(super) fn about(ask: &AskState<'_>, connection: Connection) -> Option<String> {
    let progress = &ask.progress;
    let text = match (progress.phase, connection) {
        (Phase::Ended { outcome, words: theirs }, _) => {
            // That the time was up needs no second sentence that says so.
            let theirs = theirs.as_ref().filter(|_| *outcome != Outcome::TimedOut);
            let theirs = theirs.map(|theirs| format!(": {theirs}")).unwrap_or_default();
            return Some(format!("{}{theirs}. {}", words::ended(ask.kind, *outcome), words::say(words::DRAFT_STAYS)));
        }
        (_, Connection::Taken) => return words::connection(connection),
        (phase, _) if progress.reach != Reach::Reachable => {
            let text = match phase {
                Phase::Decided => words::UNDELIVERED,
                Phase::Cancelling => words::OFFLINE_CANCEL,
                Phase::Asking | Phase::Ended { .. } => words::UNREACHED,
            };
            // Somebody who has decided did so in time, as far as anybody knows here.
            let is_late = *phase == Phase::Asking && progress.reach == Reach::Unreachable { is_late: true };
            let text = words::say(text);
            return Some(if is_late {
                [&words::ended(ask.kind, Outcome::TimedOut), ". ", &text].joined("")
            } else {
                text
            });
        }
        (_, Connection::Open) => return ask.can_grow.map(hurry),
        (Phase::Decided, _) => words::OFFLINE_ANSWER,
        (Phase::Asking | Phase::Cancelling, _) => words::OFFLINE,
    };
    Some(words::say(text))
}

/// Says that the time is nearly up, and what helps.
pub(super) fn hurry(can_grow: bool) -> String {
    let text = if can_grow { words::MORE_TIME } else { words::NO_MORE_TIME };
    words::say(text)
}

/// A notice, with what the person can do about the connection; hidden while there is nothing to say.
fn notice(view: ViewContext, ask: Option<AskContext>) -> El {
    let press = move || {
        if let Some((_, input)) = remedy(&ConnectionState::of(&view.peek())) {
            view.dispatch(input);
        }
    };
    let label =
        |connection: &ConnectionState<'_>| remedy(connection).map(|(label, _)| words::say(label)).unwrap_or_default();
    let remedy_button = button("remedy", press)
        .bind_text(view.text::<NoticeSlice>(move |notice| label(&notice.connection)))
        .toggle_attr("hidden", view.is::<NoticeSlice>(|notice| remedy(&notice.connection).is_none()));
    el("div", "notice")
        .part("notice")
        .bind_attr("data-connection", view.text::<NoticeSlice>(|notice| notice.connection.now.word().to_owned()))
        .toggle_attr("hidden", view.is::<NoticeSlice>(move |notice| text_of(&notice, ask).is_empty()))
        .child(
            el("span", "notice-text")
                .attr("dir", "auto")
                .bind_text(view.text::<NoticeSlice>(move |notice| text_of(&notice, ask))),
        )
        .child(remedy_button)
}

/// What the person can do about the connection, and how that is called.
fn remedy(connection: &ConnectionState<'_>) -> Option<(Word, UserInput)> {
    if !connection.can_connect {
        return None;
    }
    match connection.now {
        Connection::Taken => Some((words::TAKE_BACK, UserInput::TakeSessionBack)),
        Connection::Reconnecting | Connection::Unreachable | Connection::Failed => {
            Some((words::TRY_NOW, UserInput::RetryNow))
        }
        Connection::Closed | Connection::Connecting | Connection::Open => None,
    }
}
