//! Exact text: every character is seen, or a mark in its place.

use super::words;
use crate::text::exact::{Line, MarkedPiece, Piece};
use crate::view::dom::{El, el};

/// The most spaces in a row that are shown one by one.
const FEW_BLANKS: usize = 8;

/// Adds pieces to a place.
pub(in crate::view) fn pieces(place: El, pieces: &[Piece]) -> El {
    pieces.iter().for_each(|one| append(&place, one));
    place
}

/// Adds pieces to a place, and marks those that were changed.
pub(super) fn marked_pieces(place: El, pieces: &[MarkedPiece]) -> El {
    for MarkedPiece { piece, is_changed } in pieces {
        if *is_changed {
            let mark = el("mark", "approval-changed");
            append(&mark, piece);
            mark.append_to(place.node());
        } else {
            append(&place, piece);
        }
    }
    place
}

/// Lines, one element each.
pub(super) fn line(line: &Line) -> El {
    match line {
        Line::Text(text) => pieces(el("div", "approval-line"), text),
        Line::Blank(lines) => folded(&words::blank_lines(*lines)),
        Line::NoLineEnd => folded(&words::say(words::NO_LINE_END)),
    }
}

/// What stands in the place of lines that are folded.
pub(super) fn folded(words: &str) -> El {
    el("div", "approval-line approval-folded").text(words)
}

fn append(place: &El, piece: &Piece) {
    let (mark, name) = match piece {
        Piece::Text(text) => return place.append_text(text),
        // The style sheet draws an arrow over it, so that it can still be copied.
        Piece::Tab => return el("span", "approval-tab").text("\t").append_to(place.node()),
        Piece::Blanks(count @ ..=FEW_BLANKS) => ("·".repeat(*count), words::spaces(*count)),
        Piece::Blanks(count) => (["␣×", &count.to_string()].concat(), words::spaces(*count)),
        Piece::Hidden(character) => (words::code_point(*character), words::hidden_character(*character)),
    };
    let class = if matches!(piece, Piece::Hidden(_)) { "approval-hidden" } else { "approval-blank" };
    el("span", class)
        .attr("role", "img")
        .attr("aria-label", &name)
        .attr("title", &name)
        .text(&mark)
        .append_to(place.node());
}
