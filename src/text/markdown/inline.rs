//! Text within a block: code, emphasis, links, images.
//!
//! What is not closed is text. Markers wait on small stacks until they are closed, so that nothing is read twice; what
//! lies ahead is only looked at as far as the bounds below.

mod link;

use super::{Piece, Tag};
use link::Bracket;

/// How much of the markup is read.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Dialect {
    /// A question or a description: `_`, `~`, `\`, `<` and addresses stand for themselves, as in names and shell commands.
    Line,
    /// A text of a preview.
    Block,
}

/// Backticks that may enclose code.
const TICKS: usize = 8;
/// Markers of one kind that may be open at a time; the oldest is text when there are more.
const OPEN: usize = 4;

/// Reads `text`.
pub(super) fn pieces(text: &str, dialect: Dialect) -> Vec<Piece> {
    let mut reader = Reader {
        text,
        at: 0,
        dialect,
        out: Vec::new(),
        marks: Default::default(),
        brackets: Vec::new(),
        unclosed: [false; TICKS],
    };
    reader.read();
    joined(reader.out)
}

/// The pieces, with neighbouring texts as one: markers that nothing came of are among them.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (out.last_mut(), &piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(text),
            _ => out.push(piece),
        }
    }
    out
}

/// What a marker opens.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Emphasis,
    Strong,
    Underscore,
    Struck,
}

