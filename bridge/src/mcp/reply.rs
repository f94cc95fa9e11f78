//! How far an ask has come: as a text that a model understands, and as data for its program.

use ask_user_widget::protocol::RequestKind;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use crate::room::{AskState, AskStatus, Outcome};

/// The result of a tool for an ask.
pub(super) fn of_ask(state: &AskState) -> CallToolResult {
    let (text, data) = match &state.status {
        AskStatus::Pending => (pending(state), data(state, "pending", Map::new())),
        AskStatus::Over { outcome: Outcome::Answered, result } => {
            let (text, members) = answered(state.kind, result);
            (text, data(state, "answered", members))
        }
        AskStatus::Over { outcome: Outcome::Cancelled, .. } => {
            (CANCELLED.to_owned(), data(state, "cancelled", Map::new()))
        }
        AskStatus::Over { outcome: Outcome::TimedOut, .. } => {
            (TIMED_OUT.to_owned(), data(state, "timed_out", Map::new()))
        }
        AskStatus::Over { outcome: Outcome::Withdrawn, .. } => {
            (WITHDRAWN.to_owned(), data(state, "withdrawn", Map::new()))
        }
    };
    let mut result = CallToolResult::structured(data);
    result.content = vec![ContentBlock::text(text)];
    result
}

/// The result of a tool that did not ask.
pub(super) fn of_error(sentence: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(sentence)])
}

/// There is no such ask.
pub(super) const UNKNOWN: &str = "There is no ask with this id in this session, or its result is no longer kept. Ask again if you \
                                  still need the answer.";

const CANCELLED: &str = "The person closed this without answering. Do not ask the same again. Go on without the answer if you can, \
                         or stop and say what you need.";

const TIMED_OUT: &str = "Nobody answered in time: the person is away. Asking again at once is of no use. Go on with what does not \
                         depend on the answer, or stop and say what you need.";

const WITHDRAWN: &str = "This was withdrawn before the person answered.";

/// The person has denied and stopped. A tool's result cannot end a model's turn; it can only say so.
const STOP: &str = " They want you to stop: end your turn now, without any other step.";

fn pending(state: &AskState) -> String {
    format!(
        "The person has not answered yet; the dialog is still open. Call ask_user_result with the id \"{}\" to go on waiting. Do \
         not ask the same again: the answer is kept, also if it comes later.",
        state.id
    )
}

fn answered(kind: RequestKind, result: &Value) -> (String, Map<String, Value>) {
    match kind {
        RequestKind::Questions => answers(&result["updatedInput"]),
        RequestKind::Permission => decision(result),
        RequestKind::Elicitation => form(result),
    }
}

fn answers(input: &Value) -> (String, Map<String, Value>) {
    let members = members(input, &[("answers", "answers"), ("annotations", "annotations"), ("response", "response")]);
    let mut lines = vec!["The person answered:".to_owned()];
    for (question, answer) in input["answers"].as_object().into_iter().flatten() {
        lines.push(format!("- {question} {}", answer.as_str().unwrap_or_default()));
        if let Some(note) = input["annotations"][question]["notes"].as_str() {
            lines.push(format!("  Note: {note}"));
        }
    }
    if let Some(response) = input["response"].as_str() {
        lines.push(response.to_owned());
    }
    let asked = input["questions"].as_array().map_or(0, Vec::len);
    let given = input["answers"].as_object().map_or(0, Map::len);
    if given < asked {
        lines.push(format!("They left {} of {asked} questions unanswered.", asked - given));
    }
    (lines.join("\n"), members)
}

fn decision(result: &Value) -> (String, Map<String, Value>) {
    let names =
        [("behavior", "decision"), ("updatedInput", "input"), ("message", "message"), ("interrupt", "end_your_turn")];
    let mut members = members(result, &names);
    if result["behavior"] == "allow" {
        let input = &result["updatedInput"];
        return (format!("The person allows it, with this input and no other: {input}"), members);
    }
    members.remove("input");
    let stop = if result["interrupt"] == true { STOP } else { "" };
    let message = result["message"].as_str().unwrap_or_default();
    let text =
        format!("The person denied it. Do not do it, and do not try to reach the same in another way.{stop} {message}");
    (text, members)
}

fn form(result: &Value) -> (String, Map<String, Value>) {
    let members = members(result, &[("action", "action"), ("content", "content")]);
    let text = match result["action"].as_str() {
        Some("accept") if result["content"].is_null() => "The person accepted.".to_owned(),
        Some("accept") => format!("The person filled in the form: {}", result["content"]),
        _ => "The person declined to fill in the form. Do not send it again.".to_owned(),
    };
    (text, members)
}

