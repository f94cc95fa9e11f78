//! Frames of a client, read and written.

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
    assert_eq!(frame.write().to_json(), r#"{"type":"ask_user_response","data":{"question_id":"q","cancelled":true}}"#);
}

#[test]
fn every_frame_is_written_as_it_was_read() {
    let frames = [
        r#"{"type":"ask_user_response","data":{"question_id":"q","answers":{"__proto__":"A","2":"B"},"cancelled":false}}"#,
        r#"{"type":"ask_user_response","data":{"question_id":"q","answers":{},"cancelled":false,"annotations":{"Q":{"preview":"p","notes":"n"},"R":{}}}}"#,
        r#"{"type":"ask_user_response","data":{"question_id":"q","cancelled":true}}"#,
        r#"{"type":"permission_response","data":{"request_id":"r","result":{"behavior":"allow","updatedInput":{"command":"ls","n":[1.5,null]}}}}"#,
        r#"{"type":"permission_response","data":{"request_id":"r","result":{"behavior":"deny","message":"no","interrupt":true}}}"#,
        r#"{"type":"elicitation_response","data":{"request_id":"r","result":{"action":"accept","content":{"__proto__":"A","2":true}}}}"#,
        r#"{"type":"elicitation_response","data":{"request_id":"r","result":{"action":"decline"}}}"#,
        r#"{"type":"ask_user_extend","question_id":"q","seconds":60}"#,
        r#"{"type":"ask_user_beat"}"#,
        r#"{"type":"authenticate","token":"t"}"#,
        r#"{"type":"user_message","text":"Hi"}"#,
    ];
    for json in frames {
        let frame = read(json, true).unwrap();
        assert_eq!(frame.write().to_json(), json);
        assert!(json.starts_with(&format!(r#"{{"type":"{}""#, frame.type_name())), "{json}");
    }
    for name in ClientFrame::type_names() {
        assert!(frames.iter().any(|json| json.starts_with(&format!(r#"{{"type":"{name}""#))), "{name} is missing");
    }
}

#[test]
fn a_reader_of_the_basic_protocol_does_not_know_the_extensions() {
    for json in [
        r#"{"type":"ask_user_extend","seconds":"x"}"#,
        r#"{"type":"ask_user_beat"}"#,
        r#"{"type":"permission_response","data":7}"#,
        r#"{"type":"elicitation_response","data":{"request_id":"r","result":{"action":"cancel"}}}"#,
    ] {
        assert_eq!(read(json, false), Err(ClientFrameError::UnknownType));
    }
    let json =
        r#"{"type":"ask_user_response","data":{"question_id":"q","answers":{"Q":["A","b, c"]},"annotations":7}}"#;
    let answers = vec![("Q".to_owned(), r#"A, "b, c""#.to_owned())];
    let expected = ClientFrame::Answer { question_id: "q".to_owned(), answers, annotations: vec![] };
    assert_eq!(read(json, false), Ok(expected));
    let reason = "annotations must be an object of objects";
    assert_eq!(read(json, true), Err(ClientFrameError::Invalid { name: "ask_user_response", reason }));
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
        (r#"{"type":"permission_response"}"#, "Invalid permission_response: data must be an object"),
        (
            r#"{"type":"permission_response","data":{"question_id":"r","result":{"behavior":"deny","message":""}}}"#,
            "Invalid permission_response: request_id must be a string",
        ),
        (
            r#"{"type":"permission_response","data":{"request_id":"","result":{"behavior":"deny","message":""}}}"#,
            "Invalid permission_response: request_id must be a string",
        ),
        (
            r#"{"type":"permission_response","data":{"request_id":"r","result":{"action":"accept"}}}"#,
            "Invalid permission_response: result.behavior must be allow or deny",
        ),
        (
            r#"{"type":"elicitation_response","data":{"request_id":"r"}}"#,
            "Invalid elicitation_response: result must be an object",
        ),
        (r#"{"type":"authenticate"}"#, "Invalid authenticate: token must be a string"),
        (r#"{"type":"user_message","text":null}"#, "Invalid user_message: text must be a string"),
    ] {
        assert_eq!(read(json, true).map_err(|error| error.to_string()), Err(expected.to_owned()));
    }
}

#[test]
fn a_response_that_cannot_be_read_is_known_for_a_refusal() {
    for name in ["ask_user_response", "permission_response", "elicitation_response"] {
        let error = read(&format!(r#"{{"type":"{name}"}}"#), true).unwrap_err().to_string();
        let expected = Refusal::InvalidResponse("data must be an object".to_owned());
        assert_eq!(Refusal::parse(&error), Some(expected), "{name}");
    }
    let error = read(r#"{"type":"user_message"}"#, true).unwrap_err().to_string();
    assert_eq!(Refusal::parse(&error), None);
}
