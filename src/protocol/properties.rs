//! Any value at all: reading never panics, what is read keeps its bounds, and what is written can be read.

use proptest::prelude::*;

use super::{
    Answer, Ask, ClientFrame, ServerFrame, ServerFrameType, Value, limits, list, wire_annotations, wire_answers,
};
use crate::protocol::list::tests::split;
use crate::text;

/// Texts that mean something to the protocol, to JavaScript or to the list rule, and any other.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "",
        " ",
        "A",
        "A",
        "__proto__",
        "constructor",
        "toString",
        "1",
        "0",
        ", ",
        "\"",
        "a, b",
        "\"a\", \"b\"",
        "\\",
        "\n",
        "\u{fffd}",
        "\u{202e}",
        "x (Recommended)",
        "yes",
        "q_1",
    ]);
    prop_oneof![known.prop_map(str::to_owned), ".{0,20}"]
}

/// Keys of frames and questions, so that random values come close to real ones.
fn key() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "type",
        "question_id",
        "questionId",
        "questions",
        "question",
        "header",
        "options",
        "label",
        "description",
        "preview",
        "multiSelect",
        "multi_select",
        "timeout_seconds",
        "remaining_seconds",
        "answers",
        "capabilities",
        "error",
        "waiting_for_user",
        "pending_question_id",
        "is_processing",
        "outcome",
        "annotations",
        "cancelled",
        "seconds",
        "token",
        "text",
        "request_id",
        "result",
        "_meta",
        "__proto__",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => word()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>().prop_map(Value::Float),
        word().prop_map(Value::Text),
    ];
    leaf.prop_recursive(5, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
            prop::collection::vec((key(), inner), 0..8).prop_map(Value::Map),
        ]
    })
}

/// A frame of a known type around any members.
fn frame() -> impl Strategy<Value = Value> {
    let known = ServerFrameType::NAMED.iter().map(|frame_type| frame_type.name());
    let kind = prop::sample::select(known.chain(["ask_user_future", "text"]).collect::<Vec<_>>());
    (kind, prop::collection::vec((key(), value()), 0..8)).prop_map(|(kind, mut members)| {
        members.push(("type".to_owned(), kind.into()));
        Value::Map(members)
    })
}

/// What a person decided about an approval or a form, or nearly.
fn result() -> impl Strategy<Value = Value> {
    let word = |words: &'static [&'static str]| prop::sample::select(words).prop_map(Value::from);
    let member = prop_oneof![
        6 => word(&["allow", "deny"]).prop_map(|word| ("behavior".to_owned(), word)),
        6 => word(&["accept", "decline", "cancel"]).prop_map(|word| ("action".to_owned(), word)),
        6 => (word(&["updatedInput", "content", "_meta"]), prop::collection::vec((key(), value()), 0..4))
            .prop_map(|(key, members)| (key.as_str().unwrap_or_default().to_owned(), Value::Map(members))),
        4 => word(&["no", ""]).prop_map(|word| ("message".to_owned(), word)),
        1 => any::<bool>().prop_map(|truth| ("interrupt".to_owned(), truth.into())),
        1 => value().prop_map(|value| ("updatedPermissions".to_owned(), value)),
    ];
    prop::collection::vec(member, 0..4).prop_map(Value::Map)
}

/// A frame of a client around any members, which stand in `data` too.
fn client_frame() -> impl Strategy<Value = Value> {
    let members = prop::collection::vec((key(), value()), 0..8).prop_map(|mut members| {
        members.push(("question_id".to_owned(), "q".into()));
        members
    });
    let names: Vec<&str> = ClientFrame::type_names().collect();
    (prop::sample::select(names), members, result()).prop_map(|(name, mut members, result)| {
        members.push(("request_id".to_owned(), "r".into()));
        members.push(("result".to_owned(), result));
        members.push(("data".to_owned(), Value::Map(members.clone())));
        members.push(("type".to_owned(), name.into()));
        Value::Map(members)
    })
}

/// An ask of the shape that agents send, with texts that they do not send.
fn ask() -> impl Strategy<Value = Ask> {
    let option = (word(), prop::option::of(word())).prop_map(|(label, preview)| {
        Value::map([("label", label.into()), ("preview", preview.map_or(Value::Null, Value::from))])
    });
    let question = (word(), any::<bool>(), prop::collection::vec(option, 0..5)).prop_map(|(text, several, options)| {
        Value::map([("question", text.into()), ("multiSelect", several.into()), ("options", Value::List(options))])
    });
    prop::collection::vec(question, 1..5)
        .prop_map(|questions| Ask::read("q".to_owned(), &Value::map([("questions", Value::List(questions))])))
}

fn answers() -> impl Strategy<Value = (Ask, Vec<Answer>)> {
    let answer = (prop::collection::btree_set(0usize..5, 0..4), prop::option::of(word()), prop::option::of(word()))
        .prop_map(|(picks, text, notes)| Answer { picks: picks.into_iter().collect(), text, notes })
        .boxed();
    ask().prop_flat_map(move |ask| {
        let count = ask.questions().len();
        (Just(ask), prop::collection::vec(answer.clone(), count)).prop_map(|(ask, mut answers)| {
            // A single choice has one pick or a text, as the session sees to it.
            for (_, answer) in
                ask.questions().iter().zip(&mut answers).filter(|(question, _)| !question.is_multiselectable())
            {
                answer.picks.truncate(usize::from(answer.text.is_none()));
            }
            (ask, answers)
        })
    })
}

