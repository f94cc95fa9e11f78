//! Frames of a bridge, read and written.

use super::{AckOutcome, ServerFrame, ServerFrameType, SessionStatus, write_request, write_resolved_request};
use crate::protocol::{Capabilities, ClientFrame, Value};

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
        let expected = ServerFrame::AskUserTimeout { question_id: "q_1".to_owned(), error: Some("late".to_owned()) };
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
        ("permission_request", false, None),
        ("elicitation_request", false, None),
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
        r#"{"type":"permission_request","request_id":"q","tool_name":"Bash","input":{"command":"ls"},"timeout_seconds":55}"#,
        r#"{"type":"elicitation_request","request_id":"q","message":"M","requestedSchema":{"type":"object","properties":{}}}"#,
        r#"{"type":"ask_user_resolved","question_id":"q","outcome":"answered","result":{"behavior":"deny"}}"#,
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
    let is_read_by_type = |frame_type: &&ServerFrameType| ServerFrame::of_type(**frame_type).is_some();
    for frame_type in ServerFrameType::NAMED.iter().filter(|frame_type| !is_read_by_type(frame_type)) {
        let name = frame_type.name();
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
    let section = include_str!("../../../../docs/reference.md").split("## The frames").nth(1).unwrap();
    let block = section.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let mut types = Vec::new();
    for line in block.lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let name = value.get("type").and_then(Value::as_str).unwrap().to_owned();
        match ServerFrame::read(&value).unwrap() {
            ServerFrame::Ask(ask) => assert_eq!(ask.problems, [], "{line}"),
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

#[test]
fn a_request_carries_its_members_in_their_order() {
    let members = vec![("zeta".to_owned(), Value::Null), ("a".to_owned(), true.into())];
    let frame = write_request(ServerFrameType::PermissionRequest, "r", members, Some(55.0), Some(1.5));
    let expected = r#"{"type":"permission_request","request_id":"r","zeta":null,"a":true,"timeout_seconds":55,"remaining_seconds":1.5}"#;
    assert_eq!(frame.to_json(), expected);
    let frame = write_request(ServerFrameType::ElicitationRequest, "r", Vec::new(), None, None);
    assert_eq!(frame.to_json(), r#"{"type":"elicitation_request","request_id":"r"}"#);
}

#[test]
fn the_end_of_a_request_says_what_the_agent_got() {
    let result = Value::map([("action", "decline".into())]);
    let frame = write_resolved_request("r", false, result);
    let expected =
        r#"{"type":"ask_user_resolved","question_id":"r","outcome":"answered","result":{"action":"decline"}}"#;
    assert_eq!(frame.to_json(), expected);
    let resolved = |is_cancel, result| ServerFrame::AskUserResolved {
        question_id: "r".to_owned(),
        is_cancel,
        answers: Vec::new(),
        result: Some(result),
    };
    assert_eq!(read(&frame.to_json()), Ok(resolved(false, Value::map([("action", "decline".into())]))));
    assert_eq!(read(&write_resolved_request("r", true, Value::Null).to_json()), Ok(resolved(true, Value::Null)));
}
