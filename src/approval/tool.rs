//! The sections of a tool's input, by tool.

use super::arguments::Arguments;
use super::change::Change;
use super::shell::{self, BeginReason};
use super::{AddressHost, Body, CommandLine, Section, SectionName, plan, tree};
use crate::protocol::Value;
use crate::text::exact::{self, Line, Piece};
use crate::text::markdown;

/// The most blank lines in a row of a command that are shown as they are.
const BLANK_LINES: usize = 3;

/// The sections that name the tool: for a tool of an MCP server also the server, unless the request names it.
pub(super) fn name(tool: &str, names_server: bool) -> Vec<Section> {
    let fact = |name, text| Section { name, body: Body::Fact(exact::pieces(text)) };
    match tool.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")) {
        Some((server, tool)) if !names_server => vec![fact(SectionName::Server, server), fact(SectionName::Tool, tool)],
        // What has no name has no line: an empty one would never be in view.
        _ if tool.trim().is_empty() => Vec::new(),
        // The name that the request gives to the server may differ from that in the tool's name, so all of that is shown.
        _ => vec![fact(SectionName::Tool, tool)],
    }
}

/// The sections of a tool's input. Each member stands in one of them.
pub(super) fn sections(tool: &str, input: &Value) -> Vec<Section> {
    let Some(mut arguments) = Arguments::of(input) else {
        return vec![Section { name: SectionName::Arguments, body: Body::Tree(tree::rows_of_value(input)) }];
    };
    let mut sections: Vec<Section> = match tool {
        "Bash" | "PowerShell" | "execute" => command(&mut arguments),
        "Write" => write(&mut arguments),
        "Edit" => edit(&mut arguments),
        "MultiEdit" => multi_edit(&mut arguments),
        "NotebookEdit" => notebook_edit(&mut arguments),
        "Read" => arguments.fact("file_path", SectionName::Path).into_iter().collect(),
        "Glob" | "Grep" => search(&mut arguments),
        "WebFetch" => fetch(&mut arguments),
        "ExitPlanMode" => arguments.text("plan").map(plan::section).into_iter().collect(),
        _ => Vec::new(),
    };
    sections.extend(arguments.rest());
    if sections.is_empty() {
        sections.push(Section { name: SectionName::Arguments, body: Body::Tree(Vec::new()) });
    }
    sections
}

fn command(arguments: &mut Arguments) -> Vec<Section> {
    let command =
        arguments.text("command").map(|command| Section { name: SectionName::Command, body: command_body(command) });
    let sections = [
        command,
        arguments.fact("cwd", SectionName::Folder),
        arguments.lines("description", SectionName::Purpose),
        arguments.duration("timeout", SectionName::Timeout),
        arguments.flag("run_in_background", SectionName::Background),
    ];
    sections.into_iter().flatten().collect()
}

/// The lines of a command, with many blank ones folded.
pub(super) fn command_body(command: &str) -> Body {
    let mut lines: Vec<CommandLine> = Vec::new();
    let parts = shell::parts(command);
    let is_blank = |part: &shell::Part| part.text.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
    let mut at = 0;
    while at < parts.len() {
        let blank = parts[at..].iter().take_while(|part| is_blank(part)).count();
        if blank > BLANK_LINES {
            lines.push(CommandLine::Blank(blank));
            at += blank;
        } else {
            lines.push(CommandLine::Part { begin_reason: parts[at].begin_reason, pieces: command_pieces(&parts, at) });
            at += 1;
        }
    }
    Body::Command(lines)
}

/// The pieces of a part. Blanks before the sign that joins the next one are no secret, but those before a line break are.
fn command_pieces(parts: &[shell::Part], at: usize) -> Vec<Piece> {
    let next = parts.get(at + 1).map(|next| next.begin_reason);
    let is_joined = next.is_some_and(|begins| !matches!(begins, BeginReason::Line | BeginReason::Within));
    let mut pieces = exact::pieces(parts[at].text);
    if is_joined && let Some(Piece::Blanks(1)) = pieces.last() {
        pieces.pop();
        pieces.push(Piece::Text(" ".to_owned()));
    }
    pieces
}

fn write(arguments: &mut Arguments) -> Vec<Section> {
    let mut sections: Vec<_> = arguments.fact("file_path", SectionName::Path).into_iter().collect();
    // The request does not say whether there is one.
    sections.push(Section { name: SectionName::Existing, body: Body::Flag(true) });
    if let Some(content) = arguments.text("content") {
        sections.extend(content_sections(content));
    }
    sections
}

/// A text that would be written, and how large it is.
fn content_sections(content: &str) -> [Section; 2] {
    let size = Body::Size { bytes: content.len(), lines: content.lines().count() };
    let mut lines = exact::lines(content);
    // A file usually ends with one, and nobody would see that it does not.
    if !content.is_empty() && !content.ends_with('\n') {
        lines.push(Line::NoLineEnd);
    }
    [Section { name: SectionName::Size, body: size }, Section { name: SectionName::Content, body: Body::Lines(lines) }]
}

fn edit(arguments: &mut Arguments) -> Vec<Section> {
    let mut sections: Vec<_> = arguments.fact("file_path", SectionName::Path).into_iter().collect();
    sections.extend(one_edit(arguments));
    sections
}

fn one_edit(arguments: &mut Arguments) -> Vec<Section> {
    let change = arguments.texts("old_string", "new_string").map(|(old, new)| Section {
        name: SectionName::Change,
        body: Body::Change(Change::between(None, Some(old), new)),
    });
    [change, arguments.flag("replace_all", SectionName::EveryOccurrence)].into_iter().flatten().collect()
}

fn multi_edit(arguments: &mut Arguments) -> Vec<Section> {
    let mut sections: Vec<_> = arguments.fact("file_path", SectionName::Path).into_iter().collect();
    for item in arguments.list("edits").unwrap_or_default() {
        match Arguments::of(item) {
            Some(mut members) => {
                sections.extend(one_edit(&mut members));
                sections.extend(members.rest());
            }
            None => {
                sections.push(Section { name: SectionName::Arguments, body: Body::Tree(tree::rows_of_value(item)) })
            }
        }
    }
    sections
}

fn notebook_edit(arguments: &mut Arguments) -> Vec<Section> {
    let mut sections: Vec<_> = arguments.fact("notebook_path", SectionName::Path).into_iter().collect();
    match arguments.texts("old_source", "new_source") {
        Some((old, new)) => {
            let change = Change::between(None, Some(old), new);
            sections.push(Section { name: SectionName::Change, body: Body::Change(change) });
        }
        None => sections.extend(arguments.text("new_source").map(content_sections).into_iter().flatten()),
    }
    sections
}

fn search(arguments: &mut Arguments) -> Vec<Section> {
    let pattern = arguments.fact("pattern", SectionName::Pattern);
    [pattern, arguments.fact("path", SectionName::Path)].into_iter().flatten().collect()
}

fn fetch(arguments: &mut Arguments) -> Vec<Section> {
    let address = arguments.text("url").map(|url| {
        let host = markdown::host(url);
        let host = host.map(|host| AddressHost { name: exact::pieces(&host.name), is_unusual: host.is_unusual });
        Section { name: SectionName::Address, body: Body::Address { address: exact::pieces(url), host } }
    });
    [address, arguments.lines("prompt", SectionName::Prompt)].into_iter().flatten().collect()
}
