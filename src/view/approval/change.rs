//! A change of a file as a table: what each line is, its number, and its text.

use super::exact;
use super::reading::Reading;
use super::words;
use crate::approval::{Change, ChangePart, ChangeRow, LineEnd, PatchLine, PatchLineKind};
use crate::text::diff::Place;
use crate::view::button::button;
use crate::view::dom::{El, el};

/// The most rows that count as one when it is asked what was in view.
const ROWS_AT_ONCE: usize = 20;

/// The table of a change.
pub(super) fn change(change: &Change, reading: &mut Reading) -> Vec<El> {
    let mut shown = Vec::new();
    if let Some(path) = &change.path {
        shown.push(exact::pieces(el("p", "path").attr("dir", "ltr"), path));
    }
    if change.is_new {
        shown.push(el("p", "remark").text(&words::say(words::NEW_FILE)));
    }
    if change.is_coarse {
        shown.push(el("p", "remark").text(&words::say(words::COARSE_CHANGE)));
    }
    let mut table = table();
    for part in &change.parts {
        table = match part {
            ChangePart::Shown(range) => change.rows[range.clone()].chunks(ROWS_AT_ONCE).fold(table, |table, rows| {
                table.child(reading.watch(el("tbody", "").children(rows.iter().map(row).collect())))
            }),
            ChangePart::Same(range) => table.child(folded(change, range.clone(), words::same_lines(range.len()))),
            ChangePart::Blank(range) => {
                table.child(reading.watch(folded(change, range.clone(), words::blank_lines(range.len()))))
            }
        };
    }
    shown.push(table);
    shown
}

/// The table of a patch.
pub(super) fn patch(lines: &[PatchLine], reading: &mut Reading) -> El {
    lines.chunks(ROWS_AT_ONCE).fold(table(), |table, lines| {
        let rows = lines.iter().map(|line| {
            let (kind, sign, name) = match line.kind {
                PatchLineKind::Added => ("added", "+", words::say(words::LINE_ADDED)),
                PatchLineKind::Removed => ("removed", "−", words::say(words::LINE_REMOVED)),
                PatchLineKind::Same => ("same", "", words::say(words::LINE_SAME)),
                PatchLineKind::Header | PatchLineKind::Place | PatchLineKind::Remark => ("about", "", String::new()),
            };
            table_row(kind, "", sign, &name, exact::pieces(el("td", "text"), &line.pieces))
        });
        table.child(reading.watch(el("tbody", "").children(rows.collect())))
    })
}

fn table() -> El {
    let name = |word| el("th", "").attr("scope", "col").text(&words::say(word));
    let head =
        el("tr", "").children(vec![name(words::CHANGE_LINE), name(words::CHANGE_KIND), name(words::CHANGE_TEXT)]);
    el("table", "change").attr("dir", "ltr").child(el("thead", "visually-hidden").child(head))
}

/// Rows that are folded, with a button that shows them.
fn folded(change: &Change, range: std::ops::Range<usize>, label: String) -> El {
    let rows = change.rows[range].to_vec();
    let body = el("tbody", "folded-rows");
    let place = body.node().clone();
    let show = button("unfold", move || {
        place.set_text_content(None);
        rows.iter().for_each(|one| row(one).append_to(&place));
    });
    body.child(el("tr", "").child(el("td", "").attr("colspan", "3").child(show.text(&label))))
}

fn row(row: &ChangeRow) -> El {
    let (kind, number, sign, word) = match row.place {
        Place::Both { new, .. } => ("same", new, "", words::LINE_SAME),
        Place::Old(old) => ("removed", old, "−", words::LINE_REMOVED),
        Place::New(new) => ("added", new, "+", words::LINE_ADDED),
    };
    let text = exact::marked_pieces(el("td", "text"), &row.pieces);
    let text = match row.end {
        LineEnd::Line => text,
        LineEnd::ReturnAndLine => text.child(el("span", "white-space").text("␍")),
        LineEnd::None => text.child(el("span", "white-space").attr("title", &words::say(words::NO_LINE_END)).text("⊣")),
    };
    table_row(kind, &number.to_string(), sign, &words::say(word), text)
}

fn table_row(kind: &str, number: &str, sign: &str, name: &str, text: El) -> El {
    el("tr", kind)
        .child(el("th", "number").attr("scope", "row").text(number))
        .child(el("td", "sign").attr("aria-label", name).text(sign))
        .child(text)
}