/// JSON has no text for some floats, and the parser of these tests rounds others, so only the shape of numbers is compared.
/// `float.rs` has tests of its own.
fn without_floats(value: &Value) -> Value {
    match value {
        Value::Float(_) | Value::Int(_) | Value::Number(_) => Value::Null,
        Value::List(items) => Value::List(items.iter().map(without_floats).collect()),
        Value::Map(pairs) => {
            Value::Map(pairs.iter().map(|(key, value)| (key.clone(), without_floats(value))).collect())
        }
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn any_value_is_read_as_a_frame_or_refused(value in prop_oneof![value(), frame()]) {
        if let Ok(ServerFrame::Ask(ask)) = ServerFrame::read(&value) {
            prop_assert!(!ask.id.is_empty());
        }
    }

    #[test]
    fn a_server_frame_that_was_read_can_be_written_and_read_again(value in frame()) {
        if let Some(written) = ServerFrame::read(&value).ok().and_then(|frame| frame.write()) {
            let again = ServerFrame::read(&written).unwrap().write().unwrap();
            prop_assert_eq!(again.to_json(), written.to_json());
        }
    }

    #[test]
    fn a_client_frame_that_was_read_can_be_written_and_read_again(value in prop_oneof![value(), client_frame()]) {
        for extensions in [false, true] {
            if let Ok(frame) = ClientFrame::read(&value, extensions) {
                prop_assert_eq!(ClientFrame::read(&frame.write(), extensions), Ok(frame));
            }
        }
    }

    #[test]
    fn a_decision_is_read_as_one_of_its_kind_or_refused(result in result()) {
        let data = Value::map([("request_id", "r".into()), ("result", result)]);
        for (name, member, words) in [
            ("permission_response", "behavior", &["allow", "deny"][..]),
            ("elicitation_response", "action", &["accept", "decline", "cancel"]),
        ] {
            let frame = Value::map([("type", name.into()), ("data", data.clone())]);
            let Ok(frame) = ClientFrame::read(&frame, true) else { continue };
            let (ClientFrame::PermissionResponse { result, .. } | ClientFrame::ElicitationResponse { result, .. }) = &frame
            else {
                panic!("{frame:?}");
            };
            prop_assert!(result.get(member).and_then(Value::as_str).is_some_and(|word| words.contains(&word)));
            prop_assert_eq!(Some(result), data.get("result"), "it is exactly what was sent");
        }
    }

    #[test]
    fn any_value_is_an_ask_within_bounds(value in value()) {
        let ask = Ask::read("q".to_owned(), &value);
        prop_assert!((1..=limits::QUESTIONS_SHOWN).contains(&ask.questions().len()));
        prop_assert!(ask.problems.len() <= limits::PROBLEMS);
        prop_assert!(ask.timeout_seconds.is_none_or(|seconds| seconds > 0.0));
        prop_assert!(ask.remaining_seconds.is_none_or(|seconds| seconds >= 0.0));
        for question in ask.questions() {
            prop_assert!(question.options.len() <= limits::OPTIONS_SHOWN);
            let labels = question.options.iter().map(|option| &option.label.shown);
            for shown in labels.chain([&question.text.shown]).chain(&question.header) {
                prop_assert_eq!(&text::shown(shown), shown);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again(value in value()) {
        let read: Value = serde_json::from_str(&value.to_json()).unwrap();
        prop_assert_eq!(without_floats(&read), without_floats(&value));
    }

    #[test]
    fn a_list_that_is_joined_splits_into_itself(items in prop::collection::vec(word(), 0..6)) {
        prop_assert_eq!(split(&list::join(&items)), items);
    }

    #[test]
    fn splitting_takes_any_text(text in ".*") {
        split(&text);
    }

    #[test]
    fn every_answer_reaches_the_wire_under_its_question((ask, answers) in answers()) {
        let wire = wire_answers(&ask, &answers);
        for (question, answer) in ask.questions().iter().zip(&answers) {
            let key = &question.text.wire;
            let sent: Vec<_> = wire.iter().filter(|(name, _)| name == key).collect();
            prop_assert!(sent.len() <= 1, "one key for one text");
            let items = answer.items(question);
            if items.is_empty() {
                continue;
            }
            let (_, text) = sent.first().expect("an answer is sent");
            for item in items {
                let is_there = *text == item || split(text).contains(&item);
                prop_assert!(is_there, "{item:?} in {text:?}");
            }
        }
    }

    #[test]
    fn a_response_is_json_that_says_the_same((ask, answers) in answers()) {
        let frame = ClientFrame::Answer {
            question_id: ask.id.clone(),
            answers: wire_answers(&ask, &answers),
            annotations: wire_annotations(&ask, &answers),
        };
        let received: Value = serde_json::from_str(&frame.write().to_json()).unwrap();
        prop_assert_eq!(ClientFrame::read(&received, true), Ok(frame));
    }
}
