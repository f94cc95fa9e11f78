//! What the pages send.

use serde_json::{Map, Value, json};

use crate::heard::Known;

/// One message of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// A right response to the ask: the first option of each question, "allow", or a form with its defaults.
    Answer,
    /// Another right response to it.
    OtherAnswer,
    /// The same as `Answer`, with a note beside each answer.
    AnswerWithNotes,
    /// The same as `Answer`, with a member that no bridge knows.
    AnswerWithMore,
    /// A response that cancels the ask.
    Cancel,
    /// A response to an ask that does not exist.
    WrongId,
    /// A response whose answers are numbers.
    Numbers,
    /// A response whose answers are `null`.
    Null,
    /// A response of another kind than the ask.
    OtherKind,
    /// A wish for more time.
    Extend,
    /// A beat.
    Beat,
    /// A frame of a type that no bridge knows.
    UnknownType,
    /// Text that is no JSON.
    BadJson,
    /// A binary message.
    Binary,
}

/// What a message is on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wire {
    /// A text message.
    Text(String),
    /// A binary message.
    Binary(Vec<u8>),
}

/// The note that goes with an answer.
pub const NOTE: &str = "a note of the conformance check";

/// A text that a bridge must not repeat to anybody.
pub const SECRET: &str = "conformance_secret_5e0c";

/// The seconds that [`Message::Extend`] asks for.
pub const EXTENDED: u32 = 300;

impl Message {
    /// The message as it is sent, after the ask that is known.
    pub fn wire(self, known: &Known) -> Wire {
        let id = known.id();
        let response = |data: Value| json!({"type": "ask_user_response", "data": data});
        let frame = match self {
            Message::Answer => answer(known, false),
            Message::OtherAnswer => answer(known, true),
            Message::AnswerWithNotes => {
                let mut frame = answer(known, false);
                let notes = questions(known).into_iter().map(|(text, _)| (text, json!({"notes": NOTE})));
                frame["data"]["annotations"] = Value::Object(notes.collect());
                frame
            }
            Message::AnswerWithMore => {
                let mut frame = answer(known, false);
                frame["data"]["conformance"] = json!({"unknown": [SECRET]});
                frame
            }
            Message::Cancel => cancel(known),
            Message::WrongId => response(json!({"question_id": SECRET, "answers": {}, "cancelled": false})),
            Message::Numbers => {
                let numbers = questions(known).into_iter().map(|(text, _)| (text, json!(7)));
                response(json!({"question_id": id, "answers": numbers.collect::<Map<_, _>>(), "cancelled": false}))
            }
            Message::Null => response(json!({"question_id": id, "answers": null, "cancelled": false})),
            Message::OtherKind => response(json!({"question_id": id, "answers": {"a": "b"}, "cancelled": false})),
            Message::Extend => json!({"type": "ask_user_extend", "question_id": id, "seconds": EXTENDED}),
            Message::Beat => json!({"type": "ask_user_beat"}),
            Message::UnknownType => json!({"type": SECRET, "data": {"question_id": id}}),
            Message::BadJson => return Wire::Text("{\"type\": ".to_owned()),
            Message::Binary => return Wire::Binary(vec![0, 159, 146, 150]),
        };
        Wire::Text(frame.to_string())
    }
}

/// The answers that [`Message::Answer`] gives, by question.
pub fn answers(known: &Known) -> Map<String, Value> {
    questions(known).into_iter().map(|(text, labels)| (text, chosen(&labels, false))).collect()
}

fn answer(known: &Known, is_other: bool) -> Value {
    let ask = known.ask.as_ref().unwrap_or(&Value::Null);
    let decision =
        |name: &str, result: Value| json!({"type": name, "data": {"request_id": known.id(), "result": result}});
    match ask["type"].as_str() {
        Some("permission_request") if is_other => {
            decision("permission_response", json!({"behavior": "deny", "message": "no"}))
        }
        Some("permission_request") => {
            decision("permission_response", json!({"behavior": "allow", "updatedInput": ask["input"]}))
        }
        Some("elicitation_request") if is_other => decision("elicitation_response", json!({"action": "decline"})),
        Some("elicitation_request") => decision(
            "elicitation_response",
            json!({"action": "accept", "content": {"name": "conformance", "region": "eu"}}),
        ),
        _ => {
            let answers = questions(known).into_iter().map(|(text, labels)| (text, chosen(&labels, is_other)));
            let answers: Map<String, Value> = answers.collect();
            let data = json!({"question_id": known.id(), "answers": answers, "cancelled": false});
            json!({"type": "ask_user_response", "data": data})
        }
    }
}

fn cancel(known: &Known) -> Value {
    let ask = known.ask.as_ref().unwrap_or(&Value::Null);
    let decision =
        |name: &str, result: Value| json!({"type": name, "data": {"request_id": known.id(), "result": result}});
    match ask["type"].as_str() {
        Some("permission_request") => decision("permission_response", json!({"behavior": "deny", "message": "no"})),
        Some("elicitation_request") => decision("elicitation_response", json!({"action": "cancel"})),
        _ => json!({"type": "ask_user_response", "data": {"question_id": known.id(), "cancelled": true}}),
    }
}

/// The questions of the ask, with the labels of their options.
fn questions(known: &Known) -> Vec<(String, Vec<String>)> {
    let ask = known.ask.as_ref().unwrap_or(&Value::Null);
    let texts = |list: &Value, key: &str| -> Vec<String> {
        let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
        items.iter().filter_map(|item| Some(item[key].as_str()?.to_owned())).collect()
    };
    let items = ask["questions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let question = |item: &Value| Some((item["question"].as_str()?.to_owned(), texts(&item["options"], "label")));
    items.iter().filter_map(question).collect()
}

fn chosen(labels: &[String], is_other: bool) -> Value {
    let label = if is_other { labels.last() } else { labels.first() };
    match label {
        Some(label) => json!(label),
        None => json!(if is_other { "another answer" } else { "an answer" }),
    }
}
