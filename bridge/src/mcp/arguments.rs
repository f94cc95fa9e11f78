//! What a model wrote as a tool's arguments. What does not fit gets a sentence that says what to write instead: a model reads it
//! and tries again.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::settings::Settings;
use super::tool::Tool;
use crate::room::{AskInput, ElicitationInput, PermissionInput, QuestionId, Request, TimeLimit};

/// What a model wants.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Call {
    /// To ask something.
    Ask(Request, TimeLimit),
    /// The result of an earlier ask; of the latest, if it names none.
    Result(Option<QuestionId>),
}

/// Reads the arguments of a tool.
pub(super) fn read(tool: Tool, mut arguments: Map<String, Value>, settings: &Settings) -> Result<Call, String> {
    // Models write null for what they leave out.
    arguments.retain(|_, member| !member.is_null());
    let limit = match arguments.remove("timeout_seconds") {
        None => settings.limit(None),
        Some(seconds) => settings.limit(Some(seconds.as_f64().ok_or("timeout_seconds must be a number of seconds.")?)),
    };
    let request = match tool {
        Tool::AskUserResult => {
            return match arguments.get("id") {
                None => Ok(Call::Result(None)),
                Some(Value::String(id)) => Ok(Call::Result(Some(id.as_str().into()))),
                Some(_) => Err("id must be the string that ask_user returned.".to_owned()),
            };
        }
        Tool::AskUser => questions(&arguments)?.into(),
        Tool::RequestApproval => approval(arguments)?.into(),
        Tool::RequestForm => {
            ElicitationInput::new(Value::Object(arguments)).map_err(|error| format!("{error}."))?.into()
        }
    };
    Ok(Call::Ask(request, limit))
}

fn questions(arguments: &Map<String, Value>) -> Result<AskInput, String> {
    let questions = match arguments.get("questions") {
        Some(Value::Array(questions)) if (1..=4).contains(&questions.len()) => questions,
        Some(Value::Array(questions)) if questions.is_empty() => {
            return Err("questions is empty: write 1 to 4 questions.".to_owned());
        }
        Some(Value::Array(_)) => {
            return Err("questions has more than 4: ask the most important first, and the others later.".to_owned());
        }
        Some(Value::String(_)) => {
            return Err("questions is a string: write a list of objects such as {\"question\": \"…?\"}.".to_owned());
        }
        _ => return Err("questions is missing: write a list of 1 to 4 objects with a question each.".to_owned()),
    };
    let mut texts = HashSet::new();
    for (index, question) in questions.iter().enumerate() {
        let path = format!("questions[{index}]");
        let text = question["question"].as_str().filter(|text| !text.trim().is_empty());
        let text = text.ok_or_else(|| format!("{path}.question must be a string that is not empty."))?;
        if !texts.insert(text) {
            return Err(format!("{path}.question has the same text as another: the answers could not be told apart."));
        }
        check_options(&path, question)?;
        for (key, is_right, what) in [
            ("header", question["header"].is_string(), "a string of at most 12 characters"),
            ("multiSelect", question["multiSelect"].is_boolean(), "true or false"),
        ] {
            if !question[key].is_null() && !is_right {
                return Err(format!("{path}.{key} must be {what}."));
            }
        }
    }
    AskInput::new(json!({"questions": questions})).map_err(|error| format!("{error}."))
}

fn check_options(path: &str, question: &Value) -> Result<(), String> {
    let options = match &question["options"] {
        Value::Null => return Ok(()),
        Value::Array(options) => options,
        _ => return Err(format!("{path}.options must be a list of objects such as {{\"label\": \"…\"}}.")),
    };
    if options.len() == 1 || options.len() > 4 {
        let advice = "write 2 to 4 options, or none for a question that is answered in words";
        return Err(format!("{path}.options has {}: {advice}.", options.len()));
    }
    let mut labels = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let label = option["label"].as_str().filter(|label| !label.trim().is_empty());
        let wrong = "must be an object with a label that is not empty";
        let label = label.ok_or_else(|| format!("{path}.options[{index}] {wrong}."))?;
        if !labels.insert(label) {
            return Err(format!("{path}.options[{index}].label is the same as another: labels must differ."));
        }
    }
    Ok(())
}

