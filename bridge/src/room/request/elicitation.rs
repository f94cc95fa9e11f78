//! Forms: the parameters of `elicitation/create` in MCP and ACP, and its results.

use ask_user_widget::protocol::ServerFrameType;
use ask_user_widget::protocol::permission::Denial;
use serde_json::{Map, Value, json};

use super::Seconds;
use super::members::{self, RequestError, Type};

/// What an agent wants to know or have done: `message`, and a form or an address. Every key is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ElicitationInput {
    mode: Mode,
    members: Map<String, Value>,
}

/// What the person is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A form to fill in.
    Form,
    /// An address to open.
    Url,
}

impl ElicitationInput {
    /// Takes the request of an agent.
    pub fn new(body: Value) -> Result<ElicitationInput, RequestError> {
        let members = members::read(body)?;
        members::check_required(&members, "message", Type::Text)?;
        let mode = match members.get("mode").map(Value::as_str) {
            None | Some(Some("form")) => Mode::Form,
            Some(Some("url")) => Mode::Url,
            Some(_) => return Err(RequestError::new("mode must be form or url")),
        };
        match mode {
            Mode::Form => check_schema(&members)?,
            Mode::Url if members.get("url").and_then(Value::as_str).is_some_and(is_web_address) => {}
            Mode::Url => return Err(RequestError::new("url must be an address that begins with http:// or https://")),
        }
        Ok(ElicitationInput { mode, members })
    }

    pub(super) fn members(&self) -> &Map<String, Value> {
        &self.members
    }

    pub(super) fn frame(&self, id: &str, seconds: Seconds) -> Value {
        members::frame(ServerFrameType::ElicitationRequest, id, &self.members, seconds)
    }

    /// Whether a result fits: a form that is accepted has content, and an address has none.
    pub(super) fn check(&self, result: &Value) -> Result<(), &'static str> {
        let has_content = result.get("content").is_some();
        match self.mode {
            Mode::Form if result["action"] == "accept" && !has_content => Err("result.content must be an object"),
            Mode::Url if has_content => Err("result.content must be left out, because there was no form"),
            Mode::Form | Mode::Url => Ok(()),
        }
    }
}

/// The result when nobody answered, with the reason for the agent's program in the place that MCP has for such.
pub(super) fn unanswered(denial: Denial) -> Value {
    json!({"action": "cancel", "_meta": {"reason": denial.reason()}})
}

fn check_schema(members: &Map<String, Value>) -> Result<(), RequestError> {
    members::check_required(members, "requestedSchema", Type::Object)?;
    let schema = &members["requestedSchema"];
    if schema["type"] != "object" {
        return Err(RequestError::new("requestedSchema.type must be object"));
    }
    let properties = schema["properties"].as_object();
    if !properties.is_some_and(|properties| properties.values().all(Value::is_object)) {
        return Err(RequestError::new("requestedSchema.properties must be an object of objects"));
    }
    let is_name = |name: &Value| name.is_string();
    match schema.get("required") {
        Some(Value::Array(names)) if names.iter().all(is_name) => Ok(()),
        None | Some(Value::Null) => Ok(()),
        Some(_) => Err(RequestError::new("requestedSchema.required must be a list of strings")),
    }
}

/// Whether a browser would open this as a page of the web. What it says is for the person to judge.
fn is_web_address(url: &str) -> bool {
    let rest = url
        .split_once("://")
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"));
    let is_clean = !url.contains(|sign: char| sign.is_whitespace() || sign.is_control());
    is_clean && rest.is_some_and(|(_, rest)| !rest.starts_with(['/', '?', '#', '\\']) && !rest.is_empty())
}
