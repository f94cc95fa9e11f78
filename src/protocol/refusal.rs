//! Why a bridge does not take a response. It says so in an `error` frame, which has no id and no code but a sentence: this
//! is the one place that knows the sentences.

use std::fmt;

use crate::text::find;

/// The words by which a sentence is known to speak of another question. Bridges differ in what follows them.
const WRONG_QUESTION: &str = "Question ID";

/// The names of the frames by which any other sentence is known to speak of a response.
const RESPONSES: [&str; 3] = ["ask_user_response", "permission_response", "elicitation_response"];

/// How the sentence about a response that cannot be read begins; the name of the frame and a colon follow.
const INVALID: &str = "Invalid ";

/// Why a bridge does not take a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The response names another question than the one that the bridge waits for.
    WrongQuestion,
    /// The response cannot be read, for this reason.
    InvalidResponse(String),
}

impl Refusal {
    /// Reads the sentence of an `error` frame; `None` if it does not speak of a response.
    pub fn parse(sentence: &str) -> Option<Refusal> {
        if find(sentence, WRONG_QUESTION).is_some() {
            return Some(Refusal::WrongQuestion);
        }
        let name = RESPONSES.into_iter().find(|name| find(sentence, name).is_some())?;
        let reason = sentence.strip_prefix(INVALID).and_then(|rest| rest.strip_prefix(name)?.strip_prefix(": "));
        // Where the sentence is not that of a known bridge, all of it is the reason.
        Some(Refusal::InvalidResponse(reason.unwrap_or(sentence).to_owned()))
    }
}

/// Writes the sentence as real bridges have it.
impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::WrongQuestion => write!(out, "{WRONG_QUESTION} does not match pending question"),
            Refusal::InvalidResponse(reason) => write!(out, "{INVALID}{}: {reason}", RESPONSES[0]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Refusal;

    #[test]
    fn the_sentences_of_real_bridges_are_known() {
        let invalid = |reason: &str| Some(Refusal::InvalidResponse(reason.to_owned()));
        for (sentence, expected) in [
            ("Question ID does not match pending question", Some(Refusal::WrongQuestion)),
            ("ask_user_response: Question ID is unknown", Some(Refusal::WrongQuestion)),
            ("Invalid ask_user_response: answers must be strings", invalid("answers must be strings")),
            ("Cannot parse ask_user_response", invalid("Cannot parse ask_user_response")),
            ("Invalid permission_response: result must be an object", invalid("result must be an object")),
            ("Invalid elicitation_response: result must be an object", invalid("result must be an object")),
            ("Rate limited", None),
            ("Invalid ask_user_extend: seconds must be a positive number", None),
            ("", None),
        ] {
            assert_eq!(Refusal::parse(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn every_refusal_is_read_as_it_was_written() {
        for refusal in [Refusal::WrongQuestion, Refusal::InvalidResponse("data must be an object".to_owned())] {
            assert_eq!(Refusal::parse(&refusal.to_string()), Some(refusal));
        }
    }
}
