//! The sections of the card.

use super::change;
use super::exact;
use super::reading::{Loading, Reading, look_again};
use super::words;
use crate::approval::{
    self, AddressHost, BeginReason, Body, CommandLine, FileChange, Location, Section, SectionName, TreeLabel, TreeRow,
    TreeValue,
};
use crate::chunk;
use crate::protocol::Value;
use crate::protocol::approval::Approval;
use crate::text;
use crate::text::exact::Piece;
use crate::view::code::code_box;
use crate::view::dom::{El, el};
use crate::view::preview_content::BLOCK_MARKDOWN;
use reactive_graph::owner::Owner;

/// The most lines that count as one when it is asked what was in view.
const LINES_AT_ONCE: usize = 20;

/// All sections, each with its name. Short ones that follow each other share a list.
pub(super) fn sections(approval: &Approval, reading: &mut Reading) -> Vec<El> {
    let mut shown: Vec<El> = Vec::new();
    let mut facts: Option<El> = None;
    for one in &approval::sections(approval) {
        match value(one) {
            Some(value) => {
                let list = facts.take().unwrap_or_else(|| el("dl", "approval-facts"));
                facts = Some(list.child(fact(one.name, reading.watch(value))));
            }
            None => {
                shown.extend(facts.take());
                shown.push(section(one, reading));
            }
        }
    }
    shown.extend(facts);
    shown
}

fn fact(name: SectionName, value: El) -> El {
    let name = el("dt", "approval-fact-name").text(&words::section(name));
    el("div", "approval-fact").part("fact").child(name).child(value)
}

/// The value of a section that is short enough for a list of them.
fn value(section: &Section) -> Option<El> {
    let value = el("dd", "approval-fact-value");
    Some(match &section.body {
        // What has no height would never be in view.
        Body::Fact(text) if text.is_empty() => value.text(&words::say(words::NOTHING)),
        Body::Fact(text) => {
            let is_code = matches!(
                section.name,
                SectionName::Folder
                    | SectionName::Path
                    | SectionName::Pattern
                    | SectionName::BlockedPath
                    | SectionName::AskRule
            );
            // Paths and patterns read from left to right in every language.
            let value =
                if is_code { value.attr("dir", "ltr").attr("data-code", "true") } else { value.attr("dir", "auto") };
            exact::pieces(value, text)
        }
        Body::Flag(_) if section.name == SectionName::Existing => value.text(&words::say(words::FILE_REPLACED)),
        Body::Flag(truth) => value.text(&words::truth(*truth)),
        Body::Duration(duration) => value.text(&words::duration(*duration)),
        Body::Size { bytes, lines } => value.text(&words::size(*bytes, *lines)),
        Body::Address { address, host } => address_lines(value, address, host.as_ref()),
        Body::Lines(lines)
            if matches!(section.name, SectionName::Description | SectionName::Purpose | SectionName::Reason) =>
        {
            value.children(lines.iter().map(|line| exact::line(line).attr("dir", "auto")).collect())
        }
        Body::KeptIn(destination) => value.text(&words::destination(destination)),
        Body::Tree(rows) if rows.is_empty() => value.text(&words::say(words::NOTHING)),
        Body::Lines(_)
        | Body::Command(_)
        | Body::Markdown(_)
        | Body::Change(_)
        | Body::Patch(_)
        | Body::Files(_)
        | Body::Locations(_)
        | Body::Tree(_) => return None,
    })
}

/// The JSON of the request, to be opened and copied.
pub(in crate::view) fn raw(request: &Value) -> El {
    let text = approval::raw_json(request);
    let details = el("details", "approval-raw")
        .part("raw")
        .child(el("summary", "notes-title").place(crate::keymap::Place::Button).text(&words::say(words::RAW_REQUEST)));
    // It is built when somebody opens it.
    let place = details.node().clone();
    let (is_built, owner) = (std::cell::Cell::new(false), Owner::new());
    details.on("toggle", move |_| {
        if !is_built.replace(true) {
            owner.with(|| code_box(approval::RAW_FORMAT, &text)).append_to(&place);
        }
    })
}

fn section(section: &Section, reading: &mut Reading) -> El {
    let name = words::section(section.name);
    let whole = el("section", "approval-section").part("section").attr("aria-label", &name);
    let heading = el("h3", "approval-section-name").text(&name);
    whole.child(heading).children(body(&section.body, reading))
}

fn body(body: &Body, reading: &mut Reading) -> Vec<El> {
    match body {
        // These have a place in a list.
        Body::Fact(_)
        | Body::Flag(_)
        | Body::Duration(_)
        | Body::Size { .. }
        | Body::Address { .. }
        | Body::KeptIn(_) => Vec::new(),
        Body::Lines(lines) => vec![text_box(lines.iter().map(exact::line), reading)],
        Body::Command(lines) => {
            let text = text_box(lines.iter().map(command_line), reading);
            vec![if lines.iter().any(is_set_apart) { text.attr("data-command", "true") } else { text }]
        }
        Body::Markdown(text) => {
            // Until what shows markdown is there it stands as it was written, so that it has about the room that it will need.
            let place = el("div", "").attr("data-plain", "true").text(&text::shown_block(text));
            let lines = text.lines().count();
            let (shown, text) = (place.clone(), text.clone());
            let (owner, loading) = (Owner::new(), Loading::default());
            let place = reading.watch_loading(place, lines, loading.clone());
            chunk::load(&BLOCK_MARKDOWN, move |render| {
                if let Some(render) = render {
                    shown.node().set_text_content(None);
                    let _ = shown.node().remove_attribute("data-plain");
                    owner.with(|| render(&shown, &text));
                }
                // What stood there until now may have been lower than this is.
                loading.end();
                look_again(&shown);
            });
            vec![el("div", "preview approval-plan").child(place)]
        }
        Body::Change(change) => change::change(change, reading),
        Body::Patch(lines) => vec![change::patch(lines, reading)],
        Body::Files(files) => {
            vec![
                reading.watch_lines(el("ul", "approval-files").children(files.iter().map(file).collect()), files.len()),
            ]
        }
        Body::Locations(locations) => {
            let list = el("ul", "approval-files").children(locations.iter().map(location).collect());
            vec![reading.watch_lines(list, locations.len())]
        }
        Body::Tree(rows) => {
            rows.chunks(LINES_AT_ONCE).map(|rows| reading.watch_lines(tree(rows), rows.len())).collect()
        }
    }
}

