//! Frames that a bridge sends.

use std::fmt;

use super::ask::Ask;
use super::value::Value;

/// A frame from the bridge, as far as the widget cares.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerFrame {
    /// The first frame on a connection.
    Connected {
        /// What the bridge can do beyond the basic protocol.
        capabilities: Capabilities,
        /// The session's id, if it has one already.
        session_id: Option<String>,
    },
    /// The session has an id now.
    SessionId {
        /// The id.
        session_id: Option<String>,
    },
    /// The state of the session, once after connecting.
    SessionStatus(SessionStatus),
    /// The agent asks.
    AskUserQuestion(Ask),
    /// Nobody answered in time.
    AskUserTimeout {
        /// Which ask.
        question_id: String,
        /// The server's words.
        error: Option<String>,
    },
    /// The bridge has taken a response (extension `ack`).
    AskUserAck {
        /// Which ask.
        question_id: String,
        /// `accepted`, `cancelled`, `late` or `duplicate`.
        outcome: String,
    },
    /// There is more time (extension `extend`).
    AskUserExtend {
        /// Which ask.
        question_id: String,
        /// What is left now.
        remaining_seconds: f64,
    },
    /// The ask was answered in another view of the session (extension `resolved`).
    AskUserResolved {
        /// Which ask.
        question_id: String,
        /// Whether it was cancelled there.
        is_cancel: bool,
        /// The answers that were given there.
        answers: Vec<(String, String)>,
    },
    /// The agent no longer needs an answer (extension `withdraw`).
    AskUserWithdrawn {
        /// Which ask.
        question_id: String,
        /// The agent's words.
        reason: Option<String>,
    },
    /// The bridge is there (extension `beat`).
    Beat,
    /// Another connection has taken the session over.
    SessionTaken,
    /// Something went wrong at the bridge or the agent.
    Error {
        /// The bridge's words.
        error: String,
        /// Whether trying again is of no use.
        is_permanent: bool,
    },
    /// Anything else: the agent is at work, and the frame belongs to the page.
    Agent {
        /// Whether the agent has finished with it.
        complete: bool,
    },
}

/// What the bridge says about the session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionStatus {
    /// The session's id.
    pub session_id: Option<String>,
    /// Whether the agent is at work.
    pub is_processing: bool,
    /// Whether the agent waits for an answer.
    pub waiting_for_user: bool,
    /// The ask that it waits for.
    pub pending_question_id: Option<String>,
    /// What the bridge can do; `None` if it does not say here.
    pub capabilities: Option<Capabilities>,
}

/// What a bridge can do beyond the basic protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Takes notes and previews beside the answers.
    pub annotations: bool,
    /// Confirms each response.
    pub ack: bool,
    /// Says on a replay how much time is left.
    pub deadline: bool,
    /// Gives more time on request.
    pub extend: bool,
    /// Says every so many seconds that it is there, and at once when it is asked to.
    pub beat_seconds: Option<u32>,
}

/// A frame that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// The frame's type, if it has one.
    pub kind: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl fmt::Display for FrameError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.kind, self.reason)
    }
}

impl ServerFrame {
    /// Whether frames of this type must be decoded; any other is what [`ServerFrame::agent`] says.
    pub fn is_known(kind: &str) -> bool {
        ServerFrame::is_owned(kind)
            || matches!(kind, "connected" | "session_id" | "session_status" | "session_taken" | "error")
    }

    /// Whether frames of this type are the widget's own. All others are passed on to the page.
    pub fn is_owned(kind: &str) -> bool {
        kind.starts_with("ask_user_")
    }

    /// A frame that only shows that the agent is at work.
    pub fn agent(kind: &str) -> ServerFrame {
        ServerFrame::Agent { complete: kind == "complete" }
    }

