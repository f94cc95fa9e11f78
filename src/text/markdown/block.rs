//! Blocks: which lines belong together, and what they are.
//!
//! Line by line: first the quotes and list entries that are open and go on here, then those that begin, then what the
//! rest of the line is.

use super::inline::{self, Dialect};
use super::line::{
    Entry, after_quote, begins_leaf, columns, fence, heading, is_blank, is_drawn, is_rule, join, task, underline,
    unindent,
};
use super::{Align, Piece, Tag, table};

/// Quotes, lists and their entries that may be open at a time.
const DEPTH: usize = 16;

/// What holds other blocks.
enum Container {
    Quote,
    /// A list; `mark` is what its entries begin with.
    List {
        mark: u8,
    },
    /// An entry, whose lines are indented by so many columns.
    Item {
        indent: usize,
    },
}

/// The block that the next line may belong to.
#[derive(Default)]
enum Leaf<'a> {
    #[default]
    None,
    Paragraph(Vec<&'a str>),
    Fence {
        mark: char,
        length: usize,
        indent: usize,
        language: &'a str,
        lines: Vec<&'a str>,
    },
    Indented(Vec<&'a str>),
    Table(Vec<Align>),
}

/// Reads lines to pieces.
#[derive(Default)]
pub(super) struct Blocks<'a> {
    containers: Vec<Container>,
    leaf: Leaf<'a>,
    out: Vec<Piece>,
}

impl<'a> Blocks<'a> {
    /// Ends everything that is open.
    pub(super) fn finish(mut self) -> Vec<Piece> {
        self.close_to(0);
        self.out
    }

    /// Takes the next line.
    pub(super) fn line(&mut self, line: &'a str) {
        let (matched, rest) = self.go_on(line);
        let is_whole = matched == self.containers.len();
        if is_whole && self.goes_on_as_code(rest) {
            return;
        }
        let (begun, rest) = self.begin(matched, rest);
        if is_blank(rest) {
            if !begun {
                self.close_leaf();
                self.close_to(matched);
            }
            return;
        }
        let is_text = !begun && matches!(self.leaf, Leaf::Paragraph(_)) && !begins_leaf(rest);
        if !is_whole && !begun && !is_text {
            self.close_to(matched);
            self.close_bare_list();
        }
        self.leaf_line(rest, is_whole || begun);
    }

    /// How many of the open containers this line belongs to, and what is left of it.
    fn go_on(&self, line: &'a str) -> (usize, &'a str) {
        let mut rest = line;
        for (matched, container) in self.containers.iter().enumerate() {
            let inner = match container {
                Container::Quote => after_quote(rest),
                Container::List { .. } => Some(rest),
                Container::Item { .. } if is_blank(rest) => Some(rest),
                Container::Item { indent } => (columns(rest) >= *indent).then(|| unindent(rest, *indent)),
            };
            match inner {
                Some(inner) => rest = inner,
                None => return (matched, rest),
            }
        }
        (self.containers.len(), rest)
    }

    /// Whether the line belongs to the code that is open.
    fn goes_on_as_code(&mut self, line: &'a str) -> bool {
        match &mut self.leaf {
            Leaf::Fence { mark, length, indent, lines, .. } => {
                let bare = line.trim();
                if bare.len() >= *length && bare.chars().all(|c| c == *mark) && columns(line) < 4 {
                    self.close_leaf();
                } else {
                    lines.push(unindent(line, (*indent).min(columns(line))));
                }
                true
            }
            Leaf::Indented(lines) if is_blank(line) || columns(line) >= 4 => {
                lines.push(unindent(line, 4));
                true
            }
            _ => false,
        }
    }

    /// Opens the quotes and entries that begin here. Whether there were any, and what is left of the line.
    fn begin(&mut self, matched: usize, line: &'a str) -> (bool, &'a str) {
        let (mut matched, mut rest, mut begun) = (matched, line, false);
        while self.containers.len().min(matched) + 2 <= DEPTH && columns(rest) < 4 {
            if let Some(inner) = after_quote(rest) {
                self.close_leaf();
                self.close_to(matched);
                self.close_bare_list();
                self.open(Container::Quote, Tag::Quote);
                rest = inner;
            } else if let Some(entry) = Entry::read(rest)
                && (begun || self.may_begin(matched, &entry))
            {
                self.close_leaf();
                self.close_to(matched);
                if !self.is_in_list(matched, entry.mark) {
                    self.close_bare_list();
                    self.open(Container::List { mark: entry.mark }, entry.list_tag());
                }
                let (task, inner) = task(entry.rest);
                self.open(Container::Item { indent: entry.indent }, Tag::Item(task));
                rest = inner;
            } else {
                break;
            }
            matched = self.containers.len();
            begun = true;
        }
        (begun, rest)
    }

