//! Frames that a bridge sends.

use std::fmt;

use super::read_question_id;
use crate::protocol::ask::Ask;
use crate::protocol::capability::Capabilities;
use crate::protocol::value::Value;

/// How the names of all frames begin that are the widget's own.
const OWN_PREFIX: &str = "ask_user_";

/// The type of a frame from a bridge. It alone decides who gets the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerFrameType {
    /// `connected`
    Connected,
    /// `session_id`
    SessionId,
    /// `session_status`
    SessionStatus,
    /// `session_taken`
    SessionTaken,
    /// `error`
    Error,
    /// `ask_user_question`
    AskUserQuestion,
    /// `ask_user_timeout`
    AskUserTimeout,
    /// `ask_user_ack`
    AskUserAck,
    /// `ask_user_extend`
    AskUserExtend,
    /// `ask_user_resolved`
    AskUserResolved,
    /// `ask_user_withdrawn`
    AskUserWithdrawn,
    /// `ask_user_beat`
    AskUserBeat,
    /// `complete`: the agent has finished.
    Complete,
    /// A name that begins with `ask_user_` and is none of those above: a newer bridge may send it.
    Unknown,
    /// Any other name: the agent says something to the page.
    Agent,
}

impl ServerFrameType {
    /// The types that have one name.
    const NAMES: [(&str, ServerFrameType); 13] = [
        ("connected", ServerFrameType::Connected),
        ("session_id", ServerFrameType::SessionId),
        ("session_status", ServerFrameType::SessionStatus),
        ("session_taken", ServerFrameType::SessionTaken),
        ("error", ServerFrameType::Error),
        ("ask_user_question", ServerFrameType::AskUserQuestion),
        ("ask_user_timeout", ServerFrameType::AskUserTimeout),
        ("ask_user_ack", ServerFrameType::AskUserAck),
        ("ask_user_extend", ServerFrameType::AskUserExtend),
        ("ask_user_resolved", ServerFrameType::AskUserResolved),
        ("ask_user_withdrawn", ServerFrameType::AskUserWithdrawn),
        ("ask_user_beat", ServerFrameType::AskUserBeat),
        ("complete", ServerFrameType::Complete),
    ];

    /// The type of frames with this name.
    pub fn parse(name: &str) -> ServerFrameType {
        match ServerFrameType::NAMES.iter().find(|(known, _)| *known == name) {
            Some((_, frame_type)) => *frame_type,
            None if name.starts_with(OWN_PREFIX) => ServerFrameType::Unknown,
            None => ServerFrameType::Agent,
        }
    }

    /// The name of frames of this type; empty where there is more than one.
    fn name(self) -> &'static str {
        let found = ServerFrameType::NAMES.iter().find(|(_, known)| *known == self);
        found.map_or("", |(name, _)| *name)
    }

    /// Whether the page gets frames of this type. It gets all but the widget's own.
    pub fn is_for_page(self) -> bool {
        match self {
            ServerFrameType::AskUserQuestion
            | ServerFrameType::AskUserTimeout
            | ServerFrameType::AskUserAck
            | ServerFrameType::AskUserExtend
            | ServerFrameType::AskUserResolved
            | ServerFrameType::AskUserWithdrawn
            | ServerFrameType::AskUserBeat => false,
            ServerFrameType::Connected
            | ServerFrameType::SessionId
            | ServerFrameType::SessionStatus
            | ServerFrameType::SessionTaken
            | ServerFrameType::Error
            | ServerFrameType::Complete
            | ServerFrameType::Unknown
            | ServerFrameType::Agent => true,
        }
    }

    /// Whether an agent may send frames of this type to the page. All others are the bridge's own word.
    pub fn is_for_agents(self) -> bool {
        matches!(
            self,
            ServerFrameType::SessionId | ServerFrameType::Error | ServerFrameType::Complete | ServerFrameType::Agent
        )
    }
}

