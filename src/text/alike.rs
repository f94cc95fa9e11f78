//! Texts that look alike: what a person cannot tell apart, though it is not the same.
//!
//! Far from all that Unicode lists as confusable, and no verdict on a text by itself: it is for the few labels of one
//! question, among which an agent may have been made to hide a second "Yes".

use super::characters::{is_direction_mark, is_joiner, is_variation};

/// Letters and what they look like, in turn: Cyrillic, Greek, Armenian, and what is alike within ASCII.
const LOOKS: &str = "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvАAВBЕEКKМMНHОOРPСCТTУYХXІlЈJЅSԌGԚQԜW\
αaοoρpνvιiυuΑAΒBΕEΖZΗHΙlΚKΜMΝNΟOΡPΤTΥYΧXϲcϳjօoոnսuցgհhԼL\
Il1l|l0O‐-‑-‒-–-—-−-’'‘'ʼ'`'´'“\"”\"․.…⋯";

/// How a text looks: equal for two that a person may take for each other.
pub fn skeleton(text: &str) -> String {
    let mut skeleton = String::new();
    for word in text.split(is_blank) {
        let seen =
            word.chars().filter(|c| !is_direction_mark(*c) && !is_joiner(*c) && !is_variation(*c) && *c != '\u{ad}');
        let mut seen = seen.map(plain).peekable();
        if seen.peek().is_some() && !skeleton.is_empty() {
            skeleton.push(' ');
        }
        skeleton.extend(seen);
    }
    skeleton
}

/// Whether a person may take one for the other, however their Latin letters are capitalised. (The tables for all others are
/// four kilobytes.)
pub fn is_alike(one: &str, other: &str) -> bool {
    skeleton(one).eq_ignore_ascii_case(&skeleton(other))
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{2800}'
}

/// The character that this one looks like, or itself.
fn plain(character: char) -> char {
    let narrow = match character {
        // ASCII in the width of ideographs.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
        _ => character,
    };
    let mut looks = LOOKS.chars();
    while let (Some(one), Some(other)) = (looks.next(), looks.next()) {
        if one == narrow {
            return other;
        }
    }
    narrow
}

#[cfg(test)]
mod tests {
    use super::{LOOKS, is_alike, skeleton};

    #[test]
    fn what_is_not_seen_makes_no_difference() {
        for other in [
            "Delete\u{a0}it",
            "Delete  it",
            " Delete it",
            "Delete\u{2800}it",
            "Delete\u{61c} it",
            "De\u{ad}lete it",
            "Delete it\u{fe0f}",
        ] {
            assert_eq!(skeleton(other), "Delete it", "{other:?}");
        }
    }

    #[test]
    fn letters_of_other_scripts_are_seen_through() {
        for (one, other) in [
            ("Yes", "Υes"),
            ("No", "Nо"),
            ("Cancel", "Саnсеl"),
            ("PostgreSQL", "РоѕtgrеЅQL"),
            ("Ｙｅｓ", "Yes"),
            ("l0", "IO"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert!(is_alike("OTHER", "оther"));
        for (one, other) in [("Yes", "No"), ("Да", "Нет"), ("a", "A"), ("é", "e"), ("日", "目"), ("10 GB", "100 GB")]
        {
            assert_ne!(skeleton(one), skeleton(other));
        }
    }

    #[test]
    fn the_list_is_one_of_pairs_and_leads_no_further() {
        let all: Vec<char> = LOOKS.chars().collect();
        assert_eq!(all.len() % 2, 0);
        for pair in all.chunks(2) {
            assert_eq!(super::plain(pair[1]), pair[1], "{pair:?}");
            assert!(pair[0] != pair[1] && super::plain(pair[0]) == pair[1], "{pair:?}");
        }
    }
}
