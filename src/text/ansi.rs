//! Terminal escapes in a text that was written for a terminal, such as the reason for a request.

/// The character with which an escape begins.
const ESCAPE: char = '\u{1b}';

/// The text without its terminal escapes. An escape that does not end stays, so that it can swallow nothing.
pub fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(ESCAPE) {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        match escape_length(after) {
            Some(length) => rest = &after[length..],
            None => {
                out.push(ESCAPE);
                rest = after;
            }
        }
    }
    out + rest
}

/// The number of bytes that an escape has after its first character.
fn escape_length(after: &str) -> Option<usize> {
    match after.bytes().next()? {
        // Colours and movements: parameters, then one letter or sign.
        b'[' => {
            let parameters = after[1..].bytes().take_while(|byte| (0x20..0x40).contains(byte)).count();
            let last = after.as_bytes().get(1 + parameters)?;
            (0x40..0x7f).contains(last).then_some(2 + parameters)
        }
        // Titles and links: until a bell, or until an escape with a backslash. They have no line break.
        b']' | b'P' | b'X' | b'^' | b'_' => {
            let end = after.find(['\u{7}', ESCAPE, '\n'])?;
            match &after[end..] {
                bell if bell.starts_with('\u{7}') => Some(end + 1),
                other => other.starts_with("\u{1b}\\").then_some(end + 2),
            }
        }
        // Character sets: one sign, then one letter.
        b'(' | b')' | b'*' | b'+' => after.as_bytes().get(1).filter(|byte| byte.is_ascii_graphic()).map(|_| 2),
        byte => byte.is_ascii_graphic().then_some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::without_escapes;

    #[test]
    fn escapes_go_and_text_stays() {
        for (text, plain) in [
            ("\u{1b}[1;31mred\u{1b}[0m", "red"),
            ("\u{1b}]8;;https://a.example\u{7}link\u{1b}]8;;\u{1b}\\!", "link!"),
            ("\u{1b}(Bdone\u{1b}7", "done"),
            ("plain [31m", "plain [31m"),
            ("", ""),
        ] {
            assert_eq!(without_escapes(text), plain);
        }
    }

    #[test]
    fn an_escape_without_an_end_swallows_nothing() {
        for text in ["\u{1b}]0;rm -rf ~", "a\u{1b}[31", "a\u{1b}", "\u{1b}é", "\u{1b}Ptitle\nrm -rf ~\u{7}", "\u{1b}[é"]
        {
            assert_eq!(without_escapes(text), text);
        }
    }
}
