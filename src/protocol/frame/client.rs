//! Frames that the widget sends.

use std::fmt;

use super::read_question_id;
use crate::protocol::answer::Annotation;
use crate::protocol::list;
use crate::protocol::refusal::Refusal;
use crate::protocol::value::Value;

const RESPONSE: &str = "ask_user_response";
const EXTEND: &str = "ask_user_extend";
const BEAT: &str = "ask_user_beat";
const AUTHENTICATE: &str = "authenticate";
const USER_MESSAGE: &str = "user_message";

/// A frame to the bridge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClientFrame {
    /// The person has answered.
    Answer {
        /// Which ask.
        question_id: String,
        /// Question text and answer, in order.
        answers: Vec<(String, String)>,
        /// Question text and what goes beside its answer (extension `annotations`).
        annotations: Vec<(String, Annotation)>,
    },
    /// The person does not want to answer.
    Cancel {
        /// Which ask.
        question_id: String,
    },
    /// The person is at work and needs more time (extension `extend`).
    Extend {
        /// Which ask.
        question_id: String,
        /// How many seconds more.
        seconds: u32,
    },
    /// The widget wants to hear whether the bridge is there (extension `beat`).
    Beat,
    /// The first frame to a bridge that wants a token; a browser cannot send it as a header.
    Authenticate {
        /// The token.
        token: String,
    },
    /// A chat message of the person to the agent. The page sends it, and never the widget.
    UserMessage {
        /// The message.
        text: String,
    },
}

/// Why a bridge cannot use a frame of a client. Its sentence repeats nothing that the client sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientFrameError {
    /// It has no type.
    NoType,
    /// The bridge does not know its type.
    UnknownType,
    /// It is a response, and the bridge refuses it.
    Refused(Refusal),
    /// It is of another type.
    Invalid {
        /// The name of the type.
        name: &'static str,
        /// What is wrong with the frame.
        reason: &'static str,
    },
}

impl fmt::Display for ClientFrameError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ClientFrameError::NoType => out.write_str("Invalid message: type must be a string"),
            ClientFrameError::UnknownType => out.write_str("Unknown message type"),
            ClientFrameError::Refused(refusal) => refusal.fmt(out),
            ClientFrameError::Invalid { name, reason } => write!(out, "Invalid {name}: {reason}"),
        }
    }
}

impl ClientFrame {
    /// The names of all types of frames that a client sends.
    pub const TYPE_NAMES: [&str; 5] = [RESPONSE, EXTEND, BEAT, AUTHENTICATE, USER_MESSAGE];

    /// Reads a frame strictly, because an answer that is misread would be a decision that nobody made.
    ///
    /// `extensions` says whether the reader knows more than the basic protocol. If it does not, the frames of the
    /// extensions are of an unknown type to it, and annotations are ignored without a word, as any unknown member is.
    pub fn read(value: &Value, extensions: bool) -> Result<ClientFrame, ClientFrameError> {
        match value.get("type").and_then(Value::as_str).unwrap_or_default() {
            "" => Err(ClientFrameError::NoType),
            RESPONSE => read_response(value.get("data"), extensions)
                .map_err(|reason| ClientFrameError::Refused(Refusal::InvalidResponse(reason.to_owned()))),
            EXTEND if extensions => {
                read_extend(value).map_err(|reason| ClientFrameError::Invalid { name: EXTEND, reason })
            }
            BEAT if extensions => Ok(ClientFrame::Beat),
            AUTHENTICATE => match value.get("token").and_then(Value::as_str) {
                Some(token) => Ok(ClientFrame::Authenticate { token: token.to_owned() }),
                None => Err(ClientFrameError::Invalid { name: AUTHENTICATE, reason: "token must be a string" }),
            },
            USER_MESSAGE => match value.get("text").and_then(Value::as_str) {
                Some(text) => Ok(ClientFrame::UserMessage { text: text.to_owned() }),
                None => Err(ClientFrameError::Invalid { name: USER_MESSAGE, reason: "text must be a string" }),
            },
            _ => Err(ClientFrameError::UnknownType),
        }
    }

