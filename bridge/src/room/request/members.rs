//! Members of a request that go to the page as they came, and what must be true of them.

use std::fmt;

use ask_user_widget::protocol::{self, ServerFrameType, write_request};
use serde_json::{Map, Value};

use super::Seconds;
use crate::room::json::write_with;

/// Members that the bridge itself writes into the frame, or that a page could take for such.
const OF_THE_BRIDGE: [&str; 6] =
    ["type", "request_id", "question_id", "questionId", "timeout_seconds", "remaining_seconds"];

/// What is wrong with a request, as a sentence that begins with the path of the member. It repeats nothing of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError(String);

impl RequestError {
    pub(super) fn new(sentence: impl Into<String>) -> RequestError {
        RequestError(sentence.into())
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// What a member can be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Type {
    Text,
    Truth,
    Object,
    Objects,
}

/// The members of a body. A member that is `null` counts as left out, as clients in many languages write it.
pub(super) fn read(body: Value) -> Result<Map<String, Value>, RequestError> {
    let Value::Object(mut members) = body else { return Err(RequestError::new("The body must be an object")) };
    members.retain(|_, member| !member.is_null());
    match OF_THE_BRIDGE.into_iter().find(|key| members.contains_key(*key)) {
        Some(key) => Err(RequestError(format!("{key} is written by the bridge and must be left out"))),
        None => Ok(members),
    }
}

/// Checks members that may be there.
pub(super) fn check_optional(members: &Map<String, Value>, types: &[(&str, Type)]) -> Result<(), RequestError> {
    for (key, expected) in types {
        if let Some(member) = members.get(*key) {
            check(key, member, *expected)?;
        }
    }
    Ok(())
}

/// Checks a member that must be there.
pub(super) fn check_required(members: &Map<String, Value>, key: &str, expected: Type) -> Result<(), RequestError> {
    check(key, members.get(key).unwrap_or(&Value::Null), expected)
}

fn check(path: &str, member: &Value, expected: Type) -> Result<(), RequestError> {
    let (is_right, what) = match expected {
        Type::Text => (member.is_string(), "a string"),
        Type::Truth => (member.is_boolean(), "a boolean"),
        Type::Object => (member.is_object(), "an object"),
        Type::Objects => {
            let Some(items) = member.as_array() else { return Err(RequestError(format!("{path} must be a list"))) };
            let mut items = items.iter().enumerate();
            return items.try_for_each(|(index, item)| check(&format!("{path}[{index}]"), item, Type::Object));
        }
    };
    if is_right { Ok(()) } else { Err(RequestError(format!("{path} must be {what}"))) }
}

/// The frame of a request with all of its members, exactly as the agent wrote them.
pub(super) fn frame(frame_type: ServerFrameType, id: &str, members: &Map<String, Value>, seconds: Seconds) -> Value {
    let places = members.keys().map(|key| (key.clone(), protocol::Value::Null)).collect();
    let frame = write_request(frame_type, id, places, seconds.timeout, seconds.remaining);
    write_with(&frame, members.iter().map(|(key, member)| (key.as_str(), member.clone())))
}
