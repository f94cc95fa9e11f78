//! Approvals: the arguments of `canUseTool`, and its permission results.

use ask_user_widget::protocol::ServerFrameType;
use ask_user_widget::protocol::permission::Denial;
use serde_json::{Map, Value};

use super::Seconds;
use super::members::{self, RequestError, Type};
use crate::room::json::write;

/// The options of `canUseTool`, as far as they are known. A page that reads one wrongly could make an approval easier than
/// the agent wanted it.
const OPTIONS: [(&str, Type); 14] = [
    ("suggestions", Type::Objects),
    ("blockedPath", Type::Text),
    ("mcpServer", Type::Object),
    ("decisionReason", Type::Text),
    ("title", Type::Text),
    ("displayName", Type::Text),
    ("description", Type::Text),
    ("defaultToNo", Type::Truth),
    ("suppressAlwaysAllowRule", Type::Truth),
    ("suppressEdit", Type::Truth),
    ("suppressStop", Type::Truth),
    ("toolUseID", Type::Text),
    ("agentID", Type::Text),
    ("matchedAskRule", Type::Object),
];

/// What an agent wants to do: `tool_name`, `input`, and the options of `canUseTool` beside them. Every key is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct PermissionInput {
    tool_name: String,
    members: Map<String, Value>,
}

impl PermissionInput {
    /// Takes the request of an agent.
    pub fn new(body: Value) -> Result<PermissionInput, RequestError> {
        let members = members::read(body)?;
        let tool_name = members.get("tool_name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let tool_name = tool_name.ok_or_else(|| RequestError::new("tool_name must be a string that is not empty"))?;
        let tool_name = tool_name.to_owned();
        members::check_required(&members, "input", Type::Object)?;
        members::check_optional(&members, &OPTIONS)?;
        Ok(PermissionInput { tool_name, members })
    }

    pub(super) fn members(&self) -> &Map<String, Value> {
        &self.members
    }

    pub(super) fn frame(&self, id: &str, seconds: Seconds) -> Value {
        members::frame(ServerFrameType::PermissionRequest, id, &self.members, seconds)
    }

    /// What the agent gets for a result of the page's. A browser rounds numbers that it cannot hold, so whatever of the input was not
    /// changed goes back as the agent wrote it.
    pub(super) fn result(&self, result: &Value) -> Value {
        let mut result = result.clone();
        if let (Some(updated), Some(input)) = (result.get_mut("updatedInput"), self.members.get("input")) {
            give_back(updated, input);
        }
        result
    }

    /// The permission result when nobody answered, with the reason for the agent's program beside it.
    pub(super) fn unanswered(&self, denial: Denial) -> Value {
        let mut result = denial.write_for_tool(&self.tool_name);
        result.set("reason", denial.reason().into());
        write(&result)
    }
}

/// Writes whatever of `updated` a person did not change as it stands in `input`, member by member.
fn give_back(updated: &mut Value, input: &Value) {
    if as_browsers_read_it(updated) == as_browsers_read_it(input) {
        *updated = input.clone();
        return;
    }
    match (updated, input) {
        (Value::Object(updated), Value::Object(input)) => {
            for (key, member) in updated {
                if let Some(asked) = input.get(key) {
                    give_back(member, asked);
                }
            }
        }
        // Where one was added or taken out, nobody can say which of them is which.
        (Value::Array(updated), Value::Array(input)) if updated.len() == input.len() => {
            updated.iter_mut().zip(input).for_each(|(item, asked)| give_back(item, asked));
        }
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => {}
    }
}

/// A value with its numbers as a browser has them.
fn as_browsers_read_it(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap_or_default() + 0.0),
        Value::Array(items) => items.iter().map(as_browsers_read_it).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, member)| (key.clone(), as_browsers_read_it(member))).collect()
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}
