//! Hygiene for text that somebody else wrote.
//!
//! What an agent wrote is shown with every character that could reorder, hide or pile up text made visible or bounded.
//! What a person typed is sent without control characters. Neither ever changes the meaning of ordinary text.

use super::limits;

/// Stands where a character was neutralised.
const MARK: char = '\u{fffd}';

/// Combining marks that may follow one another; more are an attack on the lines above and below.
const MARKS_IN_A_ROW: usize = 6;

/// Agent-written text, made safe to show. Line breaks and tabs stay.
pub fn shown(text: &str) -> String {
    shown_start(text, limits::TEXT_SHOWN)
}

/// The same, cut to its first `most` characters.
pub fn shown_start(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(4 * most));
    // Since the last character that stands on its own.
    let mut marks = 0;
    let mut before = None;
    let mut rest = text.chars().peekable();
    let mut length = 0;
    while let Some(character) = rest.next() {
        if length == most {
            out.push('…');
            break;
        }
        // Dropped without a sign: in a text of its own direction they do nothing, and such texts are full of them.
        if is_direction_mark(character) {
            continue;
        }
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
                MARK
            }
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            '\n' | '\t' => character,
            // Blank, and no white space: a label of it would look like none.
            '\u{2800}' => ' ',
            '\u{200b}' if parts_words(before) && parts_words(rest.peek().copied()) => character,
            _ if is_joiner(character) && joins(before, rest.peek()) => character,
            _ if is_variation(character) && varies(before) => character,
            _ if character.is_control() || is_deceptive(character) => MARK,
            _ => character,
        };
        out.push(safe);
        before = Some(safe);
        length += 1;
    }
    out
}

/// Agent-written text for a place of one line.
pub fn shown_line(text: &str) -> String {
    shown_line_start(text, limits::TEXT_SHOWN)
}

/// The same, cut to its first `most` characters.
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
            _ if character.is_control() || reorders(character) || is_none(character) => continue,
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

/// Whether words of this letter's script are parted by a space that is not seen: Thai, Lao, Burmese, Khmer.
fn parts_words(letter: Option<char>) -> bool {
    letter.is_some_and(
        |letter| matches!(letter, '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17dd}'),
    )
}

/// Both shape letters in Persian or Hindi and join emoji.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Whether a joiner between these two does what it is for. Next to ASCII, or in rows, it only hides something.
fn joins(before: Option<char>, after: Option<&char>) -> bool {
    let is_letter = |c: char| !c.is_ascii() && !c.is_control() && !c.is_whitespace() && !is_deceptive(c);
    before.is_some_and(is_letter) && after.is_some_and(|after| is_letter(*after) || is_variation(*after))
}

/// Chooses between pictures of the character before: an emoji or its text, an old way to write a name.
fn is_variation(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether there is something to choose from; in rows they carry a hidden text.
fn varies(before: Option<char>) -> bool {
    before.is_some_and(|c| match c {
        '0'..='9' | '#' | '*' => true,
        _ => !c.is_ascii() && !c.is_whitespace() && c != MARK && !is_deceptive(c),
    })
}

fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// Reorders or isolates what follows.
fn reorders(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Is no character at all.
fn is_none(character: char) -> bool {
    matches!(character, '\u{fdd0}'..='\u{fdef}') || character as u32 & 0xfffe == 0xfffe
}

/// Reorders, isolates or is invisible where it stands alone, or is no character at all.
fn is_deceptive(character: char) -> bool {
    matches!(character,
        '\u{61c}' | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{fe00}'..='\u{fe0f}')
        || is_none(character)
}

/// Stands above or below the character before it. Scripts whose vowels are such marks never need many of them.
fn is_combining(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}' | '\u{6e7}'..='\u{6e8}'
        | '\u{6ea}'..='\u{6ed}' | '\u{711}' | '\u{730}'..='\u{74a}' | '\u{7a6}'..='\u{7b0}' | '\u{7eb}'..='\u{7f3}'
        | '\u{816}'..='\u{82d}' | '\u{859}'..='\u{85b}' | '\u{898}'..='\u{902}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{135d}'..='\u{135f}' | '\u{2cef}'..='\u{2cf1}' | '\u{2de0}'..='\u{2dff}' | '\u{a66f}'..='\u{a67d}'
        | '\u{a69e}'..='\u{a69f}' | '\u{a8e0}'..='\u{a8f1}' | '\u{1e000}'..='\u{1e02a}' | '\u{1e8d0}'..='\u{1e8d6}'
        | '\u{1e944}'..='\u{1e94a}'
        | '\u{e47}'..='\u{e4e}' | '\u{eb1}'..='\u{ebc}' | '\u{f71}'..='\u{f84}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{302a}'..='\u{302f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::{shown, shown_line, typed};
    use crate::protocol::limits;

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
            MARKS_IN_A_ROW, is_combining, is_deceptive, is_direction_mark, is_joiner, is_variation, parts_words, shown,
            shown_line, typed,
        };
        use crate::protocol::limits;

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
                        prop_assert!(parts_words(Some(before)));
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
            fn ascii_stays_as_it_is(text in "[ -~\n\t]{0,200}") {
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
