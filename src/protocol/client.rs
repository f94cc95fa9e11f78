//! Frames that the widget sends.

use super::answer::Annotation;
use super::value::Value;

/// A frame to the bridge.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientFrame {
    /// The person has answered.
    Answer {
        /// Which ask.
        question_id: String,
        /// Question text and answer, in order.
        answers: Vec<(String, String)>,
        /// Question text and what goes beside its answer; only for a bridge that takes them.
        annotations: Vec<(String, Annotation)>,
    },
    /// The person does not want to answer.
    Cancel {
        /// Which ask.
        question_id: String,
    },
    /// The person is at work and needs more time (extension `extend`).
    Extend {
        /// Which ask.
        question_id: String,
        /// How much more.
        seconds: u32,
    },
    /// Wants to hear whether the bridge is there (extension `beat`).
    Beat,
    /// The first frame to a bridge that wants a token; a browser cannot send it as a header.
    Authenticate {
        /// The token.
        token: String,
    },
}

impl ClientFrame {
    /// The frame as it travels.
    pub fn to_value(&self) -> Value {
        match self {
            ClientFrame::Answer { question_id, answers, annotations } => {
                let answers = answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into())).collect();
                let mut data = Value::map([
                    ("question_id", question_id.as_str().into()),
                    ("answers", Value::Map(answers)),
                    ("cancelled", false.into()),
                ]);
                if !annotations.is_empty() {
                    data.set("annotations", annotations_value(annotations));
                }
                response(data)
            }
            // `answers: null` is an error at real bridges, so it is left out.
            ClientFrame::Cancel { question_id } => {
                response(Value::map([("question_id", question_id.as_str().into()), ("cancelled", true.into())]))
            }
            ClientFrame::Extend { question_id, seconds } => Value::map([
                ("type", "ask_user_extend".into()),
                ("question_id", question_id.as_str().into()),
                ("seconds", Value::Int((*seconds).into())),
            ]),
            ClientFrame::Beat => Value::map([("type", "ask_user_beat".into())]),
            ClientFrame::Authenticate { token } => {
                Value::map([("type", "authenticate".into()), ("token", token.as_str().into())])
            }
        }
    }
}

fn response(data: Value) -> Value {
    Value::map([("type", "ask_user_response".into()), ("data", data)])
}

/// Annotations as a map from question text.
pub(super) fn annotations_value(annotations: &[(String, Annotation)]) -> Value {
    Value::Map(annotations.iter().map(|(key, annotation)| (key.clone(), annotation.to_value())).collect())
}

#[cfg(test)]
mod tests {
    use super::ClientFrame;
    use crate::protocol::Annotation;

    #[test]
    fn an_answer_as_the_protocol_page_has_it() {
        let frame = ClientFrame::Answer {
            question_id: "q_123".to_owned(),
            answers: vec![("How should I format the output?".to_owned(), "Summary".to_owned())],
            annotations: vec![],
        };
        assert_eq!(
            frame.to_value().to_json(),
            r#"{"type":"ask_user_response","data":{"question_id":"q_123","answers":{"How should I format the output?":"Summary"},"cancelled":false}}"#
        );
    }

    #[test]
    fn annotations_only_where_there_are_any() {
        let annotation = Annotation { preview: None, notes: Some("n".to_owned()) };
        let frame = ClientFrame::Answer {
            question_id: "q".to_owned(),
            answers: vec![],
            annotations: vec![("Q".to_owned(), annotation)],
        };
        assert!(frame.to_value().to_json().contains(r#""annotations":{"Q":{"notes":"n"}}"#));
    }

    #[test]
    fn a_cancel_has_no_answers() {
        let frame = ClientFrame::Cancel { question_id: "q".to_owned() };
        assert_eq!(
            frame.to_value().to_json(),
            r#"{"type":"ask_user_response","data":{"question_id":"q","cancelled":true}}"#
        );
    }
}
