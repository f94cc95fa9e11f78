//! What an agent wrote is safe to show, and what a person typed is left alone.

use super::{shown, shown_line, typed};
use crate::text::limits;

#[test]
fn ordinary_text_is_left_alone() {
    for text in ["PostgreSQL", "a\n\tb", "Größe: 5 µm", "日本語", "👨‍👩‍👧 família", "می‌خواهم", "é\u{301}"]
    {
        assert_eq!(shown(text), text);
        assert_eq!(typed(text), text);
    }
}

#[test]
fn what_reorders_or_hides_becomes_visible() {
    assert_eq!(shown("safe\u{202e}exe.txt"), "safe\u{fffd}exe.txt");
    assert_eq!(shown("a\u{200b}b\u{2066}c\u{feff}d\u{e0041}"), "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}");
    assert_eq!(shown("rm\u{200d}dir"), "rm\u{fffd}dir");
    assert_eq!(shown("bell\u{7}\u{1b}[31m"), "bell\u{fffd}\u{fffd}[31m");
}

#[test]
fn what_writing_needs_stays() {
    assert_eq!(shown("ภาษา\u{200b}ไทย"), "ภาษา\u{200b}ไทย", "words are parted so");
    assert_eq!(shown("\u{2800}\u{2800}").trim(), "", "a label that is not seen is none");
    for text in ["❤\u{fe0f}", "1\u{fe0f}\u{20e3}", "葛\u{e0100}城", "👩🏽\u{200d}🚀", "क्\u{200d}ष", "ก็ที่นี่"]
    {
        assert_eq!(shown(text), text);
        assert_eq!(typed(text), text);
    }
}

#[test]
fn emoji_flags_and_soft_hyphens_are_what_they_are() {
    let flags = super::FLAG_TAGS.map(|tags| format!("\u{1f3f4}{tags}"));
    let emoji = [
        "🏳\u{fe0f}\u{200d}🌈",
        "❤\u{fe0f}\u{200d}🔥",
        "👩\u{200d}❤\u{fe0f}\u{200d}👨",
        "🏃🏽\u{200d}♂\u{fe0f}",
        "👁\u{fe0f}\u{200d}🗨\u{fe0f}",
    ];
    let hyphens = ["Daten\u{ad}bank\u{ad}anbindung", "кон\u{ad}фи\u{ad}гу\u{ad}рация"];
    for text in flags.iter().map(String::as_str).chain(emoji).chain(hyphens) {
        assert_eq!(shown(text), text, "{text:?}");
        assert_eq!(typed(text), text, "{text:?}");
        assert_eq!(shown_line(&format!("{text} {text}")), format!("{text} {text}"));
    }
}

#[test]
fn what_only_resembles_them_stays_marked() {
    let england = super::FLAG_TAGS[0];
    for (text, safe) in [
        // Tags after anything else, other tags, and tags without their end.
        (format!("😀{england}"), format!("😀{}", "\u{fffd}".repeat(6))),
        ("🏴\u{e0061}\u{e007f}".to_owned(), "🏴\u{fffd}\u{fffd}".to_owned()),
        ("🏴\u{e0067}\u{e0062}".to_owned(), "🏴\u{fffd}\u{fffd}".to_owned()),
        (format!("🏴{england}\u{e0041}"), format!("🏴{england}\u{fffd}")),
        // Joiners that join nothing.
        ("❤\u{fe0f}\u{200d}".to_owned(), "❤\u{fe0f}\u{fffd}".to_owned()),
        ("1\u{fe0f}\u{200d}🔥".to_owned(), "1\u{fe0f}\u{fffd}🔥".to_owned()),
        ("❤\u{fe0f}\u{200d}\u{200d}🔥".to_owned(), "❤\u{fe0f}\u{fffd}\u{200d}🔥".to_owned()),
        ("❤\u{fe0f}\u{fe0f}\u{200d}🔥".to_owned(), "❤\u{fe0f}\u{fffd}\u{200d}🔥".to_owned()),
        ("\u{200d}a".to_owned(), "\u{fffd}a".to_owned()),
        // Hyphens in rows, at the ends and beside what is no letter.
        ("a\u{ad}\u{ad}b".to_owned(), "a\u{fffd}\u{fffd}b".to_owned()),
        ("\u{ad}a \u{ad}1".to_owned(), "\u{fffd}a \u{fffd}1".to_owned()),
    ] {
        assert_eq!(shown(&text), safe, "{text:?}");
    }
}

