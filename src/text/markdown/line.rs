//! What a single line says about blocks, without a look at any other.

use super::{Tag, Task};

/// The beginning of an entry of a list.
pub(super) struct Entry<'a> {
    pub(super) mark: u8,
    pub(super) number: Option<usize>,
    /// Columns that its further lines are indented by.
    pub(super) indent: usize,
    pub(super) rest: &'a str,
}

impl<'a> Entry<'a> {
    pub(super) fn read(line: &'a str) -> Option<Entry<'a>> {
        let bare = line.trim_start();
        if is_rule(bare.trim_end()) {
            return None;
        }
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        let mark = *bare.as_bytes().get(digits)?;
        let is_mark = if digits == 0 { matches!(mark, b'-' | b'*' | b'+') } else { matches!(mark, b'.' | b')') };
        let rest = bare.get(digits + 1..)?;
        if !is_mark || digits > 9 || !(rest.is_empty() || columns(rest) > 0) {
            return None;
        }
        // Code stands four columns further in than the text would.
        let padding = match columns(rest) {
            padding @ 1..=4 if !is_blank(rest) => padding,
            _ => 1,
        };
        let indent = columns(line) + digits + 1 + padding;
        Some(Entry { mark, number: bare[..digits].parse().ok(), indent, rest: unindent(rest, padding) })
    }

    pub(super) fn list_tag(&self) -> Tag {
        self.number.map_or(Tag::Bullets, Tag::Numbers)
    }
}

/// Whether an entry is a task, and what it says.
pub(super) fn task(text: &str) -> (Task, &str) {
    let task = match text.get(..4) {
        Some("[ ] ") => Task::Open,
        Some("[x] " | "[X] ") => Task::Done,
        _ => return (Task::None, text),
    };
    (task, &text[4..])
}

pub(super) fn after_quote(line: &str) -> Option<&str> {
    let inner = line.trim_start().strip_prefix('>').filter(|_| columns(line) < 4)?;
    Some(inner.strip_prefix(' ').unwrap_or(inner))
}

/// Whether a line begins a block of its own, also right below a paragraph.
pub(super) fn begins_leaf(line: &str) -> bool {
    let bare = line.trim();
    columns(line) < 4 && (fence(bare).is_some() || heading(bare).is_some() || is_rule(bare))
}

pub(super) fn fence(line: &str) -> Option<(char, usize, &str)> {
    let mark = line.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let info = line.trim_start_matches(mark);
    let length = line.len() - info.len();
    if length < 3 || mark == '`' && info.contains('`') {
        return None;
    }
    Some((mark, length, info.split_whitespace().next().unwrap_or_default()))
}

pub(super) fn heading(line: &str) -> Option<(u8, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    if !(1..=6).contains(&level) || !(text.is_empty() || columns(text) > 0) {
        return None;
    }
    let bare = text.trim_end_matches('#');
    let text = if bare.is_empty() || bare.trim_end().len() < bare.len() { bare } else { text };
    Some((level as u8, text.trim()))
}

/// The level of the heading that this line makes of the text above it.
pub(super) fn underline(line: &str) -> Option<u8> {
    let mark = line.bytes().next()?;
    let is_line = matches!(mark, b'=' | b'-') && line.bytes().all(|byte| byte == mark);
    is_line.then_some(if mark == b'=' { 1 } else { 2 })
}

pub(super) fn is_rule(line: &str) -> bool {
    let mark = line.bytes().next().filter(|first| matches!(first, b'-' | b'*' | b'_'));
    let is_mark = |byte: &u8| Some(*byte) == mark;
    line.bytes().filter(is_mark).count() >= 3
        && line.bytes().all(|byte| is_mark(&byte) || byte == b' ' || byte == b'\t')
}

/// Drawings mean their columns; agents often forget the fence around them.
pub(super) fn is_drawn(line: &str) -> bool {
    line.trim_start().starts_with("+--") || line.contains(|c| matches!(c, '\u{2500}'..='\u{257f}'))
}

pub(super) fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// How far a line is indented.
pub(super) fn columns(line: &str) -> usize {
    let indent = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
    indent.map(|byte| if byte == b'\t' { 4 } else { 1 }).sum()
}

/// The line without so many columns of its indent.
pub(super) fn unindent(line: &str, most: usize) -> &str {
    let mut columns = 0;
    let end = line.bytes().position(|byte| {
        let is_done = columns >= most || !matches!(byte, b' ' | b'\t');
        columns += if byte == b'\t' { 4 } else { 1 };
        is_done
    });
    &line[end.unwrap_or(line.len())..]
}

/// Lines of text, each without its indent.
pub(super) fn join(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim_start()).collect::<Vec<_>>().join("\n")
}
