//! Whatever comes: no panic, bounded nesting and size, and no character lost.

use proptest::prelude::*;

use crate::text::markdown::{Piece, Tag, has_marks, line, preview};
use crate::text::shown_block as shown;

/// How deep pieces may nest: containers, a table's three, four kinds of marks, a link.
const DEEPEST: usize = 16 + 3 + 4 * 4 + 1;

/// Words and every marker, close together.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "word",
        " ",
        "  ",
        "\n",
        "\n\n",
        "    ",
        "\t",
        "*",
        "**",
        "***",
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
        "+ ",
        "1. ",
        "2) ",
        "[ ] ",
        "[x] ",
        "# ",
        "### ",
        "---",
        "===",
        "|",
        "|-|",
        ":-:",
        "\\",
        "\\|",
        "https://x.example",
        "mailto:a@b",
        "javascript:1",
        "<br>",
        "\"",
        "'",
        "é",
        "日",
        "😀",
        "┌─",
        "+--",
        "\u{202e}",
    ]);
    let piece = prop_oneof![8 => piece.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..120).prop_map(|pieces| pieces.concat())
}

/// How deep it nests; fails if it is not closed as it was opened.
fn depth(pieces: &[Piece]) -> usize {
    let (mut depth, mut most) = (0usize, 0);
    for piece in pieces {
        match piece {
            Piece::Open(_) => depth += 1,
            Piece::Close => depth = depth.checked_sub(1).expect("nothing is closed that was not opened"),
            _ => {}
        }
        most = most.max(depth);
    }
    assert_eq!(depth, 0, "everything is closed");
    most
}

/// Every letter and digit that is to be seen, in order.
fn visible(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) | Piece::Code(text) => out.push_str(text),
            Piece::CodeBlock { language, code } => out.extend([language.as_str(), code.as_str()]),
            Piece::Image { alt, address } => out.extend([alt.as_str(), address.as_str()]),
            // Its host is shown, and the rest where the browser shows addresses.
            Piece::Open(Tag::Link { href, is_bare: false, .. }) => out.push_str(href),
            Piece::Open(_) | Piece::Close | Piece::Rule => {}
        }
    }
    out
}

/// How often each letter occurs that no markup is made of.
fn letters(text: &str) -> Vec<usize> {
    ['w', 'é', '日', '😀', '\u{fffd}'].iter().map(|letter| text.matches(*letter).count()).collect()
}

proptest! {
    #[test]
    fn nesting_and_size_are_bounded(text in text()) {
        for pieces in [preview(&text), line(&shown(&text))] {
            prop_assert!(depth(&pieces) <= DEEPEST);
            prop_assert!(pieces.len() <= 40 + 8 * text.len());
        }
    }

    #[test]
    fn a_line_without_marks_is_its_own_text(text in text()) {
        let text = shown(&text);
        if !has_marks(&text) {
            let pieces = if text.is_empty() { vec![] } else { vec![Piece::Text(text.clone())] };
            prop_assert_eq!(line(&text), pieces);
        }
    }

    #[test]
    fn no_word_is_lost(text in text()) {
        // Titles of links and further words behind a fence are not shown, by GFM neither.
        let mut text = text.replace(['"', '\'', '~'], "");
        while text.contains("``") {
            text = text.replace("``", "`");
        }
        let safe = shown(&text);
        prop_assert_eq!(letters(&visible(&preview(&text))), letters(&safe));
        prop_assert_eq!(letters(&visible(&line(&safe))), letters(&safe));
    }

    #[test]
    fn words_without_markup_are_themselves(text in "[A-Za-z0-9 ,;:?é日]{0,80}") {
        let text = text.trim();
        prop_assert_eq!(visible(&preview(text)), text);
    }
}

/// Counts and not times: a text of twice the length may make twice the pieces.
#[test]
fn hostile_input_stays_linear() {
    let pieces = [
        "*",
        "**a",
        "`",
        "[",
        "[a](",
        "[a](https://x",
        "*a ",
        "** ",
        "[[](",
        "[x](https://a(b)",
        "_a *b ",
        "~~a",
        "<",
        "<a ",
        "![",
        "https://",
        "-http://x)",
        "> ",
        "- ",
        "1. ",
        "|a",
        "|-",
        "# ",
        "```\n",
        "- a\n\n",
        "> a\n\n",
        "\\",
        "a\n|-|\n",
        "``a`",
    ];
    for piece in pieces {
        let once = preview(&piece.repeat(4_000 / piece.len()));
        let twice = preview(&piece.repeat(8_000 / piece.len()));
        assert!(twice.len() <= 2 * once.len() + 64, "{piece}: {} and {}", once.len(), twice.len());
        assert!(depth(&twice) <= DEEPEST, "{piece}");
    }
}
