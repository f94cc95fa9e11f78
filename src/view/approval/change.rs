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
        shown.push(reading.watch(exact::pieces(el("p", "approval-path").attr("dir", "ltr"), path)));
    }
    if change.is_new {
        shown.push(el("p", "approval-remark").text(&words::say(words::NEW_FILE)));
    }
    if change.is_coarse {
        shown.push(el("p", "approval-remark").text(&words::say(words::COARSE_CHANGE)));
    }
    let mut table = table();
    for part in &change.parts {
        table = match part {
            ChangePart::Shown(range) => change.rows[range.clone()].chunks(ROWS_AT_ONCE).fold(table, |table, rows| {
                table.child(reading.watch_lines(rows_together().children(rows.iter().map(row).collect()), rows.len()))
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
            table_row(kind, "", sign, &name, exact::pieces(text_cell(), &line.pieces))
        });
        table.child(reading.watch_lines(rows_together().children(rows.collect()), lines.len()))
    })
}

// The style sheet lays each row out as a grid of its own, so that thousands of them are laid out one by one. What they are for a screen
// reader has to be said then.

fn table() -> El {
    let name = |word| el("th", "").attr("role", "columnheader").attr("scope", "col").text(&words::say(word));
    let names = vec![name(words::CHANGE_LINE), name(words::CHANGE_KIND), name(words::CHANGE_TEXT)];
    let head = el("thead", "approval-diff-head").attr("role", "rowgroup");
    el("table", "approval-diff")
        .part("diff")
        .attr("role", "table")
        .attr("dir", "ltr")
        .child(head.child(el("tr", "").attr("role", "row").children(names)))
}

fn rows_together() -> El {
    el("tbody", "approval-diff-rows").attr("role", "rowgroup")
}

fn text_cell() -> El {
    el("td", "approval-diff-text").attr("role", "cell")
}

/// Rows that are folded, with a button that shows them.
fn folded(change: &Change, range: std::ops::Range<usize>, label: String) -> El {
    let rows = change.rows[range].to_vec();
    let body = rows_together();
    let place = body.node().clone();
    let show = button("approval-unfold", move || {
        place.set_text_content(None);
        rows.iter().for_each(|one| row(one).append_to(&place));
        // The button that had the focus is gone.
        let _ = place.set_attribute("tabindex", "-1");
        let _ = place.focus();
    });
    let cell = el("td", "approval-diff-folded").attr("role", "cell").attr("colspan", "3").child(show.text(&label));
    body.child(el("tr", "").attr("role", "row").child(cell))
}

fn row(row: &ChangeRow) -> El {
    let (kind, number, sign, word) = match row.place {
        Place::Both { new, .. } => ("same", new, "", words::LINE_SAME),
        Place::Old(old) => ("removed", old, "−", words::LINE_REMOVED),
        Place::New(new) => ("added", new, "+", words::LINE_ADDED),
    };
    let text = exact::marked_pieces(text_cell(), &row.pieces);
    let text = match row.end {
        LineEnd::Line => text,
        LineEnd::ReturnAndLine => text.child(el("span", "approval-blank").text("␍")),
        LineEnd::None => {
            let name = words::say(words::NO_LINE_END);
            let mark = el("span", "approval-blank").attr("role", "img").attr("aria-label", &name).attr("title", &name);
            text.child(mark.text("⊣"))
        }
    };
    table_row(kind, &number.to_string(), sign, &words::say(word), text)
}

fn table_row(kind: &str, number: &str, sign: &str, name: &str, text: El) -> El {
    el("tr", "approval-diff-row")
        .attr("role", "row")
        .attr("data-kind", kind)
        .child(el("th", "approval-diff-number").attr("role", "rowheader").attr("scope", "row").text(number))
        .child(el("td", "approval-diff-sign").attr("role", "cell").attr("aria-label", name).text(sign))
        .child(text)
}
