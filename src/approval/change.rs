//! A change of a file: its lines, with marks for what differs in them.

use std::ops::Range;

use crate::text::diff::{Diff, Place, Stretch};
use crate::text::exact::{self, MarkedPiece, Piece};

/// Lines around a change that are shown with it.
const CONTEXT: usize = 3;
/// The most blank lines in a row that are shown as they are.
const BLANK_ROWS: usize = 3;

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, where no other section names it.
    pub path: Option<Vec<Piece>>,
    /// Whether the file is new, where that is known.
    pub is_new: bool,
    /// All lines.
    pub rows: Vec<ChangeRow>,
    /// Which of them are shown at first; together they are all of them.
    pub parts: Vec<ChangePart>,
    /// Whether it was too large to be compared line by line, so that one block replaces another.
    pub is_coarse: bool,
}

/// A line of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Whether it is removed, added or neither, with its numbers.
    pub place: Place,
    /// Its text.
    pub pieces: Vec<MarkedPiece>,
    /// How it ends.
    pub end: LineEnd,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`
    Line,
    /// `\r\n`
    ReturnAndLine,
    /// It is the last one and has no line break, though the last one of the other text has one.
    None,
}

/// Rows that belong together, as a range of [`Change::rows`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangePart {
    /// They are shown.
    Shown(Range<usize>),
    /// They are the same before and after, and folded.
    Same(Range<usize>),
    /// They are blank lines in a row, and folded.
    Blank(Range<usize>),
}

impl Change {
    /// What differs between two texts.
    pub(super) fn between(path: Option<&str>, old: Option<&str>, new: &str) -> Change {
        let diff = Diff::between(old.unwrap_or_default(), new);
        // Of a part of a file nobody expects it.
        let has_same_end = old.is_some_and(|old| old.ends_with('\n') == new.ends_with('\n'));
        let rows: Vec<_> = diff
            .lines
            .iter()
            .map(|line| {
                let (text, end) = match (line.text.strip_suffix("\r\n"), line.text.strip_suffix('\n')) {
                    (Some(text), _) => (text, LineEnd::ReturnAndLine),
                    (None, Some(text)) => (text, LineEnd::Line),
                    (None, None) if has_same_end => (line.text.as_str(), LineEnd::Line),
                    (None, None) => (line.text.as_str(), LineEnd::None),
                };
                ChangeRow { place: line.place, pieces: exact::marked_pieces(text, &line.changed), end }
            })
            .collect();
        let mut parts = Vec::new();
        for stretch in diff.stretches(CONTEXT) {
            match stretch {
                Stretch::Folded(range) => parts.push(ChangePart::Same(range)),
                Stretch::Shown(range) => push_shown(&mut parts, &rows, range),
            }
        }
        Change { path: path.map(exact::pieces), is_new: old.is_none(), rows, parts, is_coarse: diff.is_coarse }
    }
}

/// Divides rows that are shown where many of them are blank.
fn push_shown(parts: &mut Vec<ChangePart>, rows: &[ChangeRow], range: Range<usize>) {
    let mut start = range.start;
    let mut at = range.start;
    while at < range.end {
        let sort = std::mem::discriminant(&rows[at].place);
        let is_blank = |row: &&ChangeRow| std::mem::discriminant(&row.place) == sort && row.is_blank();
        let count = rows[at..range.end].iter().take_while(is_blank).count();
        if count > BLANK_ROWS {
            if start < at {
                parts.push(ChangePart::Shown(start..at));
            }
            parts.push(ChangePart::Blank(at..at + count));
            start = at + count;
        }
        at += count.max(1);
    }
    if start < range.end {
        parts.push(ChangePart::Shown(start..range.end));
    }
}

impl ChangeRow {
    fn is_blank(&self) -> bool {
        self.pieces.iter().all(|marked| matches!(marked.piece, Piece::Tab | Piece::Blanks(_)))
    }
}
