//! What the scripted agent says and asks. Pure: text in, text out.

use std::fmt::Write;

use ask_user_widget::protocol::permission::Denial;
use serde_json::Value;

/// One short scene: some words, one ask, and the words for each way it may end.
#[derive(Debug)]
pub(super) struct Scenario {
    /// A message with this word starts it.
    keyword: &'static str,
    /// What is said first, in the pieces in which it is streamed.
    pub(super) opening: &'static [&'static str],
    /// The input of `AskUserQuestion`, as JSON.
    input: &'static str,
    /// What is said after the answers.
    thanks: &'static str,
}

const DATABASE: Scenario = Scenario {
    keyword: "database",
    opening: &[
        "I have read through the project. ",
        "It stores orders and customers, but nothing is decided yet about where. ",
        "Before I write the schema, one question:",
    ],
    input: include_str!("../../../tests/fixtures/ask-database.json"),
    thanks: "I will write the schema and the first migration for it.",
};

const FEATURES: Scenario = Scenario {
    keyword: "features",
    opening: &[
        "I am setting up the React project. ",
        "The basics are in place; ",
        "the rest depends on how you like to work.",
    ],
    input: include_str!("../../../tests/fixtures/ask-features.json"),
    thanks: "I will add exactly these and leave the rest out.",
};

const AUTH: Scenario = Scenario {
    keyword: "auth",
    opening: &[
        "I can add sign-in to your app. ",
        "Two decisions shape everything after them, ",
        "so I would rather ask than guess.",
    ],
    input: include_str!("../../../tests/fixtures/ask-auth.json"),
    thanks: "I will start with the sign-in flow and show you the first screen.",
};

const LAYOUT: Scenario = Scenario {
    keyword: "layout",
    opening: &[
        "The dashboard has its data. ",
        "Now for how it looks: ",
        "four quick questions, and you can write your own answer to any of them.",
    ],
    input: include_str!("../../../tests/fixtures/ask-layout.json"),
    thanks: "I will build the page that way.",
};

impl Scenario {
    /// The scenario that a message asks for; the database if it names none.
    pub(super) fn of(message: &str) -> Scenario {
        let message = message.to_lowercase();
        let named = [FEATURES, AUTH, LAYOUT].into_iter().find(|scenario| message.contains(scenario.keyword));
        named.unwrap_or(DATABASE)
    }

    pub(super) fn input(&self) -> Value {
        serde_json::from_str(self.input).expect("the fixtures are JSON")
    }
}

/// What is said in the end, quoting what the person decided, to the letter.
pub(super) fn last_words(scenario: &Scenario, result: &Value) -> String {
    if result["behavior"] != "allow" {
        let time_outs = [Denial::TimedOut, Denial::Disconnected, Denial::NobodyConnected];
        let words = if time_outs.iter().any(|denial| result["reason"] == denial.reason()) {
            "I did not hear back in time, so I stopped before changing anything. \
             Send me a message and I will ask again."
        } else {
            "All right, I will leave it as it is; nothing was changed. Tell me when you want to come back to it."
        };
        return words.to_owned();
    }
    let input = &result["updatedInput"];
    let mut words = "Thank you. This is what I received:\n".to_owned();
    for (question, answer) in input["answers"].as_object().into_iter().flatten() {
        let answer = answer.as_str().unwrap_or_default();
        write!(words, "\n{question}\n“{answer}”\n").expect("a string takes all that is written");
        if let Some(notes) = input["annotations"][question.as_str()]["notes"].as_str() {
            writeln!(words, "with your note: “{notes}”").expect("a string takes all that is written");
        }
    }
    words + "\n" + scenario.thanks
}

#[cfg(test)]
mod tests {
    use super::{AUTH, DATABASE, FEATURES, LAYOUT, Scenario, last_words};
    use serde_json::{Value, json};

    #[test]
    fn a_keyword_chooses() {
        for (message, keyword) in [
            ("Set up a database for me", "database"),
            ("hello", "database"),
            ("Which FEATURES do I need?", "features"),
            ("Add authentication", "auth"),
            ("try the layout one", "layout"),
            ("", "database"),
        ] {
            assert_eq!(Scenario::of(message).keyword, keyword, "{message}");
        }
    }

    /// The limits that the Claude Agent SDK sets for its question tool, since these fixtures are what the widget shows at its best.
    #[test]
    fn the_fixtures_keep_the_limits() {
        for scenario in [DATABASE, FEATURES, AUTH, LAYOUT] {
            let input = scenario.input();
            let questions = input["questions"].as_array().unwrap();
            assert!((1..=4).contains(&questions.len()));
            for question in questions {
                let length = |value: &Value| value.as_str().unwrap().chars().count();
                assert!((1..=12).contains(&length(&question["header"])), "{question}");
                assert!(question["question"].as_str().unwrap().ends_with('?'), "{question}");
                assert!(question["multiSelect"].is_boolean(), "{question}");
                let options = question["options"].as_array().unwrap();
                assert!((2..=4).contains(&options.len()), "{question}");
                for option in options {
                    assert!((1..=50).contains(&length(&option["label"])), "{option}");
                    assert!((1..=200).contains(&length(&option["description"])), "{option}");
                    let has_code = |preview: &Value| preview.as_str().unwrap().contains("```");
                    assert!(option.get("preview").is_none_or(has_code), "{option}");
                }
            }
        }
    }

    #[test]
    fn the_last_words_quote_to_the_letter() {
        let result = json!({"behavior": "allow", "updatedInput": {
            "answers": {"One?": "Intro, \"Yes, always\"", "Two?": " mine\n"},
            "annotations": {"One?": {"notes": "soon"}},
        }});
        let words = last_words(&DATABASE, &result);
        assert!(words.contains("One?\n“Intro, \"Yes, always\"”\nwith your note: “soon”\n"), "{words}");
        assert!(words.contains("Two?\n“ mine\n”\n"), "{words}");
        assert!(words.ends_with(DATABASE.thanks));
    }

    #[test]
    fn the_last_words_tell_a_cancel_from_a_time_out() {
        let words = |reason| last_words(&DATABASE, &json!({"behavior": "deny", "message": "", "reason": reason}));
        assert!(words("cancelled").contains("nothing was changed"));
        for reason in ["timed_out", "disconnected", "nobody_connected"] {
            assert!(words(reason).contains("did not hear back in time"), "{reason}");
        }
    }
}
