//! Hygiene for text that somebody else wrote.
//!
//! What an agent wrote is shown with every character that could reorder, hide or pile up text made visible or bounded.
//! What a person typed is sent without control characters. Neither ever changes the meaning of ordinary text.

#[cfg(test)]
mod tests;

use super::characters::{
    FLAG, FLAG_TAGS, MARKS_IN_A_ROW, REPLACEMENT, has_variations, is_combining, is_deceptive, is_direction_control,
    is_direction_mark, is_joiner, is_letter, is_noncharacter, is_variation, joins, separates_words_by_zero_width_space,
};
use super::limits;

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
    let mut line = String::new();
    for word in shown_start(text, most).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// What a person typed or pasted, as it may be stored and sent: no control characters and nothing that would reorder what
/// stands around it, bounded. What is invisible stays, since their own language may need it.
pub fn typed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut length = 0;
    while let Some(character) = rest.next() {
        let typed = match character {
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            '\n' | '\t' => character,
            _ if character.is_control() || is_direction_control(character) || is_noncharacter(character) => continue,
            _ => character,
        };
        if length == limits::TYPED {
            break;
        }
        out.push(typed);
        length += 1;
    }
    out
}
