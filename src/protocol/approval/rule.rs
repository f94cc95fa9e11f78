//! A rule about the uses of a tool, and what its pattern means.

use crate::protocol::value::Value;

/// A rule, such as `Bash(npm test:*)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionRule {
    /// The tool that it is about.
    pub tool: String,
    /// Which of its uses; without it, all of them.
    pub content: Option<String>,
}

/// What a rule covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulePattern<'a> {
    /// Every use of every tool.
    EveryTool,
    /// Every use of every tool of this MCP server.
    EveryToolOfServer(&'a str),
    /// Every use of the tool.
    EveryUse,
    /// Commands that begin with these words.
    CommandPrefix(&'a str),
    /// Commands of this form, in which `*` stands for any text.
    CommandForm(&'a str),
    /// This command and no other.
    Command(&'a str),
    /// Files whose paths have this form.
    Paths {
        /// From where the form counts.
        base: PathBase,
        /// The form, without what says the base.
        glob: &'a str,
    },
    /// Addresses of this host.
    Domain(&'a str),
    /// Something else, to be shown as it is.
    Unknown(&'a str),
}

/// From where the path in a rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathBase {
    /// From the top of the file system: `//etc/**`.
    FileSystem,
    /// From the person's home folder: `~/notes/**`.
    Home,
    /// From the folder of the settings in which the rule is saved: `/src/**`.
    Settings,
    /// From the working folder: `src/**`.
    WorkingFolder,
}

/// Tools whose rules are about commands.
const COMMAND_TOOLS: [&str; 3] = ["Bash", "PowerShell", "Monitor"];
/// Tools whose rules are about files.
const FILE_TOOLS: [&str; 8] = ["Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "Glob", "Grep", "LS"];

impl PermissionRule {
    /// Reads a rule from `{ toolName, ruleContent? }`, or from its text. `None` if it names no tool.
    pub(super) fn read(value: &Value) -> Option<PermissionRule> {
        if let Value::Text(text) = value {
            return PermissionRule::parse(text);
        }
        let tool = value.get("toolName")?.as_str()?;
        match value.get("ruleContent") {
            // Settings keep a rule as one text, so that a content in the name is a content.
            None | Some(Value::Null) => PermissionRule::parse(tool),
            Some(Value::Text(content)) if !tool.is_empty() => {
                Some(PermissionRule { tool: tool.to_owned(), content: Some(content.clone()) })
            }
            Some(_) => None,
        }
    }

    /// Reads a rule from its text: `Bash`, `Bash(npm test:*)`. `None` for an empty one.
    pub fn parse(text: &str) -> Option<PermissionRule> {
        let text = text.trim();
        let parts = text.strip_suffix(')').and_then(|text| text.split_once('('));
        let (tool, content) = match parts {
            Some((tool, content)) if !tool.is_empty() => (tool, Some(unescaped(content))),
            _ => (text, None),
        };
        (!tool.is_empty()).then(|| PermissionRule { tool: tool.to_owned(), content })
    }

    /// The rule as settings have it.
    pub fn text(&self) -> String {
        match &self.content {
            None => self.tool.clone(),
            Some(content) => format!("{}({content})", self.tool),
        }
    }

    /// What the rule covers.
    pub fn pattern(&self) -> RulePattern<'_> {
        let content =
            self.content.as_deref().map(str::trim).filter(|content| !matches!(*content, "" | "*" | "**" | ":*"));
        let Some(content) = content else {
            return match self.tool.strip_prefix("mcp__") {
                _ if self.tool == "*" => RulePattern::EveryTool,
                Some(rest) => match rest.split_once("__") {
                    None => RulePattern::EveryToolOfServer(rest),
                    Some((server, "*")) => RulePattern::EveryToolOfServer(server),
                    Some(_) => RulePattern::EveryUse,
                },
                None => RulePattern::EveryUse,
            };
        };
        if COMMAND_TOOLS.contains(&self.tool.as_str()) {
            return match content.strip_suffix(":*") {
                Some(prefix) if !prefix.contains('*') => RulePattern::CommandPrefix(prefix),
                _ if content.contains('*') => RulePattern::CommandForm(content),
                _ => RulePattern::Command(content),
            };
        }
        if FILE_TOOLS.contains(&self.tool.as_str()) {
            let bases = [
                ("//", PathBase::FileSystem),
                ("~/", PathBase::Home),
                ("/", PathBase::Settings),
                ("./", PathBase::WorkingFolder),
            ];
            let found = bases.iter().find_map(|(start, base)| Some((*base, content.strip_prefix(start)?)));
            let (base, glob) = found.unwrap_or((PathBase::WorkingFolder, content));
            return RulePattern::Paths { base, glob };
        }
        match content.strip_prefix("domain:") {
            Some(host) if self.tool == "WebFetch" && host == "*" => RulePattern::EveryUse,
            Some(host) if self.tool == "WebFetch" && !host.is_empty() => RulePattern::Domain(host),
            _ => RulePattern::Unknown(content),
        }
    }
}

/// The content of a rule's text without the backslashes that part it from what surrounds it.
fn unescaped(content: &str) -> String {
    let mut out = String::with_capacity(content.len());
    let mut rest = content.chars().peekable();
    while let Some(character) = rest.next() {
        match rest.peek() {
            Some(next) if character == '\\' && matches!(next, '(' | ')' | '\\') => out.extend(rest.next()),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{PathBase, PermissionRule, RulePattern};

    fn check(text: &str, pattern: RulePattern) {
        assert_eq!(PermissionRule::parse(text).unwrap().pattern(), pattern, "{text}");
    }

    #[test]
    fn commands() {
        check("Bash(npm test:*)", RulePattern::CommandPrefix("npm test"));
        check("Bash(npm run *)", RulePattern::CommandForm("npm run *"));
        check("Bash(* --help:*)", RulePattern::CommandForm("* --help:*"));
        check("Bash(git status)", RulePattern::Command("git status"));
        check(r"Bash(echo \(a\):*)", RulePattern::CommandPrefix("echo (a)"));
    }

    #[test]
    fn a_rule_for_everything_is_told_as_such() {
        for text in ["Bash", "Bash()", "Bash(*)", "Bash(:*)", "Read(**)", "mcp__github__push", "WebFetch(domain:*)"] {
            check(text, RulePattern::EveryUse);
        }
        check("*", RulePattern::EveryTool);
        check("mcp__github", RulePattern::EveryToolOfServer("github"));
        check("mcp__github__*", RulePattern::EveryToolOfServer("github"));
    }

    #[test]
    fn files_and_hosts() {
        let paths = |base, glob| RulePattern::Paths { base, glob };
        check("Read(//etc/**)", paths(PathBase::FileSystem, "etc/**"));
        check("Edit(~/notes/*)", paths(PathBase::Home, "notes/*"));
        check("Edit(/src/**)", paths(PathBase::Settings, "src/**"));
        check("Write(src/**)", paths(PathBase::WorkingFolder, "src/**"));
        check("WebFetch(domain:a.example)", RulePattern::Domain("a.example"));
    }

    #[test]
    fn what_is_not_known_is_kept_as_it_is() {
        check("Skill(deploy)", RulePattern::Unknown("deploy"));
        check("WebFetch(https://a.example)", RulePattern::Unknown("https://a.example"));
        assert_eq!(PermissionRule::parse(" "), None);
        assert_eq!(PermissionRule::parse("(x)").unwrap().tool, "(x)");
    }

    #[test]
    fn a_content_in_the_name_is_a_content() {
        let read = |json| PermissionRule::read(&serde_json::from_str(json).unwrap());
        let rule = PermissionRule::parse("Bash(rm:*)");
        assert_eq!(read(r#"{"toolName":"Bash(rm:*)"}"#), rule);
        assert_eq!(read(r#"{"toolName":"Bash","ruleContent":"rm:*"}"#), rule);
        assert_eq!(read(r#""Bash(rm:*)""#), rule);
        assert_eq!(read(r#"{"toolName":"Bash","ruleContent":3}"#), None);
        assert_eq!(read(r#"{"ruleContent":"x"}"#), None);
    }
}
