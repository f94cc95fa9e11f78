//! The fixtures in `tests/fixtures/forms`, and single rules.

use super::{Address, FieldValue, Form, NotAccepted, cancel, check, decline, may_be_cut};
use crate::protocol::adapter::{Adapter, Ended};
use crate::protocol::{Answer, Question, QuestionKind, Request, TextFormat, Value};

fn parse(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

pub(super) fn read(json: &str) -> Form {
    Form::read(&parse(json)).0
}

/// A form with one field of this schema.
fn field(json: &str) -> Form {
    read(&format!(r#"{{"message":"M","requestedSchema":{{"type":"object","properties":{{"a":{json}}}}}}}"#))
}

fn typed(text: &str) -> Answer {
    Answer { text: Some(text.to_owned()), ..Answer::default() }
}

/// A field in words: its key, its kind and what it asks for.
fn in_words(field: &Question) -> String {
    let constraints = &field.constraints;
    let bounds = |min: Option<String>, max: Option<String>| {
        min.map(|min| format!(" {min}..")).unwrap_or_default() + &max.map(|max| format!(" ..{max}")).unwrap_or_default()
    };
    let options: Vec<String> = field
        .options
        .iter()
        .map(|option| {
            let mark = if option.is_default { "*" } else { "" };
            let (wire, shown) = (&option.label.wire, &option.label.shown);
            if wire == shown { format!("{mark}{wire}") } else { format!("{mark}{wire} ({shown})") }
        })
        .collect();
    let kind = match field.kind {
        QuestionKind::SingleChoice => format!("one of {}", options.join(", ")),
        QuestionKind::MultipleChoice => {
            let count = match (constraints.min_items, constraints.max_items) {
                (0, None) => "any".to_owned(),
                (least, None) => least.to_string(),
                (least, Some(most)) => format!("{least} to {most}"),
            };
            format!("{count} of {}", options.join(", "))
        }
        QuestionKind::Text(format) => {
            let format = match format {
                TextFormat::Any => "text",
                TextFormat::Email => "email",
                TextFormat::Uri => "uri",
                TextFormat::Date => "date",
                TextFormat::DateTime => "date-time",
            };
            let min = Some(constraints.min_length).filter(|min| *min > 0).map(|min| min.to_string());
            format!("{format}{}", bounds(min, constraints.max_length.map(|max| max.to_string())))
        }
        QuestionKind::Number { integer } => {
            let text =
                |number: &Option<crate::protocol::Number>| number.as_ref().map(|number| number.as_str().to_owned());
            let name = if integer { "integer" } else { "number" };
            format!("{name}{}", bounds(text(&constraints.minimum), text(&constraints.maximum)))
        }
        QuestionKind::Boolean => "boolean".to_owned(),
    };
    let default = match &field.default {
        Some(FieldValue::Text(text)) => format!(" = {text}"),
        Some(FieldValue::Number(number)) => format!(" = {}", number.as_str()),
        Some(FieldValue::Boolean(truth)) => format!(" = {truth}"),
        Some(FieldValue::Choice(_) | FieldValue::Choices(_)) | None => String::new(),
    };
    let required = if constraints.is_required { " required" } else { "" };
    format!("{}: {kind}{default}{required}", field.key.as_deref().unwrap_or("?"))
}

/// The texts of a member that is a list; empty if it is not there.
fn texts(case: &Value, key: &str) -> Vec<String> {
    let items = case.get(key).and_then(Value::as_list).unwrap_or_default();
    items.iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

fn answer(value: &Value, field: &Question) -> Answer {
    if value.as_str() == Some("default") {
        return field.default_answer();
    }
    let picks = value.get("picks").and_then(Value::as_list).unwrap_or_default();
    let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
    Answer {
        picks: picks.iter().filter_map(Value::as_f64).map(|pick| pick as usize).collect(),
        text: text("other"),
        notes: text("notes"),
    }
}

fn check_fixture(json: &str) {
    for case in parse(json).as_list().unwrap() {
        let about = case.get("about").and_then(Value::as_str).unwrap();
        let (request, problems) = Request::read_elicitation(case.get("request").unwrap());
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, texts(case, "problems"), "{about}");
        match &request {
            Request::Form(form) => check_form(about, case, form),
            Request::Address(address) => {
                let text = |key| case.get(key).and_then(Value::as_str);
                assert_eq!(Some(address.url.wire.as_str()), text("url"), "{about}");
                assert_eq!(address.host.as_ref().map(|host| host.name.as_str()), text("host"), "{about}");
                let is_unusual = address.host.as_ref().map(|host| host.is_unusual);
                assert_eq!(is_unusual, case.get("unusual").and_then(Value::as_bool), "{about}");
                assert_eq!(&address.accept().unwrap_or_default(), case.get("result").unwrap(), "{about}");
            }
            Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => panic!("{about}"),
        }
    }
}

fn check_form(about: &str, case: &Value, form: &Form) {
    let fields: Vec<_> = form.fields.iter().map(in_words).collect();
    assert_eq!(fields, texts(case, "fields"), "{about}");
    let obstacles: Vec<_> = form.obstacles.iter().map(ToString::to_string).collect();
    assert_eq!(obstacles, texts(case, "obstacles"), "{about}");
    let given = case.get("answers").and_then(Value::as_list).unwrap_or_default();
    let answers: Vec<_> = given.iter().zip(&form.fields).map(|(value, field)| answer(value, field)).collect();
    match form.accept(&answers) {
        Ok(result) => assert_eq!(result.to_json(), case.get("result").unwrap().to_json(), "{about}"),
        Err(NotAccepted::Obstacles) => assert!(!form.is_acceptable(), "{about}"),
        Err(NotAccepted::Fields(errors)) => {
            let key = |index: usize| form.fields[index].key.clone().unwrap();
            let errors: Vec<_> = errors.iter().map(|(index, error)| format!("{}: {error:?}", key(*index))).collect();
            assert_eq!(errors, texts(case, "errors"), "{about}");
        }
    }
}

#[test]
fn server_everything() {
    check_fixture(include_str!("../../../tests/fixtures/forms/server-everything.json"));
}

#[test]
fn every_way_to_write_a_choice() {
    check_fixture(include_str!("../../../tests/fixtures/forms/enums.json"));
}

#[test]
fn acp() {
    check_fixture(include_str!("../../../tests/fixtures/forms/acp.json"));
}

#[test]
fn addresses() {
    check_fixture(include_str!("../../../tests/fixtures/forms/url.json"));
}

#[test]
fn what_cannot_be_shown_cannot_be_accepted_and_says_why() {
    check_fixture(include_str!("../../../tests/fixtures/forms/unsupported.json"));
}

#[test]
fn the_questions_of_claudes_adapter_get_the_same_result_as_by_its_adapter() {
    let cases = parse(include_str!("../../../tests/fixtures/adapters/elicitation.json"));
    let mut compared = 0;
    for case in cases.as_list().unwrap() {
        let (about, request) = (case.get("about").unwrap().to_json(), case.get("request").unwrap());
        let (form, _) = Form::read(request);
        let is_question = |field: &Question| field.offers_own_answer();
        let (Some(detail), true) = (case.get("detail"), form.fields.iter().all(is_question)) else { continue };
        let ended = Ended::read(detail);
        let lines = ended.lines.iter();
        let answers: Vec<_> = lines
            .map(|line| Answer { picks: line.picks.clone(), text: line.other.clone(), notes: line.notes.clone() })
            .collect();
        let result = match detail.get("outcome").and_then(Value::as_str) {
            Some("answered" | "partly-answered") => form.accept(&answers).unwrap_or_else(|_| cancel()),
            _ => cancel(),
        };
        assert_eq!(result.to_json(), Adapter::Elicitation.result(request, &ended).to_json(), "{about}");
        assert!(form.fields.iter().all(|field| field.default_answer().is_empty()), "nothing is chosen there");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn the_frame_of_the_bridge_is_the_same_form() {
    let mut frame = parse(include_str!("../../../tests/fixtures/elicitation-form.json"));
    let (form, problems) = Form::read(&frame);
    assert_eq!(form.fields.len(), 12);
    assert!(form.is_acceptable() && problems.is_empty(), "{problems:?}");
    for (key, value) in [
        ("type", Value::from("elicitation_request")),
        ("request_id", "q_1".into()),
        ("timeout_seconds", Value::Int(55)),
        ("remaining_seconds", Value::Float(31.5)),
        ("serverName", "deploy".into()),
    ] {
        frame.set(key, value);
    }
    let (Request::Form(framed), _) = Request::read_elicitation(&frame) else { panic!() };
    assert_eq!(framed.fields, form.fields);
    assert_eq!(framed.asker.as_ref().unwrap().shown, "deploy");
}

#[test]
fn the_other_endings() {
    assert_eq!(decline().to_json(), r#"{"action":"decline"}"#);
    assert_eq!(cancel().to_json(), r#"{"action":"cancel"}"#);
}

#[test]
fn a_pattern_that_cannot_be_read_is_not_enforced_and_reported() {
    let schema = r#"{"type":"string","pattern":"(?<=a)b"}"#;
    let request = format!(r#"{{"message":"M","requestedSchema":{{"type":"object","properties":{{"a":{schema}}}}}}}"#);
    let (form, problems) = Form::read(&parse(&request));
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, ["requestedSchema.properties.a.pattern cannot be checked and is not enforced"]);
    assert!(form.is_acceptable());
    assert!(check(&form.fields[0], &typed("x")).is_ok());
    let form = field(r#"{"type":"string","pattern":"^a"}"#);
    assert!(check(&form.fields[0], &typed("x")).is_err());
    assert!(check(&form.fields[0], &typed("ab")).is_ok());
}

#[test]
fn a_length_is_counted_in_characters() {
    let form = field(r#"{"type":"string","minLength":2,"maxLength":3}"#);
    for (text, is_right) in [("é", false), ("éé", true), ("😀😀😀", true), ("😀😀😀😀", false), ("", true)]
    {
        assert_eq!(check(&form.fields[0], &typed(text)).is_ok(), is_right, "{text}");
    }
}

#[test]
fn yes_no_and_nothing_are_three_answers() {
    let form = field(r#"{"type":"boolean"}"#);
    let value = |picks: &[usize]| check(&form.fields[0], &Answer { picks: picks.to_vec(), ..Answer::default() });
    assert_eq!(value(&[QuestionKind::TRUE]), Ok(Some(FieldValue::Boolean(true))));
    assert_eq!(value(&[QuestionKind::FALSE]), Ok(Some(FieldValue::Boolean(false))));
    assert_eq!(value(&[]), Ok(None));
    assert_eq!(value(&[7]), Ok(None));
}

#[test]
fn addresses_of_mailboxes_and_others() {
    for (format, right, wrong) in [
        (
            "email",
            &["a@b.example", "a.b+c@d-e.example", "a@localhost"][..],
            &[
                "a",
                "@b.example",
                "a@",
                "a@b@c",
                "a b@c.example",
                "a@-b.example",
                ".a@b.example",
                "a@b..example",
                "ä@b.example",
            ][..],
        ),
        (
            "uri",
            &[
                "https://a.example",
                "HTTP://a:80/?q=%20#f",
                "mailto:a@b.example",
                "urn:isbn:1",
                "http://[::1]:8080/",
                "file:///a",
            ],
            &[
                "a.example",
                "://x",
                "https://a b",
                "1a:b",
                "http://a/%zz",
                "http://[::1",
                "http://a:99999",
                "https://é.example",
                "a:",
            ],
        ),
    ] {
        let form = field(&format!(r#"{{"type":"string","format":"{format}"}}"#));
        for text in right {
            assert!(check(&form.fields[0], &typed(text)).is_ok(), "{text}");
        }
        for text in wrong {
            assert!(check(&form.fields[0], &typed(text)).is_err(), "{text}");
        }
    }
}

#[test]
fn an_address_is_shown_character_by_character() {
    for hidden in ['\u{200e}', '\u{200f}', '\u{61c}', '\u{202e}', '\u{200b}'] {
        let url = format!("https://a.example/b{hidden}c");
        let (address, _) = Address::read(&Value::map([("message", "M".into()), ("url", url.as_str().into())]));
        assert_eq!(address.url.shown, format!("https://a.example/b[U+{:04X}]c", u32::from(hidden)));
        assert_eq!((address.url.wire.as_str(), address.has_hidden()), (url.as_str(), true));
    }
    let (plain, _) = Address::read(&parse(r#"{"message":"M","url":"https://a.example/b?c=d%20e"}"#));
    assert_eq!((plain.url.shown.as_str(), plain.has_hidden()), ("https://a.example/b?c=d%20e", false));
}

#[test]
fn a_request_with_a_text_that_is_cut_offers_all_of_it() {
    let long = |text: &str| Value::map([("properties", Value::map([("a", Value::map([("title", text.into())]))]))]);
    assert!(!may_be_cut(&long(&"a".repeat(1_000))));
    assert!(may_be_cut(&long(&"a".repeat(1_001))));
    assert!(may_be_cut(&Value::List(vec![Value::map([(&"k".repeat(1_001), Value::Null)])])));
    let named = field(&format!(r#"{{"type":"string","description":"{}"}}"#, "a".repeat(4_000)));
    let described = named.fields[0].description.clone().unwrap();
    assert!(described.ends_with('…') && described.chars().count() <= 3_001, "what is cut has a mark");
}