/// A frame from the bridge, as far as the widget cares.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerFrame {
    /// The first frame on a connection.
    Connected {
        /// The bridge's name for the connection.
        connection_id: Option<String>,
        /// The session's id, if it has one already.
        session_id: Option<String>,
        /// What the bridge can do beyond the basic protocol.
        capabilities: Capabilities,
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
        /// The bridge's sentence about it.
        error: Option<String>,
    },
    /// The bridge has taken a response (extension `ack`).
    AskUserAck {
        /// Which ask.
        question_id: String,
        /// What became of the response.
        outcome: AckOutcome,
    },
    /// There is more time (extension `extend`).
    AskUserExtend {
        /// Which ask.
        question_id: String,
        /// How much time is left now.
        remaining_seconds: f64,
    },
    /// The ask was answered in another view of the session (extension `resolved`).
    AskUserResolved {
        /// Which ask.
        question_id: String,
        /// Whether it was cancelled there.
        is_cancel: bool,
        /// The answers that were given there, by question text.
        answers: Vec<(String, String)>,
    },
    /// The agent no longer needs an answer (extension `withdraw`).
    AskUserWithdrawn {
        /// Which ask.
        question_id: String,
        /// The agent's or the bridge's sentence about it.
        reason: Option<String>,
    },
    /// The bridge is there (extension `beat`).
    Beat,
    /// Another connection has taken the session over.
    SessionTaken {
        /// The session's id.
        session_id: Option<String>,
    },
    /// Something went wrong at the bridge or the agent.
    Error {
        /// The sentence of the bridge or the agent. [`Refusal::parse`](crate::protocol::Refusal::parse) says whether it
        /// speaks of a response.
        error: String,
    },
    /// A frame of the agent for the page: the agent is at work.
    Agent {
        /// Whether the agent has finished with it.
        complete: bool,
    },
    /// A frame `ask_user_…` of a name that this version does not know. The page gets it, and it proves nothing: neither
    /// that the agent goes on nor that a response has arrived.
    Unknown,
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
    /// What the bridge can do; `None` if it does not say so here.
    pub capabilities: Option<Capabilities>,
}

/// What became of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckOutcome {
    /// The answer was taken.
    Accepted,
    /// The cancel was taken.
    Cancelled,
    /// The very same response had been taken before.
    Duplicate,
    /// The ask was over, and not by this response.
    Late,
}

impl AckOutcome {
    /// The outcomes by their names on the wire.
    const NAMES: [(&str, AckOutcome); 4] = [
        ("accepted", AckOutcome::Accepted),
        ("cancelled", AckOutcome::Cancelled),
        ("duplicate", AckOutcome::Duplicate),
        ("late", AckOutcome::Late),
    ];

    /// The outcome with this name. An unknown name confirms the response all the same, and only `late` says that it came
    /// to nothing.
    fn parse(name: &str) -> AckOutcome {
        let found = AckOutcome::NAMES.iter().find(|(known, _)| *known == name);
        found.map_or(AckOutcome::Accepted, |(_, outcome)| *outcome)
    }
}

/// Why a frame from a bridge cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFrameError {
    /// The name of the frame's type, if it has one.
    pub name: String,
    /// What is wrong with the frame.
    pub reason: &'static str,
}

impl fmt::Display for ServerFrameError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.reason)
    }
}

impl ServerFrame {
    /// The frame, if it is of a type of which nothing is read but the type.
    pub fn of_type(frame_type: ServerFrameType) -> Option<ServerFrame> {
        match frame_type {
            ServerFrameType::Agent => Some(ServerFrame::Agent { complete: false }),
            ServerFrameType::Complete => Some(ServerFrame::Agent { complete: true }),
            ServerFrameType::Unknown => Some(ServerFrame::Unknown),
            _ => None,
        }
    }

