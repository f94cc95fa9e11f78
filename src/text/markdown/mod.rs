//! Markdown, as a flat row of pieces: of one line for questions and descriptions, of whole previews for options.
//!
//! Written here because pulldown-cmark is 69 KB of every visitor's download and this is a tenth of it. It knows no
//! elements: a view opens and closes them as the pieces say. Nothing is fetched, raw HTML is text, and every address
//! has been looked at. One pass over the lines and one over each text, with bounded looks ahead; nesting is bounded too,
//! because a browser lays out nested elements recursively.
//!
//! What is read is GFM as agents write it: headings, paragraphs, lists with nesting and tasks, tables, fenced and indented
//! code, quotes, rules, hard breaks, code, emphasis, strong, strikethrough, links, autolinks, images as words. A test
//! compares it with pulldown-cmark. It differs on purpose where hostile or careless text is better served:
//!
//! - A line break stays one, as in GitHub's comments; a paragraph drawn with boxes is shown as code.
//! - `*` emphasises only between words (`2*3*4` is a sum), `_` only in previews, `__` never (`__init__` is a name), nor
//!   does a single `~`.
//! - HTML, entities, link definitions and footnotes are text as written; only `<br>` is a break.
//! - Links lead to `http`, `https` and `mailto` only; any other is text as written.
//! - Cells that a table has no column for are shown, not dropped, and short rows are not filled up.
//! - A tab counts four columns wherever it stands. Lists are all set alike, whether blank lines part them or not.

mod address;
mod block;
mod inline;
mod line;
mod table;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use crate::text;
use address::Address;
use block::Blocks;
use inline::Dialect;

/// A piece of markdown; elements are opened and closed in proper nesting.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// An element begins.
    Open(Tag),
    /// The element that was opened last ends.
    Close,
    /// Text as it is; a line break in it is one to be seen.
    Text(String),
    /// `` `code` `` within text.
    Code(String),
    /// Lines of code.
    CodeBlock {
        /// What the fence calls the language; often empty.
        language: String,
        /// The lines.
        code: String,
    },
    /// A line across.
    Rule,
    /// A picture, which is not fetched: that would tell the agent's friends who looks at it.
    Image {
        /// What it is said to show.
        alt: String,
        /// Where it lies.
        address: String,
    },
}

/// What an element is.
#[derive(Clone, Debug, PartialEq)]
pub enum Tag {
    /// Lines of text.
    Paragraph,
    /// Of a level from 1 to 6.
    Heading(u8),
    /// What somebody else said.
    Quote,
    /// A list with bullets.
    Bullets,
    /// A list with numbers from this one on.
    Numbers(usize),
    /// One entry of a list.
    Item(Task),
    /// Rows.
    Table,
    /// Cells; the first row of a table is its head.
    Row,
    /// A cell of a table's first row.
    HeadCell(Align),
    /// Any other cell.
    Cell(Align),
    /// `*emphasis*`
    Emphasis,
    /// `**strong**`
    Strong,
    /// `~~struck out~~`
    Struck,
    /// `[text](address)`
    Link {
        /// Where it leads.
        href: String,
        /// The host, to be shown beside the text, because the text may lie.
        host: String,
        /// Whether the host is one to look at twice.
        is_unusual: bool,
        /// Whether its text is the address itself.
        is_bare: bool,
        /// Whether the host is shown beside it: a bare address that is a plain one says it by itself.
        names_host: bool,
    },
}

/// Whether an entry of a list is something to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It is none.
    None,
    /// `[ ]`
    Open,
    /// `[x]`
    Done,
}

/// How the cells of a column are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// As the language is written.
    #[default]
    Start,
    /// `:-:`
    Centre,
    /// `-:`
    End,
}

/// Whom an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The host, with a port.
    pub name: String,
    /// Whether it is one to look at twice.
    pub is_unusual: bool,
}

/// Whom an address leads to: `None` for anything but `http`, `https` and `mailto`.
pub fn host(address: &str) -> Option<Host> {
    Address::read(address).map(|address| Host { name: address.host.to_owned(), is_unusual: address.is_unusual })
}

/// Whether reading such a text as [`line`] may find markup in it. Otherwise it is one piece, the text as it is.
pub fn has_marks(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'`' | b'*' | b'['))
}

/// Reads one text with inline markdown, such as a question; `text` has been made safe to show.
pub fn line(text: &str) -> Vec<Piece> {
    inline::pieces(text, Dialect::Line)
}

/// The words of such a text, without what marks them.
pub fn plain(text: &str) -> String {
    let words = line(text).into_iter().filter_map(|piece| match piece {
        Piece::Text(text) | Piece::Code(text) => Some(text),
        Piece::Image { alt, .. } => Some(alt),
        _ => None,
    });
    words.collect()
}

/// Reads a whole preview as it came.
pub fn preview(preview: &str) -> Vec<Piece> {
    let safe = text::shown_block(preview);
    let mut blocks = Blocks::default();
    for line in safe.lines() {
        blocks.line(line);
    }
    blocks.finish()
}
