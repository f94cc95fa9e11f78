//! What the scripted agent says and asks. Pure: text in, text out.

use std::fmt::Write;

use ask_user_widget::protocol::permission::Denial;
use serde_json::Value;

use crate::room::{AskInput, ElicitationInput, PermissionInput, Request};

/// One short scene: some words, one request, and the words for each way it may end.
#[derive(Debug)]
pub(super) struct Scenario {
    /// A message with this word starts it.
    keyword: &'static str,
    kind: Kind,
    /// What is said first, in the pieces in which it is streamed.
    pub(super) opening: &'static [&'static str],
    /// What is requested, as JSON.
    input: &'static str,
    /// What is said after the answers.
    thanks: &'static str,
}

/// What a scenario requests of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Questions,
    Approval,
    Form,
}

impl Kind {
    /// The capability that a page needs to show it, if it needs one.
    fn capability(self) -> Option<&'static str> {
        match self {
            Kind::Questions => None,
            Kind::Approval => Some("permission"),
            Kind::Form => Some("elicitation"),
        }
    }
}

const DATABASE: Scenario = Scenario {
    keyword: "database",
    kind: Kind::Questions,
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
    kind: Kind::Questions,
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
    kind: Kind::Questions,
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
    kind: Kind::Questions,
    opening: &[
        "The dashboard has its data. ",
        "Now for how it looks: ",
        "four quick questions, and you can write your own answer to any of them.",
    ],
    input: include_str!("../../../tests/fixtures/ask-layout.json"),
    thanks: "I will build the page that way.",
};

const EDIT: Scenario = Scenario {
    keyword: "edit",
    kind: Kind::Approval,
    opening: &["The server listens on every address of this machine. ", "I would like to change that:"],
    input: include_str!("../../../tests/fixtures/permission-edit.json"),
    thanks: "The file is changed.",
};

const COMMAND: Scenario = Scenario {
    keyword: "approve",
    kind: Kind::Approval,
    opening: &["The change is ready. ", "Before it goes out, I would like to run this:"],
    input: include_str!("../../../tests/fixtures/permission-bash.json"),
    thanks: "The command has run.",
};

const FORM: Scenario = Scenario {
    keyword: "form",
    kind: Kind::Form,
    opening: &["The site is built. ", "I need a few details before I can deploy it:"],
    input: include_str!("../../../tests/fixtures/elicitation-form.json"),
    thanks: "I will deploy it with these.",
};

impl Scenario {
    /// The scenario that a message asks for; the database if it names none. A message is a whole `user_message`: what its page
    /// can show beyond questions stands in `shows`.
    pub(super) fn of(message: &Value) -> Scenario {
        let text = message["text"].as_str().unwrap_or_default().to_lowercase();
        let has_word = |word: &str| text.split(|sign: char| !sign.is_alphanumeric()).any(|other| other == word);
        let shows = message["shows"].as_array().map(Vec::as_slice).unwrap_or_default();
        let can_show = |capability: &str| shows.iter().any(|shown| shown == capability);
        let named = if has_word("approve") && has_word(EDIT.keyword) {
            Some(EDIT)
        } else {
            [COMMAND, FORM].into_iter().find(|scenario| has_word(scenario.keyword))
        };
        let named = named.filter(|scenario| scenario.kind.capability().is_none_or(can_show));
        let asking = || [FEATURES, AUTH, LAYOUT].into_iter().find(|scenario| text.contains(scenario.keyword));
        named.or_else(asking).unwrap_or(DATABASE)
    }

    /// The call of the tool, which real bridges pass on just before they ask: its name and its input. A form is none.
    pub(super) fn tool_use(&self) -> Option<(Value, Value)> {
        let mut input = self.input();
        match self.kind {
            Kind::Questions => Some(("AskUserQuestion".into(), input)),
            Kind::Approval => Some((input["tool_name"].take(), input["input"].take())),
            Kind::Form => None,
        }
    }

    /// What the person is asked.
    pub(super) fn request(&self) -> Request {
        const WELL_FORMED: &str = "the scenarios are well formed";
        let input = self.input();
        match self.kind {
            Kind::Questions => AskInput::new(input).expect(WELL_FORMED).into(),
            Kind::Approval => PermissionInput::new(input).expect(WELL_FORMED).into(),
            Kind::Form => ElicitationInput::new(input).expect(WELL_FORMED).into(),
        }
    }

    fn input(&self) -> Value {
        serde_json::from_str(self.input).expect("the fixtures are JSON")
    }

