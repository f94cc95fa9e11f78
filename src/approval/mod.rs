//! What a card shows of a request to use a tool, as plain data.
//!
//! Pure functions from an [`Approval`] to [`Section`]s. Everything that the tool would be given is shown: a member that no
//! section is made for stands in a tree. All text is made of [`Piece`]s, in which nothing is hidden.
//!
//! | file | what it answers |
//! | --- | --- |
//! | `tool.rs` | which sections the input of a tool has |
//! | `acp.rs` | which sections the content of an ACP tool call has |
//! | `shell.rs` | where the parts of a command begin |
//! | `change.rs`, `patch.rs` | how a change of a file is shown |
//! | `plan.rs` | whether markdown would show a plan whole |
//! | `duration.rs` | how a length of time is said |
//! | `edit.rs` | which text can be changed before it is allowed |
//! | `tree.rs`, `raw.rs` | how any other value is shown, and how it is copied |

mod acp;
mod arguments;
mod change;
mod duration;
mod edit;
mod patch;
mod plan;
mod raw;
mod shell;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod tool;
mod tree;

pub use change::{Change, ChangePart, ChangeRow, LineEnd};
pub use duration::{Duration, TimeUnit};
pub use edit::{WhyNoEdit, change_between, editable, edited_input, is_unchanged, rules_text, why_not_editable};
pub use patch::{PatchLine, PatchLineKind};
pub use raw::{RAW_FORMAT, raw_json};
pub use shell::BeginReason;
pub use tree::{TreeLabel, TreeRow, TreeValue};

use crate::protocol::approval::{Approval, Destination, NotAnApproval, Origin, SdkOptions};
use crate::protocol::{Problem, Value};
use crate::text;
use crate::text::exact::{self, Line, Piece};

/// A part of a card, with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it is.
    pub name: SectionName,
    /// What stands in it.
    pub body: Body,
}

/// What a section is. The words for it are the view's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionName {
    /// The MCP server that the tool belongs to.
    Server,
    /// Where the MCP server comes from.
    ServerSource,
    /// The tool, where it is not one that everybody knows.
    Tool,
    /// The sub-agent that asks.
    Agent,
    /// What the request says about itself.
    Description,
    /// The command that would run.
    Command,
    /// The folder in which it would run.
    Folder,
    /// What the agent says that it is for.
    Purpose,
    /// After what time it would be ended.
    Timeout,
    /// Whether the agent goes on while it runs.
    Background,
    /// The file or folder.
    Path,
    /// What happens to a file that is there already.
    Existing,
    /// How much would be written.
    Size,
    /// What would be written.
    Content,
    /// What would change in a file.
    Change,
    /// Whether the change is made wherever the old text stands.
    EveryOccurrence,
    /// What is searched for.
    Pattern,
    /// What would be fetched.
    Address,
    /// What is asked about what is fetched.
    Prompt,
    /// What the agent wants to do.
    Plan,
    /// Files that would change.
    Files,
    /// Changes of several files, as a patch.
    Patch,
    /// Places in files.
    Locations,
    /// The terminal in which it runs.
    Terminal,
    /// What the tool call shows.
    Shown,
    /// All that has no section of its own.
    Arguments,
    /// Why somebody is asked.
    Reason,
    /// The path that is out of bounds.
    BlockedPath,
    /// The rule because of which somebody is asked.
    AskRule,
    /// Where that rule is kept.
    AskRuleSource,
}

/// What stands in a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// One line.
    Fact(Vec<Piece>),
    /// Yes or no.
    Flag(bool),
    /// A length of time.
    Duration(Duration),
    /// The size of a text.
    Size {
        /// In bytes.
        bytes: usize,
        /// In lines.
        lines: usize,
    },
    /// Lines of a text.
    Lines(Vec<Line>),
    /// Parts of a command.
    Command(Vec<CommandLine>),
    /// A web address.
    Address {
        /// The whole address.
        address: Vec<Piece>,
        /// Whom it leads to. `None` if it is no address of the web.
        host: Option<AddressHost>,
    },
    /// A text in markdown, for [`markdown::preview`](crate::text::markdown::preview).
    Markdown(String),
    /// A change of a file.
    Change(Change),
    /// A patch.
    Patch(Vec<PatchLine>),
    /// Files, and what happens to them.
    Files(Vec<FileChange>),
    /// Places in files.
    Locations(Vec<Location>),
    /// Where a rule is kept.
    KeptIn(Destination),
    /// Any value.
    Tree(Vec<TreeRow>),
}

/// A line of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandLine {
    /// A part of the command.
    Part {
        /// Why it begins here.
        begin_reason: BeginReason,
        /// Its text.
        pieces: Vec<Piece>,
    },
    /// This number of blank lines in a row: they are many, and a mark stands for them.
    Blank(usize),
}

