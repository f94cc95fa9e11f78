//! Text that somebody has to judge character by character, such as a command before it runs.
//!
//! [`shown`](super::shown) is for reading: it shortens, folds and leaves out. Here nothing is left out. Whatever would not be
//! seen, or would not be seen as what it is, becomes a [`Piece`] of its own that a view can draw, and the pieces together
//! are the text.

use std::ops::Range;

use super::characters::{
    FLAG, FLAG_TAGS, MARKS_IN_A_ROW, has_variations, is_combining, is_deceptive, is_direction_mark, is_joiner,
    is_variation, joins, separates_words_by_zero_width_space,
};

/// The most blanks in a row that are shown as they are. More would push what follows out of sight.
const BLANKS_IN_A_ROW: usize = 32;
/// The most blank lines in a row that are shown as they are.
const BLANK_LINES_IN_A_ROW: usize = 3;

/// A piece of an exact text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that is safe to show as it is. It has no line breaks, no tabs and nothing hidden.
    Text(String),
    /// A tab.
    Tab,
    /// This many spaces: so many in a row that they are folded, or at the end of a line, where nobody would see them.
    Blanks(usize),
    /// A character that would not be seen, or would change how its neighbours are seen.
    Hidden(char),
}

/// A piece of a line that may have been changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPiece {
    /// What is shown.
    pub piece: Piece,
    /// Whether it is one of the parts of its line that differ.
    pub is_changed: bool,
}

/// A line of an exact text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its line break.
    Text(Vec<Piece>),
    /// So many lines of nothing but spaces and tabs in a row that they are folded into a mark.
    Blank(usize),
    /// The line before this is the last one, and has no line break.
    NoLineEnd,
}

/// The pieces of a text that stands in one line. A line break in it is hidden like any other control character.
pub fn pieces(text: &str) -> Vec<Piece> {
    marked_pieces(text, &[]).into_iter().map(|marked| marked.piece).collect()
}

/// A text in one line as plain text: the number of a character stands where it would not be seen.
pub fn plain(text: &str) -> String {
    let plain = |piece| match piece {
        Piece::Text(text) => text,
        Piece::Tab => "[U+0009]".to_owned(),
        Piece::Blanks(count) => " ".repeat(count),
        Piece::Hidden(character) => format!("[U+{:04X}]", u32::from(character)),
    };
    pieces(text).into_iter().map(plain).collect()
}

/// The pieces of a line of which some parts, as ranges of bytes in their order, were changed.
pub fn marked_pieces(text: &str, changed: &[Range<usize>]) -> Vec<MarkedPiece> {
    let mut pieces: Vec<MarkedPiece> = Vec::new();
    let mut changed = changed.iter().peekable();
    for (index, character, sight) in sights(text) {
        while changed.peek().is_some_and(|range| range.end <= index) {
            changed.next();
        }
        let is_changed = changed.peek().is_some_and(|range| range.contains(&index));
        let last = pieces.last_mut().filter(|last| last.is_changed == is_changed).map(|last| &mut last.piece);
        match (sight, last) {
            (Sight::Plain, Some(Piece::Text(text))) => text.push(character),
            (Sight::Folded, Some(Piece::Blanks(count))) => *count += 1,
            (sight, _) => {
                let piece = match sight {
                    Sight::Plain => Piece::Text(character.to_string()),
                    Sight::Folded => Piece::Blanks(1),
                    Sight::Hidden if character == '\t' => Piece::Tab,
                    Sight::Hidden => Piece::Hidden(character),
                };
                pieces.push(MarkedPiece { piece, is_changed });
            }
        }
    }
    pieces
}

/// The lines of a text. A line ends in `\n` or `\r\n`.
pub fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut blank = Vec::new();
    for line in text.lines() {
        let is_blank = line.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        if is_blank {
            blank.push(line);
            continue;
        }
        push_blank(&mut lines, &mut blank);
        lines.push(Line::Text(pieces(line)));
    }
    push_blank(&mut lines, &mut blank);
    lines
}

/// Writes down the blank lines that were met: as they are, or folded where they are many.
fn push_blank(lines: &mut Vec<Line>, blank: &mut Vec<&str>) {
    if blank.len() > BLANK_LINES_IN_A_ROW {
        lines.push(Line::Blank(blank.len()));
    } else {
        lines.extend(blank.iter().map(|line| Line::Text(pieces(line))));
    }
    blank.clear();
}

/// Whether a text has characters that nobody would see and that do nothing for its writing: a reason to warn. Unusual
/// spaces are no such reason, since some languages use them.
pub fn has_hidden(text: &str) -> bool {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let is_ordinary = |c: char| matches!(c, '\n' | '\t') || c.is_whitespace() && !is_break(c);
    let is_line_end = |index: usize| text[index..].starts_with("\r\n");
    sights(text).iter().any(|(index, c, sight)| *sight == Sight::Hidden && !is_ordinary(*c) && !is_line_end(*index))
}

/// How a character of an exact text is seen.
#[derive(Clone, Copy, PartialEq)]
enum Sight {
    /// As it is.
    Plain,
    /// As one of several spaces.
    Folded,
    /// By a sign that stands for it.
    Hidden,
}