    /// What is said in the end, quoting what the person decided, to the letter.
    pub(super) fn last_words(&self, result: &Value) -> String {
        let reason = [&result["reason"], &result["_meta"]["reason"]].into_iter().find_map(Value::as_str);
        let time_outs = [Denial::TimedOut, Denial::Disconnected, Denial::NobodyConnected];
        if time_outs.iter().any(|denial| reason == Some(denial.reason())) {
            return "I did not hear back in time, so I stopped before changing anything. \
                    Send me a message and I will ask again."
                .to_owned();
        }
        let said = match (self.kind, result["behavior"].as_str(), result["action"].as_str()) {
            (Kind::Questions, Some("allow"), _) => quoted_answers(&result["updatedInput"]),
            (Kind::Approval, Some("allow"), _) => {
                format!("Thank you. I was allowed this:\n\n{:#}\n", result["updatedInput"])
            }
            (Kind::Approval, ..) => {
                let message = result["message"].as_str().unwrap_or_default();
                return format!("All right, I will not do it; nothing was changed. I was told: “{message}”");
            }
            (Kind::Form, _, Some("accept")) => {
                format!("Thank you. This is what I received:\n\n{:#}\n", result["content"])
            }
            (Kind::Form, _, Some("decline")) => return "You declined; nothing was changed.".to_owned(),
            (Kind::Questions | Kind::Form, ..) => {
                return "All right, I will leave it as it is; nothing was changed. \
                        Tell me when you want to come back to it."
                    .to_owned();
            }
        };
        said + "\n" + self.thanks
    }
}

fn quoted_answers(input: &Value) -> String {
    let mut words = "Thank you. This is what I received:\n".to_owned();
    for (question, answer) in input["answers"].as_object().into_iter().flatten() {
        let answer = answer.as_str().unwrap_or_default();
        write!(words, "\n{question}\n“{answer}”\n").expect("a string takes all that is written");
        if let Some(notes) = input["annotations"][question.as_str()]["notes"].as_str() {
            writeln!(words, "with your note: “{notes}”").expect("a string takes all that is written");
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{AUTH, COMMAND, DATABASE, EDIT, FEATURES, FORM, LAYOUT, Scenario};
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
            assert_eq!(Scenario::of(&json!({"text": message})).keyword, keyword, "{message}");
        }
    }

    #[test]
    fn an_approval_and_a_form_are_for_pages_that_can_show_them() {
        let of = |text: &str, shows: Value| Scenario::of(&json!({"text": text, "shows": shows})).keyword;
        let both = json!(["permission", "elicitation"]);
        for (text, keyword) in [
            ("Approve a command", "approve"),
            ("approve the edit, please", "edit"),
            ("Send me a form!", "form"),
            ("edit the layout", "layout"),
            ("what information do you need?", "database"),
        ] {
            assert_eq!(of(text, both.clone()), keyword, "{text}");
        }
        for shows in [Value::Null, json!([]), json!("permission"), json!(["elicitation"])] {
            assert_eq!(of("approve", shows.clone()), "database", "{shows}");
        }
        assert_eq!(of("form", json!(["permission"])), "database");
        assert_eq!(of("form for auth", json!([])), "auth");
    }

    #[test]
    fn every_scenario_is_well_formed() {
        for scenario in [DATABASE, FEATURES, AUTH, LAYOUT, COMMAND, EDIT, FORM] {
            scenario.request();
            assert!(scenario.opening.len() > 1, "text is streamed");
        }
    }

    #[test]
    fn the_last_words_about_an_approval_and_a_form_say_what_was_decided() {
        let words = COMMAND.last_words(&json!({"behavior": "allow", "updatedInput": {"command": "ls"}}));
        assert!(words.contains(r#""command": "ls""#) && words.ends_with(COMMAND.thanks), "{words}");
        let words = COMMAND.last_words(&json!({"behavior": "deny", "message": "not now"}));
        assert!(words.contains("“not now”") && !words.contains(COMMAND.thanks), "{words}");
        let words = FORM.last_words(&json!({"action": "accept", "content": {"name": "my-site"}}));
        assert!(words.contains("my-site") && words.ends_with(FORM.thanks), "{words}");
        assert!(FORM.last_words(&json!({"action": "decline"})).contains("You declined"));
        assert!(FORM.last_words(&json!({"action": "cancel"})).contains("leave it as it is"));
        let late = json!({"action": "cancel", "_meta": {"reason": "timed_out"}});
        assert!(FORM.last_words(&late).contains("did not hear back in time"));
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
        let words = DATABASE.last_words(&result);
        assert!(words.contains("One?\n“Intro, \"Yes, always\"”\nwith your note: “soon”\n"), "{words}");
        assert!(words.contains("Two?\n“ mine\n”\n"), "{words}");
        assert!(words.ends_with(DATABASE.thanks));
    }

    #[test]
    fn the_last_words_tell_a_cancel_from_a_time_out() {
        let words = |reason| DATABASE.last_words(&json!({"behavior": "deny", "message": "", "reason": reason}));
        assert!(words("cancelled").contains("nothing was changed"));
        for reason in ["timed_out", "disconnected", "nobody_connected"] {
            assert!(words(reason).contains("did not hear back in time"), "{reason}");
        }
    }
}