    /// An entry may break into a paragraph only if it looks meant: a line that happens to begin with a year is none.
    fn may_begin(&self, matched: usize, entry: &Entry) -> bool {
        let is_in_text = matches!(self.leaf, Leaf::Paragraph(_)) && !self.is_in_list(matched, entry.mark);
        !is_in_text || !is_blank(entry.rest) && entry.number.unwrap_or(1) == 1
    }

    /// Whether the innermost of the first `matched` containers is a list of such entries.
    fn is_in_list(&self, matched: usize, mark: u8) -> bool {
        let list = matched.checked_sub(1).and_then(|last| self.containers.get(last));
        matches!(list, Some(Container::List { mark: open }) if *open == mark)
    }

    /// What a line is within its containers.
    fn leaf_line(&mut self, line: &'a str, is_whole: bool) {
        let bare = line.trim();
        if let Leaf::Paragraph(lines) = &mut self.leaf
            && is_whole
        {
            if let Some(level) = underline(bare).filter(|_| columns(line) < 4) {
                let text = join(lines);
                self.leaf = Leaf::None;
                return self.heading(level, text.trim());
            }
            if let Some(columns) = lines.last().and_then(|head| table::columns(bare, head)) {
                let head = lines.pop().unwrap_or_default();
                self.close_leaf();
                self.out.push(Piece::Open(Tag::Table));
                table::row(head, &columns, Tag::HeadCell, &mut self.out);
                self.leaf = Leaf::Table(columns);
                return;
            }
        }
        if columns(line) >= 4 {
            if let Leaf::Paragraph(lines) = &mut self.leaf {
                return lines.push(line);
            }
            self.close_leaf();
            self.leaf = Leaf::Indented(vec![unindent(line, 4)]);
        } else if let Some((mark, length, language)) = fence(bare) {
            self.close_leaf();
            self.leaf = Leaf::Fence { mark, length, indent: columns(line), language, lines: Vec::new() };
        } else if let Some((level, text)) = heading(bare) {
            self.close_leaf();
            self.heading(level, text);
        } else if is_rule(bare) {
            self.close_leaf();
            self.out.push(Piece::Rule);
        } else if let Leaf::Table(columns) = &self.leaf {
            table::row(bare, columns, Tag::Cell, &mut self.out);
        } else if let Leaf::Paragraph(lines) = &mut self.leaf {
            lines.push(line);
        } else {
            self.close_leaf();
            self.leaf = Leaf::Paragraph(vec![line]);
        }
    }

    fn heading(&mut self, level: u8, text: &str) {
        self.out.push(Piece::Open(Tag::Heading(level)));
        self.out.extend(inline::pieces(text, Dialect::Block));
        self.out.push(Piece::Close);
    }

    fn open(&mut self, container: Container, tag: Tag) {
        self.containers.push(container);
        self.out.push(Piece::Open(tag));
    }

    /// Ends all containers but the first `keep`, and what is open in them.
    fn close_to(&mut self, keep: usize) {
        while self.containers.len() > keep {
            self.close_leaf();
            self.containers.pop();
            self.out.push(Piece::Close);
        }
        if keep == 0 {
            self.close_leaf();
        }
    }

    /// A list whose entries are all closed ends when what follows is none.
    fn close_bare_list(&mut self) {
        if let Some(Container::List { .. }) = self.containers.last() {
            self.close_to(self.containers.len() - 1);
        }
    }

    fn close_leaf(&mut self) {
        match std::mem::take(&mut self.leaf) {
            Leaf::None => {}
            Leaf::Paragraph(lines) if lines.iter().any(|line| is_drawn(line)) => {
                self.code("", &lines);
            }
            Leaf::Paragraph(lines) if lines.is_empty() => {}
            Leaf::Paragraph(lines) => {
                self.out.push(Piece::Open(Tag::Paragraph));
                self.out.extend(inline::pieces(join(&lines).trim_end(), Dialect::Block));
                self.out.push(Piece::Close);
            }
            Leaf::Fence { language, lines, .. } => self.code(language, &lines),
            Leaf::Indented(lines) => self.code("", &lines),
            Leaf::Table(_) => self.out.push(Piece::Close),
        }
    }

    fn code(&mut self, language: &str, lines: &[&str]) {
        let code = lines.join("\n").trim_end().to_owned();
        self.out.push(Piece::CodeBlock { language: language.to_owned(), code });
    }
}
