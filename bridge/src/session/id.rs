//! Names of sessions. The caller chooses them, so they are checked here and nowhere else.

use crate::random;

/// Characters of a name that holds 128 bits, in the densest alphabet that a name can have.
const UNGUESSABLE: usize = 22;

/// 1 to 128 characters of `A-Z a-z 0-9 . _ -`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// Takes a name, if it is one.
    pub fn new(id: &str) -> Option<SessionId> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        ((1..=128).contains(&id.len()) && id.bytes().all(is_allowed)).then(|| SessionId(id.to_owned()))
    }

    /// A fresh one that nobody can guess.
    pub fn random() -> SessionId {
        SessionId(random::session_id())
    }

    /// Whether it is long enough to have been made by chance, as [`SessionId::random`] and UUIDs are: a short one is a
    /// name that somebody chose, and somebody else can guess.
    pub fn is_unguessable(&self) -> bool {
        self.0.len() >= UNGUESSABLE
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
    fn a_random_one_is_a_name_that_nobody_can_guess() {
        let (one, other) = (SessionId::random(), SessionId::random());
        assert_ne!(one, other);
        assert_eq!(SessionId::new(one.as_str()), Some(one.clone()));
        assert!(one.is_unguessable());
        let guessable = |id: &str| !SessionId::new(id).unwrap().is_unguessable();
        assert!(guessable("demo") && guessable(&"x".repeat(21)));
        assert!(!guessable("0b8d3a54-5b0f-4b0e-9d3c-0a1b2c3d4e5f"), "a UUID");
    }

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
