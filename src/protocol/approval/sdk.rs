//! The frame `permission_request`: the arguments and options of the Claude Agent SDK's `canUseTool`.

use super::rule::PermissionRule;
use super::update::{Destination, PermissionUpdate};
use super::{Approval, Origin, Reader, SdkOptions, agent_text};
use crate::protocol::problem::{Problem, ProblemKind};
use crate::protocol::question::AgentText;
use crate::protocol::value::Value;

/// An MCP server, as the agent names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpServer {
    /// Its name, which anybody may have given to it.
    pub name: AgentText,
    /// Where it comes from. Trust goes by this, not by the name.
    pub source: Option<AgentText>,
}

/// A rule that says that somebody is to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskRule {
    /// The rule.
    pub rule: PermissionRule,
    /// Where it is saved.
    pub source: Destination,
}

impl Approval {
    /// Reads a request: `{ tool_name, input, … }` with the options of `canUseTool` beside them. Also what was wrong with it.
    pub fn read(value: &Value) -> (Approval, Vec<Problem>) {
        let mut reader = Reader::default();
        let name =
            if value.get("tool_name").is_none() && value.get("toolName").is_some() { "toolName" } else { "tool_name" };
        let tool = reader.required(value, name, "").unwrap_or_else(|| agent_text(String::new()));
        let input = value.get("input").cloned().unwrap_or_default();
        if input.as_map().is_none() {
            reader.report("input", if input == Value::Null { ProblemKind::Missing } else { ProblemKind::WrongType });
        }
        let suggestions: Vec<_> = reader.list(value, "suggestions").iter().map(PermissionUpdate::read).collect();
        for (index, _) in suggestions.iter().enumerate().filter(|(_, update)| !update.is_tickable()) {
            reader.report(&format!("suggestions[{index}]"), ProblemKind::WrongType);
        }
        let server = value.get("mcpServer").filter(|server| **server != Value::Null).map(|server| McpServer {
            name: reader.required(server, "name", "mcpServer").unwrap_or_else(|| agent_text(String::new())),
            source: reader.text(server, "source", "mcpServer"),
        });
        let has_ask_rule = value.get("matchedAskRule").is_some_and(|rule| *rule != Value::Null);
        let ask_rule = value.get("matchedAskRule").and_then(AskRule::read);
        if has_ask_rule && ask_rule.is_none() {
            reader.report("matchedAskRule", ProblemKind::WrongType);
        }
        let options = SdkOptions {
            tool_use_id: value.get("toolUseID").and_then(Value::as_str).map(str::to_owned),
            suggestions,
            // A rule that cannot be read is a rule all the same.
            suppresses_always: reader.flag(value, "suppressAlwaysAllowRule") || has_ask_rule && ask_rule.is_none(),
            suppresses_edit: reader.flag(value, "suppressEdit"),
            suppresses_stop: reader.flag(value, "suppressStop"),
            ask_rule,
            reason: reader.text(value, "decisionReason", ""),
            blocked_path: reader.text(value, "blockedPath", ""),
            server,
            agent: reader.text(value, "agentID", ""),
        };
        let is_careful = reader.flag(value, "defaultToNo");
        let approval = Approval {
            tool,
            input,
            title: reader.text(value, "title", ""),
            display_name: reader.text(value, "displayName", ""),
            description: reader.text(value, "description", ""),
            defaults_to_no: is_careful || reader.flag(value, "requires_user_interaction"),
            origin: Origin::Sdk(Box::new(options)),
        };
        (approval, reader.problems)
    }
}