#[test]
fn white_space_in_a_row_is_bounded_and_what_is_left_out_has_a_mark() {
    assert_eq!(shown(&format!("a{}b", "\n".repeat(300))), "a\n\n\n⋮\nb");
    assert_eq!(shown(&format!("a{}b", "\r\n \t\u{2028}\u{200e}\u{2800}".repeat(300))).lines().count(), 5);
    assert_eq!(shown("a\n\n\nb"), "a\n\n\nb");
    for blank in [" ", "\u{a0}", "\u{2003}", "\u{3000}", "\u{2800}"] {
        let safe = shown(&format!("a{}b", blank.repeat(5_000)));
        assert_eq!(safe.chars().count(), 35, "{blank:?}");
        assert!(safe.ends_with("⋯b"), "{blank:?}");
    }
    assert_eq!(shown(&format!("a{}b", "\t".repeat(300))), "a\t\t\t\t⋯b");
    assert_eq!(shown_line(&format!("a{}b", "\n".repeat(300))), "a ⋮ b");
    let sketch = format!("+{}+\n\n\n\n\n+", " ".repeat(100));
    assert_eq!(super::shown_block(&sketch), sketch, "in a preview it is part of the picture");
    assert_eq!(super::shown_block(&format!("a{}b", "\n".repeat(300))).lines().count(), 32);
}

#[test]
fn letters_are_no_marks() {
    // Arabic and Lao letters that a table by hand had for marks, and marks that it had not.
    for letter in ('\u{8a0}'..='\u{8c9}').chain(['\u{eb2}', '\u{eb3}', '\u{81a}', '\u{824}', '\u{828}']) {
        let word = letter.to_string().repeat(20);
        assert_eq!(shown(&word), word, "{letter:?}");
    }
    for mark in ['\u{5c4}', '\u{951}', '\u{1cd0}', '\u{1a7f}', '\u{1b6b}', '\u{20dd}'] {
        let pile = shown(&format!("a{}", mark.to_string().repeat(100)));
        assert_eq!(pile.chars().count(), 8, "{mark:?}");
    }
}

#[test]
fn hidden_text_is_seen() {
    assert_eq!(shown("a\u{fe01}b"), "a\u{fffd}b");
    assert_eq!(shown("😀\u{fe01}\u{fe02}\u{e0150}"), "😀\u{fe01}\u{fffd}\u{fffd}");
    assert_eq!(shown("é\u{200d}\u{200d}\u{200d}é"), "é\u{fffd}\u{fffd}\u{200d}é");
    assert_eq!(shown("a\u{34f}b\u{ffff}c\u{1fffe}\u{fdd0}"), "a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}");
    assert_eq!(shown("a\u{2028}b\u{2029}c"), "a\nb\nc");
}

#[test]
fn piled_up_marks_are_bounded() {
    let six = "\u{301}".repeat(6);
    assert_eq!(shown(&format!("a{}b", "\u{301}".repeat(100))), format!("a{six}\u{fffd}b"));
    assert_eq!(shown(&format!("a{six}b{six}")), format!("a{six}b{six}"));
    for glue in ["\u{200e}", "\u{200d}", "\u{fe0f}"] {
        let piled = shown(&format!("ä{}", format!("{six}{glue}").repeat(50)));
        assert!(piled.matches('\u{301}').count() <= 6, "{glue:?} does not begin a new pile");
    }
    assert_eq!(shown(&"\u{e49}".repeat(50)).chars().count(), 7);
    for mark in ["\u{670}", "\u{730}", "\u{8e4}", "\u{a8e0}", "\u{1e944}"] {
        assert_eq!(shown(&format!("a{}", mark.repeat(50))).chars().count(), 8, "{mark:?}");
    }
}

