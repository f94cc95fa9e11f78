//! The names of the element's events, and what each carries.

use crate::protocol::{Ask, Choice, Question, Value};
use crate::session::{Event, Receipt, ReceiptLine, Status};

/// The event that ends an ask, however it ends. It follows the one that is only for that kind of ending.
const END: &str = "ask-user-end";

/// The events that tell the page of something, in order, and the detail that all of them carry.
pub(super) fn events(event: &Event) -> (&'static [&'static str], Value) {
    match event {
        Event::Ask { ask } => (&["ask-user-question"], ask_value(ask)),
        Event::Answer { receipt } => (&["ask-user-answer", END], receipt_value(receipt, None)),
        Event::Cancel { receipt } => (&["ask-user-cancel", END], receipt_value(receipt, None)),
        Event::Timeout { receipt, error } => (&["ask-user-timeout", END], receipt_value(receipt, error.as_deref())),
        Event::Ended { receipt, reason } => (&[END], receipt_value(receipt, reason.as_deref())),
        Event::Session { id } => (&["ask-user-session"], Value::map([("sessionId", id.as_str().into())])),
        Event::Status(status) => (&["ask-user-status"], status_value(status)),
        Event::Error { code, message } => {
            let detail = Value::map([("code", code.word().into()), ("message", message.as_str().into())]);
            (&["ask-user-error"], detail)
        }
    }
}

/// The detail of the events that tell the page of something.
#[cfg(feature = "component")]
pub(crate) fn event_detail(event: &Event) -> Value {
    events(event).1
}

fn ask_value(ask: &Ask) -> Value {
    let problems = ask.problems.iter().map(|problem| problem.to_string().into());
    Value::map([
        ("questionId", ask.id.as_str().into()),
        ("questions", Value::List(ask.questions().iter().map(question_value).collect())),
        ("timeoutSeconds", ask.timeout_seconds.map_or(Value::Null, Value::Float)),
        ("problems", Value::List(problems.collect())),
    ])
}

fn question_value(question: &Question) -> Value {
    Value::map([
        ("question", question.text.shown.as_str().into()),
        ("key", question.text.wire.as_str().into()),
        ("header", text(question.header.as_deref())),
        ("multiSelect", question.is_multiselectable().into()),
        ("options", Value::List(question.options.iter().map(option_value).collect())),
    ])
}

fn option_value(option: &Choice) -> Value {
    Value::map([
        ("label", option.label.shown.as_str().into()),
        ("value", option.label.wire.as_str().into()),
        ("description", text(option.description.as_deref())),
        ("preview", text(option.preview.as_deref())),
        ("isRecommended", option.recommended.into()),
    ])
}

fn receipt_value(receipt: &Receipt, reason: Option<&str>) -> Value {
    let answers = receipt.answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into()));
    let annotations = receipt.annotations.iter().map(|(key, annotation)| (key.clone(), annotation.write()));
    Value::map([
        ("questionId", receipt.id.as_str().into()),
        ("outcome", receipt.outcome.word().into()),
        ("reason", text(reason)),
        ("answers", Value::Map(answers.collect())),
        ("annotations", Value::Map(annotations.collect())),
        ("lines", Value::List(receipt.lines.iter().map(line_value).collect())),
        ("text", receipt.to_text().into()),
    ])
}

fn line_value(line: &ReceiptLine) -> Value {
    Value::map([
        ("header", text(line.header.as_deref())),
        ("question", line.question.as_str().into()),
        ("answers", Value::List(line.answers.iter().map(|answer| answer.as_str().into()).collect())),
        ("picks", Value::List(line.picks.iter().map(|pick| Value::Int(*pick as i64)).collect())),
        ("other", text(line.other.as_deref())),
        ("notes", text(line.notes.as_deref())),
    ])
}

fn status_value(status: &Status) -> Value {
    Value::map([
        ("connection", status.connection.word().into()),
        ("waitingForUser", status.waiting_for_user.into()),
        ("isProcessing", status.is_processing.into()),
        ("pendingQuestionId", text(status.pending_question_id.as_deref())),
        ("queued", Value::Int(status.queued as i64)),
    ])
}

fn text(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}
