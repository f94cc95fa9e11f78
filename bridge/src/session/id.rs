//! Names of sessions. The caller chooses them, so they are checked here and nowhere else.

/// 1 to 128 characters of `A-Z a-z 0-9 . _ -`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// Takes a name, if it is one.
    pub fn new(id: &str) -> Option<SessionId> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        ((1..=128).contains(&id.len()) && id.bytes().all(is_allowed)).then(|| SessionId(id.to_owned()))
    }

    /// The name as it travels.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::SessionId;

    #[test]
    fn names_are_checked() {
        let longest = "x".repeat(128);
        for good in ["demo", "a", "A-Z_0.9", "..", &longest] {
            assert_eq!(SessionId::new(good).as_ref().map(SessionId::as_str), Some(good));
        }
        let too_long = "x".repeat(129);
        for bad in ["", "a b", "a/b", "ä", "a\n", "a%20b", &too_long] {
            assert_eq!(SessionId::new(bad), None, "{bad:?}");
        }
    }
}
