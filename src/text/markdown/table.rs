//! Rows of tables.

use super::inline::{self, Dialect};
use super::{Align, Piece, Tag};

/// Columns that a table may have.
const COLUMNS: usize = 64;

/// How the columns are set, if this is the row below a table's head.
pub(super) fn columns(row: &str, head: &str) -> Option<Vec<Align>> {
    if !row.contains('-') || !row.contains('|') && !head.contains('|') {
        return None;
    }
    let columns: Option<Vec<Align>> = cells(row).iter().map(|cell| align(cell)).collect();
    columns.filter(|columns| columns.len() <= COLUMNS && columns.len() == cells(head).len())
}

fn align(cell: &str) -> Option<Align> {
    let dashes = cell.strip_prefix(':').unwrap_or(cell);
    let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
    if dashes.is_empty() || dashes.bytes().any(|byte| byte != b'-') {
        return None;
    }
    Some(match (cell.starts_with(':'), cell.ends_with(':')) {
        (true, true) => Align::Centre,
        (false, true) => Align::End,
        _ => Align::Start,
    })
}

/// Adds one row.
pub(super) fn row(line: &str, columns: &[Align], cell_tag: fn(Align) -> Tag, out: &mut Vec<Piece>) {
    out.push(Piece::Open(Tag::Row));
    for (index, cell) in cells(line).into_iter().enumerate() {
        out.push(Piece::Open(cell_tag(columns.get(index).copied().unwrap_or_default())));
        out.extend(inline::pieces(&cell.replace("\\|", "|"), Dialect::Block));
        out.push(Piece::Close);
    }
    out.push(Piece::Close);
}

/// What stands between the bars that are not escaped.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let mut start = 0;
    let mut is_escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        if byte == b'|' && !is_escaped {
            cells.push(line[start..at].trim());
            start = at + 1;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    if start < line.len() {
        cells.push(line[start..].trim());
    }
    cells
}
