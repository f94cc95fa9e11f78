//! The names of the element's events, and what each carries.

use crate::protocol::{Ask, Choice, Question, RequestKind, Value};
use crate::session::{Event, Receipt, ReceiptLine, Status};
use crate::text;

/// The event that ends an ask, however it ends. It follows the one that is only for that kind of ending.
const END: &str = "ask-user-end";

/// The events for the page, in order, and the detail that all of them carry.
pub(super) fn events(event: &Event) -> (&'static [&'static str], Value) {
    match event {
        Event::Ask { ask } => match ask.request.kind() {
            RequestKind::Questions => (&["ask-user-question"], ask_value(ask)),
            RequestKind::Permission => (&["ask-user-approval"], approval_value(ask)),
            RequestKind::Elicitation => (&["ask-user-form"], form_value(ask)),
        },
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

/// The detail of the events for the page.
#[cfg(feature = "component")]
pub(crate) fn event_detail(event: &Event) -> Value {
    events(event).1
}

fn ask_value(ask: &Ask) -> Value {
    Value::map([
        ("questionId", ask.id.as_str().into()),
        ("questions", Value::List(ask.questions().iter().map(question_value).collect())),
        ("timeoutSeconds", ask.timeout_seconds.map_or(Value::Null, Value::Float)),
        ("problems", problems(ask)),
    ])
}

/// Made of the frame itself: what reads it may still be on its way.
fn form_value(ask: &Ask) -> Value {
    let member = |key| ask.source.get(key).cloned().unwrap_or_default();
    let shown = |key| {
        let words = ask.source.get(key).and_then(Value::as_str);
        words.map_or(Value::Null, |words| text::shown(words.trim()).into())
    };
    Value::map([
        ("requestId", ask.id.as_str().into()),
        ("message", shown("message")),
        ("requestedSchema", member("requestedSchema")),
        ("url", member("url")),
        ("timeoutSeconds", ask.timeout_seconds.map_or(Value::Null, Value::Float)),
        ("problems", problems(ask)),
    ])
}

/// Made of the frame itself: what reads it may still be on its way. ACP has other places for the same things.
fn approval_value(ask: &Ask) -> Value {
    let source = &ask.source;
    let at =
        |path: &[&str]| path.iter().try_fold(source, |value, key| value.get(key)).filter(|one| **one != Value::Null);
    let first = |paths: &[&[&str]]| paths.iter().find_map(|path| at(path));
    let wire = |paths| first(paths).and_then(Value::as_str).map_or(Value::Null, Value::from);
    let shown = |paths| {
        let words = first(paths).and_then(Value::as_str);
        words.map_or(Value::Null, |words| text::shown(text::without_escapes(words).trim()).into())
    };
    let whole = |paths| first(paths).cloned().unwrap_or_default();
    Value::map([
        ("requestId", ask.id.as_str().into()),
        (
            "toolName",
            wire(&[
                &["tool_name"],
                &["toolCall", "_meta", "claudeCode", "toolName"],
                &["toolCall", "kind"],
                &["subject", "toolCall", "kind"],
                &["subject", "type"],
            ]),
        ),
        ("input", whole(&[&["input"], &["toolCall", "rawInput"], &["subject", "toolCall", "rawInput"], &["subject"]])),
        ("title", shown(&[&["title"], &["toolCall", "title"], &["subject", "toolCall", "title"]])),
        ("displayName", shown(&[&["displayName"]])),
        ("description", shown(&[&["description"]])),
        ("suggestions", Value::List(at(&["suggestions"]).and_then(Value::as_list).unwrap_or_default().to_vec())),
        ("timeoutSeconds", ask.timeout_seconds.map_or(Value::Null, Value::Float)),
        ("problems", problems(ask)),
    ])
}

fn problems(ask: &Ask) -> Value {
    Value::List(ask.problems.iter().map(|problem| problem.to_string().into()).collect())
}

fn question_value(question: &Question) -> Value {
    Value::map([
        ("question", question.text.shown.as_str().into()),
        ("key", question.text.wire.as_str().into()),
        ("header", optional(question.header.as_deref())),
        ("multiSelect", question.is_multiselectable().into()),
        ("options", Value::List(question.options.iter().map(option_value).collect())),
    ])
}

fn option_value(option: &Choice) -> Value {
    Value::map([
        ("label", option.label.shown.as_str().into()),
        ("value", option.label.wire.as_str().into()),
        ("description", optional(option.description.as_deref())),
        ("preview", optional(option.preview.as_deref())),
        ("isRecommended", option.recommended.into()),
    ])
}

fn receipt_value(receipt: &Receipt, reason: Option<&str>) -> Value {
    let answers = receipt.answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into()));
    let annotations = receipt.annotations.iter().map(|(key, annotation)| (key.clone(), annotation.write()));
    Value::map([
        ("questionId", receipt.id.as_str().into()),
        ("outcome", receipt.outcome.word().into()),
        ("reason", optional(reason)),
        ("answers", Value::Map(answers.collect())),
        ("annotations", Value::Map(annotations.collect())),
        ("result", receipt.result.clone().unwrap_or_default()),
        ("lines", Value::List(receipt.lines.iter().map(line_value).collect())),
        ("text", receipt.to_text().into()),
    ])
}

fn line_value(line: &ReceiptLine) -> Value {
    Value::map([
        ("header", optional(line.header.as_deref())),
        ("question", line.question.as_str().into()),
        ("answers", Value::List(line.answers.iter().map(|answer| answer.as_str().into()).collect())),
        ("picks", Value::List(line.picks.iter().map(|pick| Value::Int(*pick as i64)).collect())),
        ("other", optional(line.other.as_deref())),
        ("notes", optional(line.notes.as_deref())),
        ("edited", optional(line.edited.as_deref())),
    ])
}

fn status_value(status: &Status) -> Value {
    Value::map([
        ("connection", status.connection.word().into()),
        ("waitingForUser", status.waiting_for_user.into()),
        ("isProcessing", status.is_processing.into()),
        ("pendingQuestionId", optional(status.pending_question_id.as_deref())),
        ("queued", Value::Int(status.queued as i64)),
    ])
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}
