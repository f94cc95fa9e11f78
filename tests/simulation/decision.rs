//! What a person decided, in a form in which the three places where it shows can be compared: the drafts that they sent,
//! the frame on the wire, and the result that the agent got. Written anew here, so that a mistake of the product's own
//! encoding shows.

use std::collections::BTreeMap;

use ask_user_widget::protocol::{Ask, ClientFrame, list};
use ask_user_widget::session::Draft;
use serde_json::Value;

/// A decision on one ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Answer { answers: BTreeMap<String, String>, annotations: BTreeMap<String, Note> },
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
            items.extend(filled(&draft.other).filter(|_| draft.other_chosen));
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
            _ => None,
        }
    }
}

impl Ending {
    /// What a permission result says.
    pub(crate) fn of_result(result: &Value) -> Ending {
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