impl AskRule {
    fn read(value: &Value) -> Option<AskRule> {
        let source = value.get("source").and_then(Value::as_str).unwrap_or_default();
        Some(AskRule { rule: PermissionRule::read(value)?, source: Destination::named(source) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Always, Approval, Destination, NotOffered, OfferKind, Origin, SdkOptions, Verdict, WhyNoAlways,
    };
    use crate::protocol::value::Value;

    fn read(json: &str) -> Approval {
        Approval::read(&serde_json::from_str(json).unwrap()).0
    }

    fn problems(json: &str) -> Vec<String> {
        let (_, problems) = Approval::read(&serde_json::from_str(json).unwrap());
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_proper_request_has_no_problems() {
        let json = r#"{"tool_name":"Bash","input":{"command":"ls"},"title":"Run \u001b[1mls\u001b[0m?","toolUseID":"t_1",
                "mcpServer":{"name":"files","source":"project"},"agentID":"a_1","blockedPath":"/etc",
                "decisionReason":"\u001b[31moutside\u001b[0m","timeout_seconds":55,
                "matchedAskRule":{"source":"userSettings","toolName":"Bash","ruleContent":"ls:*"}}"#;
        assert_eq!(problems(json), [""; 0]);
        let approval = read(json);
        assert_eq!(approval.title.as_ref().unwrap().shown, "Run ls?");
        let Origin::Sdk(options) = &approval.origin else { panic!() };
        let SdkOptions { reason, server, ask_rule, .. } = &**options;
        assert_eq!(reason.as_ref().unwrap().shown, "outside");
        assert_eq!(server.as_ref().unwrap().source.as_ref().unwrap().shown, "project");
        let ask_rule = ask_rule.as_ref().unwrap();
        assert_eq!((ask_rule.rule.text().as_str(), &ask_rule.source), ("Bash(ls:*)", &Destination::UserSettings));
    }

    #[test]
    fn a_request_that_needs_the_person_is_one_to_be_careful_with() {
        let careful = |flag: &str| read(&format!(r#"{{"tool_name":"Bash","input":{{}}{flag}}}"#)).defaults_to_no;
        assert!(careful(r#","requires_user_interaction":true"#));
        assert!(careful(r#","requires_user_interaction":"yes""#), "what cannot be read is a warning");
        assert!(careful(r#","requires_user_interaction":false,"defaultToNo":true"#));
        assert!(!careful(r#","requires_user_interaction":false"#) && !careful(""));
    }

    #[test]
    fn what_is_wrong_is_listed_and_read_all_the_same() {
        let json = r#"{"tool_name":7,"input":[1],"title":["x"],"suggestions":[{"type":"grantAll"}],"defaultToNo":"yes",
                "mcpServer":{},"decisionReason":false}"#;
        assert_eq!(
            problems(json),
            [
                "tool_name has the wrong type",
                "input has the wrong type",
                "suggestions[0] has the wrong type",
                "mcpServer.name is missing",
                "decisionReason has the wrong type",
                "defaultToNo has the wrong type",
                "title has the wrong type",
            ]
        );
        let approval = read(json);
        assert_eq!(approval.tool.wire, "7");
        assert!(approval.defaults_to_no, "a warning that cannot be read is a warning");
        assert_eq!(problems("{}"), ["tool_name is missing", "input is missing"]);
    }

    #[test]
    fn a_rule_that_asks_and_cannot_be_read_asks() {
        let suggestion = r#"[{"type":"setMode","mode":"plan","destination":"session"}]"#;
        let read =
            |more: &str| read(&format!(r#"{{"tool_name":"Bash","input":{{}},"suggestions":{suggestion}{more}}}"#));
        assert_eq!(read("").offers().always, Always::Singly);
        for more in
            [r#","matchedAskRule":true"#, r#","suppressAlwaysAllowRule":1"#, r#","suppressAlwaysAllowRule":true"#]
        {
            assert_eq!(read(more).offers().always, Always::No(WhyNoAlways::Suppressed), "{more}");
        }
    }

    #[test]
    fn what_the_caller_cannot_carry_is_not_offered() {
        let edited = Some(Value::map([("command", "ls -l".into())]));
        let edit = Verdict::AllowOnce { edited };
        let stop = Verdict::DenyAndStop { words: String::new() };
        let request = |more: &str| read(&format!(r#"{{"tool_name":"Bash","input":{{"command":"ls"}}{more}}}"#));
        let offers_stop =
            |approval: &Approval| approval.offers().choices.iter().any(|offer| offer.kind == OfferKind::Stop);

        let whole = request("");
        assert!(whole.offers().takes_edit && offers_stop(&whole));
        assert!(whole.result(&edit).is_ok() && whole.result(&stop).is_ok());

        let bare = request(r#","suppressEdit":true,"suppressStop":true"#);
        assert!(!bare.offers().takes_edit && !offers_stop(&bare));
        assert_eq!(bare.result(&edit), Err(NotOffered::Edit));
        assert_eq!(bare.result(&stop), Err(NotOffered::Kind));
    }
}
