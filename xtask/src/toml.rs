//! Reads single values from the project's own TOML files.
//!
//! Not a TOML parser: it knows tables, arrays of tables, and one `key = value` a line, which is how Cargo.toml,
//! Cargo.lock and Trunk.toml write what is read here. A real parser would cost every command its compile time.

/// The value of `key` in `[table]`; the top of the file is the table `""`. Quotes are taken off.
pub(crate) fn value(text: &str, table: &str, key: &str) -> Option<String> {
    let mut here = "";
    for line in text.lines().map(str::trim) {
        if let Some(name) = header(line) {
            here = name;
        } else if here == table
            && let Some(value) = assigned(line, key)
        {
            return Some(value.to_owned());
        }
    }
    None
}

/// The version that a Cargo.lock gives to a package.
pub(crate) fn locked_version(lock: &str, package: &str) -> Option<String> {
    let mut lines = lock.lines().map(str::trim);
    lines.find(|line| assigned(line, "name") == Some(package))?;
    // Cargo writes the version directly below the name.
    assigned(lines.next()?, "version").map(str::to_owned)
}

fn header(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.split_once(']').map(|(name, _)| name.trim_start_matches('['))
}

fn assigned<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim();
    match value.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(inside, _)| inside),
        None => Some(value.split('#').next().unwrap_or(value).trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"
top = "first"
# top = "comment"
[one]
key = 75_000 # why
keyed = "no"
[[many]]
key = "a # b"
"##;

    #[test]
    fn a_key_belongs_to_its_table() {
        assert_eq!(value(TEXT, "", "top").as_deref(), Some("first"));
        assert_eq!(value(TEXT, "one", "key").as_deref(), Some("75_000"));
        assert_eq!(value(TEXT, "many", "key").as_deref(), Some("a # b"));
        assert_eq!(value(TEXT, "one", "top"), None);
        assert_eq!(value(TEXT, "none", "key"), None);
    }

    #[test]
    fn a_lock_is_asked_for_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
