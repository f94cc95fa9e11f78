//! What a character is, as far as hygiene has to know: whether it joins, varies, combines, reorders or hides.

use super::combining_marks;

/// The character that is shown in the place of one that is not safe to show.
pub(super) const REPLACEMENT: char = '\u{fffd}';

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
pub(super) fn is_letter(character: Option<char>) -> bool {
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
pub(super) fn is_direction_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether Unicode says that it is no character at all.
pub(super) fn is_noncharacter(character: char) -> bool {
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
