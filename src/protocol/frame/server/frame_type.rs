//! The types of frames that a bridge sends.

use crate::protocol::frame::types::frame_types;

/// How the names of all frames begin that are the widget's own.
const OWN_PREFIX: &str = "ask_user_";

frame_types! {
    /// The type of a frame from a bridge. It alone decides who gets the frame.
    pub enum ServerFrameType {
        Connected = "connected",
        SessionId = "session_id",
        SessionStatus = "session_status",
        SessionTaken = "session_taken",
        Error = "error",
        AskUserQuestion = "ask_user_question",
        AskUserTimeout = "ask_user_timeout",
        AskUserAck = "ask_user_ack",
        AskUserExtend = "ask_user_extend",
        AskUserResolved = "ask_user_resolved",
        AskUserWithdrawn = "ask_user_withdrawn",
        AskUserBeat = "ask_user_beat",
        PermissionRequest = "permission_request",
        ElicitationRequest = "elicitation_request",
        /// : the agent has finished.
        Complete = "complete",
    }
    /// A name that begins with `ask_user_` and is none of those above: a newer bridge may send it.
    Unknown,
    /// Any other name: the agent says something to the page.
    Agent,
}

impl ServerFrameType {
    /// The type of frames with this name.
    pub fn parse(name: &str) -> ServerFrameType {
        match ServerFrameType::named(name) {
            Some(frame_type) => frame_type,
            None if name.starts_with(OWN_PREFIX) => ServerFrameType::Unknown,
            None => ServerFrameType::Agent,
        }
    }

    /// Whether the page gets frames of this type. It gets all but those that the widget alone acts on.
    pub fn is_for_page(self) -> bool {
        match self {
            ServerFrameType::AskUserQuestion
            | ServerFrameType::AskUserTimeout
            | ServerFrameType::AskUserAck
            | ServerFrameType::AskUserExtend
            | ServerFrameType::AskUserResolved
            | ServerFrameType::AskUserWithdrawn
            | ServerFrameType::AskUserBeat
            | ServerFrameType::PermissionRequest
            | ServerFrameType::ElicitationRequest => false,
            ServerFrameType::Connected
            | ServerFrameType::SessionId
            | ServerFrameType::SessionStatus
            | ServerFrameType::SessionTaken
            | ServerFrameType::Error
            | ServerFrameType::Complete
            | ServerFrameType::Unknown
            | ServerFrameType::Agent => true,
        }
    }

    /// Whether an agent may send frames of this type to the page. All others are the bridge's own word.
    pub fn is_for_agents(self) -> bool {
        match self {
            ServerFrameType::SessionId
            | ServerFrameType::Error
            | ServerFrameType::Complete
            | ServerFrameType::Agent => true,
            ServerFrameType::Connected
            | ServerFrameType::SessionStatus
            | ServerFrameType::SessionTaken
            | ServerFrameType::AskUserQuestion
            | ServerFrameType::AskUserTimeout
            | ServerFrameType::AskUserAck
            | ServerFrameType::AskUserExtend
            | ServerFrameType::AskUserResolved
            | ServerFrameType::AskUserWithdrawn
            | ServerFrameType::AskUserBeat
            | ServerFrameType::PermissionRequest
            | ServerFrameType::ElicitationRequest
            | ServerFrameType::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ServerFrameType;

    #[test]
    fn every_name_is_read_as_the_type_that_it_names() {
        for frame_type in ServerFrameType::NAMED {
            assert_eq!(ServerFrameType::parse(frame_type.name()), *frame_type);
        }
    }
}
