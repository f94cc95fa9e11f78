//! Writing the frames of a bridge.

use super::{AckOutcome, RESOLVED_BY_CANCEL, ServerFrame, ServerFrameType};
use crate::protocol::capability::Capabilities;
use crate::protocol::request::RequestKind;
use crate::protocol::value::Value;

impl ServerFrame {
    /// Writes a frame; `None` for a frame of the agent's or of an unknown name, of which nothing was read but its type.
    pub fn write(&self) -> Option<Value> {
        Some(match self {
            ServerFrame::Connected { connection_id, session_id, capabilities } => {
                let mut frame = frame_of(ServerFrameType::Connected);
                set_text(&mut frame, "connection_id", connection_id);
                set_text(&mut frame, "session_id", session_id);
                if *capabilities != Capabilities::default() {
                    capabilities.write(&mut frame);
                }
                frame
            }
            ServerFrame::SessionId { session_id } => {
                let mut frame = frame_of(ServerFrameType::SessionId);
                set_text(&mut frame, "session_id", session_id);
                frame
            }
            ServerFrame::SessionStatus(status) => {
                let pending = status.pending_question_id.as_deref();
                let mut frame = frame_of(ServerFrameType::SessionStatus);
                set_text(&mut frame, "session_id", &status.session_id);
                frame.set("is_processing", status.is_processing.into());
                frame.set("waiting_for_user", status.waiting_for_user.into());
                frame.set("pending_question_id", pending.map_or(Value::Null, Value::from));
                if let Some(capabilities) = &status.capabilities {
                    capabilities.write(&mut frame);
                }
                frame
            }
            ServerFrame::SessionTaken { session_id } => {
                let mut frame = frame_of(ServerFrameType::SessionTaken);
                set_text(&mut frame, "session_id", session_id);
                frame
            }
            ServerFrame::Error { error } => {
                let mut frame = frame_of(ServerFrameType::Error);
                frame.set("error", error.as_str().into());
                frame
            }
            ServerFrame::Ask(ask) => match ask.request.kind() {
                RequestKind::Questions => {
                    let questions = ask.source.get("questions").cloned().unwrap_or_default();
                    write_question(&ask.id, questions, ask.timeout_seconds, ask.remaining_seconds)
                }
                RequestKind::Permission | RequestKind::Elicitation => {
                    let frame_type = match ask.request.kind() {
                        RequestKind::Elicitation => ServerFrameType::ElicitationRequest,
                        RequestKind::Questions | RequestKind::Permission => ServerFrameType::PermissionRequest,
                    };
                    let members = ask.source.as_map().unwrap_or_default().to_vec();
                    write_request(frame_type, &ask.id, members, ask.timeout_seconds, ask.remaining_seconds)
                }
            },
            ServerFrame::AskUserTimeout { question_id, error } => {
                let mut frame = frame_about(ServerFrameType::AskUserTimeout, question_id);
                set_text(&mut frame, "error", error);
                frame
            }
            ServerFrame::AskUserAck { question_id, outcome } => {
                let name = AckOutcome::NAMES.iter().find(|(_, known)| known == outcome).map(|(name, _)| *name);
                let mut frame = frame_about(ServerFrameType::AskUserAck, question_id);
                frame.set("outcome", name.unwrap_or_default().into());
                frame
            }
            ServerFrame::AskUserExtend { question_id, remaining_seconds } => {
                let mut frame = frame_about(ServerFrameType::AskUserExtend, question_id);
                frame.set("remaining_seconds", Value::seconds(*remaining_seconds));
                frame
            }
            ServerFrame::AskUserResolved { question_id, is_cancel, result: Some(result), .. } => {
                write_resolved_request(question_id, *is_cancel, result.clone())
            }
            ServerFrame::AskUserResolved { question_id, is_cancel, answers, result: None } => {
                let answers = answers.iter().map(|(question, answer)| (question.clone(), answer.as_str().into()));
                let mut frame = resolved(question_id, *is_cancel);
                frame.set("answers", Value::Map(answers.collect()));
                frame
            }
            ServerFrame::AskUserWithdrawn { question_id, reason } => {
                let mut frame = frame_about(ServerFrameType::AskUserWithdrawn, question_id);
                set_text(&mut frame, "reason", reason);
                frame
            }
            ServerFrame::Beat => frame_of(ServerFrameType::AskUserBeat),
            ServerFrame::Agent { .. } | ServerFrame::Unknown => return None,
        })
    }
}

/// Writes an `ask_user_question`. A bridge has no [`Ask`](crate::protocol::Ask): it carries the questions and never reads them.
pub fn write_question(
    question_id: &str,
    questions: Value,
    timeout_seconds: Option<f64>,
    remaining_seconds: Option<f64>,
) -> Value {
    let mut frame = frame_about(ServerFrameType::AskUserQuestion, question_id);
    frame.set("questions", questions);
    set_seconds(&mut frame, timeout_seconds, remaining_seconds);
    frame
}

/// Writes a `permission_request` or an `elicitation_request`, with these members as they are. A bridge carries them and
/// never reads them.
pub fn write_request(
    frame_type: ServerFrameType,
    request_id: &str,
    members: Vec<(String, Value)>,
    timeout_seconds: Option<f64>,
    remaining_seconds: Option<f64>,
) -> Value {
    let mut frame = frame_of(frame_type);
    frame.set("request_id", request_id.into());
    for (key, member) in members {
        frame.set(&key, member);
    }
    set_seconds(&mut frame, timeout_seconds, remaining_seconds);
    frame
}

/// Writes an `ask_user_resolved` about an approval or a form: what the agent got stands in it as it is.
pub fn write_resolved_request(request_id: &str, is_cancel: bool, result: Value) -> Value {
    let mut frame = resolved(request_id, is_cancel);
    frame.set("result", result);
    frame
}

/// An `ask_user_resolved` that does not yet say what was decided.
fn resolved(question_id: &str, is_cancel: bool) -> Value {
    let mut frame = frame_about(ServerFrameType::AskUserResolved, question_id);
    frame.set("outcome", if is_cancel { RESOLVED_BY_CANCEL } else { "answered" }.into());
    frame
}

/// Sets how much time there is in all, and how much is left, where there is a limit.
fn set_seconds(frame: &mut Value, timeout_seconds: Option<f64>, remaining_seconds: Option<f64>) {
    for (key, seconds) in [("timeout_seconds", timeout_seconds), ("remaining_seconds", remaining_seconds)] {
        if let Some(seconds) = seconds {
            frame.set(key, Value::seconds(seconds));
        }
    }
}

/// A frame with no member but its type.
fn frame_of(frame_type: ServerFrameType) -> Value {
    Value::map([("type", frame_type.name().into())])
}

/// A frame about one ask, with its type and the id of the ask.
fn frame_about(frame_type: ServerFrameType, question_id: &str) -> Value {
    Value::map([("type", frame_type.name().into()), ("question_id", question_id.into())])
}

/// Sets a member where there is a text for it.
fn set_text(frame: &mut Value, key: &str, text: &Option<String>) {
    if let Some(text) = text {
        frame.set(key, text.as_str().into());
    }
}
