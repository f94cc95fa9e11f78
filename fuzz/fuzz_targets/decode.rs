//! Any JSON as a frame, and whatever a person then answers.

#![no_main]

use ask_user_widget::protocol::{
    Answer, ClientFrame, ServerFrame, Value, wire_annotations, wire_answers,
};
use ask_user_widget::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    let json = value.to_json();
    assert!(serde_json::from_str::<Value>(&json).is_ok(), "what is written can be read: {json}");
    if let Ok(frame) = ClientFrame::read(&value, true) {
        assert_eq!(ClientFrame::read(&frame.write(), true), Ok(frame), "what is written is read again");
    }
    let Ok(ServerFrame::AskUserQuestion(ask)) = ServerFrame::read(&value) else { return };
    assert!(!ask.questions.is_empty());
    let mut answers = Vec::new();
    for question in &ask.questions {
        assert_eq!(text::shown(&question.text.shown), question.text.shown);
        answers.push(Answer {
            picks: (0..question.options.len()).collect(),
            other: Some(question.text.wire.clone()),
            notes: question.header.clone(),
        });
    }
    let frame = ClientFrame::Answer {
        question_id: ask.id.clone(),
        answers: wire_answers(&ask, &answers),
        annotations: wire_annotations(&ask, &answers),
    };
    let sent = frame.write();
    let received: Value = serde_json::from_str(&sent.to_json()).expect("JSON");
    assert_eq!(ClientFrame::read(&received, true), Ok(frame), "the bridge reads what the person said");
});
