//! Frames that the widget sends.

mod read;
mod result;
#[cfg(test)]
mod tests;

use super::types::frame_types;
use crate::protocol::answer::Annotation;
use crate::protocol::value::Value;

pub use read::ClientFrameError;

frame_types! {
    /// The type of a frame from a client.
    pub(in crate::protocol) enum ClientFrameType {
        Response = "ask_user_response",
        PermissionResponse = "permission_response",
        ElicitationResponse = "elicitation_response",
        Extend = "ask_user_extend",
        Beat = "ask_user_beat",
        Authenticate = "authenticate",
        UserMessage = "user_message",
    }
}

impl ClientFrameType {
    /// Whether it says what a person decided.
    pub(in crate::protocol) fn is_response(self) -> bool {
        match self {
            ClientFrameType::Response | ClientFrameType::PermissionResponse | ClientFrameType::ElicitationResponse => {
                true
            }
            ClientFrameType::Extend
            | ClientFrameType::Beat
            | ClientFrameType::Authenticate
            | ClientFrameType::UserMessage => false,
        }
    }
}

/// A frame to the bridge.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientFrame {
    /// The person has answered.
    Answer {
        /// Which ask.
        question_id: String,
        /// Question text and answer, in order.
        answers: Vec<(String, String)>,
        /// Question text and what goes beside its answer (extension `annotations`).
        annotations: Vec<(String, Annotation)>,
    },
    /// The person does not want to answer.
    Cancel {
        /// Which ask.
        question_id: String,
    },
    /// The person has decided whether a tool may be used (extension `permission`).
    PermissionResponse {
        /// Which request.
        request_id: String,
        /// The permission result: exactly what the agent gets.
        result: Value,
    },
    /// The person has filled in a form, or does not want to (extension `elicitation`).
    ElicitationResponse {
        /// Which request.
        request_id: String,
        /// The result of the elicitation: exactly what the agent gets.
        result: Value,
    },
    /// The person is at work and needs more time (extension `extend`).
    Extend {
        /// Which ask.
        question_id: String,
        /// How many seconds more.
        seconds: u32,
    },
    /// The widget wants to hear whether the bridge is there (extension `beat`).
    Beat,
    /// The first frame to a bridge that wants a token; a browser cannot send it as a header.
    Authenticate {
        /// The token.
        token: String,
    },
    /// A chat message of the person to the agent. The page sends it, and never the widget.
    UserMessage {
        /// The message.
        text: String,
    },
}

impl ClientFrame {
    /// The names of all types of frames that a client sends.
    pub fn type_names() -> impl Iterator<Item = &'static str> {
        ClientFrameType::NAMED.iter().map(|frame_type| frame_type.name())
    }

    /// The name of the frame's type.
    pub fn type_name(&self) -> &'static str {
        let frame_type = match self {
            ClientFrame::Answer { .. } | ClientFrame::Cancel { .. } => ClientFrameType::Response,
            ClientFrame::PermissionResponse { .. } => ClientFrameType::PermissionResponse,
            ClientFrame::ElicitationResponse { .. } => ClientFrameType::ElicitationResponse,
            ClientFrame::Extend { .. } => ClientFrameType::Extend,
            ClientFrame::Beat => ClientFrameType::Beat,
            ClientFrame::Authenticate { .. } => ClientFrameType::Authenticate,
            ClientFrame::UserMessage { .. } => ClientFrameType::UserMessage,
        };
        frame_type.name()
    }

    /// Writes a frame.
    pub fn write(&self) -> Value {
        let mut frame = Value::map([("type", self.type_name().into())]);
        match self {
            ClientFrame::Answer { question_id, answers, annotations } => {
                let answers = answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into())).collect();
                let mut data = Value::map([
                    ("question_id", question_id.as_str().into()),
                    ("answers", Value::Map(answers)),
                    ("cancelled", false.into()),
                ]);
                if !annotations.is_empty() {
                    data.set("annotations", annotations_value(annotations));
                }
                frame.set("data", data);
            }
            // `answers: null` is an error at real bridges, so it is left out.
            ClientFrame::Cancel { question_id } => {
                let data = [("question_id", question_id.as_str().into()), ("cancelled", true.into())];
                frame.set("data", Value::map(data));
            }
            ClientFrame::PermissionResponse { request_id, result }
            | ClientFrame::ElicitationResponse { request_id, result } => {
                let data = [("request_id", request_id.as_str().into()), ("result", result.clone())];
                frame.set("data", Value::map(data));
            }
            ClientFrame::Extend { question_id, seconds } => {
                frame.set("question_id", question_id.as_str().into());
                frame.set("seconds", Value::Int((*seconds).into()));
            }
            ClientFrame::Beat => {}
            ClientFrame::Authenticate { token } => frame.set("token", token.as_str().into()),
            ClientFrame::UserMessage { text } => frame.set("text", text.as_str().into()),
        }
        frame
    }
}

/// Annotations as a map from question text.
fn annotations_value(annotations: &[(String, Annotation)]) -> Value {
    Value::Map(annotations.iter().map(|(key, annotation)| (key.clone(), annotation.write())).collect())
}
