//! How a plan is shown: as markdown, or line by line where markdown would leave something of it out.

use super::{Body, Section, SectionName};
use crate::text::markdown::{self, Piece, Tag, Task};
use crate::text::{exact, limits};

/// The most quotes and lists within each other that have room in a narrow card.
const DEEPEST: usize = 4;
/// The most columns of a table that have room in a narrow card.
const COLUMNS: usize = 6;

/// A plan as markdown, or as its lines where markdown would not show all of it.
pub(super) fn section(plan: &str) -> Section {
    let body =
        if is_whole_as_markdown(plan) { Body::Markdown(plan.to_owned()) } else { Body::Lines(exact::lines(plan)) };
    Section { name: SectionName::Plan, body }
}

/// Whether markdown shows a plan whole: every character of it that is no white space is shown, in its order, or is a mark of markup.
/// What a link leads to, the title of a link and further words behind a fence are not shown, and no such plan is whole.
fn is_whole_as_markdown(plan: &str) -> bool {
    if plan.len() > limits::TEXT_SHOWN || exact::has_hidden(plan) {
        return false;
    }
    let pieces = markdown::preview(plan);
    fits(&pieces) && is_shown_by(plan, &shown(&pieces))
}

/// Whether nothing is nested so deep, and no table is so wide, that it would be wider than a narrow card.
fn fits(pieces: &[Piece]) -> bool {
    // Of each element that is open whether it is indented.
    let mut open = Vec::new();
    let mut cells = 0;
    for piece in pieces {
        match piece {
            Piece::Open(tag) => {
                match tag {
                    Tag::Row => cells = 0,
                    Tag::HeadCell(_) | Tag::Cell(_) => cells += 1,
                    Tag::Paragraph
                    | Tag::Heading(_)
                    | Tag::Quote
                    | Tag::Bullets
                    | Tag::Numbers(_)
                    | Tag::Item(_)
                    | Tag::Table
                    | Tag::Emphasis
                    | Tag::Strong
                    | Tag::Struck
                    | Tag::Link { .. } => {}
                }
                open.push(matches!(tag, Tag::Quote | Tag::Bullets | Tag::Numbers(_)));
            }
            Piece::Close => drop(open.pop()),
            Piece::Text(_) | Piece::Code(_) | Piece::CodeBlock { .. } | Piece::Rule | Piece::Image { .. } => {}
        }
        if cells > COLUMNS || open.iter().filter(|is_indented| **is_indented).count() > DEEPEST {
            return false;
        }
    }
    true
}

/// The text that a person sees of the pieces, in its order. Signs that a plan does not have, such as the bullet of a list, are not part
/// of it.
fn shown(pieces: &[Piece]) -> String {
    let mut shown = String::new();
    // Of each element that is open the number of its next entry, if it has numbers.
    let mut numbers: Vec<Option<usize>> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Open(tag) => {
                if let (Tag::Item(task), Some(number)) = (tag, numbers.last_mut()) {
                    if let Some(number) = number {
                        shown.push_str(&number.to_string());
                        *number += 1;
                    }
                    shown.push_str(if *task == Task::Done { "x" } else { "" });
                }
                numbers.push(if let Tag::Numbers(first) = tag { Some(*first) } else { None });
            }
            Piece::Close => drop(numbers.pop()),
            Piece::Text(text) | Piece::Code(text) => shown.push_str(text),
            Piece::CodeBlock { language, code } => shown.extend([language.as_str(), code.as_str()]),
            Piece::Image { alt, address } => shown.extend([alt.as_str(), address.as_str()]),
            Piece::Rule => {}
        }
    }
    shown
}

/// Whether a plan is what is shown, with nothing but marks of markup and white space between.
fn is_shown_by(plan: &str, shown: &str) -> bool {
    let is_mark = |character| "*_~`#>-+=|[]()<:\\!.".contains(character);
    let mut shown = shown.chars().filter(|character| !character.is_whitespace()).peekable();
    let mut rest = plan;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        rest = match shown.next_if_eq(&character) {
            Some(_) => after,
            None if is_mark(character) => after_line_break(rest).unwrap_or(after),
            None if character.is_whitespace() => after,
            None => return false,
        };
    }
    shown.next().is_none()
}