    /// Reads a frame. It is read leniently: only a frame that could not be used at all is an error.
    pub fn read(value: &Value) -> Result<ServerFrame, ServerFrameError> {
        let Some(name) = value.get("type").and_then(Value::as_str) else {
            return Err(ServerFrameError { name: "frame".to_owned(), reason: "has no type" });
        };
        let lacks = |reason| ServerFrameError { name: name.to_owned(), reason };
        let question_id = || read_question_id(value).map(str::to_owned).ok_or(lacks("has no question_id"));
        let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let session_id = || text("session_id").or_else(|| text("sessionId"));
        let truth = |key| value.get(key).and_then(Value::as_bool).unwrap_or(false);
        Ok(match ServerFrameType::parse(name) {
            ServerFrameType::Connected => ServerFrame::Connected {
                connection_id: text("connection_id"),
                session_id: session_id(),
                capabilities: Capabilities::read(value).unwrap_or_default(),
            },
            ServerFrameType::SessionId => ServerFrame::SessionId { session_id: session_id() },
            ServerFrameType::SessionStatus => ServerFrame::SessionStatus(SessionStatus {
                session_id: session_id(),
                is_processing: truth("is_processing"),
                waiting_for_user: truth("waiting_for_user"),
                pending_question_id: text("pending_question_id"),
                capabilities: Capabilities::read(value),
            }),
            ServerFrameType::SessionTaken => ServerFrame::SessionTaken { session_id: session_id() },
            ServerFrameType::Error => {
                ServerFrame::Error { error: text("error").or_else(|| text("message")).unwrap_or_default() }
            }
            ServerFrameType::AskUserQuestion => ServerFrame::AskUserQuestion(Ask::read(question_id()?, value)),
            ServerFrameType::AskUserTimeout => {
                ServerFrame::AskUserTimeout { question_id: question_id()?, error: text("error") }
            }
            ServerFrameType::AskUserAck => {
                let outcome = value.get("outcome").and_then(Value::as_str).unwrap_or_default();
                ServerFrame::AskUserAck { question_id: question_id()?, outcome: AckOutcome::parse(outcome) }
            }
            ServerFrameType::AskUserExtend => {
                let remaining_seconds = value.get("remaining_seconds").and_then(Value::as_f64);
                let remaining_seconds = remaining_seconds.ok_or(lacks("has no remaining_seconds"))?;
                ServerFrame::AskUserExtend { question_id: question_id()?, remaining_seconds }
            }
            ServerFrameType::AskUserResolved => ServerFrame::AskUserResolved {
                question_id: question_id()?,
                is_cancel: value.get("outcome").and_then(Value::as_str) == Some(RESOLVED_BY_CANCEL),
                answers: value.get("answers").and_then(Value::as_map).map(read_answers).unwrap_or_default(),
            },
            ServerFrameType::AskUserWithdrawn => {
                ServerFrame::AskUserWithdrawn { question_id: question_id()?, reason: text("reason") }
            }
            ServerFrameType::AskUserBeat => ServerFrame::Beat,
            ServerFrameType::Agent => ServerFrame::Agent { complete: false },
            ServerFrameType::Complete => ServerFrame::Agent { complete: true },
            ServerFrameType::Unknown => ServerFrame::Unknown,
        })
    }

    /// Writes a frame; `None` for a frame of the agent's or of an unknown name, of which nothing was read but its type.
    pub fn write(&self) -> Option<Value> {
        Some(match self {
            ServerFrame::Connected { connection_id, session_id, capabilities } => {
                let mut frame = frame_of(ServerFrameType::Connected);
                set_text(&mut frame, "connection_id", connection_id);
                set_text(&mut frame, "session_id", session_id);
                if *capabilities != Capabilities::default() {
                    capabilities.write(&mut frame);
                }
                frame
            }
            ServerFrame::SessionId { session_id } => {
                let mut frame = frame_of(ServerFrameType::SessionId);
                set_text(&mut frame, "session_id", session_id);
                frame
            }
            ServerFrame::SessionStatus(status) => {
                let pending = status.pending_question_id.as_deref();
                let mut frame = frame_of(ServerFrameType::SessionStatus);
                set_text(&mut frame, "session_id", &status.session_id);
                frame.set("is_processing", status.is_processing.into());
                frame.set("waiting_for_user", status.waiting_for_user.into());
                frame.set("pending_question_id", pending.map_or(Value::Null, Value::from));
                if let Some(capabilities) = &status.capabilities {
                    capabilities.write(&mut frame);
                }
                frame
            }
            ServerFrame::SessionTaken { session_id } => {
                let mut frame = frame_of(ServerFrameType::SessionTaken);
                set_text(&mut frame, "session_id", session_id);
                frame
            }
            ServerFrame::Error { error } => {
                let mut frame = frame_of(ServerFrameType::Error);
                frame.set("error", error.as_str().into());
                frame
            }
            ServerFrame::AskUserQuestion(ask) => {
                let questions = ask.source.get("questions").cloned().unwrap_or_default();
                write_question(&ask.id, questions, ask.timeout_seconds, ask.remaining_seconds)
            }
            ServerFrame::AskUserTimeout { question_id, error } => {
                let mut frame = frame_about(ServerFrameType::AskUserTimeout, question_id);
                set_text(&mut frame, "error", error);
                frame
            }
            ServerFrame::AskUserAck { question_id, outcome } => {
                let name = AckOutcome::NAMES.iter().find(|(_, known)| known == outcome).map(|(name, _)| *name);
                let mut frame = frame_about(ServerFrameType::AskUserAck, question_id);
                frame.set("outcome", name.unwrap_or_default().into());
                frame
            }
            ServerFrame::AskUserExtend { question_id, remaining_seconds } => {
                let mut frame = frame_about(ServerFrameType::AskUserExtend, question_id);
                frame.set("remaining_seconds", Value::seconds(*remaining_seconds));
                frame
            }
            ServerFrame::AskUserResolved { question_id, is_cancel, answers } => {
                let answers = answers.iter().map(|(question, answer)| (question.clone(), answer.as_str().into()));
                let mut frame = frame_about(ServerFrameType::AskUserResolved, question_id);
                frame.set("outcome", if *is_cancel { RESOLVED_BY_CANCEL } else { "answered" }.into());
                frame.set("answers", Value::Map(answers.collect()));
                frame
            }
            ServerFrame::AskUserWithdrawn { question_id, reason } => {
                let mut frame = frame_about(ServerFrameType::AskUserWithdrawn, question_id);
                set_text(&mut frame, "reason", reason);
                frame
            }
            ServerFrame::Beat => frame_of(ServerFrameType::AskUserBeat),
            ServerFrame::Agent { .. } | ServerFrame::Unknown => return None,
        })
    }
}