    /// Reads a frame.
    pub fn read(value: &Value) -> Result<ServerFrame, FrameError> {
        let Some(kind) = value.get("type").and_then(Value::as_str) else {
            return Err(FrameError { kind: "frame".to_owned(), reason: "has no type" });
        };
        let question_id = || {
            let id = value.get("question_id").or_else(|| value.get("questionId"));
            let id = id.and_then(Value::as_str).filter(|id| !id.is_empty());
            id.map(str::to_owned).ok_or(FrameError { kind: kind.to_owned(), reason: "has no question_id" })
        };
        let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let session_id = || text("session_id").or_else(|| text("sessionId"));
        let truth = |key| value.get(key).and_then(Value::as_bool).unwrap_or(false);
        Ok(match kind {
            "connected" => ServerFrame::Connected {
                capabilities: Capabilities::read(value).unwrap_or_default(),
                session_id: session_id(),
            },
            "session_id" => ServerFrame::SessionId { session_id: session_id() },
            "session_status" => ServerFrame::SessionStatus(SessionStatus {
                session_id: session_id(),
                is_processing: truth("is_processing"),
                waiting_for_user: truth("waiting_for_user"),
                pending_question_id: text("pending_question_id"),
                capabilities: Capabilities::read(value),
            }),
            "session_taken" => ServerFrame::SessionTaken,
            "ask_user_beat" => ServerFrame::Beat,
            "error" => ServerFrame::Error {
                error: text("error").or_else(|| text("message")).unwrap_or_default(),
                is_permanent: truth("isPermanent") || truth("is_permanent"),
            },
            "ask_user_question" => ServerFrame::AskUserQuestion(Ask::read(question_id()?, value)),
            "ask_user_timeout" => ServerFrame::AskUserTimeout { question_id: question_id()?, error: text("error") },
            "ask_user_ack" => ServerFrame::AskUserAck {
                question_id: question_id()?,
                outcome: text("outcome").unwrap_or_else(|| "accepted".to_owned()),
            },
            "ask_user_extend" => match value.get("remaining_seconds").and_then(Value::as_f64) {
                Some(remaining_seconds) => {
                    ServerFrame::AskUserExtend { question_id: question_id()?, remaining_seconds }
                }
                None => return Err(FrameError { kind: kind.to_owned(), reason: "has no remaining_seconds" }),
            },
            "ask_user_resolved" => ServerFrame::AskUserResolved {
                question_id: question_id()?,
                is_cancel: text("outcome").as_deref() == Some("cancelled"),
                answers: value.get("answers").and_then(Value::as_map).map(read_answers).unwrap_or_default(),
            },
            "ask_user_withdrawn" => {
                ServerFrame::AskUserWithdrawn { question_id: question_id()?, reason: text("reason") }
            }
            _ => ServerFrame::agent(kind),
        })
    }
}

impl Capabilities {
    fn read(value: &Value) -> Option<Capabilities> {
        let names = value.get("capabilities")?.as_list()?;
        let has = |name| names.iter().any(|known| known.as_str() == Some(name));
        Some(Capabilities {
            annotations: has("annotations"),
            ack: has("ack"),
            deadline: has("deadline"),
            extend: has("extend"),
            // A beat of less than a second would be a fault, and one of an hour no beat.
            beat_seconds: value
                .get("beat_seconds")
                .and_then(Value::as_f64)
                .filter(|seconds| has("beat") && (1.0..=300.0).contains(seconds))
                .map(|seconds| seconds as u32),
        })
    }
}