    /// Writes a frame.
    pub fn write(&self) -> Value {
        match self {
            ClientFrame::Answer { question_id, answers, annotations } => {
                let answers = answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into())).collect();
                let mut data = Value::map([
                    ("question_id", question_id.as_str().into()),
                    ("answers", Value::Map(answers)),
                    ("cancelled", false.into()),
                ]);
                if !annotations.is_empty() {
                    data.set("annotations", annotations_value(annotations));
                }
                response(data)
            }
            // `answers: null` is an error at real bridges, so it is left out.
            ClientFrame::Cancel { question_id } => {
                response(Value::map([("question_id", question_id.as_str().into()), ("cancelled", true.into())]))
            }
            ClientFrame::Extend { question_id, seconds } => Value::map([
                ("type", EXTEND.into()),
                ("question_id", question_id.as_str().into()),
                ("seconds", Value::Int((*seconds).into())),
            ]),
            ClientFrame::Beat => Value::map([("type", BEAT.into())]),
            ClientFrame::Authenticate { token } => {
                Value::map([("type", AUTHENTICATE.into()), ("token", token.as_str().into())])
            }
            ClientFrame::UserMessage { text } => {
                Value::map([("type", USER_MESSAGE.into()), ("text", text.as_str().into())])
            }
        }
    }
}

/// Reads the `data` of a response.
fn read_response(data: Option<&Value>, extensions: bool) -> Result<ClientFrame, &'static str> {
    let Some(data @ Value::Map(_)) = data else { return Err("data must be an object") };
    let question_id = read_question_id(data).ok_or("question_id must be a string")?.to_owned();
    let is_cancelled = match data.get("cancelled") {
        None => false,
        Some(cancelled) => cancelled.as_bool().ok_or("cancelled must be a boolean")?,
    };
    let answers = match data.get("answers") {
        Some(Value::Map(answers)) => Some(answers.iter().map(read_answer).collect::<Result<_, _>>()?),
        Some(_) => return Err("answers must be an object"),
        None => None,
    };
    let annotations = match data.get("annotations").filter(|_| extensions) {
        Some(Value::Map(annotations)) => annotations.iter().map(read_annotation).collect::<Result<_, _>>()?,
        Some(_) => return Err(ANNOTATIONS_ILL_TYPED),
        None => Vec::new(),
    };
    if is_cancelled {
        return Ok(ClientFrame::Cancel { question_id });
    }
    let answers = answers.ok_or("answers must be an object")?;
    Ok(ClientFrame::Answer { question_id, answers, annotations })
}

/// Reads an answer with its question. A list of strings is joined into one by the list rule.
fn read_answer((question, answer): &(String, Value)) -> Result<(String, String), &'static str> {
    const ILL_TYPED: &str = "answers must be strings";
    let answer = match answer {
        Value::Text(answer) => answer.clone(),
        Value::List(picks) => {
            let picks: Option<Vec<&str>> = picks.iter().map(Value::as_str).collect();
            list::join(&picks.ok_or(ILL_TYPED)?)
        }
        _ => return Err(ILL_TYPED),
    };
    Ok((question.clone(), answer))
}

const ANNOTATIONS_ILL_TYPED: &str = "annotations must be an object of objects";

fn read_annotation((question, annotation): &(String, Value)) -> Result<(String, Annotation), &'static str> {
    Ok((question.clone(), Annotation::read(annotation).ok_or(ANNOTATIONS_ILL_TYPED)?))
}

/// Reads a request for more time. Its members stand in the frame itself, or in `data` as those of a response do.
fn read_extend(value: &Value) -> Result<ClientFrame, &'static str> {
    let data = value.get("data").filter(|data| data.as_map().is_some()).unwrap_or(value);
    let question_id = read_question_id(data).ok_or("question_id must be a string")?.to_owned();
    let seconds = data.get("seconds").and_then(Value::as_f64).filter(|seconds| *seconds > 0.0);
    let seconds = seconds.ok_or("seconds must be a positive number")?;
    // A cast from a float saturates, and no bridge gives as much time as that.
    Ok(ClientFrame::Extend { question_id, seconds: seconds.ceil() as u32 })
}

fn response(data: Value) -> Value {
    Value::map([("type", RESPONSE.into()), ("data", data)])
}

/// Annotations as a map from question text.
fn annotations_value(annotations: &[(String, Annotation)]) -> Value {
    Value::Map(annotations.iter().map(|(key, annotation)| (key.clone(), annotation.write())).collect())
}

#[cfg(test)]
mod tests {
    use super::{ClientFrame, ClientFrameError};
    use crate::protocol::{Annotation, Refusal, Value};

