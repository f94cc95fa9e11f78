//! A change of the agent's permissions that "allow always" would make.

use super::rule::PermissionRule;
use crate::protocol::value::Value;

/// A change of permissions, as the agent suggests it.
#[derive(Clone, Debug, PartialEq)]
pub struct PermissionUpdate {
    /// What is changed.
    pub change: PermissionChange,
    /// Where it is saved.
    pub destination: Destination,
    /// Members that nobody here knows. They go back with the rest, so they are shown as they are.
    pub unknown: Vec<(String, Value)>,
    /// The update as it came, and as it goes back.
    pub source: Value,
}

/// What is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermissionChange {
    /// Rules.
    Rules {
        /// What happens to them.
        edit: RuleEdit,
        /// What they do.
        effect: RuleEffect,
        /// The rules.
        rules: Vec<PermissionRule>,
    },
    /// The way in which all tools are approved.
    Mode(PermissionMode),
    /// Folders are added to those in which the agent works.
    AddFolders(Vec<String>),
    /// Folders are removed from those in which the agent works.
    RemoveFolders(Vec<String>),
    /// Something else. It is shown as it came, and never goes back.
    Unknown,
}

/// What happens to rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEdit {
    /// They are added to those that are there.
    Add,
    /// They take the place of all that are there.
    Replace,
    /// They are removed.
    Remove,
}

/// What a rule does with the uses of a tool that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEffect {
    /// They are allowed without asking.
    Allow,
    /// They are denied without asking.
    Deny,
    /// Somebody is asked.
    Ask,
}

/// The way in which all tools are approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermissionMode {
    /// `default`: rules decide, and somebody is asked about the rest.
    Default,
    /// `acceptEdits`: files are changed without asking.
    AcceptEdits,
    /// `bypassPermissions`: nobody is asked about anything.
    BypassPermissions,
    /// `plan`: nothing is changed.
    Plan,
    /// `dontAsk`: what no rule allows is denied.
    DontAsk,
    /// Another one, by its name.
    Other(String),
}

/// Where a change is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// `session`: until the session ends.
    Session,
    /// `localSettings`: for this project, on this machine.
    LocalSettings,
    /// `projectSettings`: for this project, for everybody who works on it.
    ProjectSettings,
    /// `userSettings`: for all of the person's projects.
    UserSettings,
    /// `cliArg`: as if it had been given when the agent was started.
    CommandLine,
    /// Another place, by its name. It is empty if none is named.
    Other(String),
}

impl PermissionUpdate {
    /// Reads an update. What is not understood as a whole is [`PermissionChange::Unknown`].
    pub fn read(value: &Value) -> PermissionUpdate {
        let text = |key| value.get(key).and_then(Value::as_str);
        let (change, known): (Option<PermissionChange>, &[&str]) = match text("type") {
            Some("addRules") => (rules(value, RuleEdit::Add), &["rules", "behavior"]),
            Some("replaceRules") => (rules(value, RuleEdit::Replace), &["rules", "behavior"]),
            Some("removeRules") => (rules(value, RuleEdit::Remove), &["rules", "behavior"]),
            Some("setMode") => (text("mode").map(PermissionMode::named).map(PermissionChange::Mode), &["mode"]),
            Some("addDirectories") => (folders(value).map(PermissionChange::AddFolders), &["directories"]),
            Some("removeDirectories") => (folders(value).map(PermissionChange::RemoveFolders), &["directories"]),
            _ => (None, &[]),
        };
        let is_place = value.get("destination").is_none_or(|place| matches!(place, Value::Text(_) | Value::Null));
        let is_known = |key: &str| ["type", "destination"].contains(&key) || known.contains(&key);
        let members = value.as_map().unwrap_or_default();
        let unknown = members.iter().enumerate().filter(|(index, (key, _))| {
            // The last of repeated members counts, so that the others are no part of what is understood.
            !is_known(key) || members[index + 1..].iter().any(|(later, _)| later == key)
        });
        PermissionUpdate {
            change: change.filter(|_| is_place).unwrap_or(PermissionChange::Unknown),
            destination: Destination::named(text("destination").unwrap_or_default()),
            unknown: unknown.map(|(_, member)| member.clone()).collect(),
            source: value.clone(),
        }
    }

    /// Whether it can be ticked: nobody can agree to what is not understood.
    pub fn is_tickable(&self) -> bool {
        self.change != PermissionChange::Unknown
    }
}

/// The rules of an update; `None` unless each of them and what they do is understood.
fn rules(value: &Value, edit: RuleEdit) -> Option<PermissionChange> {
    let effect = match value.get("behavior")?.as_str()? {
        "allow" => RuleEffect::Allow,
        "deny" => RuleEffect::Deny,
        "ask" => RuleEffect::Ask,
        _ => return None,
    };
    let members = value.get("rules")?.as_list()?;
    let has_unknown = |rule: &Value| {
        let is_known = |key: &str| ["toolName", "ruleContent"].contains(&key);
        rule.as_map().is_some_and(|members| members.iter().any(|(key, _)| !is_known(key)))
    };
    if members.iter().any(has_unknown) {
        return None;
    }
    let rules: Option<Vec<_>> = members.iter().map(PermissionRule::read).collect();
    // Rules that nothing takes the place of would go without being named.
    rules.filter(|rules| !rules.is_empty()).map(|rules| PermissionChange::Rules { edit, effect, rules })
}

