//! In which direction a text is read.

/// A direction, by the word that HTML has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `ltr`
    LeftToRight,
    /// `rtl`
    RightToLeft,
}

impl Direction {
    /// The value of HTML's `dir`.
    pub fn word(self) -> &'static str {
        match self {
            Direction::LeftToRight => "ltr",
            Direction::RightToLeft => "rtl",
        }
    }

    /// The direction in which these texts are read together; `None` if there are no letters in them. All letters count, and
    /// not the first one alone, which is often that of a name.
    pub fn of(texts: &[&str]) -> Option<Direction> {
        let mut letters = Letters::default();
        texts.iter().for_each(|text| letters.count(text));
        match (letters.left_to_right, letters.right_to_left) {
            (0, 0) => None,
            // Names of products stand in Latin letters everywhere; the reverse is rare.
            (left_to_right, right_to_left) if right_to_left * 2 >= left_to_right => Some(Direction::RightToLeft),
            _ => Some(Direction::LeftToRight),
        }
    }
}

/// How many letters there are of each direction.
#[derive(Default)]
struct Letters {
    left_to_right: usize,
    right_to_left: usize,
}

impl Letters {
    fn count(&mut self, text: &str) {
        for letter in text.chars() {
            if is_right_to_left(letter) {
                self.right_to_left += 1;
            } else if is_letter(letter) {
                self.left_to_right += 1;
            }
        }
    }
}

/// The blocks of Unicode whose letters are written from right to left.
fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && !matches!(letter, '\u{660}'..='\u{66c}' | '\u{6f0}'..='\u{6f9}')
}

/// Whether it counts for the other direction: letters of any script, roughly. Symbols and emoji do not.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic()
        || matches!(letter, '\u{c0}'..='\u{58f}' | '\u{900}'..='\u{1fff}' | '\u{2c00}'..='\u{d7ff}' | '\u{f900}'..='\u{fb17}' | '\u{20000}'..)
}

#[cfg(test)]
mod tests {
    use super::Direction::{self, LeftToRight, RightToLeft};

    #[test]
    fn the_letters_of_all_texts_decide() {
        let latin_first: &[_] =
            &["PostgreSQL أم شيء آخر؟", "PostgreSQL", "قاعدة بيانات علائقية قوية", "نعم", "Redis في الذاكرة فقط"];
        for (texts, expected) in [
            (&["Which database?", "MongoDB", "Documents"][..], Some(LeftToRight)),
            (&["أي قاعدة بيانات؟", "نعم", "الآن"], Some(RightToLeft)),
            (latin_first, Some(RightToLeft)),
            (&["Translate «שלום» to English?", "Yes", "No"], Some(LeftToRight)),
            (&["Какую?", "日本語"], Some(LeftToRight)),
            (&["123 + ٤ ☃ 🎉 …", "1", "2"], None),
            (&[""], None),
            (&[], None),
        ] {
            assert_eq!(Direction::of(texts), expected, "{texts:?}");
        }
    }
}