/// The `outcome` of an `ask_user_resolved` that was a cancel.
const RESOLVED_BY_CANCEL: &str = "cancelled";

/// Writes an `ask_user_question`. A bridge has no [`Ask`]: it carries the questions and never reads them.
pub fn write_question(
    question_id: &str,
    questions: Value,
    timeout_seconds: Option<f64>,
    remaining_seconds: Option<f64>,
) -> Value {
    let mut frame = frame_about(ServerFrameType::AskUserQuestion, question_id);
    frame.set("questions", questions);
    for (key, seconds) in [("timeout_seconds", timeout_seconds), ("remaining_seconds", remaining_seconds)] {
        if let Some(seconds) = seconds {
            frame.set(key, Value::seconds(seconds));
        }
    }
    frame
}

/// A frame with no member but its type.
fn frame_of(frame_type: ServerFrameType) -> Value {
    Value::map([("type", frame_type.name().into())])
}

/// A frame about one ask, with its type and the id of the ask.
fn frame_about(frame_type: ServerFrameType, question_id: &str) -> Value {
    Value::map([("type", frame_type.name().into()), ("question_id", question_id.into())])
}

/// Sets a member where there is a text for it.
fn set_text(frame: &mut Value, key: &str, text: &Option<String>) {
    if let Some(text) = text {
        frame.set(key, text.as_str().into());
    }
}