    fn read(json: &str, extensions: bool) -> Result<ClientFrame, ClientFrameError> {
        let value: Value = serde_json::from_str(json).unwrap();
        ClientFrame::read(&value, extensions)
    }

    #[test]
    fn an_answer_as_the_protocol_page_has_it() {
        let frame = ClientFrame::Answer {
            question_id: "q_123".to_owned(),
            answers: vec![("How should I format the output?".to_owned(), "Summary".to_owned())],
            annotations: vec![],
        };
        assert_eq!(
            frame.write().to_json(),
            r#"{"type":"ask_user_response","data":{"question_id":"q_123","answers":{"How should I format the output?":"Summary"},"cancelled":false}}"#
        );
    }

    #[test]
    fn annotations_only_where_there_are_any() {
        let annotation = Annotation { preview: None, notes: Some("n".to_owned()) };
        let frame = ClientFrame::Answer {
            question_id: "q".to_owned(),
            answers: vec![],
            annotations: vec![("Q".to_owned(), annotation)],
        };
        assert!(frame.write().to_json().contains(r#""annotations":{"Q":{"notes":"n"}}"#));
    }

    #[test]
    fn a_cancel_has_no_answers() {
        let frame = ClientFrame::Cancel { question_id: "q".to_owned() };
        assert_eq!(
            frame.write().to_json(),
            r#"{"type":"ask_user_response","data":{"question_id":"q","cancelled":true}}"#
        );
    }

    #[test]
    fn every_frame_is_written_as_it_was_read() {
        let frames = [
            r#"{"type":"ask_user_response","data":{"question_id":"q","answers":{"__proto__":"A","2":"B"},"cancelled":false}}"#,
            r#"{"type":"ask_user_response","data":{"question_id":"q","answers":{},"cancelled":false,"annotations":{"Q":{"preview":"p","notes":"n"},"R":{}}}}"#,
            r#"{"type":"ask_user_response","data":{"question_id":"q","cancelled":true}}"#,
            r#"{"type":"ask_user_extend","question_id":"q","seconds":60}"#,
            r#"{"type":"ask_user_beat"}"#,
            r#"{"type":"authenticate","token":"t"}"#,
            r#"{"type":"user_message","text":"Hi"}"#,
        ];
        for json in frames {
            assert_eq!(read(json, true).unwrap().write().to_json(), json);
        }
        for name in ClientFrame::TYPE_NAMES {
            assert!(frames.iter().any(|json| json.starts_with(&format!(r#"{{"type":"{name}""#))), "{name} is missing");
        }
    }

    #[test]
    fn a_reader_of_the_basic_protocol_does_not_know_the_extensions() {
        for json in [r#"{"type":"ask_user_extend","seconds":"x"}"#, r#"{"type":"ask_user_beat"}"#] {
            assert_eq!(read(json, false), Err(ClientFrameError::UnknownType));
        }
        let json =
            r#"{"type":"ask_user_response","data":{"question_id":"q","answers":{"Q":["A","b, c"]},"annotations":7}}"#;
        let answers = vec![("Q".to_owned(), r#"A, "b, c""#.to_owned())];
        let expected = ClientFrame::Answer { question_id: "q".to_owned(), answers, annotations: vec![] };
        assert_eq!(read(json, false), Ok(expected));
        let refusal = Refusal::InvalidResponse("annotations must be an object of objects".to_owned());
        assert_eq!(read(json, true), Err(ClientFrameError::Refused(refusal)));
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        for (json, expected) in [
            ("7", "Invalid message: type must be a string"),
            (r#"{"type":7}"#, "Invalid message: type must be a string"),
            (r#"{"type":"ask_user_question"}"#, "Unknown message type"),
            (r#"{"type":"ask_user_response"}"#, "Invalid ask_user_response: data must be an object"),
            (
                r#"{"type":"ask_user_extend","question_id":"q"}"#,
                "Invalid ask_user_extend: seconds must be a positive number",
            ),
            (r#"{"type":"authenticate"}"#, "Invalid authenticate: token must be a string"),
            (r#"{"type":"user_message","text":null}"#, "Invalid user_message: text must be a string"),
        ] {
            assert_eq!(read(json, true).map_err(|error| error.to_string()), Err(expected.to_owned()));
        }
    }
}
