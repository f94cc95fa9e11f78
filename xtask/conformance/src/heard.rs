//! What came from the bridge.

use serde_json::Value;

/// The types of the protocol's own frames. All others belong to the agent and the page, and no check looks at them. The list
/// is written down a second time on purpose, after docs/protocol.md: a fault in the widget's list must not hide itself here.
const OWN: [&str; 13] = [
    "connected",
    "session_id",
    "session_status",
    "session_taken",
    "ask_user_question",
    "permission_request",
    "elicitation_request",
    "ask_user_timeout",
    "ask_user_ack",
    "ask_user_extend",
    "ask_user_resolved",
    "ask_user_withdrawn",
    "error",
];

/// What one page has heard since it was last looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// The protocol's frames, in order.
    pub frames: Vec<Value>,
    /// How many beats came between them.
    pub beats: usize,
    /// Messages that are no frames: binary ones, and text that is no JSON object with a type.
    pub unreadable: usize,
    /// The end of the connection, with its code.
    pub closed: Option<u16>,
}

/// What is known from what came before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The extensions that the bridge lists.
    pub capabilities: Vec<String>,
    /// The ask, as it first came.
    pub ask: Option<Value>,
}

impl Heard {
    /// Takes one text message.
    pub fn take(&mut self, text: &str) {
        match serde_json::from_str::<Value>(text) {
            Ok(frame) if frame["type"] == "ask_user_beat" => self.beats += 1,
            Ok(frame) if frame["type"].as_str().is_some_and(|name| OWN.contains(&name)) => self.frames.push(frame),
            Ok(frame) if frame["type"].is_string() => {}
            Ok(_) | Err(_) => self.unreadable += 1,
        }
    }

    /// The first frame of this type.
    pub fn first(&self, name: &str) -> Option<&Value> {
        self.frames.iter().find(|frame| frame["type"] == name)
    }

    /// The frames that can be a reply to something. A late greeting is none.
    pub fn replies(&self) -> Vec<&Value> {
        let is_greeting =
            |frame: &Value| ["connected", "session_id", "session_status"].into_iter().any(|name| frame["type"] == name);
        self.frames.iter().filter(|frame| !is_greeting(frame)).collect()
    }

    /// The types of the frames, in order.
    pub fn types(&self) -> Vec<&str> {
        self.frames.iter().filter_map(|frame| frame["type"].as_str()).collect()
    }

    /// All of it in a few words.
    pub fn words(&self) -> String {
        let frames = self.frames.iter().map(frame_words);
        let unreadable = (self.unreadable > 0).then(|| "something that is no frame".to_owned());
        let closed = self.closed.map(|code| format!("close {code}"));
        let all: Vec<String> = frames.chain(unreadable).chain(closed).collect();
        if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
    }
}

/// A frame in a few words: its type, and what tells it from others of the type.
fn frame_words(frame: &Value) -> String {
    let name = frame["type"].as_str().unwrap_or_default();
    let more = match name {
        "error" => frame["error"].as_str(),
        "ask_user_ack" | "ask_user_resolved" => frame["outcome"].as_str(),
        _ => None,
    };
    match more {
        Some(more) => format!("{name} “{}”", shown(more)),
        None => name.to_owned(),
    }
}

/// The id in a frame, in any of its spellings.
pub fn id(frame: &Value) -> Option<&str> {
    ["question_id", "questionId", "request_id"].into_iter().find_map(|key| frame.get(key)?.as_str())
}

/// A text of the bridge's that goes to a terminal: short, and without control characters.
pub fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|sign| !sign.is_control()).take(80).collect();
    if text.chars().count() > 80 {
        shown.push('…');
    }
    shown
}

impl Known {
    /// Whether the bridge lists an extension.
    pub fn has(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }

    /// Learns from a frame: which extensions there are, what is asked.
    pub fn learn(&mut self, frame: &Value) {
        match frame["type"].as_str() {
            Some("connected" | "session_status") => {
                if let Some(list) = frame["capabilities"].as_array() {
                    self.capabilities = list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
                }
            }
            Some("ask_user_question" | "permission_request" | "elicitation_request") => {
                self.ask.get_or_insert_with(|| frame.clone());
            }
            _ => {}
        }
    }

    /// The id of the ask; empty if there is none.
    pub fn id(&self) -> &str {
        self.ask.as_ref().and_then(id).unwrap_or_default()
    }

    /// How long the person has for it.
    pub fn timeout_seconds(&self) -> Option<f64> {
        self.ask.as_ref()?["timeout_seconds"].as_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::{Heard, Known};
    use serde_json::json;

    #[test]
    fn frames_of_the_agent_are_not_looked_at() {
        let mut heard = Heard::default();
        for text in
            [r#"{"type":"text","chunk":"a"}"#, r#"{"type":"error","error":"no"}"#, r#"{"type":"ask_user_beat"}"#]
        {
            heard.take(text);
        }
        assert_eq!((heard.words(), heard.beats), ("error “no”".to_owned(), 1));
        heard.take("[1]");
        assert_eq!(heard.unreadable, 1);
    }

    #[test]
    fn what_a_bridge_says_cannot_write_on_the_terminal() {
        let mut heard = Heard::default();
        heard.take(&json!({"type": "error", "error": format!("\u{1b}[2J{}", "x".repeat(100))}).to_string());
        assert_eq!(heard.words(), format!("error “[2J{}…”", "x".repeat(77)));
    }

    #[test]
    fn the_id_is_that_of_the_first_ask_in_either_spelling() {
        let mut known = Known::default();
        known.learn(&json!({"type": "ask_user_question", "questionId": "a"}));
        known.learn(&json!({"type": "ask_user_question", "question_id": "b"}));
        assert_eq!(known.id(), "a");
    }
}
