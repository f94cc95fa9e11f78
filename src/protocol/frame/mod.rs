//! The frames of the protocol. Each of them is read and written here and nowhere else, for the widget, for the bridge and
//! for the tests.
//!
//! | | the widget | the bridge |
//! | --- | --- | --- |
//! | [`ServerFrame`] | reads it | writes it |
//! | [`ClientFrame`] | writes it | reads it |

mod client;
mod server;

pub use client::{ClientFrame, ClientFrameError};
pub use server::{AckOutcome, ServerFrame, ServerFrameError, ServerFrameType, SessionStatus, write_question};

use super::value::Value;

/// The id of the ask that a frame is about, in either spelling.
fn read_question_id(value: &Value) -> Option<&str> {
    let id = value.get("question_id").or_else(|| value.get("questionId"));
    id.and_then(Value::as_str).filter(|id| !id.is_empty())
}
