//! The tool `AskUserQuestion` of the Claude Agent SDK: its permission results.

use super::{Ended, Ending};
use crate::protocol::permission::{self, Denial};
use crate::protocol::value::Value;

/// The permission result of an ask that has ended.
pub(super) fn result(input: &Value, ended: &Ended) -> Value {
    match ended.ending {
        Ending::Answered => permission::write_allow(updated_input(input, ended)),
        Ending::Cancelled => Denial::Cancelled.write(),
        Ending::TimedOut => Denial::TimedOut.write(),
        Ending::Gone => Denial::Withdrawn.write(),
    }
}

/// The tool's input with what the person said in it, and every other member kept.
fn updated_input(input: &Value, ended: &Ended) -> Value {
    let members = input.as_map().unwrap_or_default().iter();
    let others = members.filter(|(key, _)| !permission::is_for_person(key));
    let mut updated = Value::Map(others.cloned().collect());
    let has_questions = input.get("questions").and_then(Value::as_list).is_some_and(|list| !list.is_empty());
    match ended.answers.get(permission::RESPONSE) {
        Some(reply) if !has_questions => updated.set(permission::RESPONSE, reply.clone()),
        _ => updated.set(permission::ANSWERS, ended.answers.clone()),
    }
    if ended.annotations.as_map().is_some_and(|annotations| !annotations.is_empty()) {
        updated.set(permission::ANNOTATIONS, ended.annotations.clone());
    }
    updated
}
