//! Reading the frames of a bridge: leniently, because what can be shown is shown.

use super::{AckOutcome, RESOLVED_BY_CANCEL, ServerFrame, ServerFrameError, ServerFrameType, SessionStatus};
use crate::protocol::ask::Ask;
use crate::protocol::capability::Capabilities;
use crate::protocol::frame::{read_question_id, read_request_id};
use crate::protocol::request::RequestKind;
use crate::protocol::value::Value;

impl ServerFrame {
    /// The frame, if it is of a type of which nothing is read but the type.
    pub fn of_type(frame_type: ServerFrameType) -> Option<ServerFrame> {
        match frame_type {
            ServerFrameType::Agent => Some(ServerFrame::Agent { complete: false }),
            ServerFrameType::Complete => Some(ServerFrame::Agent { complete: true }),
            ServerFrameType::Unknown => Some(ServerFrame::Unknown),
            ServerFrameType::Connected
            | ServerFrameType::SessionId
            | ServerFrameType::SessionStatus
            | ServerFrameType::SessionTaken
            | ServerFrameType::Error
            | ServerFrameType::AskUserQuestion
            | ServerFrameType::AskUserTimeout
            | ServerFrameType::AskUserAck
            | ServerFrameType::AskUserExtend
            | ServerFrameType::AskUserResolved
            | ServerFrameType::AskUserWithdrawn
            | ServerFrameType::AskUserBeat
            | ServerFrameType::PermissionRequest
            | ServerFrameType::ElicitationRequest => None,
        }
    }

    /// Reads a frame. It is read leniently: only a frame that could not be used at all is an error.
    pub fn read(value: &Value) -> Result<ServerFrame, ServerFrameError> {
        let Some(name) = value.get("type").and_then(Value::as_str) else {
            return Err(ServerFrameError { name: "frame".to_owned(), reason: "has no type" });
        };
        let lacks = |reason| ServerFrameError { name: name.to_owned(), reason };
        let question_id = || read_question_id(value).map(str::to_owned).ok_or(lacks("has no question_id"));
        let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let session_id = || text("session_id").or_else(|| text("sessionId"));
        let truth = |key| value.get(key).and_then(Value::as_bool).unwrap_or(false);
        Ok(match ServerFrameType::parse(name) {
            ServerFrameType::Connected => ServerFrame::Connected {
                connection_id: text("connection_id"),
                session_id: session_id(),
                capabilities: Capabilities::read(value).unwrap_or_default(),
            },
            ServerFrameType::SessionId => ServerFrame::SessionId { session_id: session_id() },
            ServerFrameType::SessionStatus => ServerFrame::SessionStatus(SessionStatus {
                session_id: session_id(),
                is_processing: truth("is_processing"),
                waiting_for_user: truth("waiting_for_user"),
                pending_question_id: text("pending_question_id"),
                capabilities: Capabilities::read(value),
            }),
            ServerFrameType::SessionTaken => ServerFrame::SessionTaken { session_id: session_id() },
            ServerFrameType::Error => {
                ServerFrame::Error { error: text("error").or_else(|| text("message")).unwrap_or_default() }
            }
            ServerFrameType::AskUserQuestion => ServerFrame::Ask(Ask::read(question_id()?, value)),
            ServerFrameType::PermissionRequest => {
                let id = read_request_id(value).ok_or(lacks("has no request_id"))?;
                ServerFrame::Ask(Ask::unread(RequestKind::Permission, id.to_owned(), value))
            }
            ServerFrameType::AskUserTimeout => {
                ServerFrame::AskUserTimeout { question_id: question_id()?, error: text("error") }
            }
            ServerFrameType::AskUserAck => {
                let outcome = value.get("outcome").and_then(Value::as_str).unwrap_or_default();
                ServerFrame::AskUserAck { question_id: question_id()?, outcome: AckOutcome::parse(outcome) }
            }
            ServerFrameType::AskUserExtend => {
                let remaining_seconds = value.get("remaining_seconds").and_then(Value::as_f64);
                let remaining_seconds = remaining_seconds.ok_or(lacks("has no remaining_seconds"))?;
                ServerFrame::AskUserExtend { question_id: question_id()?, remaining_seconds }
            }
            ServerFrameType::AskUserResolved => ServerFrame::AskUserResolved {
                question_id: question_id()?,
                is_cancel: value.get("outcome").and_then(Value::as_str) == Some(RESOLVED_BY_CANCEL),
                answers: value.get("answers").and_then(Value::as_map).map(read_answers).unwrap_or_default(),
                result: value.get("result").cloned(),
            },
            ServerFrameType::AskUserWithdrawn => {
                ServerFrame::AskUserWithdrawn { question_id: question_id()?, reason: text("reason") }
            }
            ServerFrameType::AskUserBeat => ServerFrame::Beat,
            ServerFrameType::Agent => ServerFrame::Agent { complete: false },
            ServerFrameType::Complete => ServerFrame::Agent { complete: true },
            ServerFrameType::ElicitationRequest => {
                let id = read_request_id(value).ok_or(lacks("has no request_id"))?;
                ServerFrame::Ask(Ask::unread(RequestKind::Elicitation, id.to_owned(), value))
            }
            ServerFrameType::Unknown => ServerFrame::Unknown,
        })
    }
}

fn read_answers(pairs: &[(String, Value)]) -> Vec<(String, String)> {
    pairs.iter().filter_map(|(key, answer)| Some((key.clone(), answer.as_str()?.to_owned()))).collect()
}