/// Whom an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressHost {
    /// The host, with a port.
    pub name: Vec<Piece>,
    /// Whether it is one to look at twice.
    pub is_unusual: bool,
}

/// What happens to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// `add`, `delete`, `modify`, `move`, `copy`, or another word.
    pub operation: Vec<Piece>,
    /// Its path, afterwards.
    pub path: Vec<Piece>,
    /// Its path before, where that is another.
    pub old_path: Option<Vec<Piece>>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub path: Vec<Piece>,
    /// The line.
    pub line: Option<i64>,
}

/// Reads a request of the SDK's or of ACP's form, and lists what was wrong with it.
pub fn read(source: &Value) -> (Approval, Vec<Problem>) {
    let is_acp =
        source.get("tool_name").is_none() && (source.get("toolCall").is_some() || source.get("subject").is_some());
    match Approval::read_acp(source) {
        Ok(read) if is_acp => read,
        Ok(_) | Err(NotAnApproval) => Approval::read(source),
    }
}

/// The title of a request, line by line. `None` if it has none that could be seen.
pub fn title(approval: &Approval) -> Option<Vec<Line>> {
    let title = approval.title.as_ref().filter(|title| !title.shown.is_empty())?;
    Some(exact::lines(text::without_escapes(&title.wire).trim()))
}

/// What the use of the tool is called.
pub fn name(approval: &Approval) -> Vec<Piece> {
    let name = approval.display_name.as_ref().unwrap_or(&approval.tool);
    exact::pieces(text::without_escapes(&name.wire).trim())
}

/// Everything that is shown of a request, besides its title.
pub fn sections(approval: &Approval) -> Vec<Section> {
    let mut sections = Vec::new();
    let fact = |name, text: &str| Section { name, body: Body::Fact(exact::pieces(text)) };
    let prose = |name, text: &str| Section { name, body: Body::Lines(exact::lines(&text::without_escapes(text))) };
    match &approval.origin {
        Origin::Sdk(options) => {
            let SdkOptions { server, agent, reason, blocked_path, ask_rule, .. } = &**options;
            if let Some(server) = server {
                sections.push(fact(SectionName::Server, &server.name.wire));
                sections.extend(server.source.as_ref().map(|source| fact(SectionName::ServerSource, &source.wire)));
            }
            sections.extend(tool::name(&approval.tool.wire, server.is_some()));
            sections.extend(agent.as_ref().map(|agent| fact(SectionName::Agent, &agent.wire)));
            sections.extend(description(approval).map(|text| prose(SectionName::Description, text)));
            sections.extend(tool::sections(&approval.tool.wire, &approval.input));
            sections.extend(reason.as_ref().map(|reason| prose(SectionName::Reason, &reason.wire)));
            sections.extend(blocked_path.as_ref().map(|path| fact(SectionName::BlockedPath, &path.wire)));
            if let Some(rule) = ask_rule {
                sections.push(fact(SectionName::AskRule, &rule.rule.text()));
                let is_said = rule.source != Destination::Other(String::new());
                let body = Body::KeptIn(rule.source.clone());
                sections.extend(is_said.then_some(Section { name: SectionName::AskRuleSource, body }));
            }
        }
        Origin::Acp { subject, .. } => {
            sections.extend(tool::name(&approval.tool.wire, false));
            sections.extend(description(approval).map(|text| prose(SectionName::Description, text)));
            sections.extend(acp::sections(approval, subject));
        }
    }
    // Agents say the same about a request and within it.
    let said = sections.iter().find(|section| section.name == SectionName::Description).map(|said| said.body.clone());
    sections.retain(|section| section.name != SectionName::Purpose || Some(&section.body) != said.as_ref());
    sections
}

fn description(approval: &Approval) -> Option<&str> {
    approval.description.as_ref().map(|text| text.wire.as_str()).filter(|text| !text.trim().is_empty())
}

/// Whether the request has characters that nobody would see, anywhere: a reason to warn. `source` is what it was read from.
pub fn has_hidden(approval: &Approval, source: &Value) -> bool {
    // Colours for a terminal are usual in what the SDK says about a request, and never shown.
    let described = ["title", "displayName", "description", "decisionReason"];
    match (&approval.origin, source.as_map()) {
        (Origin::Sdk { .. }, Some(members)) => members.iter().any(|(key, value)| match value {
            Value::Text(text) if described.contains(&key.as_str()) => exact::has_hidden(&text::without_escapes(text)),
            value => exact::has_hidden(key) || has_hidden_text(value),
        }),
        _ => has_hidden_text(source),
    }
}

fn has_hidden_text(value: &Value) -> bool {
    match value {
        Value::Text(text) => exact::has_hidden(text),
        Value::List(items) => items.iter().any(has_hidden_text),
        Value::Map(members) => members.iter().any(|(key, value)| exact::has_hidden(key) || has_hidden_text(value)),
        _ => false,
    }
}
