//! Responses: valid, ill-typed, foreign, late, repeated.

use crate::script::{CANCELLED, MISMATCH, TIMEOUT};
use crate::script::{Script, acked, allowed, asked, denied, failed};
use ask_user_bridge::room::Input;
use serde_json::{Value, json};

/// A room with extensions, and a bare one, each with a page and a pending question.
fn both() -> [Script; 2] {
    [Script::new(), Script::plain()].map(|mut script| {
        script.open("a");
        script.ask("q1");
        script
    })
}

#[test]
fn an_answer_allows() {
    let [mut script, mut plain] = both();
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "accepted"), allowed("q1")]);
    assert_eq!(plain.answer("a", "q1"), [allowed("q1")], "a bare bridge does not confirm");
    assert_eq!(script.room.next_wake(), None);
}

#[test]
fn a_cancel_denies_and_no_time_out_follows() {
    let [mut script, mut plain] = both();
    assert_eq!(script.cancel("a", "q1"), [acked("a", "q1", "cancelled"), denied("q1", CANCELLED)]);
    assert_eq!(plain.cancel("a", "q1"), [denied("q1", CANCELLED)]);
    for mut script in [script, plain] {
        assert_eq!(script.room.next_wake(), None);
        assert!(script.after(100_000).input(Input::Wake).is_empty());
    }
}

#[test]
fn every_key_of_the_input_is_kept_in_its_order() {
    let mut script = Script::plain();
    script.open("a");
    script.ask_input("q1", json!({"zeta": 1, "answers": {"old": "x"}, "questions": [], "__proto__": {"b": 2}}));
    let answers = r#"{"__proto__":"p","2":"two","1":"one"}"#;
    let response = format!(r#"{{"type":"ask_user_response","data":{{"question_id":"q1","answers":{answers}}}}}"#);
    assert_eq!(
        script.text("a", response),
        [format!(
            r#"q1 = {{"behavior":"allow","updatedInput":{{"zeta":1,"questions":[],"__proto__":{{"b":2}},"answers":{answers}}}}}"#
        )]
    );
}

#[test]
fn what_the_agent_wrote_as_the_persons_does_not_come_back() {
    for mut script in [Script::new(), Script::plain()] {
        script.open("a");
        script.ask_input(
            "q1",
            json!({"questions": [], "annotations": {"Q?": {"notes": "made up"}}, "response": "made up", "answers": {"R?": "made up"}}),
        );
        let lines = script.respond("a", json!({"question_id": "q1", "answers": {"Q?": "A"}}));
        let result = r#"q1 = {"behavior":"allow","updatedInput":{"questions":[],"answers":{"Q?":"A"}}}"#;
        assert!(lines.iter().any(|line| line == result), "{lines:?}");
    }
}

#[test]
fn a_reply_to_an_ask_without_questions_is_what_the_widgets_adapter_makes_of_it() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../tests/fixtures/adapters/can-use-tool.json")).unwrap();
    let case =
        cases.iter().find(|case| case["about"] == "a general reply is a response").expect("the fixture has the case");
    for mut script in [Script::new(), Script::plain()] {
        script.open("a");
        script.ask_input("q1", case["input"].clone());
        let lines = script.respond("a", json!({"question_id": "q1", "answers": case["detail"]["answers"]}));
        let result = format!("q1 = {}", case["result"]);
        assert!(lines.contains(&result), "{lines:?} has no {result}");
    }
}

