//! Approvals that nobody decided: what the agent gets then. What a person decides is a result already.

use super::{Ended, Ending, text};
use crate::protocol::permission::Denial;
use crate::protocol::value::Value;

/// What a `permission_request` gets that has ended without a decision. Nothing is ever allowed by it, and the agent is not
/// interrupted: only a person does that.
pub(super) fn result(request: &Value, ended: &Ended) -> Value {
    let Some(tool_name) = text(request, "tool_name") else {
        return Value::map([("outcome", Value::map([("outcome", "cancelled".into())]))]);
    };
    let denial = match ended.ending {
        Ending::Cancelled => Denial::Cancelled,
        Ending::TimedOut => Denial::TimedOut,
        Ending::Answered | Ending::Gone => Denial::Withdrawn,
    };
    denial.write_for_tool(tool_name)
}
