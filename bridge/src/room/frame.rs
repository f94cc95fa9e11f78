//! The frames that a room writes. Must not know when they are sent.

use std::io;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::response::Response;
use super::{ConnectionId, QuestionId};

/// What the bridge knows beyond the basic protocol.
const CAPABILITIES: [&str; 6] = ["annotations", "ack", "deadline", "extend", "resolved", "withdraw"];

/// What a bridge can do beyond the basic protocol, as it says so.
pub(super) struct Capabilities {
    pub(super) beat_seconds: Option<u32>,
}

pub(super) fn connected(connection: &ConnectionId, session: &str, can: Option<&Capabilities>) -> Value {
    let frame = json!({"type": "connected", "connection_id": connection.as_str(), "session_id": session});
    with_capabilities(frame, can)
}

pub(super) fn session_status(
    session: &str,
    busy: bool,
    pending: Option<&QuestionId>,
    can: Option<&Capabilities>,
) -> Value {
    let frame = json!({
        "type": "session_status",
        "session_id": session,
        "is_processing": busy,
        "waiting_for_user": pending.is_some(),
        "pending_question_id": pending.map(QuestionId::as_str),
    });
    with_capabilities(frame, can)
}

fn with_capabilities(mut frame: Value, can: Option<&Capabilities>) -> Value {
    let Some(can) = can else { return frame };
    let beat = can.beat_seconds.map(|_| "beat");
    frame["capabilities"] = CAPABILITIES.into_iter().chain(beat).collect();
    if let Some(seconds) = can.beat_seconds {
        frame["beat_seconds"] = json!(seconds);
    }
    frame
}

pub(super) fn ask_user_beat() -> Value {
    json!({"type": "ask_user_beat"})
}

pub(super) fn ask_user_resolved(question: &QuestionId, response: &Response) -> Value {
    let (outcome, answers) = match response {
        Response::Answer { answers, .. } => ("answered", answers.clone()),
        Response::Cancel => ("cancelled", Map::new()),
    };
    json!({"type": "ask_user_resolved", "question_id": question.as_str(), "outcome": outcome, "answers": answers})
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
