//! The frames that a room writes. Must not know when they are sent.

use std::io;

use serde::Serialize;
use serde_json::{Value, json};

use super::{ConnectionId, QuestionId};

/// What the bridge knows beyond seed 004.
const CAPABILITIES: [&str; 5] = ["annotations", "ack", "deadline", "extend", "withdraw"];

pub(super) fn connected(connection: &ConnectionId, session: &str, extensions: bool) -> Value {
    let frame = json!({"type": "connected", "connection_id": connection.as_str(), "session_id": session});
    with_capabilities(frame, extensions)
}

pub(super) fn session_status(session: &str, busy: bool, pending: Option<&QuestionId>, extensions: bool) -> Value {
    let frame = json!({
        "type": "session_status",
        "session_id": session,
        "is_processing": busy,
        "waiting_for_user": pending.is_some(),
        "pending_question_id": pending.map(QuestionId::as_str),
    });
    with_capabilities(frame, extensions)
}

fn with_capabilities(mut frame: Value, extensions: bool) -> Value {
    if extensions {
        frame["capabilities"] = json!(CAPABILITIES);
    }
    frame
}

pub(super) fn session_taken(session: &str) -> Value {
    json!({"type": "session_taken", "session_id": session})
}

pub(super) fn ask_user_timeout(question: &QuestionId) -> Value {
    json!({"type": "ask_user_timeout", "question_id": question.as_str(), "error": "User response timed out"})
}

pub(super) fn ask_user_withdrawn(question: &QuestionId) -> Value {
    json!({
        "type": "ask_user_withdrawn",
        "question_id": question.as_str(),
        "reason": "The agent no longer waits for an answer",
    })
}

pub(super) fn ask_user_ack(question: &str, outcome: &str) -> Value {
    json!({"type": "ask_user_ack", "question_id": question, "outcome": outcome})
}

pub(super) fn ask_user_extend(question: &QuestionId, remaining_millis: u64) -> Value {
    json!({
        "type": "ask_user_extend",
        "question_id": question.as_str(),
        "remaining_seconds": seconds(remaining_millis),
    })
}

/// `text` is always the room's own: what a client sent is never reflected.
pub(super) fn error(text: &str) -> Value {
    json!({"type": "error", "error": text})
}

/// Seconds as a whole number where they are one, as `timeout_seconds` is.
pub(super) fn seconds(millis: u64) -> Value {
    if millis.is_multiple_of(1000) { json!(millis / 1000) } else { json!(millis as f64 / 1000.0) }
}

/// The size of a value as JSON text.
pub(super) fn size(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).expect("JSON values are written without fail");
    count.0
}
