//! Chat frames of the agent: everything on the socket that is not about asking.

use std::fmt;

use ask_user_widget::protocol::{ClientFrame, ServerFrameType};
use serde_json::Value;

/// A frame for the page: an object with a string `type` that is not one of the bridge's own.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatFrame(Value);

/// Why a value is no [`ChatFrame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatFrameError {
    /// No object with a string `type`.
    NoType,
    /// Only the bridge sends frames of this type, since the page acts on them.
    Reserved,
}

impl fmt::Display for ChatFrameError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            ChatFrameError::NoType => "A chat frame is an object with a string named type",
            ChatFrameError::Reserved => "Frames of this type are sent by the bridge alone",
        })
    }
}

/// What a frame says about the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tells {
    Working,
    Done,
    Nothing,
}

impl ChatFrame {
    /// Takes a frame of an agent.
    pub fn new(frame: Value) -> Result<ChatFrame, ChatFrameError> {
        match frame.as_object().and_then(|frame| frame.get("type")).and_then(Value::as_str) {
            None => Err(ChatFrameError::NoType),
            Some(name) if is_reserved(name) => Err(ChatFrameError::Reserved),
            Some(_) => Ok(ChatFrame(frame)),
        }
    }

    pub(super) fn tells(&self) -> Tells {
        match self.0["type"].as_str() {
            Some("text" | "thinking" | "tool_use") => Tells::Working,
            Some("complete") => Tells::Done,
            // After a passing error the agent goes on; after a permanent one no `complete` comes.
            Some("error") if self.0["isPermanent"] == true => Tells::Done,
            _ => Tells::Nothing,
        }
    }

    pub(super) fn into_value(self) -> Value {
        self.0
    }
}

/// How the names of all frames begin that are about approvals and forms, also of those that a later bridge may have.
const RESERVED_PREFIXES: [&str; 2] = ["permission_", "elicitation_"];

/// Whether an agent that sent a frame of this type would speak for the bridge or for the person.
fn is_reserved(name: &str) -> bool {
    !ServerFrameType::parse(name).is_for_agents()
        || ClientFrame::type_names().any(|known| known == name)
        || RESERVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