fn approval(mut arguments: Map<String, Value>) -> Result<PermissionInput, String> {
    let known = ["tool_name", "input", "title", "description"];
    if let Some(key) = arguments.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(match key.chars().count() {
            ..=40 if key.chars().all(|sign| sign.is_ascii_graphic()) => format!("There is no argument {key}."),
            _ => "There is an argument that is not known.".to_owned(),
        });
    }
    // What a model asks for itself is allowed once: it has no settings that a rule could go to.
    arguments.insert("suppressAlwaysAllowRule".to_owned(), Value::Bool(true));
    PermissionInput::new(Value::Object(arguments)).map_err(|error| format!("{error}."))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Call, read};
    use crate::mcp::settings::Settings;
    use crate::mcp::tool::Tool;
    use crate::room::{Request, TimeLimit};

    fn reads(tool: Tool, arguments: Value) -> Result<Call, String> {
        read(tool, arguments.as_object().cloned().unwrap(), &Settings::default())
    }

    fn complaint(arguments: Value) -> String {
        reads(Tool::AskUser, arguments).expect_err("a complaint")
    }

    #[test]
    fn questions_with_all_that_a_model_may_leave_out() {
        let question = json!({"question": "Which?", "options": null, "header": null});
        let call = reads(Tool::AskUser, json!({"questions": [question], "timeout_seconds": 1, "more": 1}));
        let Ok(Call::Ask(Request::Questions(_), limit)) = call else { panic!("{call:?}") };
        assert_eq!(limit, TimeLimit::Seconds(60));
    }

    #[test]
    fn a_model_is_told_what_to_write_instead() {
        let option = |label: &str| json!({"label": label});
        let options = |options: Value| json!({"questions": [{"question": "Q?", "options": options}]});
        let question = json!({"question": "Q?"});
        for (arguments, word) in [
            (json!({}), "questions is missing"),
            (json!({"questions": "Which?"}), "a list of objects"),
            (json!({"questions": []}), "1 to 4"),
            (json!({"questions": [1, 2, 3, 4, 5]}), "more than 4"),
            (json!({"questions": [{"question": " "}]}), "questions[0].question"),
            (json!({"questions": [question, question]}), "questions[1].question has the same text"),
            (json!({"questions": [{"question": "Q?", "multiSelect": "yes"}]}), "true or false"),
            (json!({"questions": [{"question": "Q?", "header": 1}]}), "questions[0].header"),
            (json!({"questions": [question], "timeout_seconds": "soon"}), "timeout_seconds"),
            (options(json!("a, b")), "questions[0].options must be a list"),
            (options(json!([option("a")])), "2 to 4 options, or none"),
            (options(json!([1, 2, 3, 4, 5])), "has 5"),
            (options(json!(["a", "b"])), "questions[0].options[0] must be an object with a label"),
            (options(json!([option("a"), option("a")])), "labels must differ"),
        ] {
            let complaint = complaint(arguments.clone());
            assert!(complaint.contains(word) && complaint.ends_with('.'), "{arguments}: {complaint}");
        }
    }

    #[test]
    fn approvals_are_for_once_and_take_nothing_else() {
        let call = reads(Tool::RequestApproval, json!({"tool_name": "Deploy", "input": {"to": "production"}}));
        assert!(matches!(call, Ok(Call::Ask(Request::Permission(_), _))), "{call:?}");
        let more = json!({"tool_name": "Deploy", "input": {}, "suppressAlwaysAllowRule": false});
        assert_eq!(reads(Tool::RequestApproval, more).unwrap_err(), "There is no argument suppressAlwaysAllowRule.");
        let wrong = reads(Tool::RequestApproval, json!({"tool_name": "Deploy"})).unwrap_err();
        assert_eq!(wrong, "input must be an object.");
    }

    #[test]
    fn forms_are_those_of_mcp() {
        let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
        let call = reads(Tool::RequestForm, json!({"message": "M", "requestedSchema": schema}));
        assert!(matches!(call, Ok(Call::Ask(Request::Elicitation(_), _))), "{call:?}");
        let wrong =
            reads(Tool::RequestForm, json!({"message": "M", "requestedSchema": {"type": "array"}})).unwrap_err();
        assert_eq!(wrong, "requestedSchema.type must be object.");
    }

    #[test]
    fn a_result_is_of_an_id_or_of_the_latest_ask() {
        assert_eq!(reads(Tool::AskUserResult, json!({})), Ok(Call::Result(None)));
        assert_eq!(reads(Tool::AskUserResult, json!({"id": null})), Ok(Call::Result(None)));
        assert_eq!(reads(Tool::AskUserResult, json!({"id": "q"})), Ok(Call::Result(Some("q".into()))));
        assert!(reads(Tool::AskUserResult, json!({"id": 7})).unwrap_err().contains("id must be"));
    }
}
