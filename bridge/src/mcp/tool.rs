//! The tools, and what clients are told about them.

use std::sync::Arc;

use rmcp::model::{self, JsonObject, ToolAnnotations};
use serde_json::{Value, json};

/// What a client can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// Ask questions.
    AskUser,
    /// Wait for the result of an earlier call.
    AskUserResult,
    /// Ask whether something may be done.
    RequestApproval,
    /// Have a form filled in.
    RequestForm,
}

/// All tools, and those that the basic protocol can carry.
const ALL: [Tool; 4] = [Tool::AskUser, Tool::AskUserResult, Tool::RequestApproval, Tool::RequestForm];
const BASIC: [Tool; 2] = [Tool::AskUser, Tool::AskUserResult];

impl Tool {
    /// The tools of a bridge.
    pub(super) fn of_bridge(is_plain: bool) -> &'static [Tool] {
        if is_plain { &BASIC } else { &ALL }
    }

    /// The tool of this name, if the bridge has it.
    pub(super) fn named(name: &str, is_plain: bool) -> Option<Tool> {
        Tool::of_bridge(is_plain).iter().copied().find(|tool| tool.name() == name)
    }

    /// Its name. None is the name of a tool that a known agent has itself (`AskUserQuestion`, `ask_followup_question`, `ask`).
    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::AskUser => "ask_user",
            Tool::AskUserResult => "ask_user_result",
            Tool::RequestApproval => "request_approval",
            Tool::RequestForm => "request_form",
        }
    }

    /// What `tools/list` says about it.
    pub(super) fn describe(self) -> model::Tool {
        let annotations = ToolAnnotations::new().read_only(true).destructive(false).open_world(true);
        model::Tool::new(self.name(), self.description(), object(self.input_schema()))
            .with_title(self.title())
            .with_raw_output_schema(object(output_schema()))
            .with_annotations(annotations)
    }

    fn title(self) -> &'static str {
        match self {
            Tool::AskUser => "Ask the person",
            Tool::AskUserResult => "Wait for the person's answer",
            Tool::RequestApproval => "Ask for an approval",
            Tool::RequestForm => "Have a form filled in",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Tool::AskUser => {
                "Asks the person one to four questions in a dialog and returns their answers. Use it when you need a \
                 decision, a preference or a fact that only they have. Give each question 2 to 4 options, the one that you \
                 recommend first with \"(Recommended)\" after its label; the person can always write an answer of their own, \
                 so do not add \"Other\". If the result has the status \"pending\", the person has not answered yet: call \
                 ask_user_result with its id, and do not ask again."
            }
            Tool::AskUserResult => {
                "Waits for the result of an earlier ask_user, request_approval or request_form. Call it when that call \
                 returned the status \"pending\", timed out or was interrupted. An answer that came meanwhile is not lost: \
                 this returns it."
            }
            Tool::RequestApproval => {
                "Shows the person what you are about to do and returns whether they allow it. Use it before something that \
                 cannot be undone or that costs money. Do it only if the decision is \"allow\", and with the returned input: \
                 the person may have changed it. If the status is \"pending\", call ask_user_result with the id."
            }
            Tool::RequestForm => {
                "Has the person fill in a form and returns what they entered. Use it for several values at once, such as \
                 names, dates, numbers and choices; use ask_user for a decision. If the status is \"pending\", call \
                 ask_user_result with the id."
            }
        }
    }

    fn input_schema(self) -> Value {
        let timeout = json!({
            "type": "integer",
            "minimum": 60,
            "maximum": 86400,
            "description": "How long the person has to answer. Leave it out unless an answer is of no use later."
        });
        match self {
            Tool::AskUser => json!({
                "type": "object",
                "properties": {"questions": questions_schema(), "timeout_seconds": timeout},
                "required": ["questions"],
            }),
            Tool::AskUserResult => json!({
                "type": "object",
                "properties": {
                    "id": {
                        "type": "string",
                        "description": "The id that the earlier call returned. Leave it out if you never got one: then the \
                                        latest ask is meant."
                    }
                },
            }),
            Tool::RequestApproval => json!({
                "type": "object",
                "properties": {
                    "tool_name": {
                        "type": "string",
                        "description": "What you want to do or use, such as Bash or Deploy."
                    },
                    "input": {
                        "type": "object",
                        "description": "Everything that you would do it with, such as {\"command\": \"rm -r build\"}. The \
                                        person sees all of it, and may change it."
                    },
                    "title": {"type": "string", "description": "The question in one sentence."},
                    "description": {"type": "string", "description": "Why you want to do it."},
                    "timeout_seconds": timeout,
                },
                "required": ["tool_name", "input"],
            }),
            Tool::RequestForm => json!({
                "type": "object",
                "properties": {
                    "message": {"type": "string", "description": "What the form is about."},
                    "requestedSchema": {
                        "type": "object",
                        "description": "The fields, as in MCP's elicitation: a JSON schema of type object whose properties are \
                                        strings, numbers, integers, booleans or lists of choices, with titles.",
                        "properties": {
                            "type": {"const": "object"},
                            "properties": {"type": "object", "additionalProperties": {"type": "object"}},
                            "required": {"type": "array", "items": {"type": "string"}},
                        },
                        "required": ["type", "properties"],
                    },
                    "timeout_seconds": timeout,
                },
                "required": ["message", "requestedSchema"],
            }),
        }
    }
}

/// The input of `AskUserQuestion`.
fn questions_schema() -> Value {
    let option = json!({
        "type": "object",
        "properties": {
            "label": {"type": "string", "description": "The option in 1 to 5 words. It comes back as the answer."},
            "description": {"type": "string", "description": "What it means, and what follows from it."},
            "preview": {"type": "string", "description": "What it would look like, in markdown."},
        },
        "required": ["label"],
    });
    json!({
        "type": "array",
        "minItems": 1,
        "maxItems": 4,
        "items": {
            "type": "object",
            "properties": {
                "question": {
                    "type": "string",
                    "description": "The whole question, with a question mark. No two questions have the same text."
                },
                "header": {"type": "string", "description": "A label of at most 12 characters, such as Database."},
                "options": {
                    "type": "array",
                    "maxItems": 4,
                    "items": option,
                    "description": "2 to 4 answers to choose from. Empty or left out for a question that is answered in words."
                },
                "multiSelect": {"type": "boolean", "description": "Whether several options can be chosen."},
            },
            "required": ["question"],
        },
    })
}

/// What every tool returns.
fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "Names the ask; ask_user_result takes it."},
            "status": {
                "type": "string",
                "enum": ["pending", "answered", "cancelled", "timed_out", "withdrawn"],
            },
            "answers": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "By the text of the question. Several choices are joined by a comma and a space."
            },
            "annotations": {"type": "object", "description": "Notes of the person, by the text of the question."},
            "response": {"type": "string", "description": "What the person wrote instead of answers."},
            "decision": {"type": "string", "enum": ["allow", "deny"]},
            "input": {"type": "object", "description": "What the person allows; they may have changed it."},
            "message": {"type": "string", "description": "Why the person denied it."},
            "end_your_turn": {"type": "boolean", "description": "Whether the person wants you to stop altogether."},
            "action": {"type": "string", "enum": ["accept", "decline", "cancel"]},
            "content": {"type": "object", "description": "What the person entered in the form."},
        },
        "required": ["id", "status"],
    })
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(members) => Arc::new(members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Arc::default(),
    }
}
