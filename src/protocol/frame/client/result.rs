//! What a person decided about an approval or a form, as the agent gets it.
//!
//! A result has the members that are listed here and no others: an allow beside which a message stands, for example, may
//! have been meant as a deny.

use crate::protocol::value::Value;

/// The members of each result.
const ALLOW: [&str; 5] = ["behavior", "updatedInput", "updatedPermissions", "decisionClassification", "toolUseID"];
const DENY: [&str; 5] = ["behavior", "message", "interrupt", "decisionClassification", "toolUseID"];
const ACCEPT: [&str; 3] = ["action", "content", "_meta"];
const NO_CONTENT: [&str; 2] = ["action", "_meta"];

/// Checks a permission result of the Claude Agent SDK.
pub(super) fn check_permission(result: &Value) -> Result<(), &'static str> {
    let members = members(result)?;
    let word = |key| result.get(key).and_then(Value::as_str);
    let is_one_of = |words: &[&str]| word("decisionClassification").is_some_and(|word| words.contains(&word));
    let has = |key| result.get(key).is_some();
    match word("behavior") {
        Some("allow") => {
            only(members, &ALLOW, "result has a member that an allow does not have")?;
            if result.get("updatedInput").and_then(Value::as_map).is_none() {
                return Err("result.updatedInput must be an object");
            }
            if result.get("updatedPermissions").is_some_and(|updates| !is_list(updates, |one| one.as_map().is_some())) {
                return Err("result.updatedPermissions must be a list of objects");
            }
            if has("decisionClassification") && !is_one_of(&["user_temporary", "user_permanent"]) {
                return Err("result.decisionClassification must be user_temporary or user_permanent");
            }
        }
        Some("deny") => {
            only(members, &DENY, "result has a member that a deny does not have")?;
            word("message").ok_or("result.message must be a string")?;
            if result.get("interrupt").is_some_and(|interrupt| interrupt.as_bool().is_none()) {
                return Err("result.interrupt must be a boolean");
            }
            if has("decisionClassification") && !is_one_of(&["user_reject"]) {
                return Err("result.decisionClassification must be user_reject");
            }
        }
        _ => return Err("result.behavior must be allow or deny"),
    }
    if has("toolUseID") && word("toolUseID").is_none() {
        return Err("result.toolUseID must be a string");
    }
    Ok(())
}

/// Checks the result of an elicitation of MCP or ACP.
pub(super) fn check_elicitation(result: &Value) -> Result<(), &'static str> {
    let members = members(result)?;
    match result.get("action").and_then(Value::as_str) {
        Some("accept") => {
            only(members, &ACCEPT, "result has a member that an accept does not have")?;
            if result.get("content").is_some_and(|content| !is_content(content)) {
                return Err("result.content must be an object of strings, numbers, booleans and lists of strings");
            }
        }
        Some("decline" | "cancel") => only(members, &NO_CONTENT, "result has a member that only an accept has")?,
        _ => return Err("result.action must be accept, decline or cancel"),
    }
    if result.get("_meta").is_some_and(|meta| meta.as_map().is_none()) {
        return Err("result._meta must be an object");
    }
    Ok(())
}

fn members(result: &Value) -> Result<&[(String, Value)], &'static str> {
    result.as_map().ok_or("result must be an object")
}

