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
    let mut out = String::with_capacity(text.len());
    let mut marks = 0;
    let mut before = None;
    let mut rest = text.chars().peekable();
    let mut length = 0;
    while let Some(character) = rest.next() {
        if length == limits::TEXT_SHOWN {
            out.push('…');
            break;
        }
        marks = if is_combining(character) { marks + 1 } else { 0 };
        if marks > MARKS_IN_A_ROW {
            continue;
        }
        let safe = match character {
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\r' => '\n',
            '\n' | '\t' => character,
            // Both shape letters in Persian or Hindi and join emoji, but next to ASCII they only hide things.
            '\u{200c}' | '\u{200d}' if joins(before, rest.peek()) => character,
            '\u{200e}' | '\u{200f}' | '\u{61c}' => continue,
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
    shown(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a person typed or pasted, as it may be kept and sent: no control or deceptive characters, bounded.
pub fn typed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut length = 0;
    while let Some(character) = rest.next() {
        let kept = match character {
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            '\n' | '\t' => character,
            '\u{200c}'..='\u{200f}' | '\u{61c}' => character,
            _ if character.is_control() || is_deceptive(character) => continue,
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

/// Whether a joiner between these two does what it is for.
fn joins(before: Option<char>, after: Option<&char>) -> bool {
    before.is_some_and(|c| !c.is_ascii()) && after.is_some_and(|c| !c.is_ascii())
}

/// Reorders, isolates or is invisible.
fn is_deceptive(character: char) -> bool {
    matches!(character,
        '\u{61c}' | '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

fn is_combining(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
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
    fn piled_up_marks_are_bounded() {
        let zalgo = format!("a{}b", "\u{301}".repeat(100));
        assert_eq!(shown(&zalgo), format!("a{}b", "\u{301}".repeat(6)));
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
        assert_eq!(typed(&"x".repeat(limits::TYPED + 1)).len(), limits::TYPED);
    }
}