#[test]
fn absurd_lengths_are_cut_where_it_shows() {
    let cut = shown(&"x".repeat(limits::TEXT_SHOWN + 5));
    assert_eq!(cut.chars().count(), limits::TEXT_SHOWN + 1);
    assert!(cut.ends_with('…'));
}

#[test]
fn a_line_has_no_breaks() {
    assert_eq!(shown_line("  two\r\n lines\t"), "two lines");
}

#[test]
fn typed_text_loses_control_characters_only() {
    assert_eq!(typed("a\u{0}b\u{202e}c\r\nd\re"), "abc\nd\ne");
    for needed in ["ភាសា\u{200b}ខ្មែរ", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "ᠮ\u{180b}"]
    {
        assert_eq!(typed(needed), needed);
    }
    assert_eq!(typed(&"x".repeat(limits::TYPED + 1)).len(), limits::TYPED);
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::super::{
        MARKS_IN_A_ROW, is_combining, is_deceptive, is_direction_mark, is_joiner, is_letter, is_variation,
        separates_words_by_zero_width_space, shown, shown_line, typed,
    };
    use crate::text::limits;

    /// Text of ordinary characters and of those that matter here, close together.
    fn text() -> impl Strategy<Value = String> {
        let odd = prop::sample::select(vec![
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{202e}',
            '\u{2066}',
            '\u{301}',
            '\u{fe0f}',
            '\u{e0100}',
            '\u{e0041}',
            '\u{34f}',
            '\u{2028}',
            '\r',
            '\n',
            '\t',
            '\0',
            '\u{feff}',
            '\u{ffff}',
            '\u{ad}',
            '\u{1f3f4}',
            'a',
            '1',
            'é',
            '葛',
            '😀',
        ]);
        prop::collection::vec(prop_oneof![odd, any::<char>()], 0..200).prop_map(String::from_iter)
    }

    const SEPARATOR: char = '\u{2028}';
    const SPACE: char = '\u{200b}';
    const HIDDEN: [char; 4] = ['\0', '\r', '\u{202e}', '\u{2066}'];

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once(text in text()) {
            let once = shown(&text);
            prop_assert_eq!(shown(&once), once);
            let once = shown_line(&text);
            prop_assert_eq!(shown_line(&once), once);
            let once = typed(&text);
            prop_assert_eq!(typed(&once), once);
        }

        #[test]
        fn nothing_forbidden_is_left(text in text()) {
            let (mut marks, mut before) = (0, ' ');
            for c in shown(&text).chars() {
                prop_assert!(!c.is_control() || matches!(c, '\n' | '\t'), "{c:?}");
                prop_assert!(!is_direction_mark(c) && c != SEPARATOR);
                if c == SPACE {
                    prop_assert!(separates_words_by_zero_width_space(Some(before)));
                } else if c == '\u{ad}' {
                    prop_assert!(is_letter(Some(before)));
                } else if is_joiner(c) || is_variation(c) {
                    prop_assert!(!before.is_ascii_alphabetic() && !is_joiner(before), "{before:?} {c:?}");
                } else {
                    prop_assert!(!is_deceptive(c), "{c:?}");
                    marks = if is_combining(c) { marks + 1 } else { 0 };
                }
                prop_assert!(marks <= MARKS_IN_A_ROW);
                before = c;
            }
            prop_assert!(!typed(&text).contains(HIDDEN));
        }

        #[test]
        fn ascii_stays_as_it_is(text in "([!-~][ \n\t]{0,3}){0,100}") {
            prop_assert_eq!(shown(&text), text.clone());
            prop_assert_eq!(typed(&text), text);
        }

        #[test]
        fn lengths_are_bounded(character in any::<char>(), more in 0usize..50) {
            let text = character.to_string().repeat(limits::TEXT_SHOWN + more);
            prop_assert!(shown(&text).chars().count() <= limits::TEXT_SHOWN + 1);
            prop_assert!(typed(&text).chars().count() <= limits::TYPED);
        }
    }
}
