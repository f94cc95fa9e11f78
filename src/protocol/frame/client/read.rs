//! Reading the frames of a client: strictly, because an answer that is misread would be a decision that nobody made.

use std::fmt;

use super::{ClientFrame, ClientFrameType, result};
use crate::protocol::answer::Annotation;
use crate::protocol::frame::read_question_id;
use crate::protocol::list;
use crate::protocol::value::Value;

/// Why a bridge cannot use a frame of a client. Its sentence repeats nothing that the client sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientFrameError {
    /// It has no type.
    NoType,
    /// The bridge does not know its type.
    UnknownType,
    /// Its type is known, and something is wrong with it.
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
            ClientFrameError::Invalid { name, reason } => write!(out, "Invalid {name}: {reason}"),
        }
    }
}

impl ClientFrame {
    /// Reads a frame strictly.
    ///
    /// `extensions` says whether the reader knows more than the basic protocol. If it does not, the frames of the
    /// extensions are of an unknown type to it, and annotations are ignored without a word, as any unknown member is.
    pub fn read(value: &Value, extensions: bool) -> Result<ClientFrame, ClientFrameError> {
        let name = value.get("type").and_then(Value::as_str).unwrap_or_default();
        if name.is_empty() {
            return Err(ClientFrameError::NoType);
        }
        let frame_type = ClientFrameType::named(name).filter(|frame_type| extensions || frame_type.is_basic());
        let frame_type = frame_type.ok_or(ClientFrameError::UnknownType)?;
        let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let frame = match frame_type {
            ClientFrameType::Response => read_response(value.get("data"), extensions),
            ClientFrameType::PermissionResponse => {
                let response = read_request_response(value.get("data"), result::check_permission);
                response.map(|(request_id, result)| ClientFrame::PermissionResponse { request_id, result })
            }
            ClientFrameType::ElicitationResponse => {
                let response = read_request_response(value.get("data"), result::check_elicitation);
                response.map(|(request_id, result)| ClientFrame::ElicitationResponse { request_id, result })
            }
            ClientFrameType::Extend => read_extend(value),
            ClientFrameType::Beat => Ok(ClientFrame::Beat),
            ClientFrameType::Authenticate => {
                text("token").map(|token| ClientFrame::Authenticate { token }).ok_or("token must be a string")
            }
            ClientFrameType::UserMessage => {
                text("text").map(|text| ClientFrame::UserMessage { text }).ok_or("text must be a string")
            }
        };
        frame.map_err(|reason| ClientFrameError::Invalid { name: frame_type.name(), reason })
    }
}

impl ClientFrameType {
    /// Whether the basic protocol has frames of this type.
    fn is_basic(self) -> bool {
        match self {
            ClientFrameType::Response | ClientFrameType::Authenticate | ClientFrameType::UserMessage => true,
            ClientFrameType::PermissionResponse
            | ClientFrameType::ElicitationResponse
            | ClientFrameType::Extend
            | ClientFrameType::Beat => false,
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

/// Reads the `data` of a response to an approval or a form: the id of the request, and the result as it is.
fn read_request_response(
    data: Option<&Value>,
    check: fn(&Value) -> Result<(), &'static str>,
) -> Result<(String, Value), &'static str> {
    let Some(data @ Value::Map(_)) = data else { return Err("data must be an object") };
    let request_id = data.get("request_id").and_then(Value::as_str).filter(|id| !id.is_empty());
    let request_id = request_id.ok_or("request_id must be a string")?.to_owned();
    let result = data.get("result").unwrap_or(&Value::Null);
    check(result)?;
    Ok((request_id, result.clone()))
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
