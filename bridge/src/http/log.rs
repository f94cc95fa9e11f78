//! What the log says of one session, with `--verbose`: a line for each connection, frame and ask.
//!
//! A frame is named by its type, the id of its ask and its length. What it says is never written: answers are the person's, and
//! the first frame may hold a token. Names of sessions are cut short, because whoever knows one can take the session over.

use std::fmt::Display;

use serde_json::Value;
use tracing::{Level, debug, enabled};

use crate::session::SessionId;

/// Characters of a name that are written.
const NAME: usize = 8;
/// Characters of a frame's type and id that are written.
const WORD: usize = 64;

/// Writes what happens in one session.
#[derive(Clone, Debug)]
pub(super) struct Log {
    session: String,
    connection: Option<String>,
}

impl Log {
    pub(super) fn new(session: &SessionId) -> Log {
        Log { session: short(session.as_str()), connection: None }
    }

    /// The log of one connection of the session.
    pub(super) fn of_connection(&self, connection: &str) -> Log {
        Log { session: self.session.clone(), connection: Some(short(connection)) }
    }

    /// Something happened.
    pub(super) fn note(&self, what: impl Display) {
        debug!(session = self.session, connection = self.connection, "{what}");
    }

    /// A frame came from the page.
    pub(super) fn received(&self, text: &str) {
        self.frame("received", text);
    }

    /// A frame goes to the page.
    pub(super) fn sent(&self, text: &str) {
        self.frame("sent", text);
    }

    fn frame(&self, what: &str, text: &str) {
        if enabled!(Level::DEBUG) {
            let Described { kind, ask } = describe(text);
            let bytes = text.len();
            debug!(session = self.session, connection = self.connection, frame = kind, ask, bytes, "{what}");
        }
    }
}

fn short(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// What is written of a frame.
#[derive(Debug, PartialEq, Eq)]
struct Described {
    kind: String,
    ask: Option<String>,
}

/// The type of a frame and the id of its ask, if it has one.
fn describe(text: &str) -> Described {
    let Ok(frame) = serde_json::from_str::<Value>(text) else {
        return Described { kind: "text that is no JSON".to_owned(), ask: None };
    };
    let id = |place: &Value| place.get("question_id").or_else(|| place.get("request_id")).cloned();
    let id = id(&frame).or_else(|| id(frame.get("data")?));
    let kind = frame["type"].as_str().map_or("no type".to_owned(), word);
    Described { kind, ask: id.as_ref().and_then(Value::as_str).map(word) }
}

/// A page may write anything into its frames, also what would command a terminal.
fn word(word: &str) -> String {
    word.chars().take(WORD).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::{Described, describe, short};

    #[test]
    fn a_frame_is_named_and_not_quoted() {
        for (frame, kind, ask) in [
            (
                r#"{"type":"ask_user_response","data":{"question_id":"q_1","answers":{"Q?":"secret"}}}"#,
                "ask_user_response",
                Some("q_1"),
            ),
            (r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"late"}"#, "ask_user_ack", Some("q_1")),
            (r#"{"type":"permission_request","request_id":"q_2","input":{}}"#, "permission_request", Some("q_2")),
            (
                r#"{"type":"permission_response","data":{"request_id":"q_2","result":{"message":"secret"}}}"#,
                "permission_response",
                Some("q_2"),
            ),
            (r#"{"type":"authenticate","token":"secret"}"#, "authenticate", None),
            ("[1]", "no type", None),
            ("secret", "text that is no JSON", None),
        ] {
            assert_eq!(describe(frame), Described { kind: kind.to_owned(), ask: ask.map(str::to_owned) }, "{frame}");
        }
    }

    #[test]
    fn a_page_commands_no_terminal_and_fills_no_log() {
        let long = "x".repeat(1_000);
        let Described { kind, ask } = describe(&format!(r#"{{"type":"\u001b[2Jhi\n","question_id":"{long}"}}"#));
        let text = format!("{kind} {}", ask.unwrap());
        assert!(text.chars().all(|sign| !sign.is_control()) && text.len() < 100, "{text}");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("demo"), "demo");
        assert_eq!(short("s_5e0c12345678"), "s_5e0c12…");
    }
}
