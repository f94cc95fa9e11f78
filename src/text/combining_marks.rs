//! Which characters are marks that stand above, below or around the one before them, from Unicode's own data.

/// How many characters are no marks, how many after them are marks, and so on, in turns. A number has seven bits in each byte, the
/// highest first; all of its bytes but the last are above 127. Made by the test below: `UPDATE=1 cargo test --lib
/// text::combining_marks`.
#[rustfmt::skip]
const RUNS: [u8; 785] = [
    134, 0, 112, 130, 19, 7, 130, 7, 45, 1, 1, 1, 2, 1, 2, 1, 3, 70, 11, 48,
    21, 16, 1, 101, 7, 2, 6, 2, 2, 1, 4, 35, 1, 30, 27, 91, 11, 58, 9, 9,
    1, 24, 4, 1, 9, 1, 3, 1, 5, 43, 3, 59, 9, 42, 24, 1, 32, 55, 1, 1,
    1, 4, 8, 4, 1, 3, 7, 10, 2, 29, 1, 58, 1, 4, 4, 8, 1, 20, 2, 26,
    1, 2, 2, 57, 1, 4, 2, 4, 2, 2, 3, 3, 1, 30, 2, 3, 1, 11, 2, 57,
    1, 4, 5, 1, 2, 4, 1, 20, 2, 22, 6, 1, 1, 58, 1, 2, 1, 1, 4, 8,
    1, 5, 4, 11, 2, 30, 1, 61, 1, 12, 1, 50, 1, 3, 1, 55, 1, 1, 3, 5,
    3, 1, 4, 7, 2, 11, 2, 29, 1, 58, 1, 2, 1, 6, 1, 5, 2, 20, 2, 28,
    2, 57, 2, 4, 4, 8, 1, 20, 2, 29, 1, 72, 1, 7, 3, 1, 1, 90, 1, 2,
    7, 12, 8, 98, 1, 2, 9, 11, 7, 73, 2, 27, 1, 1, 1, 1, 1, 55, 14, 1,
    5, 1, 2, 5, 11, 1, 36, 9, 1, 102, 4, 1, 6, 1, 2, 2, 2, 25, 2, 4,
    3, 16, 4, 13, 1, 2, 2, 6, 1, 15, 1, 133, 63, 3, 135, 50, 3, 29, 2, 30,
    2, 30, 2, 64, 2, 1, 7, 8, 1, 2, 11, 9, 1, 45, 3, 1, 1, 117, 2, 34,
    1, 118, 3, 4, 2, 9, 1, 6, 3, 129, 91, 2, 2, 1, 58, 1, 1, 7, 1, 1,
    1, 1, 2, 8, 6, 10, 2, 1, 48, 65, 15, 4, 48, 1, 1, 5, 1, 1, 5, 1,
    40, 9, 12, 2, 32, 4, 2, 2, 1, 3, 56, 1, 1, 2, 3, 1, 1, 3, 58, 8,
    2, 2, 129, 24, 3, 1, 13, 1, 7, 4, 1, 6, 1, 3, 2, 129, 70, 64, 133, 80,
    33, 151, 126, 3, 129, 13, 1, 96, 32, 132, 42, 4, 107, 2, 129, 235, 84, 4, 1, 10,
    32, 2, 80, 2, 130, 16, 1, 3, 1, 4, 1, 25, 2, 5, 1, 129, 23, 2, 26, 18,
    13, 1, 38, 8, 25, 11, 46, 3, 48, 1, 2, 4, 2, 2, 39, 1, 67, 6, 2, 2,
    2, 2, 12, 1, 8, 1, 47, 1, 51, 1, 1, 3, 2, 2, 5, 2, 1, 1, 42, 2,
    8, 1, 129, 110, 1, 2, 1, 4, 1, 129, 158, 48, 1, 133, 97, 16, 16, 16, 135, 77,
    1, 129, 98, 1, 129, 21, 5, 141, 6, 3, 1, 2, 5, 4, 40, 3, 4, 1, 129, 37,
    2, 132, 61, 4, 65, 5, 130, 61, 2, 30, 5, 32, 16, 70, 11, 49, 4, 123, 1, 54,
    15, 41, 1, 2, 2, 10, 3, 49, 4, 2, 2, 7, 1, 61, 3, 36, 5, 1, 8, 62,
    1, 12, 2, 52, 9, 10, 4, 2, 1, 95, 3, 2, 1, 1, 2, 6, 1, 2, 1, 129,
    29, 1, 3, 8, 21, 2, 57, 2, 3, 1, 37, 7, 3, 5, 70, 6, 13, 1, 1, 1,
    1, 1, 14, 2, 85, 8, 2, 3, 1, 1, 23, 1, 84, 6, 1, 1, 4, 2, 1, 2,
    129, 110, 4, 6, 2, 1, 2, 27, 2, 85, 8, 2, 1, 1, 2, 106, 1, 1, 1, 2,
    6, 1, 1, 101, 1, 1, 1, 2, 4, 1, 5, 130, 3, 9, 1, 2, 130, 0, 2, 1,
    1, 4, 1, 129, 16, 4, 2, 2, 4, 1, 32, 10, 40, 6, 2, 4, 8, 1, 9, 6,
    2, 3, 46, 13, 1, 2, 129, 70, 1, 1, 3, 1, 1, 129, 73, 7, 1, 6, 1, 1,
    82, 22, 2, 7, 1, 2, 1, 2, 122, 6, 3, 1, 1, 2, 1, 7, 1, 1, 72, 2,
    3, 1, 1, 1, 88, 1, 130, 2, 2, 11, 2, 52, 5, 5, 1, 1, 1, 23, 1, 169,
    101, 1, 6, 15, 217, 72, 12, 3, 3, 147, 64, 5, 59, 7, 136, 24, 1, 63, 4, 81,
    1, 129, 153, 56, 2, 164, 97, 46, 2, 23, 131, 96, 2, 62, 3, 17, 8, 2, 7, 30,
    4, 129, 20, 3, 22, 2, 143, 35, 55, 4, 50, 8, 1, 14, 1, 22, 5, 1, 15, 138,
    80, 7, 1, 17, 2, 7, 1, 2, 1, 5, 100, 1, 129, 32, 7, 130, 119, 1, 61, 4,
    131, 124, 4, 129, 126, 2, 129, 115, 1, 2, 1, 7, 2, 5, 1, 131, 90, 7, 109, 7,
    176, 175, 53, 129, 112,
];

