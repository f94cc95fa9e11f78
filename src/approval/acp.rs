//! The sections of an ACP request: the input of its tool, and what the tool call shows.

use super::arguments::Arguments;
use super::change::Change;
use super::{Body, FileChange, Location, Section, SectionName, patch, tool, tree};
use crate::protocol::Value;
use crate::protocol::approval::{AcpSubject, Approval};
use crate::text::exact;

/// The sections of what a request is about.
pub(super) fn sections(approval: &Approval, subject: &AcpSubject) -> Vec<Section> {
    match subject {
        AcpSubject::ToolCall { call, beside } => {
            let mut sections = tool_call(approval, call);
            sections.extend(Arguments::of_members(beside).rest());
            sections
        }
        AcpSubject::Command(command) => {
            // What it is and what it belongs to is no part of the command.
            let mut command = command.clone();
            if let Value::Map(members) = &mut command {
                members.retain(|(key, _)| !["type", "toolCallId", "_meta"].contains(&key.as_str()));
            }
            tool::sections("execute", &command)
        }
        AcpSubject::Other(other) => tool::sections("", other),
    }
}

fn tool_call(approval: &Approval, call: &Value) -> Vec<Section> {
    let mut sections = Vec::new();
    let Some(mut members) = Arguments::of(call) else { return sections };
    let content = members.list("content").unwrap_or_default();
    if let Some(locations) = members.list("locations").filter(|locations| !locations.is_empty()) {
        let places: Option<Vec<_>> = locations.iter().map(location).collect();
        let body = places
            .map_or_else(|| Body::Tree(locations.iter().flat_map(tree::rows_of_value).collect()), Body::Locations);
        sections.push(Section { name: SectionName::Locations, body });
    }
    sections.extend(content.iter().flat_map(content_sections));
    if approval.input != Value::Null {
        sections.extend(tool::sections(&approval.tool.wire, &approval.input));
    }
    // The title of the request stands above the card, and then the call's own stands nowhere else.
    let is_title = |title: &str| approval.title.as_ref().is_some_and(|shown| shown.wire == title);
    match call.get("title").and_then(Value::as_str) {
        Some(title) if is_title(title) || title.trim().is_empty() => members.leave_out("title"),
        _ => sections.extend(members.lines("title", SectionName::Purpose)),
    }
    for (key, known) in SAID_BY_PROTOCOL {
        let is_known = |value: &str| known.is_empty() || known.contains(&value);
        if call.get(key).and_then(Value::as_str).is_some_and(is_known) {
            members.leave_out(key);
        }
    }
    // The input is shown by its tool, and what a program adds for itself in the JSON of the request only.
    for key in ["rawInput", "_meta"] {
        members.leave_out(key);
    }
    sections.extend(members.rest());
    sections
}

/// Members of a tool call with values that say nothing about what it does: its id, and words of the protocol's own. An empty list
/// stands for any text.
const SAID_BY_PROTOCOL: [(&str, &[&str]); 4] = [
    ("toolCallId", &[]),
    ("sessionUpdate", &["tool_call", "tool_call_update"]),
    ("status", &["pending", "in_progress", "completed", "failed"]),
    ("kind", &["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]),
];

fn location(value: &Value) -> Option<Location> {
    let members = value.as_map()?;
    let is_known = |key: &str| ["path", "line", "_meta"].contains(&key);
    if members.iter().any(|(key, _)| !is_known(key)) {
        return None;
    }
    let line = match value.get("line") {
        None | Some(Value::Null) => None,
        Some(Value::Int(line)) => Some(*line),
        Some(_) => return None,
    };
    Some(Location { path: exact::pieces(value.get("path")?.as_str()?), line })
}

/// The sections of a piece of content.
fn content_sections(content: &Value) -> Vec<Section> {
    let any = |value: &Value| vec![Section { name: SectionName::Shown, body: Body::Tree(tree::rows_of_value(value)) }];
    let Some(mut members) = Arguments::of(content) else { return any(content) };
    let mut sections = match members.text("type") {
        Some("diff") => diff(content, &mut members),
        Some("terminal") => members.fact("terminalId", SectionName::Terminal).into_iter().collect(),
        Some("content") => text(content, &mut members).into_iter().collect(),
        _ => Vec::new(),
    };
    if sections.is_empty() {
        return any(content);
    }
    members.leave_out("_meta");
    sections.extend(members.rest());
    sections
}

fn text(content: &Value, members: &mut Arguments) -> Option<Section> {
    let block = content.get("content")?.as_map()?;
    let is_text = content.get("content")?.get("type")?.as_str()? == "text";
    let is_known = |key: &str| ["type", "text", "annotations", "_meta"].contains(&key);
    if !is_text || block.len() > 4 || block.iter().any(|(key, _)| !is_known(key)) {
        return None;
    }
    let text = content.get("content")?.get("text")?.as_str()?;
    members.leave_out("content");
    Some(Section { name: SectionName::Shown, body: Body::Lines(exact::lines(text)) })
}

/// A diff: in version 1 two texts, in the draft of version 2 files and a patch.
fn diff(content: &Value, members: &mut Arguments) -> Vec<Section> {
    let mut sections = Vec::new();
    let old = match content.get("oldText") {
        None | Some(Value::Null) => Some(None),
        Some(old) => old.as_str().map(Some),
    };
    let path = content.get("path").and_then(Value::as_str);
    if let (Some(old), Some(new), Some(path)) = (old, content.get("newText").and_then(Value::as_str), path) {
        for key in ["path", "oldText", "newText"] {
            members.leave_out(key);
        }
        let change = Change::between(Some(path), old, new);
        sections.push(Section { name: SectionName::Change, body: Body::Change(change) });
        return sections;
    }
    let files: Option<Vec<_>> =
        content.get("changes").and_then(Value::as_list).and_then(|list| list.iter().map(file).collect());
    if let Some(files) = files {
        members.leave_out("changes");
        sections.push(Section { name: SectionName::Files, body: Body::Files(files) });
    }
    let patch = content.get("patch");
    let is_known = |(key, _): &(String, Value)| ["format", "text", "_meta"].contains(&key.as_str());
    let patch = patch.filter(|patch| patch.as_map().is_some_and(|members| members.iter().all(is_known)));
    let is_git = patch.and_then(|patch| patch.get("format")).and_then(Value::as_str) == Some("git_patch");
    if let Some(text) = patch.and_then(|patch| patch.get("text")).and_then(Value::as_str).filter(|_| is_git) {
        members.leave_out("patch");
        sections.push(Section { name: SectionName::Patch, body: Body::Patch(patch::lines(text)) });
    }
    sections
}

/// A file of a diff; `None` if there is more to it than can be shown in a row.
fn file(value: &Value) -> Option<FileChange> {
    let text = |key| value.get(key).and_then(Value::as_str);
    let is_known = |key: &str| ["operation", "path", "oldPath", "_meta"].contains(&key);
    if value.as_map()?.iter().any(|(key, _)| !is_known(key)) {
        return None;
    }
    let old_path = match value.get("oldPath") {
        None | Some(Value::Null) => None,
        Some(old) => Some(exact::pieces(old.as_str()?)),
    };
    Some(FileChange { operation: exact::pieces(text("operation")?), path: exact::pieces(text("path")?), old_path })
}
