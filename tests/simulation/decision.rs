//! What a person decided, in a form in which the three places where it shows can be compared: the drafts that they sent,
//! the frame on the wire, and the result that the agent got. Written anew here, so that a mistake of the product's own
//! encoding shows.

use std::collections::BTreeMap;

use ask_user_widget::protocol::{Ask, ClientFrame, RequestKind, list};
use ask_user_widget::session::{ApprovalChoice, ApprovalDraft, Dialog, Draft};
use serde_json::{Value, json};

/// A decision on one ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Answer {
        answers: BTreeMap<String, String>,
        annotations: BTreeMap<String, Note>,
    },
    /// What the agent gets for an approval or a form.
    Result(Value),
    Cancel,
}

/// What goes beside an answer: preview and note.
pub(crate) type Note = (Option<String>, Option<String>);

/// How an ask ended for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Decided(Decision),
    TimedOut,
    HungUp,
    Refused,
}

impl Decision {
    /// What sending these drafts means. A bridge without extensions takes no annotations.
    pub(crate) fn of_drafts(ask: &Ask, drafts: &[Draft], extensions: bool) -> Decision {
        let (mut answers, mut annotations) = (BTreeMap::new(), BTreeMap::new());
        for (question, draft) in ask.questions().iter().zip(drafts) {
            let key = question.text.wire.clone();
            let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
            let mut items: Vec<_> = draft.picks.iter().map(|pick| question.options[*pick].label.wire.clone()).collect();
            let is_list = question.is_multiselectable() && !items.is_empty();
            items.extend(filled(&draft.text).filter(|_| draft.text_chosen));
            let answer = if is_list { list::join(&items) } else { items.concat() };
            if !items.is_empty() {
                answers.insert(key.clone(), answer);
            }
            let preview = match draft.picks[..] {
                [pick] => question.options[pick].preview.clone(),
                _ => None,
            };
            let note = (preview, filled(&draft.notes));
            if extensions && note != (None, None) {
                annotations.insert(key, note);
            }
        }
        Decision::Answer { answers, annotations }
    }

    /// What a frame says, with its ask.
    pub(crate) fn of_frame(frame: &ClientFrame) -> Option<(String, Decision)> {
        match frame {
            ClientFrame::Cancel { question_id } => Some((question_id.clone(), Decision::Cancel)),
            ClientFrame::Answer { question_id, answers, annotations } => {
                let note = |annotation: &ask_user_widget::protocol::Annotation| {
                    (annotation.preview.clone(), annotation.notes.clone())
                };
                let annotations = annotations.iter().map(|(key, value)| (key.clone(), note(value))).collect();
                let decision = Decision::Answer { answers: answers.iter().cloned().collect(), annotations };
                Some((question_id.clone(), decision))
            }
            ClientFrame::PermissionResponse { request_id, result }
            | ClientFrame::ElicitationResponse { request_id, result } => {
                let result: Value = serde_json::from_str(&result.to_json()).expect("it is JSON");
                let decision = if result["action"] == "cancel" { Decision::Cancel } else { Decision::Result(result) };
                Some((request_id.clone(), decision))
            }
            _ => None,
        }
    }

    /// What a choice on the card of an approval means.
    pub(crate) fn of_choice(ask: &Ask, draft: &ApprovalDraft, choice: ApprovalChoice) -> Option<Decision> {
        let source: Value = serde_json::from_str(&ask.source.to_json()).expect("it is JSON");
        let mut input = source["input"].clone();
        if let Some(edited) = &draft.edited {
            input["command"] = edited.as_str().into();
        }
        let words = match draft.message.trim() {
            "" => String::new(),
            message => format!(" The user said: {message}"),
        };
        let message = format!("The user denied the use of the tool Bash. It was not used.{words}");
        Some(Decision::Result(match choice {
            ApprovalChoice::AllowOnce => {
                json!({"behavior": "allow", "updatedInput": input, "decisionClassification": "user_temporary"})
            }
            ApprovalChoice::AllowAlways => {
                let ticked: Vec<_> = draft.ticked.iter().map(|place| source["suggestions"][*place].clone()).collect();
                json!({"behavior": "allow", "updatedInput": input, "updatedPermissions": ticked,
                    "decisionClassification": "user_permanent"})
            }
            ApprovalChoice::Deny => {
                json!({"behavior": "deny", "message": message, "decisionClassification": "user_reject"})
            }
            ApprovalChoice::DenyAndStop => {
                json!({"behavior": "deny", "message": message, "interrupt": true, "decisionClassification": "user_reject"})
            }
            ApprovalChoice::Offer(_) => return None,
        }))
    }

    /// What accepting the form of the simulation's agent means.
    pub(crate) fn of_form(drafts: &[Draft]) -> Decision {
        let mut content = json!({"name": drafts[0].text.trim()});
        if let Some(pick) = drafts[1].picks.first() {
            content["region"] = ["eu", "us"][*pick].into();
        }
        Decision::Result(json!({"action": "accept", "content": content}))
    }
}

/// What is chosen and typed in a dialog, of whatever kind, as drafts that can be compared.
pub(crate) fn work(dialog: &Dialog) -> Vec<Draft> {
    match dialog.ask.request.kind() {
        RequestKind::Questions | RequestKind::Elicitation => dialog.drafts.clone(),
        RequestKind::Permission => {
            let ApprovalDraft { ticked, message, edited, .. } = &dialog.approval;
            let text = edited.clone().unwrap_or_default();
            vec![Draft { picks: ticked.clone(), text_chosen: false, text, notes: message.clone() }]
        }
    }
}

impl Ending {
    /// What a permission result says.
    pub(crate) fn of_result(result: &Value) -> Ending {
        if result["reason"] == "withdrawn" || result["_meta"]["reason"] == "withdrawn" {
            return Ending::HungUp;
        }
        // What nobody decided has a reason beside it.
        if result["decisionClassification"].is_string() || (result["action"].is_string() && result["_meta"].is_null()) {
            let is_cancel = result["action"] == "cancel";
            return Ending::Decided(if is_cancel { Decision::Cancel } else { Decision::Result(result.clone()) });
        }
        if result["action"].is_string() {
            return Ending::TimedOut;
        }
        if result["behavior"] == "deny" {
            return match result["message"].as_str() {
                Some("User cancelled the question") => Ending::Decided(Decision::Cancel),
                _ => Ending::TimedOut,
            };
        }
        let map = |value: &Value| value.as_object().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let input = &result["updatedInput"];
        let answers = map(&input["answers"]).into_iter().map(|(key, answer)| (key, text(&answer).unwrap_or_default()));
        let notes = map(&input["annotations"]).into_iter();
        let notes = notes.map(|(key, note)| (key, (text(&note["preview"]), text(&note["notes"]))));
        Ending::Decided(Decision::Answer { answers: answers.collect(), annotations: notes.collect() })
    }
}
