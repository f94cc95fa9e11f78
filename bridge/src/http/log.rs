//! What `--verbose` prints: a line on standard error for each connection, frame and ask.
//!
//! A frame is named by its type and the id of its ask. What it says is never printed: answers are the person's, and the first
//! frame may hold a token. Names of sessions are cut short, because whoever knows one can take the session over.

use std::fmt::Display;
use std::io::{self, Write};

use serde_json::Value;

use crate::session::SessionId;

/// Characters of a name that are printed.
const NAME: usize = 8;
/// Characters of a frame's type and id that are printed.
const WORD: usize = 40;

/// Prints what happens in one session, or nothing.
#[derive(Clone, Debug)]
pub(super) struct Log {
    /// The start of every line; `None` if nothing is to be printed.
    start: Option<String>,
}

impl Log {
    pub(super) fn new(is_verbose: bool, session: &SessionId) -> Log {
        Log { start: is_verbose.then(|| format!("ask-user-bridge: session {}", short(session.as_str()))) }
    }

    /// The same for one of its connections.
    pub(super) fn of_connection(&self, connection: &str) -> Log {
        Log { start: self.start.as_ref().map(|start| format!("{start}, {}", short(connection))) }
    }

    /// Something happened.
    pub(super) fn note(&self, what: impl Display) {
        if let Some(start) = &self.start {
            // Nobody may be reading any more.
            let _ = writeln!(io::stderr().lock(), "{start}: {what}");
        }
    }

    /// A frame came or goes.
    pub(super) fn frame(&self, direction: &str, text: &str) {
        if self.start.is_some() {
            self.note(format_args!("{direction} {}", describe(text)));
        }
    }
}

fn short(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The type of a frame and the id of its ask, if it has one.
fn describe(text: &str) -> String {
    let Ok(frame) = serde_json::from_str::<Value>(text) else { return "text that is no JSON".to_owned() };
    let id = |place: &Value| place.get("question_id").or_else(|| place.get("request_id")).cloned();
    let id = id(&frame).or_else(|| id(frame.get("data")?));
    let id = id.as_ref();
    match id.and_then(Value::as_str) {
        Some(id) => format!("{} {}", word(frame["type"].as_str()), word(Some(id))),
        None => word(frame["type"].as_str()),
    }
}

/// A page may write anything into its frames, also what would command a terminal.
fn word(word: Option<&str>) -> String {
    word.map_or("no type".to_owned(), |word| word.chars().take(WORD).flat_map(char::escape_debug).collect())
}

#[cfg(test)]
mod tests {
    use super::{describe, short};

    #[test]
    fn a_frame_is_named_and_not_quoted() {
        let response = r#"{"type":"ask_user_response","data":{"question_id":"q_1","answers":{"Q?":"secret"}}}"#;
        assert_eq!(describe(response), "ask_user_response q_1");
        assert_eq!(describe(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"late"}"#), "ask_user_ack q_1");
        assert_eq!(
            describe(r#"{"type":"permission_request","request_id":"q_2","input":{}}"#),
            "permission_request q_2"
        );
        let response = r#"{"type":"permission_response","data":{"request_id":"q_2","result":{"message":"secret"}}}"#;
        assert_eq!(describe(response), "permission_response q_2");
        assert_eq!(describe(r#"{"type":"authenticate","token":"secret"}"#), "authenticate");
        assert_eq!(describe("[1]"), "no type");
        assert_eq!(describe("secret"), "text that is no JSON");
    }

    #[test]
    fn a_page_commands_no_terminal_and_fills_no_log() {
        let long = "x".repeat(1_000);
        let text = describe(&format!(r#"{{"type":"\u001b[2Jhi\n","question_id":"{long}"}}"#));
        assert!(text.chars().all(|sign| !sign.is_control()) && text.len() < 100, "{text}");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("demo"), "demo");
        assert_eq!(short("s_5e0c12345678"), "s_5e0c12…");
    }
}
