//! Any form and any answers: nothing is left out in silence, nothing is accepted that was not entered, and what is accepted is
//! valid as another judge of JSON schemas sees it.

use proptest::prelude::*;

use super::{FieldValue, Form, NotAccepted, check};
use crate::protocol::{Answer, OwnAnswer, QuestionKind, Value, limits};
use crate::text;

/// Texts that are hostile, and texts that mean something to a field.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "",
        " ",
        "a",
        "b",
        "ab",
        "__proto__",
        "constructor",
        "question_0",
        "question_0_custom",
        "\u{202e}evil",
        "\u{1b}[31mred",
        "a\u{0}b",
        "\u{200b}",
        "<img src=x onerror=alert(1)>",
        "\u{e0041}",
        "line\nline",
        "1",
        "-2.5",
        "1e2",
        "0.30000000000000004",
        "a@b.example",
        "https://a.example/?q#f",
        "2024-02-29",
        "2023-02-29",
        "2024-02-29T23:59:60Z",
        "2024-02-29T10:00:00+01:00",
        "string",
        "object",
        "form",
        "x (Recommended)",
        "9007199254740993",
        "12345678901234567890",
        ", \"",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,12}"]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-20i64..20).prop_map(Value::Int),
        (-2000i32..2000).prop_map(|number| Value::Float(f64::from(number) / 128.0))
    ]
}

fn count() -> impl Strategy<Value = Value> {
    (0i64..6).prop_map(Value::Int)
}

/// Each member, or not.
fn members(all: Vec<(&'static str, BoxedStrategy<Value>)>) -> impl Strategy<Value = Vec<(String, Value)>> {
    all.into_iter()
        .map(|(key, value)| {
            prop::option::of(value).prop_map(move |value| value.map(|value| (key.to_owned(), value))).boxed()
        })
        .collect::<Vec<_>>()
        .prop_map(|members| members.into_iter().flatten().collect())
}

fn with(
    fixed: Vec<(&'static str, Value)>,
    optional: Vec<(&'static str, BoxedStrategy<Value>)>,
) -> BoxedStrategy<Value> {
    let mut optional = optional;
    optional.push(("title", word().prop_map(Value::from).boxed()));
    optional.push(("description", word().prop_map(Value::from).boxed()));
    members(optional)
        .prop_map(move |members| {
            let fixed = fixed.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
            Value::Map(fixed.chain(members).collect())
        })
        .boxed()
}

/// The schema of one field of a kind that MCP has.
fn field() -> impl Strategy<Value = Value> {
    let texts = || word().prop_map(Value::from).boxed();
    let formats = prop::sample::select(vec!["email", "uri", "date", "date-time"]).prop_map(Value::from).boxed();
    let patterns = prop::sample::select(vec!["^a", "[0-9]+", "^.{2,4}$", "(a|b)$"]).prop_map(Value::from).boxed();
    let text = with(
        vec![("type", "string".into())],
        vec![
            ("format", formats),
            ("pattern", patterns),
            ("minLength", count().boxed()),
            ("maxLength", count().boxed()),
            ("default", texts()),
        ],
    );
    let number_of = |kind: &'static str| {
        let bounds = vec![("minimum", number().boxed()), ("maximum", number().boxed()), ("default", number().boxed())];
        with(vec![("type", kind.into())], bounds)
    };
    let truth = with(vec![("type", "boolean".into())], vec![("default", any::<bool>().prop_map(Value::from).boxed())]);
    let values = || prop::collection::btree_set(word(), 1..5).prop_map(|values| values.into_iter().collect::<Vec<_>>());
    let listed = |values: &[String]| Value::List(values.iter().cloned().map(Value::from).collect());
    let titled = |values: &[String]| {
        Value::List(
            values
                .iter()
                .map(|value| Value::map([("const", value.clone().into()), ("title", value.clone().into())]))
                .collect(),
        )
    };
    let single = (values(), any::<bool>()).prop_flat_map(move |(values, is_titled)| {
        let options = if is_titled { ("oneOf", titled(&values)) } else { ("enum", listed(&values)) };
        let default = prop::sample::select(values).prop_map(Value::from).boxed();
        with(vec![("type", "string".into()), options], vec![("default", default)])
    });
    let several = (values(), any::<bool>()).prop_flat_map(move |(values, is_titled)| {
        let options = if is_titled { ("anyOf", titled(&values)) } else { ("enum", listed(&values)) };
        let default = Just(listed(&values[..1])).boxed();
        with(
            vec![("type", "array".into()), ("items", Value::map([options])), ("uniqueItems", true.into())],
            vec![("minItems", count().boxed()), ("maxItems", count().boxed()), ("default", default)],
        )
    });
    prop_oneof![text, number_of("number"), number_of("integer"), truth, single, several]
}

/// A schema with fields of all kinds, some of them required.
fn schema() -> impl Strategy<Value = Value> {
    prop::collection::vec((word(), field(), any::<bool>()), 0..6).prop_map(|fields| {
        let mut properties: Vec<(String, Value)> = Vec::new();
        let mut required = Vec::new();
        for (key, field, is_required) in fields {
            if properties.iter().all(|(earlier, _)| *earlier != key) {
                if is_required {
                    required.push(Value::from(key.clone()));
                }
                properties.push((key, field));
            }
        }
        Value::map([
            ("type", "object".into()),
            ("properties", Value::Map(properties)),
            ("required", Value::List(required)),
        ])
    })
}

/// Any JSON, with keys that mean something.
fn junk() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(vec![
        "type",
        "properties",
        "required",
        "enum",
        "oneOf",
        "anyOf",
        "items",
        "const",
        "title",
        "default",
        "minLength",
        "minimum",
        "$ref",
        "mode",
        "message",
        "requestedSchema",
        "url",
        "question_0",
        "question_0_custom",
        "__proto__",
        "enumNames",
        "_meta",
    ]);
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => number(),
        1 => any::<f64>().prop_map(Value::Float),
        4 => word().prop_map(Value::Text),
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            prop::collection::vec((keys.clone().prop_map(str::to_owned), inner), 0..6).prop_map(Value::Map),
        ]
    })
}