#[test]
fn annotations_are_passed_on_where_there_are_any() {
    let data = json!({"question_id": "q1", "answers": {"Q?": "A"}, "annotations": {"Q?": {"notes": "n"}}});
    let [mut script, mut plain] = both();
    let lines = script.respond("a", data.clone());
    assert!(lines[1].ends_with(r#""answers":{"Q?":"A"},"annotations":{"Q?":{"notes":"n"}}}}"#), "{}", lines[1]);
    assert_eq!(plain.respond("a", data), [allowed("q1")], "a bare bridge drops unknown keys without a word");
    let [mut script, _] = both();
    let data = json!({"question_id": "q1", "answers": {"Q?": "A"}, "annotations": {}});
    assert_eq!(script.respond("a", data)[1], allowed("q1"), "empty ones are left out");
}

#[test]
fn either_spelling_of_the_id() {
    for mut script in both() {
        let lines = script.respond("a", json!({"questionId": "q1", "answers": {"Q?": "A"}}));
        assert_eq!(lines.last(), Some(&allowed("q1")));
    }
}

#[test]
fn lists_of_picks_are_joined() {
    for (picks, answer) in [
        (json!(["A", "B"]), "A, B"),
        (json!(["A"]), "A"),
        (json!(["A", "Yes, always"]), r#"A, "Yes, always""#),
        (json!([]), ""),
    ] {
        let [_, mut script] = both();
        let lines = script.respond("a", json!({"question_id": "q1", "answers": {"Q?": picks}}));
        let expected = json!({"Q?": answer}).to_string();
        assert!(lines[0].contains(&format!(r#""answers":{expected}"#)), "{}", lines[0]);
    }
}

#[test]
fn ill_typed_responses_are_errors_and_the_question_stays() {
    for (data, reason) in [
        (json!(null), "data must be an object"),
        (json!([]), "data must be an object"),
        (json!({"answers": {}}), "question_id must be a string"),
        (json!({"question_id": 1, "answers": {}}), "question_id must be a string"),
        (json!({"question_id": "", "answers": {}}), "question_id must be a string"),
        (json!({"question_id": "q1"}), "answers must be an object"),
        (json!({"question_id": "q1", "answers": null}), "answers must be an object"),
        (json!({"question_id": "q1", "answers": null, "cancelled": true}), "answers must be an object"),
        (json!({"question_id": "q1", "answers": []}), "answers must be an object"),
        (json!({"question_id": "q1", "answers": {"Q?": 1}}), "answers must be strings"),
        (json!({"question_id": "q1", "answers": {"Q?": null}}), "answers must be strings"),
        (json!({"question_id": "q1", "answers": {"Q?": ["A", 1]}}), "answers must be strings"),
        (json!({"question_id": "q1", "answers": {"Q?": {"x": 1}}}), "answers must be strings"),
        (json!({"question_id": "q1", "answers": {}, "cancelled": "no"}), "cancelled must be a boolean"),
    ] {
        for mut script in both() {
            let error = failed("a", &format!("Invalid ask_user_response: {reason}"));
            assert_eq!(script.respond("a", data.clone()), [error], "{data}");
            assert_eq!(script.answer("a", "q1").last(), Some(&allowed("q1")), "still pending after {data}");
        }
    }
}

#[test]
fn a_response_without_data_is_an_error() {
    for mut script in both() {
        let error = failed("a", "Invalid ask_user_response: data must be an object");
        assert_eq!(script.text("a", r#"{"type":"ask_user_response","question_id":"q1"}"#), [error]);
    }
}

#[test]
fn ill_typed_annotations_matter_only_where_they_are_known() {
    for annotations in [json!(null), json!([]), json!({"Q?": "n"})] {
        let data = json!({"question_id": "q1", "answers": {"Q?": "A"}, "annotations": annotations});
        let [mut script, mut plain] = both();
        let error = failed("a", "Invalid ask_user_response: annotations must be an object of objects");
        assert_eq!(script.respond("a", data.clone()), [error]);
        assert_eq!(plain.respond("a", data), [allowed("q1")]);
    }
}

#[test]
fn nothing_of_the_client_is_reflected_in_an_error() {
    for mut script in both() {
        for data in
            [json!({"question_id": "q1", "answers": {"<evil>": 1}}), json!({"question_id": "<evil>", "answers": {}})]
        {
            let lines = script.respond("a", data);
            assert!(lines[0].contains(r#""type":"error""#) && !lines[0].contains("evil"), "{}", lines[0]);
        }
        assert!(!script.text("a", r#"{"type":"<evil>"}"#)[0].contains("evil"));
    }
}

#[test]
fn a_wrong_id_is_an_error_while_another_is_pending() {
    for mut script in both() {
        assert_eq!(script.answer("a", "q9"), [failed("a", MISMATCH)]);
        assert_eq!(script.cancel("a", "q9"), [failed("a", MISMATCH)]);
        assert_eq!(script.answer("a", "q1").last(), Some(&allowed("q1")));
    }
}

#[test]
fn an_ask_that_waits_cannot_be_answered() {
    for mut script in both() {
        script.ask("q2");
        assert_eq!(script.answer("a", "q2"), [failed("a", MISMATCH)]);
    }
}

#[test]
fn a_second_answer_has_no_effect() {
    let [mut script, mut plain] = both();
    script.answer("a", "q1");
    plain.answer("a", "q1");
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "duplicate")]);
    assert!(plain.answer("a", "q1").is_empty());
}

#[test]
fn only_the_response_that_counted_is_a_duplicate() {
    let [mut script, _] = both();
    script.answer("a", "q1");
    script.open("b");
    let other = json!({"question_id": "q1", "answers": {"Q?": "B"}});
    assert_eq!(script.respond("b", other), [acked("b", "q1", "late")], "another answer was not taken");
    assert_eq!(script.cancel("b", "q1"), [acked("b", "q1", "late")], "nor was a cancel");
    assert_eq!(script.answer("b", "q1"), [acked("b", "q1", "duplicate")]);
}

#[test]
fn a_second_cancel_is_a_duplicate() {
    let [mut script, _] = both();
    script.cancel("a", "q1");
    assert_eq!(script.cancel("a", "q1"), [acked("a", "q1", "duplicate")]);
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "late")]);
}

#[test]
fn an_answer_after_the_time_out_is_late() {
    let [mut script, mut plain] = both();
    script.wake();
    plain.wake();
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "late")]);
    assert!(plain.answer("a", "q1").is_empty());
}

#[test]
fn a_late_answer_beside_a_pending_question() {
    let [mut script, mut plain] = both();
    for script in [&mut script, &mut plain] {
        script.ask("q2");
        assert_eq!(script.wake()[1..], [denied("q1", TIMEOUT), asked("a", "q2")]);
    }
    assert_eq!(script.answer("a", "q1"), [acked("a", "q1", "late")], "an id of the past is told as such");
    assert_eq!(plain.answer("a", "q1"), [failed("a", MISMATCH)], "a bare bridge knows only the pending one");
}

#[test]
fn an_answer_from_before_a_restart_is_late() {
    let mut script = Script::new();
    script.open("a");
    assert_eq!(script.answer("a", "q_before"), [acked("a", "q_before", "late")]);
    let mut plain = Script::plain();
    plain.open("a");
    assert!(plain.answer("a", "q_before").is_empty());
}

#[test]
fn decoded_frames_are_taken_like_text() {
    let [mut script, _] = both();
    let frame = json!({"type": "ask_user_response", "data": {"question_id": "q1", "answers": {"Q?": "A"}}});
    assert_eq!(script.input(Input::Frame { from: "a".into(), frame })[1], allowed("q1"));
}

#[test]
fn what_the_agent_sent_comes_back_exactly() {
    // Beyond what the protocol's own values can hold: numbers of more than 63 bits, and a depth of more than 64.
    let deep = (0..100).fold(json!(0.1), |inner, _| json!([inner]));
    let questions = json!([{"question": "Q?", "number": u64::MAX, "small": 1e-12, "deep": deep}]);
    let mut script = Script::new();
    script.open("a");
    let asked = script.ask_input("q1", json!({"number": u64::MAX - 1, "questions": questions}));
    assert!(asked[0].contains(&format!(r#""questions":{questions}"#)), "{}", asked[0]);
    let answered = script.answer("a", "q1");
    let expected = json!({"number": u64::MAX - 1, "questions": questions, "answers": {"Q?": "A"}});
    assert_eq!(answered[1], format!(r#"q1 = {{"behavior":"allow","updatedInput":{expected}}}"#));
}

#[test]
fn of_an_annotation_the_agent_gets_what_the_protocol_knows() {
    let [mut script, _] = both();
    let annotations = json!({"Q?": {"preview": "p", "notes": "n", "other": 7}, "R?": {"notes": 7}});
    let data = json!({"question_id": "q1", "answers": {"Q?": "A"}, "annotations": annotations});
    let expected = r#""annotations":{"Q?":{"preview":"p","notes":"n"},"R?":{}}}}"#;
    let lines = script.respond("a", data);
    assert!(lines[1].ends_with(expected), "{}", lines[1]);
}

#[test]
fn a_frame_that_is_nested_too_deeply_is_an_error_and_the_question_stays() {
    for mut script in both() {
        let deep = (0..100).fold(json!(0), |inner, _| json!([inner]));
        let lines = script.text("a", json!({"type": "ask_user_response", "data": {"question_id": "q1", "x": deep}}));
        assert_eq!(lines, [failed("a", "Invalid message: nested too deeply")]);
        assert_eq!(script.answer("a", "q1").last(), Some(&allowed("q1")));
    }
}
