//! The list rule: how several picks share one string.
//!
//! Items are joined by `", "`. An item that itself contains `", "` or `"`, or is empty, is written as a JSON string
//! inside the join, so that a reader can split the answer again into exactly what was joined.

use super::json::write_json_string;
use crate::text::find;

const SEPARATOR: &str = ", ";

/// Joins `items` into one answer.
pub fn join<S: AsRef<str>>(items: &[S]) -> String {
    let mut out = String::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(SEPARATOR);
        }
        let item = item.as_ref();
        if item.is_empty() || find(item, SEPARATOR).is_some() || item.contains('"') {
            write_json_string(item, &mut out);
        } else {
            out.push_str(item);
        }
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use super::{SEPARATOR, join};

    /// Splits an answer that `join` made. Text that no join could have made is split at its
    /// separators and otherwise left as it is.
    pub fn split(answer: &str) -> Vec<String> {
        let mut items = Vec::new();
        if answer.is_empty() {
            return items;
        }
        let mut rest = answer;
        loop {
            let (item, after) = match quoted(rest) {
                Some(found) => found,
                None => match rest.find(SEPARATOR) {
                    Some(at) => (rest[..at].to_owned(), &rest[at..]),
                    None => (rest.to_owned(), ""),
                },
            };
            items.push(item);
            match after.strip_prefix(SEPARATOR) {
                Some(next) => rest = next,
                None => return items,
            }
        }
    }

    /// A JSON string at the start of `text` that ends the item there, and what follows it.
    fn quoted(text: &str) -> Option<(String, &str)> {
        let body = text.strip_prefix('"')?;
        let mut item = String::new();
        let mut characters = body.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    let after = &body[at + 1..];
                    return (after.is_empty() || after.starts_with(SEPARATOR)).then_some((item, after));
                }
                '\\' => match characters.next()?.1 {
                    'n' => item.push('\n'),
                    'r' => item.push('\r'),
                    't' => item.push('\t'),
                    'u' => {
                        let hex: String = characters.by_ref().take(4).map(|(_, digit)| digit).collect();
                        item.push(char::from_u32(u32::from_str_radix(&hex, 16).ok()?)?);
                    }
                    escaped => item.push(escaped),
                },
                other => item.push(other),
            }
        }
        None
    }

    #[test]
    fn plain_items_are_joined_as_the_protocol_says() {
        assert_eq!(join(&["Introduction", "Conclusion"]), "Introduction, Conclusion");
    }

    #[test]
    fn an_ambiguous_item_is_quoted() {
        assert_eq!(join(&["Intro", "Yes, always"]), r#"Intro, "Yes, always""#);
    }

    #[test]
    fn split_undoes_join() {
        let pieces = ["", "a", "a, b", "\"", "\\", ",", " ", "a,", "\n\u{1}", "\"q\", r", "ü 😀", "1,5", "x\"y"];
        for first in pieces {
            assert_eq!(split(&join(&[first])), [first]);
            for second in pieces {
                for third in pieces {
                    let items = [first, second, third];
                    assert_eq!(split(&join(&items)), items);
                }
            }
        }
        assert!(split("").is_empty());
    }

    #[test]
    fn text_that_no_join_made_is_not_lost() {
        assert_eq!(split(r#""open, b"#), ["\"open", "b"]);
        assert_eq!(split(r#""a"b, c"#), ["\"a\"b", "c"]);
    }
}