fn only(members: &[(String, Value)], known: &[&str], error: &'static str) -> Result<(), &'static str> {
    if members.iter().all(|(key, _)| known.contains(&key.as_str())) { Ok(()) } else { Err(error) }
}

fn is_list(value: &Value, is_item: fn(&Value) -> bool) -> bool {
    value.as_list().is_some_and(|items| items.iter().all(is_item))
}

/// Whether this is what the fields of a form can hold.
fn is_content(content: &Value) -> bool {
    let is_field = |value: &Value| match value {
        Value::Text(_) | Value::Int(_) | Value::Float(_) | Value::Digits(_) | Value::Bool(_) => true,
        Value::List(_) => is_list(value, |item| item.as_str().is_some()),
        Value::Null | Value::Map(_) => false,
    };
    content.as_map().is_some_and(|fields| fields.iter().all(|(_, value)| is_field(value)))
}

#[cfg(test)]
mod tests {
    use super::{check_elicitation, check_permission};

    fn permission(json: &str) -> Result<(), &'static str> {
        check_permission(&serde_json::from_str(json).unwrap())
    }

    fn elicitation(json: &str) -> Result<(), &'static str> {
        check_elicitation(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn every_permission_result_of_the_sdk_is_taken() {
        for json in [
            r#"{"behavior":"allow","updatedInput":{}}"#,
            r#"{"behavior":"allow","updatedInput":{"command":"ls"},"toolUseID":"t","decisionClassification":"user_temporary"}"#,
            r#"{"behavior":"allow","updatedInput":{},"updatedPermissions":[{"type":"addRules"}],"decisionClassification":"user_permanent"}"#,
            r#"{"behavior":"deny","message":""}"#,
            r#"{"behavior":"deny","message":"no","interrupt":true,"toolUseID":"t","decisionClassification":"user_reject"}"#,
        ] {
            assert_eq!(permission(json), Ok(()), "{json}");
        }
    }

    #[test]
    fn what_is_no_permission_result_says_why() {
        for (json, error) in [
            ("null", "result must be an object"),
            ("[]", "result must be an object"),
            ("{}", "result.behavior must be allow or deny"),
            (r#"{"behavior":"Allow","updatedInput":{}}"#, "result.behavior must be allow or deny"),
            (r#"{"behavior":"ask"}"#, "result.behavior must be allow or deny"),
            (r#"{"behavior":"allow"}"#, "result.updatedInput must be an object"),
            (r#"{"behavior":"allow","updatedInput":[]}"#, "result.updatedInput must be an object"),
            (r#"{"behavior":"allow","updatedInput":null}"#, "result.updatedInput must be an object"),
            (
                r#"{"behavior":"allow","updatedInput":{},"message":"no"}"#,
                "result has a member that an allow does not have",
            ),
            (
                r#"{"behavior":"allow","updatedInput":{},"updatedPermissions":null}"#,
                "result.updatedPermissions must be a list of objects",
            ),
            (
                r#"{"behavior":"allow","updatedInput":{},"updatedPermissions":["Bash"]}"#,
                "result.updatedPermissions must be a list of objects",
            ),
            (
                r#"{"behavior":"allow","updatedInput":{},"decisionClassification":"user_reject"}"#,
                "result.decisionClassification must be user_temporary or user_permanent",
            ),
            (r#"{"behavior":"allow","updatedInput":{},"toolUseID":7}"#, "result.toolUseID must be a string"),
            (r#"{"behavior":"deny"}"#, "result.message must be a string"),
            (r#"{"behavior":"deny","message":"no","interrupt":"yes"}"#, "result.interrupt must be a boolean"),
            (
                r#"{"behavior":"deny","message":"no","updatedInput":{}}"#,
                "result has a member that a deny does not have",
            ),
            (
                r#"{"behavior":"deny","message":"no","decisionClassification":"user_temporary"}"#,
                "result.decisionClassification must be user_reject",
            ),
        ] {
            assert_eq!(permission(json), Err(error), "{json}");
        }
    }

    #[test]
    fn the_three_endings_of_a_form_are_taken() {
        for json in [
            r#"{"action":"accept","content":{}}"#,
            r#"{"action":"accept","content":{"a":"x","b":1,"c":1.5,"d":false,"e":["x","y"],"__proto__":"z"}}"#,
            r#"{"action":"accept"}"#,
            r#"{"action":"decline"}"#,
            r#"{"action":"cancel","_meta":{"a":1}}"#,
        ] {
            assert_eq!(elicitation(json), Ok(()), "{json}");
        }
    }

    #[test]
    fn what_is_no_result_of_a_form_says_why() {
        const CONTENT: &str = "result.content must be an object of strings, numbers, booleans and lists of strings";
        for (json, error) in [
            ("7", "result must be an object"),
            ("{}", "result.action must be accept, decline or cancel"),
            (r#"{"action":"allow"}"#, "result.action must be accept, decline or cancel"),
            (r#"{"action":"accept","content":null}"#, CONTENT),
            (r#"{"action":"accept","content":["x"]}"#, CONTENT),
            (r#"{"action":"accept","content":{"a":null}}"#, CONTENT),
            (r#"{"action":"accept","content":{"a":{}}}"#, CONTENT),
            (r#"{"action":"accept","content":{"a":["x",1]}}"#, CONTENT),
            (r#"{"action":"accept","reason":"x"}"#, "result has a member that an accept does not have"),
            (r#"{"action":"decline","content":{}}"#, "result has a member that only an accept has"),
            (r#"{"action":"cancel","content":{}}"#, "result has a member that only an accept has"),
            (r#"{"action":"cancel","_meta":7}"#, "result._meta must be an object"),
        ] {
            assert_eq!(elicitation(json), Err(error), "{json}");
        }
    }
}