/// How each character of a text is seen.
fn sights(text: &str) -> Vec<(usize, char, Sight)> {
    let mut sights: Vec<(usize, char, Sight)> = Vec::with_capacity(text.len());
    let mut marks = 0;
    let (mut before, mut varied) = (None, None);
    let mut tags_end = 0;
    for (index, character) in text.char_indices() {
        if index < tags_end {
            sights.push((index, character, Sight::Plain));
            continue;
        }
        let after = text[index + character.len_utf8()..].chars().next();
        if is_combining(character) {
            marks += 1;
        } else if !is_joiner(character) && !is_variation(character) {
            marks = 0;
        }
        let is_seen = match character {
            ' ' => true,
            '\u{200b}' => separates_words_by_zero_width_space(before) && separates_words_by_zero_width_space(after),
            _ if marks > MARKS_IN_A_ROW => false,
            _ if is_joiner(character) => joins(before, varied, after),
            _ if is_variation(character) => has_variations(before),
            // Blank, and no white space.
            '\u{2800}' => false,
            _ => {
                let is_blank = character.is_whitespace() || character.is_control();
                !is_blank && !is_direction_mark(character) && !is_deceptive(character)
            }
        };
        sights.push((index, character, if is_seen { Sight::Plain } else { Sight::Hidden }));
        varied = if is_variation(character) { before } else { None };
        before = Some(character).filter(|_| is_seen);
        if character == FLAG {
            let rest = &text[index + character.len_utf8()..];
            let tags = FLAG_TAGS.iter().find(|tags| rest.starts_with(**tags)).map_or(0, |tags| tags.len());
            tags_end = index + character.len_utf8() + tags;
        }
    }
    fold_blanks(&mut sights);
    sights
}

/// Folds spaces that are many in a row, or the last of their line.
fn fold_blanks(sights: &mut [(usize, char, Sight)]) {
    let mut start = 0;
    while start < sights.len() {
        let length = sights[start..].iter().take_while(|(_, character, _)| *character == ' ').count();
        let end = start + length;
        let is_last = sights.get(end).is_none_or(|(_, after, _)| matches!(after, '\n' | '\r'));
        if length > BLANKS_IN_A_ROW || is_last {
            sights[start..end].iter_mut().for_each(|(_, _, sight)| *sight = Sight::Folded);
        }
        start = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, MarkedPiece, Piece, has_hidden, lines, marked_pieces, pieces};

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    #[test]
    fn ordinary_text_is_one_piece() {
        for line in [
            "cargo test --all",
            "Größe  5 µm",
            "日本語",
            "👨‍👩‍👧",
            "می‌خواهم",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}!",
        ] {
            assert_eq!(pieces(line), [text(line)]);
            assert!(!has_hidden(line));
        }
    }

    #[test]
    fn what_is_hidden_is_a_piece_of_its_own() {
        for hidden in
            ['\u{202e}', '\u{200b}', '\u{200e}', '\u{ad}', '\0', '\u{1b}', '\r', '\u{2028}', '\u{2800}', '\u{e0041}']
        {
            let line = format!("rm{hidden}dir");
            assert_eq!(pieces(&line), [text("rm"), Piece::Hidden(hidden), text("dir")]);
            assert!(has_hidden(&line), "{hidden:?}");
        }
    }

    #[test]
    fn unusual_spaces_are_seen_and_no_reason_to_warn() {
        assert_eq!(pieces("rm\u{a0}-rf"), [text("rm"), Piece::Hidden('\u{a0}'), text("-rf")]);
        assert!(!has_hidden("全角\u{3000}空白 и\u{a0}ещё\r\nok\t"));
    }

    #[test]
    fn blanks_are_folded_where_they_are_many_or_last() {
        assert_eq!(pieces(&format!("a{}b", " ".repeat(33))), [text("a"), Piece::Blanks(33), text("b")]);
        assert_eq!(pieces(&format!("{}b", " ".repeat(32))), [text(&format!("{}b", " ".repeat(32)))]);
        assert_eq!(pieces("\ta "), [Piece::Tab, text("a"), Piece::Blanks(1)]);
    }

    #[test]
    fn many_blank_lines_are_one_mark() {
        let folded = lines("a\n\n \n\t\n\nb\r\n\nc");
        let empty = Line::Text(Vec::new());
        let line = |letter| Line::Text(vec![text(letter)]);
        assert_eq!(folded, [line("a"), Line::Blank(4), line("b"), empty, line("c")]);
    }

    #[test]
    fn changed_parts_are_marked() {
        let marked = |piece, is_changed| MarkedPiece { piece, is_changed };
        let parts = marked_pieces("let a = 1;", &[4..5, 8..9]);
        let texts = [("let ", false), ("a", true), (" = ", false), ("1", true), (";", false)];
        assert_eq!(parts, texts.map(|(part, is_changed)| marked(text(part), is_changed)));
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::super::{Piece, is_deceptive, is_direction_mark, is_joiner, is_variation, pieces};

        proptest! {
            #[test]
            fn the_pieces_are_the_text_and_show_nothing_odd(line in "([ \t]{0,40}|\\PC{0,4}|[\u{200b}-\u{202e}\0-\u{1f}\u{e0020}\u{fe0f}\u{1f3f4}é]{0,3}){0,12}") {
                let mut whole = String::new();
                for piece in pieces(&line) {
                    match piece {
                        Piece::Text(text) => {
                            for c in text.chars() {
                                prop_assert!(!c.is_control() && !is_direction_mark(c), "{c:?}");
                                let is_needed = is_joiner(c) || is_variation(c) || c == '\u{200b}';
                                prop_assert!(is_needed || !is_deceptive(c), "{c:?}");
                            }
                            whole.push_str(&text);
                        }
                        Piece::Tab => whole.push('\t'),
                        Piece::Blanks(count) => whole.push_str(&" ".repeat(count)),
                        Piece::Hidden(character) => whole.push(character),
                    }
                }
                prop_assert_eq!(whole, line);
            }
        }
    }
}
