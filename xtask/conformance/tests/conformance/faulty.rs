//! What a bridge can do wrong, and the rows that are different then.

use ask_user_bridge::room::{Input, Output};
use serde_json::json;

use crate::faults::make::{deaf, frames, remove, set};
use crate::room::Fault;
use crate::room::Mode::{self, Extended, Plain};

/// A fault, the bridge that has it, and the rows that are about it.
type Row = (&'static str, Mode, Fault, &'static [&'static str]);

const fn sends(sends: fn(Output) -> Vec<Output>) -> Fault {
    Fault { sends, ..Fault::NONE }
}

const fn hears(hears: fn(Input) -> Option<Input>) -> Fault {
    Fault { hears, ..Fault::NONE }
}

/// All faults.
pub(crate) const FAULTS: &[Row] = &[
    (
        "session_status twice",
        Extended,
        sends(|output| frames(output, "session_status", |frame| vec![frame.clone(), frame])),
        &["a page connects"],
    ),
    (
        "camel case in session_status",
        Extended,
        sends(|output| remove(output, "session_status", "waiting_for_user")),
        &[
            "session_status while nothing is asked",
            "a page connects while a question is pending",
            "a page comes back after another has answered",
        ],
    ),
    (
        "capabilities as a text",
        Plain,
        sends(|output| set(output, "connected", "capabilities", json!("ack"))),
        &["capabilities"],
    ),
    (
        "another code at a takeover",
        Extended,
        sends(|output| match output {
            Output::Close { connection, code: 1000 } => vec![Output::Close { connection, code: 4000 }],
            other => vec![other],
        }),
        &["another page connects"],
    ),
    (
        "bad JSON is passed over",
        Plain,
        hears(|input| match input {
            Input::Text { text, .. } if text == "{\"type\": " => None,
            other => Some(other),
        }),
        &["text that is no JSON"],
    ),
    (
        "binary messages are passed over",
        Plain,
        hears(|input| match input {
            Input::Binary { .. } => None,
            other => Some(other),
        }),
        &["a binary message"],
    ),
    (
        "an error that repeats what the page sent",
        Extended,
        sends(|output| match output {
            Output::Send { to, frame } if frame["error"].as_str().is_some_and(|error| error.contains("nknown")) => {
                vec![Output::Send { to, frame: json!({"type": "error", "error": "conformance_secret_5e0c?"}) }]
            }
            other => vec![other],
        }),
        &["a frame of an unknown type"],
    ),
    (
        "asks without an id",
        Plain,
        sends(|output| remove(output, "ask_user_question", "question_id")),
        &[
            "an agent asks",
            "an agent asks before a page connects",
            "a page connects while a question is pending",
            "an answer",
            "what the agent gets for it",
            "the same answer again",
            "another answer after the first",
            "an unknown member in an answer",
            "a cancel",
            "the time is up",
            "an answer after the time is up",
            "the agent goes away",
            "an answer to another question",
            "answers that are numbers",
            "answers that are null",
            "the right answer after these",
        ],
    ),
    (
        "another id on a replay",
        Extended,
        sends(|output| match output {
            Output::Send { to, mut frame }
                if to.to_string().contains("second") && frame["type"] == "ask_user_question" =>
            {
                frame["question_id"] = json!("other");
                vec![Output::Send { to, frame }]
            }
            other => vec![other],
        }),
        &["a page connects while a question is pending", "a page comes back after another has answered"],
    ),
    (
        "every response is late",
        Extended,
        sends(|output| set(output, "ask_user_ack", "outcome", json!("late"))),
        &[
            "an answer",
            "the same answer again",
            "another answer after the first",
            "an unknown member in an answer",
            "a cancel",
            "a page comes back after another has answered",
            "answers to an approval",
            "answers to a form",
        ],
    ),
    (
        "acknowledgements from a bridge that lists none",
        Plain,
        hears(|input| match input {
            // What a bare bridge refuses is heard by the page, as an acknowledgement would be.
            Input::Text { from, text } if text.contains("\"cancelled\":true") => {
                Some(Input::Text { from, text: text.replace("\"question_id\":\"q\"", "\"question_id\":\"r\"") })
            }
            other => Some(other),
        }),
        &["a cancel"],
    ),
    (
        "a time-out after a cancel",
        Extended,
        sends(|output| {
            frames(output, "ask_user_ack", |ack| match ack["outcome"] == "cancelled" {
                true => vec![ack.clone(), json!({"type": "ask_user_timeout", "question_id": "q", "error": "e"})],
                false => vec![ack],
            })
        }),
        &["a cancel"],
    ),
    (
        "a second answer counts",
        Extended,
        sends(|output| {
            frames(output, "ask_user_ack", |mut ack| {
                if ack["outcome"] == "late" || ack["outcome"] == "duplicate" {
                    ack["outcome"] = json!("accepted");
                }
                vec![ack]
            })
        }),
        &["the same answer again", "another answer after the first", "an answer after the time is up"],
    ),
    (
        "the time is never up",
        Plain,
        sends(|output| frames(output, "ask_user_timeout", |_| vec![])),
        &["the time is up", "an answer after the time is up", "the agent goes away"],
    ),
    (
        "the agent gets no answers",
        Extended,
        sends(|output| match output {
            Output::Resolve { question, kind, outcome, by, .. } => {
                vec![Output::Resolve { question, kind, outcome, by, result: json!({"behavior": "ask"}) }]
            }
            other => vec![other],
        }),
        &[
            "what the agent gets for it",
            "the right answer after these",
            "notes beside an answer",
            "an approval is allowed",
            "a form is accepted",
        ],
    ),
    (
        "nothing is said about a withdrawal",
        Extended,
        sends(|output| frames(output, "ask_user_withdrawn", |_| vec![])),
        &["the agent goes away"],
    ),
    (
        "refusals that the widget cannot read",
        Extended,
        sends(|output| set(output, "error", "error", json!("no"))),
        &[
            "an answer to another question",
            "answers that are numbers",
            "answers that are null",
            "answers to an approval",
            "answers to a form",
        ],
    ),
    (
        "refusals that are not told",
        Plain,
        sends(|output| frames(output, "error", |_| vec![])),
        &[
            "an answer to another question",
            "answers that are numbers",
            "answers that are null",
            "the right answer after these",
        ],
    ),
    (
        "no rest of the time",
        Extended,
        sends(|output| remove(output, "ask_user_question", "remaining_seconds")),
        &["the time that is left, on a replay"],
    ),
    (
        "wishes for more time are not heard",
        Extended,
        hears(|input| deaf(input, "ask_user_extend")),
        &["a page wants more time"],
    ),
    (
        "nobody learns that another page has answered",
        Extended,
        sends(|output| frames(output, "ask_user_resolved", |_| vec![])),
        &["a page comes back after another has answered"],
    ),
    (
        "approvals without the tool",
        Extended,
        sends(|output| remove(output, "permission_request", "tool_name")),
        &["an agent wants an approval", "answers to an approval", "an approval is allowed"],
    ),
    (
        "forms without a message",
        Extended,
        sends(|output| remove(output, "elicitation_request", "message")),
        &["an agent sends a form", "answers to a form", "a form is accepted"],
    ),
    ("beats are not heard", Extended, hears(|input| deaf(input, "ask_user_beat")), &["a beat"]),
];
