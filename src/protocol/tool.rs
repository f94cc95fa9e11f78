//! The tool `AskUserQuestion` of the Claude Agent SDK: its permission results.
//!
//! Its input is read by [`Ask::read`](super::Ask::read).

use super::answer::Annotation;
use super::client::annotations_value;
use super::value::Value;

/// The result for answers: the tool's input with every key kept, and the answers in it.
pub fn allow(input: &Value, answers: &[(String, String)], annotations: &[(String, Annotation)]) -> Value {
    let mut updated = input.clone();
    let answers = answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into())).collect();
    updated.set("answers", Value::Map(answers));
    if !annotations.is_empty() {
        updated.set("annotations", annotations_value(annotations));
    }
    Value::map([("behavior", "allow".into()), ("updatedInput", updated)])
}

/// The result for a person who does not want to answer: the agent stops.
pub fn deny(message: &str) -> Value {
    Value::map([("behavior", "deny".into()), ("message", message.into()), ("interrupt", true.into())])
}

#[cfg(test)]
mod tests {
    use super::{allow, deny};

    #[test]
    fn every_key_of_the_input_is_kept() {
        let input =
            serde_json::from_str(r#"{"questions":[{"question":"Q","x":1}],"metadata":{"source":"s"}}"#).unwrap();
        assert_eq!(
            allow(&input, &[("Q".to_owned(), "A".to_owned())], &[]).to_json(),
            r#"{"behavior":"allow","updatedInput":{"questions":[{"question":"Q","x":1}],"metadata":{"source":"s"},"answers":{"Q":"A"}}}"#
        );
    }

    #[test]
    fn a_cancel_interrupts() {
        assert_eq!(
            deny("User cancelled the question").to_json(),
            r#"{"behavior":"deny","message":"User cancelled the question","interrupt":true}"#
        );
    }
}