fn read_answers(pairs: &[(String, Value)]) -> Vec<(String, String)> {
    pairs.iter().filter_map(|(key, answer)| Some((key.clone(), answer.as_str()?.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::{AckOutcome, Capabilities, ServerFrame, ServerFrameType, SessionStatus};
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
    fn the_type_alone_decides_who_gets_a_frame() {
        for (name, is_for_page, expected) in [
            ("text", true, Some(ServerFrame::Agent { complete: false })),
            ("tool_use", true, Some(ServerFrame::Agent { complete: false })),
            ("", true, Some(ServerFrame::Agent { complete: false })),
            ("complete", true, Some(ServerFrame::Agent { complete: true })),
            ("ask_user_from_the_future", true, Some(ServerFrame::Unknown)),
            // It goes in the other direction.
            ("ask_user_response", true, Some(ServerFrame::Unknown)),
            ("ask_user_question", false, None),
            ("ask_user_beat", false, None),
            ("session_id", true, None),
            ("session_status", true, None),
            ("error", true, None),
        ] {
            let frame_type = ServerFrameType::parse(name);
            assert_eq!(frame_type.is_for_page(), is_for_page, "{name}");
            assert_eq!(ServerFrame::of_type(frame_type), expected, "{name}");
            if let Some(expected) = expected {
                assert_eq!(read(&format!(r#"{{"type":"{name}"}}"#)), Ok(expected), "read as a whole, it is the same");
            }
        }
    }

    #[test]
    fn an_unknown_outcome_confirms() {
        for (outcome, expected) in [
            (r#","outcome":"late""#, AckOutcome::Late),
            (r#","outcome":"duplicate""#, AckOutcome::Duplicate),
            (r#","outcome":"delighted""#, AckOutcome::Accepted),
            ("", AckOutcome::Accepted),
        ] {
            let frame = read(&format!(r#"{{"type":"ask_user_ack","question_id":"q"{outcome}}}"#));
            assert_eq!(frame, Ok(ServerFrame::AskUserAck { question_id: "q".to_owned(), outcome: expected }));
        }
    }

    #[test]
    fn every_frame_is_written_as_it_was_read() {
        let frames = [
            r#"{"type":"connected","connection_id":"c","session_id":"s"}"#,
            r#"{"type":"connected","session_id":"s","capabilities":["ack","beat"],"beat_seconds":15}"#,
            r#"{"type":"session_id","session_id":"s"}"#,
            r#"{"type":"session_status","session_id":"s","is_processing":true,"waiting_for_user":true,"pending_question_id":"q"}"#,
            r#"{"type":"session_status","is_processing":false,"waiting_for_user":false,"pending_question_id":null,"capabilities":[]}"#,
            r#"{"type":"session_taken","session_id":"s"}"#,
            r#"{"type":"error","error":"Rate limited"}"#,
            r#"{"type":"ask_user_question","question_id":"q","questions":[{"question":"Q?","x":[1.5,null]}]}"#,
            r#"{"type":"ask_user_question","question_id":"q","questions":[],"timeout_seconds":55,"remaining_seconds":1.25}"#,
            r#"{"type":"ask_user_timeout","question_id":"q","error":"late"}"#,
            r#"{"type":"ask_user_timeout","question_id":"q"}"#,
            r#"{"type":"ask_user_ack","question_id":"q","outcome":"accepted"}"#,
            r#"{"type":"ask_user_ack","question_id":"q","outcome":"cancelled"}"#,
            r#"{"type":"ask_user_ack","question_id":"q","outcome":"duplicate"}"#,
            r#"{"type":"ask_user_ack","question_id":"q","outcome":"late"}"#,
            r#"{"type":"ask_user_extend","question_id":"q","remaining_seconds":0}"#,
            r#"{"type":"ask_user_resolved","question_id":"q","outcome":"answered","answers":{"__proto__":"A","2":"B"}}"#,
            r#"{"type":"ask_user_resolved","question_id":"q","outcome":"cancelled","answers":{}}"#,
            r#"{"type":"ask_user_withdrawn","question_id":"q","reason":"done"}"#,
            r#"{"type":"ask_user_beat"}"#,
        ];
        for json in frames {
            assert_eq!(read(json).unwrap().write().unwrap().to_json(), json);
        }
        for (name, _) in ServerFrameType::NAMES.iter().filter(|(name, _)| *name != "complete") {
            assert!(frames.iter().any(|json| json.starts_with(&format!(r#"{{"type":"{name}""#))), "{name} is missing");
        }
        for name in ["text", "complete", "ask_user_from_the_future"] {
            assert_eq!(read(&format!(r#"{{"type":"{name}"}}"#)).unwrap().write(), None);
        }
    }

    #[test]
    fn the_session_is_named_by_a_greeting_or_by_a_frame_of_its_own() {
        let id = Some("abc".to_owned());
        let greeting = read(r#"{"type":"connected","connection_id":"c","session_id":"abc"}"#);
        let expected = ServerFrame::Connected {
            connection_id: Some("c".to_owned()),
            session_id: id.clone(),
            capabilities: Capabilities::default(),
        };
        assert_eq!(greeting, Ok(expected));
        for key in ["session_id", "sessionId"] {
            let frame = read(&format!(r#"{{"type":"session_id","{key}":"abc"}}"#));
            assert_eq!(frame, Ok(ServerFrame::SessionId { session_id: id.clone() }));
        }
    }

    #[test]
    fn the_reference_shows_frames_as_they_are() {
        let section = include_str!("../../../docs/reference.md").split("## The frames").nth(1).unwrap();
        let block = section.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        let mut types = Vec::new();
        for line in block.lines() {
            let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let name = value.get("type").and_then(Value::as_str).unwrap().to_owned();
            match ServerFrame::read(&value).unwrap() {
                ServerFrame::AskUserQuestion(ask) => assert_eq!(ask.problems, [], "{line}"),
                // It is the widget's own frame, and no bridge sends it.
                ServerFrame::Unknown => assert_eq!(name, "ask_user_response"),
                _ => {}
            }
            types.push(name);
        }
        let all = ["session_status", "ask_user_question", "ask_user_response", "ask_user_timeout", "session_taken"];
        assert_eq!(types, all);
        let answers = vec![("Ship it?".to_owned(), "Yes".to_owned())];
        let answer = ClientFrame::Answer { question_id: "q_1".to_owned(), answers, annotations: Vec::new() };
        assert!(block.contains(&answer.write().to_json()));
        let cancel = ClientFrame::Cancel { question_id: "q_1".to_owned() }.write().to_json();
        let data = cancel.split_once(r#""data":"#).unwrap().1.trim_end_matches('}');
        assert!(section.contains(data), "{data}");
    }
}