/// Members of a result under the names of the tools' output.
fn members(result: &Value, names: &[(&str, &str)]) -> Map<String, Value> {
    let member = |(from, to): &(&str, &str)| Some(((*to).to_owned(), result.get(*from)?.clone()));
    names.iter().filter_map(member).collect()
}

fn data(state: &AskState, status: &str, members: Map<String, Value>) -> Value {
    let mut data = json!({"id": state.id.as_str(), "status": status});
    if let Value::Object(data) = &mut data {
        data.extend(members);
    }
    data
}

#[cfg(test)]
mod tests {
    use ask_user_widget::protocol::RequestKind;
    use serde_json::{Value, json};

    use super::of_ask;
    use crate::room::{AskState, AskStatus, Outcome};

    fn reply(kind: RequestKind, status: AskStatus) -> (String, Value) {
        let result = of_ask(&AskState { id: "q_1".into(), kind, status });
        let result = serde_json::to_value(result).unwrap();
        assert_eq!(result["isError"], false);
        (result["content"][0]["text"].as_str().unwrap().to_owned(), result["structuredContent"].clone())
    }

    fn answered(kind: RequestKind, result: Value) -> (String, Value) {
        reply(kind, AskStatus::Over { outcome: Outcome::Answered, result })
    }

    #[test]
    fn answers_with_notes_and_gaps() {
        let input = json!({
            "questions": [{"question": "Which?"}, {"question": "How many?"}],
            "answers": {"Which?": "Red, Blue"},
            "annotations": {"Which?": {"notes": "dark ones"}},
        });
        let (text, data) = answered(RequestKind::Questions, json!({"behavior": "allow", "updatedInput": input}));
        let lines =
            "The person answered:\n- Which? Red, Blue\n  Note: dark ones\nThey left 1 of 2 questions unanswered.";
        assert_eq!(text, lines);
        let annotations = json!({"Which?": {"notes": "dark ones"}});
        let answers = json!({"Which?": "Red, Blue"});
        assert_eq!(data, json!({"id": "q_1", "status": "answered", "answers": answers, "annotations": annotations}));
    }

    #[test]
    fn a_decision_says_what_is_allowed() {
        let (text, data) =
            answered(RequestKind::Permission, json!({"behavior": "allow", "updatedInput": {"command": "ls"}}));
        assert!(text.contains(r#"{"command":"ls"}"#), "{text}");
        assert_eq!(data, json!({"id": "q_1", "status": "answered", "decision": "allow", "input": {"command": "ls"}}));
        let (text, data) = answered(RequestKind::Permission, json!({"behavior": "deny", "message": "Not today"}));
        assert!(text.contains("denied") && text.contains("Not today"), "{text}");
        assert_eq!(data, json!({"id": "q_1", "status": "answered", "decision": "deny", "message": "Not today"}));
        assert!(!text.contains("end your turn"), "{text}");
        let (text, data) = answered(RequestKind::Permission, json!({"behavior": "deny", "interrupt": true}));
        assert!(text.contains("end your turn now"), "{text}");
        assert_eq!(data, json!({"id": "q_1", "status": "answered", "decision": "deny", "end_your_turn": true}));
    }

    #[test]
    fn a_form_is_filled_in_or_declined() {
        let (text, data) = answered(RequestKind::Elicitation, json!({"action": "accept", "content": {"name": "a"}}));
        assert!(text.contains(r#"{"name":"a"}"#), "{text}");
        assert_eq!(data["content"], json!({"name": "a"}));
        let (text, data) = answered(RequestKind::Elicitation, json!({"action": "accept"}));
        assert_eq!(text, "The person accepted.", "an address that was opened");
        assert_eq!(data, json!({"id": "q_1", "status": "answered", "action": "accept"}));
        let (text, data) = answered(RequestKind::Elicitation, json!({"action": "decline"}));
        assert!(text.contains("declined"), "{text}");
        assert_eq!(data["action"], "decline");
    }

    #[test]
    fn a_model_learns_what_to_do_without_an_answer() {
        let over = |outcome| reply(RequestKind::Questions, AskStatus::Over { outcome, result: Value::Null });
        let (text, data) = reply(RequestKind::Questions, AskStatus::Pending);
        assert!(text.contains("ask_user_result") && text.contains("q_1") && text.contains("Do not ask the same again"));
        assert_eq!(data, json!({"id": "q_1", "status": "pending"}));
        assert!(over(Outcome::TimedOut).0.contains("Asking again at once is of no use"));
        assert_eq!(over(Outcome::TimedOut).1["status"], "timed_out");
        assert!(over(Outcome::Cancelled).0.contains("Do not ask the same again"));
        assert_eq!(over(Outcome::Cancelled).1["status"], "cancelled");
        assert_eq!(over(Outcome::Withdrawn).1["status"], "withdrawn");
    }
}
