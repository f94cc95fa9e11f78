//! Reads single strings from what `cargo … --format` prints. Not a JSON parser, for the reason given in `toml`.

/// The first string that stands under `key`; `None` also when the value there is no string.
pub(crate) fn string(text: &str, key: &str) -> Option<String> {
    let start = text.find(&format!("\"{key}\":"))? + key.len() + 3;
    let mut characters = text[start..].trim_start().strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match characters.next()? {
            '"' => return Some(value),
            // Paths need no other escapes than these two: `\\` and `\"`.
            '\\' => value.push(characters.next()?),
            character => value.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_and_unescaped() {
        let line = r#"{"name":"a","executable":null,"path": "C:\\t\"x","other":"b"}"#;
        assert_eq!(string(line, "name").as_deref(), Some("a"));
        assert_eq!(string(line, "path").as_deref(), Some(r#"C:\t"x"#));
        assert_eq!(string(line, "executable"), None);
        assert_eq!(string(line, "missing"), None);
        assert_eq!(string(r#"{"cut":"off"#, "cut"), None);
    }
}
