//! An approval: an agent asks whether it may use a tool.
//!
//! | file | what it defines |
//! | --- | --- |
//! | `sdk.rs`, `acp.rs` | how a request of the Claude Agent SDK or of ACP is read, leniently |
//! | `rule.rs`, `update.rs` | which rules "allow always" would add, and what they cover |
//! | `offer.rs` | what can be decided |
//! | `verdict.rs` | what was decided, and what the agent gets |
//!
//! What a card shows of it is decided in [`crate::approval`].

mod acp;
mod offer;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties;
mod rule;
mod sdk;
mod update;
mod verdict;

pub use acp::{AcpOption, AcpOptionKind, AcpSubject, NotAnApproval};
pub use offer::{Always, Offer, OfferKind, Offers, WhyNoAlways};
pub use rule::{PathBase, PermissionRule, RulePattern};
pub use sdk::{AskRule, McpServer};
pub use update::{Destination, PermissionChange, PermissionMode, PermissionUpdate, RuleEdit, RuleEffect};
pub use verdict::{NotOffered, Verdict};

use super::limits;
use super::problem::{Problem, ProblemKind};
use super::question::AgentText;
use super::value::Value;
use crate::text;

/// The most suggestions, or options of ACP, that are read.
const OFFERS_READ: usize = 64;

/// A request to use a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    /// The tool by its name, such as `Bash` or `mcp__github__push`. ACP may only say of what kind it is; then it is that.
    pub tool: AgentText,
    /// What the tool would be given.
    pub input: Value,
    /// The main text of the request.
    pub title: Option<AgentText>,
    /// What the use of the tool is called on buttons.
    pub display_name: Option<AgentText>,
    /// What the request says about itself.
    pub description: Option<AgentText>,
    /// Whether the request is one to be careful with: the focus is on Deny, and everything has to be in view first.
    pub defaults_to_no: bool,
    /// By which protocol it came, with what only that has.
    pub origin: Origin,
}

impl Approval {
    /// What the use of the tool is called, safe to show.
    pub fn name(&self) -> &str {
        self.display_name.as_ref().map_or(&self.tool.shown, |name| &name.shown)
    }

    /// What it would do, in one line that is safe to show: its title, or the member of the input that says most.
    pub fn summary(&self) -> String {
        let title = self.title.as_ref().map(|title| title.shown.clone()).filter(|title| !title.is_empty());
        title.unwrap_or_else(|| {
            let main = ["command", "file_path", "notebook_path", "url", "pattern", "query", "description"];
            let text = main.iter().find_map(|key| self.input.get(key).and_then(Value::as_str));
            text::shown_line_start(text.unwrap_or_default(), limits::LABEL_SHOWN)
        })
    }
}

/// By which protocol a request came. What can be decided follows from it.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The frame `permission_request`, with the options of the Claude Agent SDK's `canUseTool`.
    Sdk(Box<SdkOptions>),
    /// ACP's `session/request_permission`.
    Acp {
        /// What can be chosen.
        options: Vec<AcpOption>,
        /// What the request is about.
        subject: AcpSubject,
    },
}

/// What a request has from the options of the SDK's `canUseTool`.
#[derive(Clone, Debug, PartialEq)]
pub struct SdkOptions {
    /// The id of the use of the tool, which goes back with an allowance.
    pub tool_use_id: Option<String>,
    /// What "allow always" could change, each of which can be ticked.
    pub suggestions: Vec<PermissionUpdate>,
    /// Whether "allow always" must not be offered.
    pub suppresses_always: bool,
    /// Whether the caller has no way to carry a changed input: then the card offers no change.
    pub suppresses_edit: bool,
    /// Whether the caller has no way to stop the agent: then the card does not offer it.
    pub suppresses_stop: bool,
    /// The rule because of which somebody is asked.
    pub ask_rule: Option<AskRule>,
    /// Why somebody is asked.
    pub reason: Option<AgentText>,
    /// The path that is out of bounds.
    pub blocked_path: Option<AgentText>,
    /// The MCP server that the tool belongs to.
    pub server: Option<McpServer>,
    /// The sub-agent that asks.
    pub agent: Option<AgentText>,
}

/// Reads texts leniently, and collects what was wrong.
#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
}

impl Reader {
    fn report(&mut self, at: &str, kind: ProblemKind) {
        if self.problems.len() < limits::PROBLEMS {
            self.problems.push(Problem { at: at.to_owned(), kind });
        }
    }

    /// The text of a member that may be missing. A number or a boolean is read as its text.
    fn text(&mut self, value: &Value, key: &str, at: &str) -> Option<AgentText> {
        let wire = match value.get(key) {
            None | Some(Value::Null) => return None,
            Some(Value::Text(text)) => text.clone(),
            Some(other) => {
                self.report(&place(at, key), ProblemKind::WrongType);
                match other {
                    Value::List(_) | Value::Map(_) => return None,
                    plain => plain.to_json(),
                }
            }
        };
        Some(agent_text(wire))
    }

    /// The text of a member that must be there.
    fn required(&mut self, value: &Value, key: &str, at: &str) -> Option<AgentText> {
        let reported = self.problems.len();
        let text = self.text(value, key, at).filter(|text| !text.wire.trim().is_empty());
        if text.is_none() && self.problems.len() == reported {
            self.report(&place(at, key), ProblemKind::Missing);
        }
        text
    }

    /// The truth of a member. What is there and no boolean counts as `true`: the flags are warnings.
    fn flag(&mut self, value: &Value, key: &str) -> bool {
        match value.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(truth)) => *truth,
            Some(_) => {
                self.report(key, ProblemKind::WrongType);
                true
            }
        }
    }

    /// The items of a member that should be a list.
    fn list<'a>(&mut self, value: &'a Value, key: &str) -> &'a [Value] {
        let items = match value.get(key) {
            Some(Value::List(items)) => items.as_slice(),
            Some(Value::Null) | None => &[],
            Some(_) => {
                self.report(key, ProblemKind::WrongType);
                &[]
            }
        };
        if items.len() > OFFERS_READ {
            self.report(key, ProblemKind::LeftOut { shown: OFFERS_READ });
        }
        &items[..items.len().min(OFFERS_READ)]
    }
}

fn place(at: &str, key: &str) -> String {
    if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") }
}

/// A text with its form to show, for which it loses its terminal escapes.
fn agent_text(wire: String) -> AgentText {
    let shown = text::shown(text::without_escapes(&wire).trim());
    AgentText { wire, shown }
}