/// A box of lines, divided so that it can be said which of them were in view.
fn text_box(lines: impl Iterator<Item = El>, reading: &mut Reading) -> El {
    let lines: Vec<El> = lines.collect();
    let text = el("div", "approval-text").part("text").attr("dir", "ltr");
    lines.chunks(LINES_AT_ONCE).fold(text, |text, lines| {
        text.child(reading.watch_lines(el("div", "approval-lines").children(lines.to_vec()), lines.len()))
    })
}

/// Whether something stands before a line of a command: then all lines leave room for it.
fn is_set_apart(line: &CommandLine) -> bool {
    match line {
        CommandLine::Part { begin_reason: BeginReason::First | BeginReason::Line, .. } | CommandLine::Blank(_) => false,
        CommandLine::Part {
            begin_reason:
                BeginReason::Within
                | BeginReason::And
                | BeginReason::Or
                | BeginReason::Pipe
                | BeginReason::Then
                | BeginReason::Meanwhile,
            ..
        } => true,
    }
}

fn command_line(line: &CommandLine) -> El {
    match line {
        CommandLine::Part { begin_reason, pieces } => {
            // The sign that joins two parts stands at the beginning of the second. A line that goes on has none.
            let whole = el("div", "approval-line");
            match begin_reason {
                BeginReason::First | BeginReason::Line => exact::pieces(whole, pieces),
                BeginReason::Within => exact::pieces(whole.attr("data-within", "true"), pieces),
                BeginReason::And | BeginReason::Or | BeginReason::Pipe | BeginReason::Then | BeginReason::Meanwhile => {
                    joined(whole.attr("data-joined", "true"), pieces)
                }
            }
        }
        CommandLine::Blank(lines) => exact::folded(&words::blank_lines(*lines)),
    }
}

/// A part of a command with the sign that joins it set apart.
fn joined(line: El, pieces: &[Piece]) -> El {
    let Some((Piece::Text(first), rest)) = pieces.split_first() else { return exact::pieces(line, pieces) };
    let start = first.len() - first.trim_start_matches(' ').len();
    let length = first[start..].bytes().take_while(|byte| b"&|;".contains(byte)).count();
    let sign = el("b", "approval-sign").text(&first[start..start + length]);
    let line = line.child(sign);
    // The sign has room of its own, so that the blank after it would be one too many.
    let text = &first[start + length..];
    line.append_text(text.strip_prefix(' ').unwrap_or(text));
    exact::pieces(line, rest)
}

fn address_lines(place: El, address: &[Piece], host: Option<&AddressHost>) -> El {
    let place = place.attr("dir", "ltr").child(exact::pieces(el("span", "approval-address"), address));
    match host {
        Some(host) => {
            let class = if host.is_unusual { "approval-host unusual" } else { "approval-host" };
            let sign = if host.is_unusual { "⚠ " } else { "" };
            place.child(exact::pieces(el("span", class).text(sign), &host.name))
        }
        None => place,
    }
}

fn file(file: &FileChange) -> El {
    let row = exact::pieces(el("li", "approval-file").attr("dir", "ltr"), &file.operation);
    row.append_text(" ");
    let row = match &file.old_path {
        Some(old) => {
            let row = exact::pieces(row, old);
            row.append_text(" → ");
            row
        }
        None => row,
    };
    exact::pieces(row, &file.path)
}

fn location(location: &Location) -> El {
    let row = exact::pieces(el("li", "approval-file").attr("dir", "ltr"), &location.path);
    if let Some(line) = location.line {
        row.append_text(&[":", &line.to_string()].concat());
    }
    row
}

fn tree(rows: &[TreeRow]) -> El {
    el("dl", "approval-tree").children(
        rows.iter()
            .map(|row| {
                let label = match &row.label {
                    TreeLabel::Whole => el("dt", "approval-key"),
                    TreeLabel::Key(key) => exact::pieces(el("dt", "approval-key").attr("dir", "auto"), key),
                    TreeLabel::Place(place) => el("dt", "approval-key").text(&[&place.to_string(), "."].concat()),
                };
                let value = el("dd", "approval-value");
                let value = match &row.value {
                    TreeValue::Null => value.text("null"),
                    TreeValue::Bool(truth) => value.text(&words::truth(*truth)),
                    TreeValue::Number(number) => value.text(number),
                    TreeValue::Text(lines) => {
                        value.attr("dir", "auto").children(lines.iter().map(exact::line).collect())
                    }
                    TreeValue::List(0) => value.text("[]"),
                    TreeValue::Map(0) => value.text("{}"),
                    TreeValue::List(_) | TreeValue::Map(_) => value,
                };
                let whole = el("div", "approval-row").child(label).child(value);
                let depth = row.depth.min(8).to_string();
                let _ = whole.node().style().set_property("--_depth", &depth);
                whole
            })
            .collect(),
    )
}