/// What follows `<br>`, the one tag that is read as what it means.
fn after_line_break(text: &str) -> Option<&str> {
    let (tag, after) = text.strip_prefix('<')?.split_once('>')?;
    tag.trim_end_matches('/').trim_end().eq_ignore_ascii_case("br").then_some(after)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::is_whole_as_markdown;
    use crate::text::markdown::{Piece, Tag, Task, preview};

    #[test]
    fn ordinary_plans_are_shown_as_markdown() {
        for plan in [
            "# Faster orders\n\n1. Add an index\n2. Measure *again*\n   - with `EXPLAIN`\n\n> Nothing is deployed.",
            "- [ ] a\n- [x] b\n\n```rust\nlet x = 1; // [a](b) <!-- c -->\n```\n\n---\nEnd",
            "| a | b |\n|---|:-:|\n| 1 \\| 2 | ~~3~~<br>4 |",
            "See https://a.example/x?y, <https://b.example> and ![a plan](https://c.example/d.png)",
            "<!-- this is seen --> &amp; [not a link] and \\*no emphasis\\* and `` ` ``",
            "3. three\n4. four\n\nTitle\n=====",
            "",
        ] {
            assert!(is_whole_as_markdown(plan), "{plan}");
        }
    }

    #[test]
    fn a_plan_of_which_markdown_would_leave_something_out_is_not() {
        for plan in [
            "```sh and then rm -rf /\nls\n```",
            "[docs](https://a.example/delete-everything)",
            "[docs](https://a.example \"rm -rf /\")",
            "![a](https://a.example/a.png 'rm -rf /')",
            "[https://a.example](https://b.example)",
            // The numbers would be others.
            "1. a\n1. b",
            "1. a\n7. b",
            "| a | b | c | d | e | f | g |\n|-|-|-|-|-|-|-|",
            "> > > > > a",
            "a\u{202e}b",
            "a\u{200e}b",
            "a\u{2800}b",
        ] {
            assert!(!is_whole_as_markdown(plan), "{plan}");
        }
        assert!(!is_whole_as_markdown(&"a ".repeat(20_000)));
        assert!(!is_whole_as_markdown(&format!("a{}b", "\n".repeat(99))), "a sign would stand for the lines");
    }

    /// Words and marks of markup, close together.
    fn plan() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "a",
            "word",
            "é",
            "日",
            " ",
            "\n",
            "\n\n",
            "    ",
            "*",
            "**",
            "_",
            "~~",
            "`",
            "```",
            "~~~",
            "[",
            "](",
            "]",
            ")",
            "(",
            "![",
            "<",
            ">",
            "> ",
            "- ",
            "1. ",
            "2) ",
            "[ ] ",
            "[x] ",
            "# ",
            "---",
            "===",
            "|",
            "|-|",
            "\\",
            "\"",
            "'",
            "https://x.example/path",
            "[w](https://x.example)",
            "<!--",
            "-->",
            ":",
        ]);
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }

    /// How often each character that no markup is made of stands in a text.
    fn counts(text: &str) -> Vec<(char, usize)> {
        let mut counts: Vec<(char, usize)> = Vec::new();
        for character in text.chars().filter(|character| character.is_alphabetic() || "\"'/".contains(*character)) {
            match counts.iter_mut().find(|(other, _)| *other == character) {
                Some((_, count)) => *count += 1,
                None => counts.push((character, 1)),
            }
        }
        counts.sort_unstable();
        counts
    }

    proptest! {
        #[test]
        fn nothing_is_left_out_of_a_plan_that_is_shown_as_markdown(plan in plan()) {
            if is_whole_as_markdown(&plan) {
                let mut seen = String::new();
                for piece in preview(&plan) {
                    match piece {
                        Piece::Text(text) | Piece::Code(text) => seen.push_str(&text),
                        Piece::CodeBlock { language, code } => seen.extend([language, code]),
                        Piece::Image { alt, address } => seen.extend([alt, address]),
                        Piece::Open(Tag::Item(Task::Done)) => seen.push('x'),
                        // An address that is not its own text would not be seen.
                        Piece::Open(Tag::Link { is_bare, .. }) => prop_assert!(is_bare),
                        Piece::Open(_) | Piece::Close | Piece::Rule => {}
                    }
                }
                prop_assert_eq!(counts(&seen), counts(&plan));
            }
        }
    }
}
