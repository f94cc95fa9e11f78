//! The sections of the card.

use super::change;
use super::exact;
use super::reading::Reading;
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

/// All sections, each with its name.
pub(super) fn sections(approval: &Approval, reading: &mut Reading) -> Vec<El> {
    approval::sections(approval).iter().map(|one| section(one, reading)).collect()
}

/// The JSON of the request, to be opened and copied.
pub(super) fn raw(approval: &Approval, source: &Value) -> El {
    let json = approval::raw_json(approval, source);
    let details = el("details", "raw")
        .part("raw")
        .child(el("summary", "raw-title").place(crate::keymap::Place::Button).text(&words::say(words::RAW_JSON)));
    // It is built when somebody opens it.
    let place = details.node().clone();
    let (is_built, owner) = (std::cell::Cell::new(false), Owner::new());
    details.on("toggle", move |_| {
        if !is_built.replace(true) {
            owner.with(|| code_box("JSON", &json)).append_to(&place);
        }
    })
}

fn section(section: &Section, reading: &mut Reading) -> El {
    let name = words::section(section.name);
    let whole = el("section", "section").part("section").attr("aria-label", &name);
    let whole = match section.name {
        SectionName::Command => whole.attr("data-main", "true"),
        _ => whole,
    };
    let heading = el("h3", "section-name").text(&name);
    whole.child(heading).children(body(&section.body, reading))
}

fn body(body: &Body, reading: &mut Reading) -> Vec<El> {
    match body {
        Body::Fact(text) => vec![reading.watch(exact::pieces(el("p", "fact").attr("dir", "auto"), text))],
        Body::Flag(truth) => vec![reading.watch(el("p", "fact").text(&words::truth(*truth)))],
        Body::Size { bytes, lines } => vec![reading.watch(el("p", "fact").text(&words::size(*bytes, *lines)))],
        Body::Lines(lines) => vec![text_box(lines.iter().map(exact::line), reading)],
        Body::Command(lines) => vec![text_box(lines.iter().map(command_line), reading)],
        Body::Address { address, host } => address_lines(address, host.as_ref(), reading),
        Body::Markdown(text) => {
            let place = el("div", "markdown");
            let (shown, text) = (place.clone(), text.clone());
            let owner = Owner::new();
            chunk::load(&BLOCK_MARKDOWN, move |render| match render {
                Some(render) => owner.with(|| render(&shown, &text)),
                None => shown.append_text(&text::shown_block(&text)),
            });
            vec![reading.watch(place)]
        }
        Body::Change(change) => change::change(change, reading),
        Body::Patch(lines) => vec![change::patch(lines, reading)],
        Body::Files(files) => vec![reading.watch(el("ul", "files").children(files.iter().map(file).collect()))],
        Body::Locations(locations) => {
            vec![reading.watch(el("ul", "files").children(locations.iter().map(location).collect()))]
        }
        Body::Tree(rows) if rows.is_empty() => vec![reading.watch(el("p", "fact").text(&words::say(words::NOTHING)))],
        Body::Tree(rows) => rows.chunks(LINES_AT_ONCE).map(|rows| reading.watch(tree(rows))).collect(),
    }
}

/// A box of lines, divided so that it can be said which of them were in view.
fn text_box(lines: impl Iterator<Item = El>, reading: &mut Reading) -> El {
    let lines: Vec<El> = lines.collect();
    let text = el("div", "exact").attr("dir", "ltr");
    lines
        .chunks(LINES_AT_ONCE)
        .fold(text, |text, lines| text.child(reading.watch(el("div", "lines").children(lines.to_vec()))))
}

fn command_line(line: &CommandLine) -> El {
    match line {
        CommandLine::Part { begin_reason, pieces } => {
            // The sign that joins two parts stands at the beginning of the second. A line that goes on has none.
            let whole = el("div", "line command");
            let whole = match begin_reason {
                BeginReason::Within => whole.attr("data-within", "true"),
                BeginReason::First
                | BeginReason::Line
                | BeginReason::And
                | BeginReason::Or
                | BeginReason::Pipe
                | BeginReason::Then
                | BeginReason::Meanwhile => whole,
            };
            exact::pieces(whole, pieces)
        }
        CommandLine::Blank(lines) => exact::folded(&words::blank_lines(*lines)),
    }
}

fn address_lines(address: &[Piece], host: Option<&AddressHost>, reading: &mut Reading) -> Vec<El> {
    let whole = exact::pieces(el("p", "fact").attr("dir", "ltr"), address);
    let host = host.map(|host| {
        let class = if host.is_unusual { "host unusual" } else { "host" };
        exact::pieces(el("p", class).attr("dir", "ltr"), &host.name)
    });
    [Some(whole), host].into_iter().flatten().map(|line| reading.watch(line)).collect()
}

fn file(file: &FileChange) -> El {
    let row = exact::pieces(el("li", "file").attr("dir", "ltr"), &file.operation);
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
    let row = exact::pieces(el("li", "file").attr("dir", "ltr"), &location.path);
    if let Some(line) = location.line {
        row.append_text(&[":", &line.to_string()].concat());
    }
    row
}

fn tree(rows: &[TreeRow]) -> El {
    el("dl", "tree").children(
        rows.iter()
            .map(|row| {
                let label = match &row.label {
                    TreeLabel::Whole => el("dt", "label"),
                    TreeLabel::Key(key) => exact::pieces(el("dt", "label").attr("dir", "auto"), key),
                    TreeLabel::Place(place) => el("dt", "label").text(&[&place.to_string(), "."].concat()),
                };
                let value = el("dd", "value");
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
                let whole = el("div", "tree-row").child(label).child(value);
                let depth = row.depth.min(8).to_string();
                let _ = whole.node().style().set_property("--_depth", &depth);
                whole
            })
            .collect(),
    )
}
