//! How long a section is, and whether it has to be read to its end.

use super::{Body, ChangePart, CommandLine, Section, TreeLabel, TreeValue};
use crate::text::exact::{Line, MarkedPiece, Piece};

/// The most lines of a section that are seen at once. An allowance waits until the rest of a longer one was in view.
pub const LINES_AT_ONCE: usize = 12;
/// The characters of a line, about; a longer one is wrapped.
const COLUMNS: usize = 80;
/// The columns that a mark takes for a hidden character or for folded spaces.
const MARK: usize = 6;

impl Section {
    /// How many lines it takes, about.
    pub fn lines(&self) -> usize {
        match &self.body {
            Body::Flag(_) | Body::Size { .. } => 1,
            Body::Fact(pieces) => wrapped(pieces.iter()),
            Body::Address { address, .. } => wrapped(address.iter()),
            Body::Lines(lines) => of_lines(lines),
            Body::Command(lines) => lines.iter().map(of_command).sum(),
            Body::Markdown(text) => text.lines().map(|line| wrap(line.chars().count())).sum(),
            Body::Patch(lines) => lines.iter().map(|line| wrapped(line.pieces.iter())).sum(),
            Body::Files(files) => files.len(),
            Body::Locations(locations) => locations.len(),
            Body::Change(change) => {
                let of_row =
                    |row: usize| wrapped(change.rows[row].pieces.iter().map(|MarkedPiece { piece, .. }| piece));
                let of_part = |part: &ChangePart| match part {
                    ChangePart::Shown(range) => range.clone().map(of_row).sum(),
                    ChangePart::Same(_) | ChangePart::Blank(_) => 1,
                };
                change.parts.iter().map(of_part).sum()
            }
            Body::Tree(rows) => rows
                .iter()
                .map(|row| {
                    let label = if let TreeLabel::Key(pieces) = &row.label { wrapped(pieces.iter()) } else { 1 };
                    let value = if let TreeValue::Text(lines) = &row.value { of_lines(lines) } else { 1 };
                    label.max(value)
                })
                .sum(),
        }
    }

    /// Whether it is longer than what is seen at once.
    pub fn is_long(&self) -> bool {
        self.lines() > LINES_AT_ONCE
    }
}

fn of_lines(lines: &[Line]) -> usize {
    lines.iter().map(|line| if let Line::Text(pieces) = line { wrapped(pieces.iter()) } else { 1 }).sum()
}

fn of_command(line: &CommandLine) -> usize {
    if let CommandLine::Part { pieces, .. } = line { wrapped(pieces.iter()) } else { 1 }
}

fn wrapped<'a>(pieces: impl Iterator<Item = &'a Piece>) -> usize {
    let columns = |piece: &Piece| match piece {
        Piece::Text(text) => text.chars().count(),
        Piece::Tab | Piece::Blanks(_) | Piece::Hidden(_) => MARK,
    };
    wrap(pieces.map(columns).sum())
}

fn wrap(columns: usize) -> usize {
    columns.div_ceil(COLUMNS).max(1)
}
