//! Hygiene for text that somebody else wrote.
//!
//! What an agent wrote is shown with every character that could reorder, hide or pile up text made visible or bounded.
//! What a person typed is sent without control characters. Neither ever changes the meaning of ordinary text.

use super::{combining_marks, limits};

/// The character that is shown in the place of one that is not safe to show.
const REPLACEMENT: char = '\u{fffd}';

/// The most combining marks that may follow one another; more would cover the lines above and below.
pub(super) const MARKS_IN_A_ROW: usize = 6;

/// The black flag, with which the flags of England, Scotland and Wales begin.
pub(super) const FLAG: char = '\u{1f3f4}';
/// The rows of tag characters that make the black flag that of England, of Scotland or of Wales.
pub(super) const FLAG_TAGS: [&str; 3] = [
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// How much white space a text may have in a row. Where there is more, a sign stands in its place.
#[derive(Clone, Copy)]
struct WhiteSpaceLimits {
    line_breaks: usize,
    blanks: usize,
}

/// The limits for a text that stands between others: more white space would push what follows out of sight.
const INLINE_LIMITS: WhiteSpaceLimits = WhiteSpaceLimits { line_breaks: 3, blanks: 32 };
/// The limits for a text that scrolls by itself, such as a sketch made of characters.
const BLOCK_LIMITS: WhiteSpaceLimits = WhiteSpaceLimits { line_breaks: 30, blanks: 200 };

/// The number of blanks for which a tab counts.
const TAB: usize = 8;

/// The sign that stands, on a line of its own, in the place of line breaks that are left out.
const LINE_BREAKS_LEFT_OUT: &str = "⋮\n";
/// The sign that stands in the place of blanks that are left out.
const BLANKS_LEFT_OUT: &str = "⋯";

/// Agent-written text, made safe to show. Line breaks and tabs stay, in bounds.
pub fn shown(text: &str) -> String {
    shown_start(text, limits::TEXT_SHOWN)
}

/// Agent-written text, made safe to show and cut to its first `most` characters.
pub fn shown_start(text: &str, most: usize) -> String {
    clean(text, most, INLINE_LIMITS)
}

/// Agent-written text that scrolls by itself, made safe to show: in a preview, white space is part of the picture.
pub fn shown_block(text: &str) -> String {
    clean(text, limits::TEXT_SHOWN, BLOCK_LIMITS)
}

fn clean(text: &str, most: usize, limits: WhiteSpaceLimits) -> String {
    let mut out = String::with_capacity(text.len().min(4 * most));
    // Combining marks since the last character that stands on its own.
    let mut marks = 0;
    // White space since the last character that is seen, and since the last line break.
    let (mut line_breaks, mut blanks) = (0, 0);
    // What was shown last, and what stood before a variation of it.
    let mut before = None;
    let mut varied = None;
    let mut rest = text.chars();
    let mut length = 0;
    while let Some(character) = rest.next() {
        if length >= most {
            out.push('…');
            break;
        }
        // Dropped without a sign: in a text of its own direction they do nothing, and such texts are full of them.
        if is_direction_mark(character) {
            continue;
        }
        let next = rest.clone().next();
        if is_combining(character) {
            marks += 1;
        } else if !is_joiner(character) && !is_variation(character) {
            marks = 0;
        }
        if marks > MARKS_IN_A_ROW + 1 {
            continue;
        }
        let safe = match character {
            _ if marks > MARKS_IN_A_ROW => {
                marks += 1;
                REPLACEMENT
            }
            '\r' if next == Some('\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            '\n' | '\t' => character,
            // Blank, and no white space: a label of it would look like none.
            '\u{2800}' => ' ',
            '\u{200b}' if separates_words_by_zero_width_space(before) && separates_words_by_zero_width_space(next) => {
                character
            }
            // Seen only where a line ends in it.
            '\u{ad}' if is_letter(before) && is_letter(next) => character,
            _ if is_joiner(character) && joins(before, varied, next) => character,
            _ if is_variation(character) && has_variations(before) => character,
            _ if character.is_control() || is_deceptive(character) => REPLACEMENT,
            _ => character,
        };
        if safe == '\n' {
            line_breaks += 1;
            blanks = 0;
            if line_breaks > limits.line_breaks {
                if line_breaks == limits.line_breaks + 1 {
                    out.push_str(LINE_BREAKS_LEFT_OUT);
                }
                continue;
            }
        } else if safe.is_whitespace() {
            let earlier = blanks;
            blanks += if safe == '\t' { TAB } else { 1 };
            if blanks > limits.blanks {
                if earlier <= limits.blanks {
                    out.push_str(BLANKS_LEFT_OUT);
                }
                continue;
            }
        } else {
            (line_breaks, blanks) = (0, 0);
        }
        out.push(safe);
        length += 1;
        varied = if is_variation(safe) { before } else { None };
        before = Some(safe);
        if safe == FLAG
            && let Some(tags) = FLAG_TAGS.iter().find(|tags| rest.as_str().starts_with(**tags))
        {
            out.push_str(tags);
            let count = tags.chars().count();
            length += count;
            rest.nth(count - 1);
        }
    }
    out
}

/// Agent-written text for a place of one line.
pub fn shown_line(text: &str) -> String {
    shown_line_start(text, limits::TEXT_SHOWN)
}

/// Agent-written text for a place of one line, cut to its first `most` characters.
pub fn shown_line_start(text: &str, most: usize) -> String {
    shown_start(text, most).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a person typed or pasted, as it may be kept and sent: no control characters and nothing that would reorder what
/// stands around it, bounded. What is invisible stays, since their own language may need it.
pub fn typed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut length = 0;
    while let Some(character) = rest.next() {
        let kept = match character {
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            '\n' | '\t' => character,
            _ if character.is_control() || is_direction_control(character) || is_noncharacter(character) => continue,
            _ => character,
        };
        if length == limits::TYPED {
            break;
        }
        out.push(kept);
        length += 1;
    }
    out
}

/// Whether words of this letter's script are separated by a space of no width: Thai, Lao, Burmese, Khmer.
pub(super) fn separates_words_by_zero_width_space(letter: Option<char>) -> bool {
    letter.is_some_and(
        |letter| matches!(letter, '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17dd}'),
    )
}

/// Whether it is a joiner or a non-joiner of no width. These shape letters in Persian or Hindi, and join emoji.
pub(super) fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Whether a joiner between these two does what it is for. Next to ASCII, or in rows, it only hides something. Before an
/// emoji's joiner may stand a variation of it: then `varied` is the emoji.
pub(super) fn joins(before: Option<char>, varied: Option<char>, after: Option<char>) -> bool {
    let joined = |c: char| !c.is_ascii() && !c.is_control() && !c.is_whitespace() && !is_deceptive(c);
    let before = if before == Some('\u{fe0f}') { varied } else { before };
    before.is_some_and(joined) && after.is_some_and(|after| joined(after) || is_variation(after))
}

/// Whether it may be a letter. Beyond ASCII that includes signs, but nothing blank or hidden.
fn is_letter(character: Option<char>) -> bool {
    let beyond = |c: char| c >= '\u{c0}' && !c.is_whitespace() && !is_deceptive(c) && c != REPLACEMENT;
    character.is_some_and(|c| c.is_ascii_alphabetic() || beyond(c))
}

/// Whether it chooses between pictures of the character before it: an emoji or its text, an old way to write a name.
pub(super) fn is_variation(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a variation after this character has something to choose from. Variations in rows carry a hidden text.
pub(super) fn has_variations(before: Option<char>) -> bool {
    before.is_some_and(|c| match c {
        '0'..='9' | '#' | '*' => true,
        _ => !c.is_ascii() && !c.is_whitespace() && c != REPLACEMENT && !is_deceptive(c),
    })
}

pub(super) fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// Whether it reorders or isolates the text that follows.
fn is_direction_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether Unicode says that it is no character at all.
fn is_noncharacter(character: char) -> bool {
    matches!(character, '\u{fdd0}'..='\u{fdef}') || character as u32 & 0xfffe == 0xfffe
}

/// Whether it reorders text, isolates text, is invisible where it stands alone, or is no character at all.
pub(super) fn is_deceptive(character: char) -> bool {
    matches!(character,
        '\u{61c}' | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{fe00}'..='\u{fe0f}')
        || is_noncharacter(character)
}

/// Whether it stands above, below or around the character before it. Scripts whose vowels are such marks never need many.
pub(super) fn is_combining(character: char) -> bool {
    !is_variation(character) && !is_deceptive(character) && combining_marks::is_combining_mark(character)
}

#[cfg(test)]
mod tests {
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
}
