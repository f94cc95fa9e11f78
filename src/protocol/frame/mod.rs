//! The frames of the protocol. Each of them is read and written here and nowhere else, for the widget, for the bridge and
//! for the tests.
//!
//! | | the widget | the bridge |
//! | --- | --- | --- |
//! | [`ServerFrame`] | reads it | writes it |
//! | [`ClientFrame`] | writes it | reads it |
//!
//! An agent can request three things of a person: answers to questions, an approval, a form. Each has a frame of its own
//! to the page and one back; the frames about how it goes on (`ask_user_ack`, `ask_user_timeout` and so on) are the same
//! for all, and name the request by its id as `question_id`.

mod client;
mod server;
mod types;

pub(super) use client::ClientFrameType;
pub use client::{ClientFrame, ClientFrameError};
pub use server::{
    AckOutcome, ServerFrame, ServerFrameError, ServerFrameType, SessionStatus, write_question, write_request,
    write_resolved_request,
};

use super::value::Value;

/// The id of the ask that a frame is about, in either spelling.
fn read_question_id(value: &Value) -> Option<&str> {
    let id = value.get("question_id").or_else(|| value.get("questionId"));
    id.and_then(Value::as_str).filter(|id| !id.is_empty())
}

/// The id of the approval or form that a frame brings.
fn read_request_id(value: &Value) -> Option<&str> {
    value.get("request_id").and_then(Value::as_str).filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{ClientFrameType, ServerFrameType};

    /// Whoever writes a bridge in another language has this page only. That its examples are true is tested with the bridge.
    #[test]
    fn the_page_about_the_protocol_has_an_example_of_every_frame() {
        let page = include_str!("../../../docs/protocol.md");
        let (_, page) = page.split_once("\n## Frames from the bridge\n").expect("the page has this heading");
        let (from_the_bridge, from_the_page) =
            page.split_once("\n## Frames from the page\n").expect("the page has this heading");
        let server = ServerFrameType::NAMED.iter().map(|frame_type| (from_the_bridge, frame_type.name()));
        let client = ClientFrameType::NAMED.iter().map(|frame_type| (from_the_page, frame_type.name()));
        for (part, name) in server.chain(client) {
            assert!(part.contains(&format!(r#""type": "{name}""#)), "docs/protocol.md has no example of {name}");
        }
    }
}
