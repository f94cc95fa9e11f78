//! The permission results of `canUseTool` in the Claude Agent SDK: what an agent gets when its ask has ended.

use super::value::Value;
use crate::text::Joined;

/// The member of the tool's input under which the answers go back.
pub const ANSWERS: &str = "answers";
/// The member of the tool's input under which notes and previews go back.
pub const ANNOTATIONS: &str = "annotations";
/// The member of the tool's input under which the reply to an ask without questions goes back.
pub const RESPONSE: &str = "response";

/// The member of a permission result that holds the tool's input.
pub const UPDATED_INPUT: &str = "updatedInput";

/// Why an agent gets no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The person did not want to answer.
    Cancelled,
    /// The person had the question and did not answer in time.
    TimedOut,
    /// The time was up, and no page had been connected since the question was asked.
    NobodyConnected,
    /// The time was up, and the page that had the question was no longer connected.
    Disconnected,
    /// The agent no longer needs an answer.
    Withdrawn,
}

impl Denial {
    /// The sentence for the agent's model.
    pub fn message(self) -> &'static str {
        match self {
            Denial::Cancelled => "User cancelled the question",
            Denial::TimedOut => "User response timeout",
            Denial::NobodyConnected => "User response timeout: nobody is connected",
            Denial::Disconnected => "User response timeout: the user has disconnected",
            Denial::Withdrawn => "The question was withdrawn",
        }
    }

    /// The word for the agent's program.
    pub fn reason(self) -> &'static str {
        match self {
            Denial::Cancelled => "cancelled",
            Denial::TimedOut => "timed_out",
            Denial::NobodyConnected => "nobody_connected",
            Denial::Disconnected => "disconnected",
            Denial::Withdrawn => "withdrawn",
        }
    }

    /// The permission result that denies `AskUserQuestion`.
    pub fn write(self) -> Value {
        Value::map([("behavior", "deny".into()), ("message", self.message().into()), ("interrupt", true.into())])
    }

    /// The permission result for a tool that nobody approved. It does not interrupt the agent, which may find another way;
    /// a deny without a reason makes models give up, so the message says that it was not the user who refused.
    pub fn write_for_tool(self, tool_name: &str) -> Value {
        let why = match self {
            Denial::Cancelled => "The user did not want to decide",
            Denial::TimedOut => "The user did not answer in time",
            Denial::NobodyConnected => "The user did not answer in time, because nobody was connected",
            Denial::Disconnected => "The user did not answer in time, because the user has disconnected",
            Denial::Withdrawn => "The request was withdrawn before the user answered",
        };
        let message = [why, ": ", tool_name, " was not approved"].joined("");
        Value::map([("behavior", "deny".into()), ("message", message.into())])
    }
}

/// The permission result that allows the tool, with this input.
pub fn write_allow(updated_input: Value) -> Value {
    Value::map([("behavior", "allow".into()), (UPDATED_INPUT, updated_input)])
}

/// Whether a member of the tool's input is for the person's words. All others go back as they came; what the model wrote
/// under this key is not the person's, and is left out.
pub fn is_for_person(key: &str) -> bool {
    [ANSWERS, ANNOTATIONS, RESPONSE].contains(&key)
}

#[cfg(test)]
mod tests {
    use super::Denial;

    #[test]
    fn a_tool_that_nobody_approved_is_named_and_the_agent_goes_on() {
        assert_eq!(
            Denial::TimedOut.write_for_tool("Bash").to_json(),
            r#"{"behavior":"deny","message":"The user did not answer in time: Bash was not approved"}"#
        );
    }
}
