//! Every word that the widget itself says, in one place.

use crate::session::{Alert, Connection, Dialog, Outcome};

pub(super) const SEND: &str = "Send";
pub(super) const NEXT: &str = "Next";
pub(super) const BACK: &str = "Back";
pub(super) const CANCEL: &str = "Cancel";
pub(super) const CLOSE: &str = "Close";
pub(super) const UNDO: &str = "Undo";
pub(super) const CHANGE: &str = "Change answer";
pub(super) const COLLAPSE: &str = "Collapse, to read the chat";
pub(super) const ANSWER: &str = "Answer";
pub(super) const TAKE_BACK: &str = "Take back";
pub(super) const TRY_NOW: &str = "Try now";
pub(super) const RECOMMENDED: &str = "Recommended";
pub(super) const OTHER: &str = "Other";
pub(super) const OTHER_FIELD: &str = "Your own answer";
pub(super) const OTHER_PLACEHOLDER: &str = "Type something else…";
pub(super) const CHOOSE_ONE: &str = "Choose one, or write your own answer";
pub(super) const CHOOSE_SEVERAL: &str = "Choose one or more, or write your own answer";
pub(super) const WRITE: &str = "Write your answer";
pub(super) const NO_QUESTION: &str = "The agent waits for a reply but sent no question.";
pub(super) const NO_LABEL: &str = "(no label)";
pub(super) const WAITING: &str = "A question is waiting";
pub(super) const CANCELLED: &str = "Question cancelled";
pub(super) const KEPT: &str = "Not connected. Your answer is kept and will be sent when the connection is back.";
pub(super) const KEPT_CANCEL: &str = "Not connected. The agent will be told of the cancel when the connection is back.";
pub(super) const OFFLINE: &str = "Not connected. What you choose and type is kept.";
pub(super) const DRAFT_STAYS: &str = "What you had chosen and typed is below, to read and copy.";
pub(super) const NOT_ANSWERED: &str = "not answered";
pub(super) const TIME_LEFT: &str = "Time left";
pub(super) const REVIEW: &str = "Review";
pub(super) const REVIEW_TITLE: &str = "Review your answers";
pub(super) const QUESTIONS: &str = "Questions";
pub(super) const CHANGE_SHORT: &str = "Change";
pub(super) const PREVIEW: &str = "Preview";
pub(super) const NOTE: &str = "Note";
pub(super) const ADD_NOTE: &str = "Add a note";
pub(super) const NOTE_PLACEHOLDER: &str = "Something the agent should know besides";

pub(super) fn number(index: usize) -> String {
    format!("Question {}", index + 1)
}

pub(super) fn change(name: &str) -> String {
    format!("Change the answer to {name}")
}

pub(super) fn note(notes: &str) -> String {
    format!("Note: {notes}")
}

pub(super) fn send_without(gaps: usize) -> String {
    match gaps {
        1 => "Send without 1 answer".to_owned(),
        _ => format!("Send without {gaps} answers"),
    }
}

/// The keys that do something right now.
pub(super) fn keys(dialog: &Dialog) -> String {
    if dialog.locked {
        return String::new();
    }
    let Some(question) = dialog.ask.questions.get(dialog.step) else {
        let enter = if dialog.gaps() > 0 { "Enter to what is missing" } else { "Enter send" };
        return format!("{enter} · B back · Esc fold");
    };
    let mut keys = match (question.options.len(), question.multi_select) {
        (0, _) => "Enter go on".to_owned(),
        (count, false) => format!("↑↓ move · 1–{} choose · Enter choose and go on", count.min(9)),
        (count, true) => format!("↑↓ move · Space or 1–{} toggle · Enter go on", count.min(9)),
    };
    if dialog.step > 0 {
        keys.push_str(" · B back");
    }
    keys + " · N note · Esc fold"
}

pub(super) fn progress(step: usize, steps: usize) -> String {
    format!("Question {} of {steps}", step + 1)
}

pub(super) fn queued(count: usize) -> String {
    match count {
        1 => "1 more question is waiting".to_owned(),
        _ => format!("{count} more questions are waiting"),
    }
}

pub(super) fn time_left(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

pub(super) fn ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Answered => "Answered",
        Outcome::PartlyAnswered => "Partly answered",
        Outcome::Cancelled => "Cancelled",
        Outcome::TimedOut => "The time was up before an answer was sent.",
        Outcome::Withdrawn => "The agent no longer needs this answer.",
        Outcome::AnsweredElsewhere => "This was answered in another window.",
    }
}

pub(super) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::TimedOut => "Timed out",
        Outcome::Withdrawn => "Withdrawn",
        Outcome::AnsweredElsewhere => "Answered elsewhere",
        decided => ended(decided),
    }
}

pub(super) fn alert(alert: &Alert) -> String {
    match alert {
        Alert::Gap(_) => "Choose an option or write your own answer first.".to_owned(),
        Alert::Refused(words) => format!("The answer was not accepted: {words}"),
    }
}

/// What to say about the connection while it is not simply open.
pub(super) fn connection(connection: Connection) -> Option<&'static str> {
    match connection {
        Connection::Closed | Connection::Connecting | Connection::Open => None,
        Connection::Reconnecting => Some("Connection lost. Reconnecting…"),
        Connection::Unreachable => Some("The agent cannot be reached. Trying again…"),
        Connection::Taken => Some("This session was opened in another window."),
    }
}