/// Whether Unicode has it for a nonspacing or an enclosing mark.
pub(super) fn is_combining_mark(character: char) -> bool {
    match character {
        // There are none here, and most text is: Latin, Greek, Chinese, Korean.
        ..'\u{300}' | '\u{3100}'..'\u{a66f}' | '\u{abee}'..'\u{fb1e}' => false,
        _ => is_in_marks(u32::from(character)),
    }
}

/// Whether the run of this character is one of marks.
fn is_in_marks(code: u32) -> bool {
    let (mut end, mut number, mut is_marks) = (0, 0, false);
    for &byte in &RUNS {
        number = number << 7 | u32::from(byte & 127);
        if byte < 128 {
            end += number;
            if code < end {
                return is_marks;
            }
            number = 0;
            is_marks = !is_marks;
        }
    }
    false
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

    use super::{RUNS, is_combining_mark};

    fn is_combining_mark_by_unicode(character: char) -> bool {
        matches!(character.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
    }

    #[test]
    fn the_table_is_that_of_unicode() {
        let mut runs: Vec<u8> = Vec::new();
        let (mut length, mut is_marks) = (0, false);
        for character in (0..=u32::from(char::MAX)).map(char::from_u32) {
            if character.is_some_and(is_combining_mark_by_unicode) != is_marks {
                add(&mut runs, length);
                (length, is_marks) = (0, !is_marks);
            }
            length += 1;
        }
        if std::env::var_os("UPDATE").is_some() {
            write(&runs);
        } else {
            assert!(RUNS[..] == runs[..], "the table is not that of Unicode; run the test with UPDATE=1");
        }
    }

    /// Adds the length of a run.
    fn add(runs: &mut Vec<u8>, length: u32) {
        for shift in [21, 14, 7] {
            if length >> shift > 0 {
                runs.push((length >> shift & 127) as u8 | 128);
            }
        }
        runs.push((length & 127) as u8);
    }

    #[test]
    fn every_character_is_what_unicode_says() {
        for character in '\0'..=char::MAX {
            assert_eq!(is_combining_mark(character), is_combining_mark_by_unicode(character), "{character:?}");
        }
    }

    fn write(runs: &[u8]) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/text/combining_marks.rs");
        let file = std::fs::read_to_string(path).unwrap();
        let (head, rest) = file.split_once("const RUNS: [u8; ").unwrap();
        let (_, tail) = rest.split_once("\n];").unwrap();
        let numbers: Vec<String> = runs.iter().map(|byte| format!("{byte},")).collect();
        let lines: Vec<String> = numbers.chunks(20).map(|line| format!("\n    {}", line.join(" "))).collect();
        let table = format!("const RUNS: [u8; {}] = [{}", runs.len(), lines.concat());
        std::fs::write(path, format!("{head}{table}\n];{tail}")).unwrap();
    }
}
