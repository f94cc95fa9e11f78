//! The name by which a session is connected to and persisted: an address, or a word of the page's.
//!
//! A session whose name ends in `new` does not exist yet: the bridge makes it, and says which id it has. A reconnect under
//! the old name would make another.

use crate::text::Joined;

/// What stands where the id will be.
const NEW: &str = "new";

/// Bytes of an id; what is longer is none.
const LONGEST: usize = 200;

/// The name of a session that was begun as a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionName {
    before: String,
    after: String,
    id: Option<String>,
}

impl SessionName {
    /// The name of a new session, if it is one: `new`, or an address whose path ends in `/new`.
    pub fn of(name: &str) -> Option<SessionName> {
        let (path, after) = name.split_at(name.find(['?', '#']).unwrap_or(name.len()));
        let before = path.strip_suffix(NEW).filter(|before| before.is_empty() || before.ends_with('/'))?;
        Some(SessionName { before: before.to_owned(), after: after.to_owned(), id: None })
    }

    /// The bridge says that the session has this id. Its name from now on, if that is another.
    pub fn follow(&mut self, id: &str) -> Option<String> {
        // Dots would lead a path elsewhere.
        let is_id = !matches!(id, "" | "." | ".." | NEW) && id.len() <= LONGEST && !id.chars().any(char::is_control);
        if !is_id || self.id.as_deref() == Some(id) {
            return None;
        }
        self.id = Some(id.to_owned());
        Some([&self.before, encoded(id).as_str(), &self.after].joined(""))
    }
}

/// As JavaScript's `encodeURIComponent` writes it, so that a page that uses the id itself means the same address.
fn encoded(id: &str) -> String {
    let mut text = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let digit = |half: u8| char::from(b"0123456789ABCDEF"[usize::from(half)]);
            text.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::SessionName;

    fn followed(name: &str, id: &str) -> Option<String> {
        SessionName::of(name)?.follow(id)
    }

    #[test]
    fn a_new_session_goes_by_the_id_that_the_bridge_gives() {
        for (name, expected) in [
            ("new", "a-1"),
            ("ws://host/ws/new", "ws://host/ws/a-1"),
            ("wss://host/ws/new?x=/new#y", "wss://host/ws/a-1?x=/new#y"),
        ] {
            assert_eq!(followed(name, "a-1").as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_session_that_has_a_name_keeps_it() {
        for name in ["demo", "renew", "ws://h/ws/demo", "ws://h/ws/renew", "ws://h/new/demo", "ws://h/?x=/new"] {
            assert_eq!(followed(name, "a-1"), None, "{name}");
        }
    }

    #[test]
    fn an_id_is_followed_once_and_another_again() {
        let mut name = SessionName::of("new").unwrap();
        assert_eq!(name.follow("a").as_deref(), Some("a"));
        assert_eq!(name.follow("a"), None);
        assert_eq!(name.follow("b").as_deref(), Some("b"), "a bridge may go on under another");
    }

    #[test]
    fn a_hostile_id_leads_nowhere_else() {
        assert_eq!(followed("ws://h/ws/new", "../evil?x#y").as_deref(), Some("ws://h/ws/..%2Fevil%3Fx%23y"));
        assert_eq!(followed("ws://h/ws/new", "ä@h").as_deref(), Some("ws://h/ws/%C3%A4%40h"));
        let long = "x".repeat(201);
        for id in ["", ".", "..", "new", "a\nb", "a\0", long.as_str()] {
            assert_eq!(followed("ws://h/ws/new", id), None, "{id:?}");
        }
    }
}