fn answers() -> impl Strategy<Value = Vec<Option<Answer>>> {
    let answer = (prop::collection::btree_set(0usize..5, 0..4), prop::option::of(word()))
        .prop_map(|(picks, text)| Answer { picks: picks.into_iter().collect(), text, notes: None });
    prop::collection::vec(prop::option::of(answer), 6)
}

fn form(schema: Value) -> Form {
    Form::read(&Value::map([("message", "M".into()), ("requestedSchema", schema)])).0
}

/// What is wrong with the content, as another judge sees it.
fn judged(schema: &Value, content: &Value) -> Result<(), String> {
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.enable_format_assertions();
    let json = |value: &Value| serde_json::from_str::<serde_json::Value>(&value.to_json()).unwrap();
    compiler.add_resource("form.json", json(schema)).unwrap();
    let index = compiler.compile("form.json", &mut schemas).unwrap();
    schemas.validate(&json(content), index).map_err(|error| error.to_string())
}

/// Answers in which each field that was left alone has its default.
fn filled(form: &Form, answers: &[Option<Answer>]) -> Vec<Answer> {
    let fields = form.fields.iter().zip(answers);
    fields.map(|(field, answer)| answer.clone().unwrap_or_else(|| field.default_answer())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_accepted_is_valid(schema in schema(), answers in answers()) {
        let form = form(schema.clone());
        let answers = filled(&form, &answers);
        match form.accept(&answers) {
            Ok(result) => {
                let verdict = judged(&schema, result.get("content").unwrap());
                prop_assert!(verdict.is_ok(), "{:?} {}", verdict, result.to_json());
            }
            Err(NotAccepted::Obstacles) => prop_assert!(!form.obstacles.is_empty()),
            Err(NotAccepted::Fields(errors)) => prop_assert!(!errors.is_empty()),
        }
    }

    #[test]
    fn each_field_alone_is_accepted_as_it_should_be(field in field(), answer in answers()) {
        let schema = Value::map([("type", "object".into()), ("properties", Value::map([("k", field)]))]);
        let form = form(schema.clone());
        let answers = filled(&form, &answer);
        if let Ok(result) = form.accept(&answers) {
            prop_assert_eq!(judged(&schema, result.get("content").unwrap()), Ok(()));
        }
    }

    #[test]
    fn no_field_is_left_out_in_silence_and_the_order_is_kept(schema in prop_oneof![schema(), junk()]) {
        let form = form(schema.clone());
        let names: Vec<&str> = schema.get("properties").and_then(Value::as_map).unwrap_or_default().iter().map(|(key, _)| key.as_str()).collect();
        let fields: Vec<&str> = form.fields.iter().filter_map(|field| field.key.as_deref()).collect();
        prop_assert_eq!(fields.len(), form.fields.len(), "each has a key");
        let places: Vec<_> = fields.iter().map(|key| names.iter().position(|name| name == key).unwrap()).collect();
        prop_assert!(places.is_sorted_by(|one, next| one < next), "{:?}", fields);
        for name in names.iter().filter(|_| form.is_acceptable()) {
            let is_own = form.fields.iter().any(|field| matches!(&field.own_answer, OwnAnswer::Property { key, .. } if key == name));
            prop_assert!(fields.contains(name) || is_own, "{name}");
        }
    }

    #[test]
    fn nothing_is_accepted_that_was_not_entered(schema in schema(), answers in answers()) {
        let form = form(schema);
        let answers = filled(&form, &answers);
        let Ok(result) = form.accept(&answers) else { return Ok(()) };
        let content = result.get("content").and_then(Value::as_map).unwrap();
        let mut entered = Vec::new();
        for (field, answer) in form.fields.iter().zip(&answers) {
            let key = field.key.clone().unwrap();
            let value = check(field, answer).unwrap();
            match &value {
                Some(FieldValue::Text(text)) => prop_assert!(answer.text.as_deref().is_some_and(|typed| typed == text || typed.trim() == text)),
                Some(FieldValue::Number(number)) => {
                    let typed = answer.text.as_deref().unwrap().parse::<f64>().unwrap();
                    prop_assert_eq!(number.as_str().parse::<f64>().unwrap(), typed);
                    prop_assert_eq!(number.to_value().to_json().parse::<f64>().unwrap(), typed);
                }
                Some(FieldValue::Boolean(truth)) => {
                    prop_assert_eq!(answer.picks[0], if *truth { QuestionKind::TRUE } else { QuestionKind::FALSE });
                }
                Some(FieldValue::Choice(value)) => {
                    prop_assert!(answer.picks.iter().any(|pick| field.options.get(*pick).is_some_and(|option| option.label.wire == *value)));
                }
                Some(FieldValue::Choices(values)) => {
                    let picked = answer.picks.iter().filter_map(|pick| field.options.get(*pick));
                    prop_assert_eq!(values, &picked.map(|option| option.label.wire.clone()).collect::<Vec<_>>());
                }
                None => {}
            }
            entered.extend(value.map(|value| (key, value.write())));
            if let (OwnAnswer::Property { key, .. }, Some(_)) = (&field.own_answer, &answer.text) {
                entered.push((key.clone(), content.iter().find(|(name, _)| name == key).unwrap().1.clone()));
            }
        }
        prop_assert_eq!(content, &entered[..], "in this order, and nothing else");
    }

    #[test]
    fn any_value_is_read_and_shown_clean(request in junk(), schema in prop_oneof![schema(), junk()]) {
        let form = form(schema);
        let (wild, problems) = Form::read(&request);
        let (address, _) = super::Address::read(&request);
        for form in [&form, &wild] {
            prop_assert!(problems.len() <= limits::PROBLEMS && form.obstacles.len() <= limits::PROBLEMS);
            let heads = [Some(&form.message), form.asker.as_ref(), form.title.as_ref(), form.description.as_ref()];
            let mut shown: Vec<&str> = heads.into_iter().flatten().map(|text| text.shown.as_str()).collect();
            shown.extend(form.obstacles.iter().chain(&problems).map(|problem| problem.at.as_str()));
            for field in &form.fields {
                shown.push(&field.text.shown);
                shown.extend(field.header.as_deref().into_iter().chain(field.description.as_deref()));
                for option in &field.options {
                    shown.push(&option.label.shown);
                    shown.extend(option.description.as_deref());
                }
            }
            for text in shown {
                prop_assert_eq!(text::shown(text), text);
            }
        }
        prop_assert_eq!(text::shown(&address.url.shown), address.url.shown);
    }
}