fn read_answers(pairs: &[(String, Value)]) -> Vec<(String, String)> {
    pairs.iter().filter_map(|(key, answer)| Some((key.clone(), answer.as_str()?.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Capabilities, ServerFrame, SessionStatus};
    use crate::protocol::{ClientFrame, Value};

    fn read(json: &str) -> Result<ServerFrame, String> {
        ServerFrame::read(&serde_json::from_str(json).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_status_of_the_protocol_page() {
        let json = r#"{"type":"session_status","session_id":"session-123","is_processing":false,
            "waiting_for_user":true,"pending_question_id":"q_123"}"#;
        let expected = SessionStatus {
            session_id: Some("session-123".to_owned()),
            is_processing: false,
            waiting_for_user: true,
            pending_question_id: Some("q_123".to_owned()),
            capabilities: None,
        };
        assert_eq!(read(json), Ok(ServerFrame::SessionStatus(expected)));
    }

    #[test]
    fn either_spelling_of_the_id() {
        for key in ["question_id", "questionId"] {
            let json = format!(r#"{{"type":"ask_user_timeout","{key}":"q_1","error":"late"}}"#);
            let expected =
                ServerFrame::AskUserTimeout { question_id: "q_1".to_owned(), error: Some("late".to_owned()) };
            assert_eq!(read(&json), Ok(expected));
        }
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        for (json, expected) in [
            (r#"{"type":"ask_user_question","questions":[]}"#, "ask_user_question: has no question_id"),
            (r#"{"type":"ask_user_question","question_id":7}"#, "ask_user_question: has no question_id"),
            (r#"{"type":"ask_user_extend","question_id":"q"}"#, "ask_user_extend: has no remaining_seconds"),
            (r#"{"hello":1}"#, "frame: has no type"),
            ("[1]", "frame: has no type"),
            ("null", "frame: has no type"),
        ] {
            assert_eq!(read(json), Err(expected.to_owned()));
        }
    }

    #[test]
    fn frames_of_the_page_are_the_agents() {
        for kind in ["text", "thinking", "tool_use", "complete", "ask_user_from_the_future"] {
            assert_eq!(
                read(&format!(r#"{{"type":"{kind}"}}"#)),
                Ok(ServerFrame::Agent { complete: kind == "complete" })
            );
        }
        assert!(!ServerFrame::is_known("text"));
        assert!(ServerFrame::is_known("session_status") && !ServerFrame::is_owned("session_status"));
        assert!(ServerFrame::is_owned("ask_user_question"));
    }

    #[test]
    fn a_beat_is_a_capability_with_a_number() {
        for (json, expected) in [
            (r#"{"type":"connected","capabilities":["beat"],"beat_seconds":15}"#, Some(15)),
            (r#"{"type":"connected","capabilities":["beat"]}"#, None),
            (r#"{"type":"connected","capabilities":["ack"],"beat_seconds":15}"#, None),
            (r#"{"type":"connected","capabilities":["beat"],"beat_seconds":0}"#, None),
            (r#"{"type":"connected","capabilities":["beat"],"beat_seconds":1e9}"#, None),
        ] {
            let Ok(ServerFrame::Connected { capabilities, .. }) = read(json) else { panic!("{json}") };
            assert_eq!(capabilities.beat_seconds, expected, "{json}");
        }
        assert_eq!(read(r#"{"type":"ask_user_beat"}"#), Ok(ServerFrame::Beat));
        assert!(ServerFrame::is_owned("ask_user_beat"), "and nothing for the page");
    }

    #[test]
    fn the_session_is_named_by_a_greeting_or_by_a_frame_of_its_own() {
        let id = Some("abc".to_owned());
        let greeting = read(r#"{"type":"connected","connection_id":"c","session_id":"abc"}"#);
        let expected = ServerFrame::Connected { capabilities: Capabilities::default(), session_id: id.clone() };
        assert_eq!(greeting, Ok(expected));
        for key in ["session_id", "sessionId"] {
            let frame = read(&format!(r#"{{"type":"session_id","{key}":"abc"}}"#));
            assert_eq!(frame, Ok(ServerFrame::SessionId { session_id: id.clone() }));
        }
        assert!(ServerFrame::is_known("session_id") && !ServerFrame::is_owned("session_id"), "the page has it too");
    }

    #[test]
    fn capabilities_by_name() {
        let json = r#"{"type":"connected","capabilities":["ack","extend","teleport",3]}"#;
        let capabilities = Capabilities { ack: true, extend: true, ..Capabilities::default() };
        assert_eq!(read(json), Ok(ServerFrame::Connected { capabilities, session_id: None }));
    }

    #[test]
    fn the_readme_shows_frames_as_they_are() {
        let readme = include_str!("../../README.md").split("### The frames").nth(1).unwrap();
        let block = readme.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        let mut types = Vec::new();
        for line in block.lines() {
            let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let name = value.get("type").and_then(Value::as_str).unwrap().to_owned();
            match ServerFrame::read(&value).unwrap() {
                ServerFrame::AskUserQuestion(ask) => assert_eq!(ask.problems, [], "{line}"),
                // What it does not know it leaves alone: this one is ours.
                ServerFrame::Agent { .. } => assert_eq!(name, "ask_user_response"),
                _ => {}
            }
            types.push(name);
        }
        let all = ["session_status", "ask_user_question", "ask_user_response", "ask_user_timeout", "session_taken"];
        assert_eq!(types, all);
        let answers = vec![("Ship it?".to_owned(), "Yes".to_owned())];
        let answer = ClientFrame::Answer { question_id: "q_1".to_owned(), answers, annotations: Vec::new() };
        assert!(block.contains(&answer.to_value().to_json()));
        let cancel = ClientFrame::Cancel { question_id: "q_1".to_owned() }.to_value().to_json();
        let data = cancel.split_once(r#""data":"#).unwrap().1.trim_end_matches('}');
        assert!(readme.contains(data), "{data}");
    }
}