fn folders(value: &Value) -> Option<Vec<String>> {
    let folders = value.get("directories")?.as_list()?;
    let paths: Option<Vec<_>> = folders.iter().map(|path| path.as_str().map(str::to_owned)).collect();
    paths.filter(|paths| !paths.is_empty())
}

impl PermissionMode {
    fn named(name: &str) -> PermissionMode {
        match name {
            "default" => PermissionMode::Default,
            "acceptEdits" => PermissionMode::AcceptEdits,
            "bypassPermissions" => PermissionMode::BypassPermissions,
            "plan" => PermissionMode::Plan,
            "dontAsk" => PermissionMode::DontAsk,
            other => PermissionMode::Other(other.to_owned()),
        }
    }
}

impl Destination {
    /// The place of this name.
    pub(super) fn named(name: &str) -> Destination {
        match name {
            "session" => Destination::Session,
            "localSettings" => Destination::LocalSettings,
            "projectSettings" => Destination::ProjectSettings,
            "userSettings" => Destination::UserSettings,
            "cliArg" => Destination::CommandLine,
            other => Destination::Other(other.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Destination, PermissionChange, PermissionMode, PermissionUpdate, RuleEdit, RuleEffect};
    use crate::protocol::approval::PermissionRule;

    fn read(json: &str) -> PermissionUpdate {
        PermissionUpdate::read(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn rules_of_every_kind() {
        for (kind, edit) in
            [("addRules", RuleEdit::Add), ("replaceRules", RuleEdit::Replace), ("removeRules", RuleEdit::Remove)]
        {
            for (word, effect) in [("allow", RuleEffect::Allow), ("deny", RuleEffect::Deny), ("ask", RuleEffect::Ask)] {
                let update = read(&format!(
                    r#"{{"type":"{kind}","behavior":"{word}","destination":"localSettings",
                        "rules":[{{"toolName":"Bash","ruleContent":"npm test:*"}},{{"toolName":"Read"}}]}}"#
                ));
                let rules = ["Bash(npm test:*)", "Read"].map(|rule| PermissionRule::parse(rule).unwrap()).to_vec();
                assert_eq!(update.change, PermissionChange::Rules { edit, effect, rules });
                assert_eq!(update.destination, Destination::LocalSettings);
                assert!(update.unknown.is_empty() && update.is_tickable());
            }
        }
    }

    #[test]
    fn modes_and_folders() {
        let mode = read(r#"{"type":"setMode","mode":"bypassPermissions","destination":"session"}"#);
        assert_eq!(mode.change, PermissionChange::Mode(PermissionMode::BypassPermissions));
        let mode = read(r#"{"type":"setMode","mode":"yolo","destination":"cliArg"}"#);
        assert_eq!(mode.change, PermissionChange::Mode(PermissionMode::Other("yolo".to_owned())));
        assert_eq!(mode.destination, Destination::CommandLine);
        let folders = read(r#"{"type":"addDirectories","directories":["/tmp"],"destination":"elsewhere"}"#);
        assert_eq!(folders.change, PermissionChange::AddFolders(vec!["/tmp".to_owned()]));
        assert_eq!(folders.destination, Destination::Other("elsewhere".to_owned()));
        let folders = read(r#"{"type":"removeDirectories","directories":["/tmp"]}"#);
        assert_eq!(folders.change, PermissionChange::RemoveFolders(vec!["/tmp".to_owned()]));
        assert_eq!(folders.destination, Destination::Other(String::new()));
    }

    #[test]
    fn what_is_not_understood_as_a_whole_cannot_be_ticked() {
        for json in [
            r#"{"type":"grantAll"}"#,
            r#"{"type":"addRules","behavior":"maybe","rules":[{"toolName":"Bash"}]}"#,
            r#"{"type":"addRules","behavior":"allow","rules":[{"toolName":"Read"},{"tool":"Bash"}]}"#,
            r#"{"type":"addRules","behavior":"allow","rules":[{"toolName":"Read","until":"never"}]}"#,
            r#"{"type":"addRules","behavior":"allow","rules":[]}"#,
            r#"{"type":"replaceRules","behavior":"deny","rules":[],"destination":"userSettings"}"#,
            r#"{"type":"addRules","behavior":"allow"}"#,
            r#"{"type":"setMode","mode":"plan","destination":["session"]}"#,
            r#"{"type":"addDirectories","directories":["/a",3]}"#,
            r#"{"type":"setMode"}"#,
            r#""addRules""#,
            "null",
        ] {
            assert!(!read(json).is_tickable(), "{json}");
        }
    }

    #[test]
    fn members_that_nobody_knows_are_kept_to_be_shown() {
        let update =
            read(r#"{"type":"setMode","mode":"default","mode":"plan","destination":"session","forever":true}"#);
        assert_eq!(update.change, PermissionChange::Mode(PermissionMode::Plan));
        let keys: Vec<_> = update.unknown.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["mode", "forever"]);
    }
}