impl Mark {
    fn tag(self) -> Tag {
        match self {
            Mark::Emphasis | Mark::Underscore => Tag::Emphasis,
            Mark::Strong => Tag::Strong,
            Mark::Struck => Tag::Struck,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// How far it is read.
    at: usize,
    dialect: Dialect,
    out: Vec<Piece>,
    /// For each kind of mark the pieces that wait to be closed.
    marks: [Vec<usize>; 4],
    brackets: Vec<Bracket>,
    /// A row of backticks that was not closed once is not closed later either.
    unclosed: [bool; TICKS],
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        while let Some(first) = self.rest().chars().next() {
            let is_block = self.dialect == Dialect::Block;
            let is_read = match first {
                '`' => self.code(),
                '*' => self.emphasis(b'*'),
                '_' | '~' if is_block => self.emphasis(first as u8),
                '[' => self.bracket("[", false),
                '!' if self.rest().starts_with("![") => self.bracket("![", true),
                ']' => self.close_bracket(),
                '<' if is_block => self.angle(),
                'h' | 'H' if is_block => self.bare_address(),
                '\\' if is_block => self.escape(),
                '\n' if is_block => self.line_break(),
                _ => false,
            };
            if !is_read {
                // Up to the next character that may mean something.
                let length = first.len_utf8();
                let rest = &self.rest()[length..];
                self.take_text(length + until(rest, |byte| b"`*_~[!]<hH\\\n".contains(&byte)));
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next `length` bytes are text.
    fn take_text(&mut self, length: usize) {
        let text = &self.rest()[..length];
        self.at += length;
        self.push_text(text);
    }

    fn push_text(&mut self, text: &str) {
        self.out.push(Piece::Text(text.to_owned()));
    }

    /// The next `length` bytes are the markup of `piece`.
    fn take(&mut self, length: usize, piece: Piece) -> bool {
        self.at += length;
        self.out.push(piece);
        true
    }

    fn code(&mut self) -> bool {
        let rest = self.rest();
        let ticks = run(rest, b'`');
        if ticks > TICKS || self.unclosed[ticks - 1] {
            self.take_text(ticks);
            return true;
        }
        let mut end = ticks;
        while end < rest.len() {
            end += until(&rest[end..], |byte| byte == b'`');
            let close = run(&rest[end..], b'`');
            if close == ticks {
                let code = rest[ticks..end].replace('\n', " ");
                let is_padded = code.starts_with(' ') && code.ends_with(' ') && !code.trim().is_empty();
                let code = if is_padded { code[1..code.len() - 1].to_owned() } else { code };
                return self.take(end + ticks, Piece::Code(code));
            }
            end += close;
        }
        self.unclosed[ticks - 1] = true;
        self.take_text(ticks);
        true
    }

    /// A row of `*`, `_` or `~`. Emphasis hugs its text and stands between words.
    fn emphasis(&mut self, marker: u8) -> bool {
        let rest = self.rest();
        let length = run(rest, marker);
        let before = self.text[..self.at].chars().next_back();
        let after = rest[length..].chars().next();
        let is_hugging = |side: Option<char>| side.is_some_and(|side| !side.is_whitespace());
        let marks: &[Mark] = match (marker, length) {
            (b'*', 1) => &[Mark::Emphasis],
            (b'*', 2) => &[Mark::Strong],
            (b'*', 3) => &[Mark::Emphasis, Mark::Strong],
            (b'_', 1) => &[Mark::Underscore],
            (b'~', 2) => &[Mark::Struck],
            _ => &[],
        };
        let (can_close, can_open) = (is_hugging(before) && !is_word(after), is_hugging(after) && !is_word(before));
        self.at += length;
        if can_close && self.close(marks) {
            return true;
        }
        if !can_open || marks.is_empty() {
            self.push_text(&rest[..length]);
            return true;
        }
        for mark in marks {
            let width = if matches!(mark, Mark::Strong | Mark::Struck) { 2 } else { 1 };
            let open = &mut self.marks[*mark as usize];
            if open.len() == OPEN {
                open.remove(0);
            }
            open.push(self.out.len());
            self.out.push(Piece::Text(rest[..width].to_owned()));
        }
        true
    }

    /// Closes what these marks may close, the innermost first. Whether all were closed.
    fn close(&mut self, marks: &[Mark]) -> bool {
        if marks.is_empty() || marks.iter().any(|mark| self.marks[*mark as usize].is_empty()) {
            return false;
        }
        match *marks {
            [outer, inner] if self.innermost(outer) < self.innermost(inner) => {
                self.close_one(inner);
                self.close_one(outer);
            }
            _ => marks.iter().for_each(|mark| self.close_one(*mark)),
        }
        true
    }

    /// The piece that the next mark of this kind closes.
    fn innermost(&self, mark: Mark) -> Option<usize> {
        self.marks[mark as usize].last().copied()
    }

    fn close_one(&mut self, mark: Mark) {
        if let Some(opened) = self.innermost(mark) {
            self.forget_from(opened);
            self.out[opened] = Piece::Open(mark.tag());
            self.out.push(Piece::Close);
        }
    }

    /// What was opened after this piece and not closed stays text.
    fn forget_from(&mut self, piece: usize) {
        for open in &mut self.marks {
            while open.last().is_some_and(|last| *last >= piece) {
                open.pop();
            }
        }
        while self.brackets.last().is_some_and(|bracket| bracket.piece >= piece) {
            self.brackets.pop();
        }
    }

    fn escape(&mut self) -> bool {
        match self.rest().as_bytes().get(1) {
            // The break itself follows.
            Some(b'\n') => self.at += 1,
            Some(next) if next.is_ascii_punctuation() => {
                self.at += 1;
                self.take_text(1);
            }
            _ => return false,
        }
        true
    }

    /// Every break is one to be seen; the spaces that would ask for it are not.
    fn line_break(&mut self) -> bool {
        if let Some(Piece::Text(before)) = self.out.last_mut() {
            before.truncate(before.trim_end_matches(' ').len());
        }
        self.take_text(1);
        true
    }
}

/// How many bytes stand before the first that `stops`, which is ASCII.
fn until(text: &str, stops: fn(u8) -> bool) -> usize {
    text.bytes().position(stops).unwrap_or(text.len())
}

/// How many times `marker` stands at the start.
fn run(text: &str, marker: u8) -> usize {
    text.bytes().take_while(|byte| *byte == marker).count()
}

/// A letter of a script that parts its words; in the others, emphasis stands within the row of letters.
fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|character| character < '\u{2e80}' && character.is_alphanumeric())
}
