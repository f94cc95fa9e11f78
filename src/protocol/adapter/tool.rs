//! The tool `AskUserQuestion` of the Claude Agent SDK: its permission results.

use super::{Ended, Ending};
use crate::protocol::value::Value;

/// Under this key an ask without questions takes its reply, also on the wire.
const REPLY: &str = "response";

/// Under these keys the person speaks. What the model wrote there is not the person's, and does not go back as theirs.
const SAID: [&str; 3] = ["answers", "annotations", REPLY];

/// The permission result. For answers it is the tool's input with what the person said in it, and every other key kept.
pub(super) fn result(input: &Value, ended: &Ended) -> Value {
    match ended.ending {
        Ending::Answered => allow(input, ended),
        Ending::Cancelled => deny("User cancelled the question"),
        Ending::TimedOut => deny("User response timeout"),
        Ending::Gone => deny("The question was withdrawn"),
    }
}

fn allow(input: &Value, ended: &Ended) -> Value {
    let kept = input.as_map().unwrap_or_default().iter().filter(|(key, _)| !SAID.contains(&key.as_str()));
    let mut updated = Value::Map(kept.cloned().collect());
    let has_questions = input.get("questions").and_then(Value::as_list).is_some_and(|list| !list.is_empty());
    match ended.answers.get(REPLY) {
        Some(reply) if !has_questions => updated.set(REPLY, reply.clone()),
        _ => updated.set("answers", ended.answers.clone()),
    }
    if ended.annotations.as_map().is_some_and(|annotations| !annotations.is_empty()) {
        updated.set("annotations", ended.annotations.clone());
    }
    Value::map([("behavior", "allow".into()), ("updatedInput", updated)])
}

fn deny(message: &str) -> Value {
    Value::map([("behavior", "deny".into()), ("message", message.into()), ("interrupt", true.into())])
}
