//! Asks as agents really send them.

use super::{Ask, QuestionKind, TextFormat, strip_recommended};

fn read(json: &str) -> Ask {
    Ask::read("q_1".to_owned(), &serde_json::from_str(json).unwrap())
}

fn problems(ask: &Ask) -> Vec<String> {
    ask.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_proper_ask_has_no_problems() {
    let ask = read(
        r#"{"timeout_seconds":55,"questions":[{"question":"How?","header":"Format","multiSelect":false,"options":[
            {"label":"Summary (Recommended)","description":"Brief","preview":"Hi"},
            {"label":"Detailed","description":"Full"}]}]}"#,
    );
    assert_eq!(problems(&ask), [""; 0]);
    assert_eq!(ask.timeout_seconds, Some(55.0));
    let option = &ask.questions()[0].options[0];
    assert_eq!((option.label.shown.as_str(), option.recommended), ("Summary", true));
    assert_eq!(option.label.wire, "Summary (Recommended)");
    assert_eq!(option.preview.as_deref(), Some("Hi"));
    assert!(!ask.questions()[0].options[1].recommended);
}

#[test]
fn what_is_missing_is_named_and_the_rest_is_shown() {
    let ask = read(r#"{"questions":[{"question":"Which?"}]}"#);
    assert_eq!(ask.questions()[0].text.shown, "Which?");
    assert_eq!(
        problems(&ask),
        [
            "questions[0].header is missing",
            "questions[0].options has fewer than 2 entries",
            "questions[0].multiSelect is missing"
        ]
    );
}

#[test]
fn an_ask_without_questions_can_still_be_replied_to() {
    for json in ["{}", r#"{"questions":[]}"#, r#"{"questions":null}"#, r#"{"questions":"?"}"#, "[]", "7"] {
        let ask = read(json);
        assert_eq!(ask.questions().len(), 1, "{json}");
        assert_eq!(ask.questions()[0].text.wire, "response");
        assert!(!ask.problems.is_empty(), "{json}");
    }
}

#[test]
fn wrong_types_are_read_as_well_as_can_be() {
    let ask = read(
        r#"{"questions":[{"question":5,"header":["x"],"multiSelect":"yes","options":["A",{"label":true},null]},3]}"#,
    );
    let first = &ask.questions()[0];
    assert_eq!((first.text.wire.as_str(), first.header.as_deref()), ("5", None));
    let labels: Vec<_> = first.options.iter().map(|option| option.label.shown.as_str()).collect();
    assert_eq!(labels, ["A", "true", ""]);
    assert_eq!(ask.questions().len(), 2);
}

#[test]
fn limits_are_problems_and_never_crashes() {
    let option = r#"{"label":"L","description":"D"}"#;
    let options = vec![option; 70].join(",");
    let question = format!(r#"{{"question":"Q","header":"thirteen chars","multiSelect":true,"options":[{options}]}}"#);
    let ask = read(&format!(r#"{{"questions":[{}]}}"#, vec![question; 40].join(",")));
    assert_eq!((ask.questions().len(), ask.questions()[0].options.len()), (32, 64));
    let problems = problems(&ask);
    assert!(problems.len() <= 32);
    assert!(problems.contains(&"questions is cut to its first 32 entries".to_owned()));
    assert!(problems.contains(&"questions[0].header is longer than 12 characters".to_owned()));
}

#[test]
fn the_kind_follows_from_the_options_and_from_multi_select() {
    for (question, expected) in [
        (r#"{"options":["A","B"],"multiSelect":false}"#, QuestionKind::SingleChoice),
        (r#"{"options":["A"]}"#, QuestionKind::SingleChoice),
        (r#"{"options":["A","B"],"multiSelect":true}"#, QuestionKind::MultipleChoice),
        (r#"{"options":["A","B"],"multi_select":true}"#, QuestionKind::MultipleChoice),
        (r#"{"options":[],"multiSelect":true}"#, QuestionKind::Text(TextFormat::Any)),
        (r#"{"multiSelect":false}"#, QuestionKind::Text(TextFormat::Any)),
        ("3", QuestionKind::Text(TextFormat::Any)),
    ] {
        assert_eq!(read(&format!(r#"{{"questions":[{question}]}}"#)).questions()[0].kind, expected, "{question}");
    }
    assert_eq!(
        read("{}").questions()[0].kind,
        QuestionKind::Text(TextFormat::Any),
        "a reply to an ask without questions"
    );
}

#[test]
fn equal_questions_are_told() {
    let one = r#"{"question":"Q","header":"H","multiSelect":true,"options":["A","B"]}"#;
    let ask = read(&format!(r#"{{"questions":[{one},{one}]}}"#));
    assert!(problems(&ask).iter().any(|problem| problem.starts_with("questions[1].question repeats")));
}

#[test]
fn labels_that_look_alike_are_known() {
    let labels = ["Yes", "No", "Y\u{435}s", " Yes\u{a0}", "N\u{43e} ", "Maybe", "Yes\u{61c}", "yes"];
    let options: Vec<String> = labels.iter().map(|label| format!(r#"{{"label":"{label}"}}"#)).collect();
    let ask = read(&format!(r#"{{"questions":[{{"question":"Q","options":[{}]}}]}}"#, options.join(",")));
    let alike = ask.questions()[0].look_alikes();
    assert_eq!(alike, [None, None, Some(0), Some(0), Some(1), None, Some(0), None]);
}

#[test]
fn an_option_that_calls_itself_other_is_known() {
    for (label, is_other) in [
        ("Other", true),
        ("OTHER…", true),
        ("Other (please specify)", true),
        ("\u{41e}ther", true),
        (" Other: ", true),
        ("Another", false),
        ("Other database", false),
        ("", false),
    ] {
        let ask = read(&format!(r#"{{"questions":[{{"question":"Q","options":["{label}"]}}]}}"#));
        assert_eq!(ask.questions()[0].options[0].calls_itself("Other"), is_other, "{label}");
    }
}

#[test]
fn no_text_is_stretched_by_white_space() {
    let long = "\\n".repeat(300);
    let ask = read(&format!(
        r#"{{"questions":[{{"question":"a{long}b","header":"a{long}b","options":[{{"label":"a{long}b","description":"a{long}b"}}]}}]}}"#
    ));
    let question = &ask.questions()[0];
    let option = &question.options[0];
    assert_eq!(question.text.shown, "a\n\n\n⋮\nb");
    assert_eq!(option.description.as_deref(), Some("a\n\n\n⋮\nb"));
    assert_eq!((question.header.as_deref(), option.label.shown.as_str()), (Some("a ⋮ b"), "a ⋮ b"));
}

#[test]
fn recommended_is_a_suffix_and_never_a_position() {
    assert_eq!(strip_recommended("pnpm (Recommended)"), Some("pnpm"));
    assert_eq!(strip_recommended("pnpm (recommended)"), Some("pnpm"));
    for label in [
        "pnpm (empfohlen)",
        "pnpm (Recommandé)",
        "pnpm (recommandée)",
        "pnpm (recomendado)",
        "pnpm（推奨）",
        "pnpm （推荐）",
        "pnpm(推薦)",
        "pnpm（Recommended）",
        "pnpm (موصى به)",
    ] {
        assert_eq!(strip_recommended(label), Some("pnpm"), "{label}");
    }
    for label in ["（推奨）", "pnpm (推", "pnpm (not recommended)", "pnpm (recommended) 2", "pnpm recommended)"] {
        assert_eq!(strip_recommended(label), None, "{label}");
    }
    assert_eq!(strip_recommended("(Recommended)"), None);
    assert_eq!(strip_recommended("(Recommended) pnpm"), None);
    assert_eq!(strip_recommended("日本語日本語"), None);
    assert_eq!(strip_recommended("x"), None);
}

#[test]
fn markdown_is_found_in_questions_and_descriptions_and_nowhere_else() {
    let has_markdown = |question: &str, label: &str, description: &str| {
        let option = format!(r#"{{"label":"{label}","description":"{description}","preview":"`code`"}}"#);
        read(&format!(r#"{{"questions":[{{"question":"{question}","options":[{option}]}}]}}"#)).has_markdown()
    };
    assert!(has_markdown("Use `npm`?", "Yes", ""));
    assert!(has_markdown("Which?", "Yes", "It is *fast*"));
    assert!(has_markdown("See [here](https://x.example)", "Yes", ""));
    assert!(!has_markdown("Use <b>_snake_case_</b>, 2 ~ 3?", "`npm`", "It's fast!"));
}
