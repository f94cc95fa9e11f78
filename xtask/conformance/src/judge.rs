//! What a bridge should have sent. Each judge says in a few words what it has sent.

use serde_json::Value;

use crate::heard::{self, Heard, Known, shown};
use crate::message::{EXTENDED, NOTE, SECRET, answers};
use crate::row::Finding::{self, Differs, NotTried, Same};

/// The first frames: `connected` or not, then `session_status`, once, and no ask before it.
pub fn greeting(heard: &Heard, _: &Known) -> Finding {
    let types: Vec<&str> = heard.types().into_iter().filter(|name| *name != "session_id").collect();
    let is_right = types == ["connected", "session_status"] || types == ["session_status"];
    judged(is_right && heard.unreadable == 0 && heard.closed.is_none(), heard.words())
}

/// The members of `session_status` while nothing is asked.
pub fn idle_status(heard: &Heard, _: &Known) -> Finding {
    let Some(status) = heard.first("session_status") else { return Differs(no("session_status", heard)) };
    let booleans = ["is_processing", "waiting_for_user"];
    if let Some(name) = booleans.into_iter().find(|name| !status[*name].is_boolean()) {
        return Differs(format!("{name} is {}", kind(&status[name])));
    }
    if status["waiting_for_user"] == true {
        return NotTried("something is asked in this session already".to_owned());
    }
    match status.get("pending_question_id") {
        None | Some(Value::Null) => Same("waiting_for_user false, no pending_question_id".to_owned()),
        Some(_) => Differs("names a pending question, while waiting_for_user is false".to_owned()),
    }
}

/// The list of extensions.
pub fn capabilities(heard: &Heard, known: &Known) -> Finding {
    const KNOWN: [&str; 9] =
        ["annotations", "ack", "deadline", "extend", "resolved", "withdraw", "permission", "elicitation", "beat"];
    let greetings = || heard.frames.iter().filter(|frame| frame.get("capabilities").is_some());
    let is_list = |list: &Value| list.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    if greetings().any(|frame| !is_list(&frame["capabilities"])) {
        return Differs("capabilities is no list of strings".to_owned());
    }
    let seconds =
        |frame: &Value| frame["beat_seconds"].as_f64().is_some_and(|seconds| (1.0..=300.0).contains(&seconds));
    if known.has("beat") && !greetings().any(seconds) {
        return Differs("beat without beat_seconds from 1 to 300".to_owned());
    }
    let (listed, unknown): (Vec<_>, Vec<_>) =
        known.capabilities.iter().partition(|name| KNOWN.contains(&name.as_str()));
    let join = |names: Vec<&String>| shown(&names.into_iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    match (listed.is_empty(), unknown.is_empty()) {
        (true, true) => Same("none: a bare bridge".to_owned()),
        (_, true) => Same(join(listed)),
        (_, false) => Same(format!("{}; unknown to the widget: {}", join(listed), join(unknown))),
    }
}

/// `session_taken`, then close 1000.
pub fn takeover(heard: &Heard, _: &Known) -> Finding {
    let is_right = heard.types().last() == Some(&"session_taken") && heard.closed == Some(1000);
    judged(is_right, heard.words())
}

/// A greeting of a page that may be followed by anything.
pub fn greeted(heard: &Heard, _: &Known) -> Finding {
    judged(heard.first("session_status").is_some(), heard.words())
}

/// `ask_user_question` with its members.
pub fn question(heard: &Heard, known: &Known) -> Finding {
    let Some(ask) = heard.first("ask_user_question") else { return Differs(no("ask_user_question", heard)) };
    if known.id().is_empty() {
        return Differs("question_id is missing or empty".to_owned());
    }
    if !ask["questions"].is_array() {
        return Differs(format!("questions is {}", kind(&ask["questions"])));
    }
    match &ask["timeout_seconds"] {
        Value::Null => Same("ask_user_question without timeout_seconds: no limit".to_owned()),
        Value::Number(seconds) if seconds.as_f64() > Some(0.0) => Same(format!("ask_user_question, {seconds} s")),
        other => Differs(format!("timeout_seconds is {}", kind(other))),
    }
}

/// `permission_request` with its members.
pub fn approval(heard: &Heard, _: &Known) -> Finding {
    let Some(ask) = heard.first("permission_request") else { return Differs(no("permission_request", heard)) };
    let is_right = ask["request_id"].is_string() && ask["tool_name"].is_string() && ask["input"].is_object();
    judged(is_right, if is_right { "permission_request" } else { "request_id, tool_name or input is missing" })
}

/// `elicitation_request` with its members.
pub fn form(heard: &Heard, _: &Known) -> Finding {
    let Some(ask) = heard.first("elicitation_request") else { return Differs(no("elicitation_request", heard)) };
    let is_right = ask["request_id"].is_string() && ask["message"].is_string();
    judged(is_right, if is_right { "elicitation_request" } else { "request_id or message is missing" })
}

/// The status that names the pending ask, and then the ask again, under the same id.
pub fn replay(heard: &Heard, known: &Known) -> Finding {
    let place = |name: &str| heard.types().iter().position(|other| *other == name);
    let (Some(status), Some(ask)) = (place("session_status"), place("ask_user_question")) else {
        return Differs(heard.words());
    };
    let status_frame = &heard.frames[status];
    if status_frame["waiting_for_user"] != true || status_frame["pending_question_id"] != known.id() {
        return Differs("session_status does not name the pending question".to_owned());
    }
    if heard::id(&heard.frames[ask]) != Some(known.id()) {
        return Differs("the question comes again under another id".to_owned());
    }
    judged(status < ask, heard.words())
}

/// The rest of the time on a replay.
pub fn remaining(heard: &Heard, _: &Known) -> Finding {
    let Some(ask) = heard.first("ask_user_question") else { return Differs(no("ask_user_question", heard)) };
    match (ask["remaining_seconds"].as_f64(), ask["timeout_seconds"].as_f64()) {
        (Some(rest), Some(all)) => judged(rest > 0.0 && rest <= all, format!("{rest} of {all} s")),
        (None, Some(_)) => Differs("no remaining_seconds".to_owned()),
        (_, None) => NotTried("the ask has no limit".to_owned()),
    }
}

/// A response that is taken: `ask_user_ack` with the outcome, or nothing on a bare bridge.
fn settled(heard: &Heard, known: &Known, outcome: &str) -> Finding {
    if heard.closed.is_some() {
        return Differs(heard.words());
    }
    match (known.has("ack"), &heard.replies()[..]) {
        (false, []) => Same("no acknowledgement".to_owned()),
        (true, [ack]) if ack["type"] == "ask_user_ack" && ack["outcome"] == outcome => {
            judged(names(ack, known), heard.words())
        }
        _ => Differs(heard.words()),
    }
}

/// The first right answer.
pub fn accepted(heard: &Heard, known: &Known) -> Finding {
    settled(heard, known, "accepted")
}

/// A cancel. No time-out follows it.
pub fn cancelled(heard: &Heard, known: &Known) -> Finding {
    settled(heard, known, "cancelled")
}

/// Nothing follows a cancel.
pub fn nothing_more(heard: &Heard, known: &Known) -> Finding {
    let is_right = heard.replies().is_empty() && heard.closed.is_none();
    let word = if known.has("ack") { "ask_user_ack “cancelled”" } else { "no acknowledgement" };
    judged(is_right, if is_right { word.to_owned() } else { format!("after the cancel {}", heard.words()) })
}

/// The same response once more.
pub fn duplicate(heard: &Heard, known: &Known) -> Finding {
    settled(heard, known, "duplicate")
}

/// Another response to an ask that has ended.
pub fn late(heard: &Heard, known: &Known) -> Finding {
    settled(heard, known, "late")
}

/// A refusal of a response to another ask.
pub fn wrong_id(heard: &Heard, _: &Known) -> Finding {
    refused(heard, |error| error.contains("Question ID"))
}

/// A refusal of a response that cannot be read, or is of another kind.
pub fn unreadable(heard: &Heard, _: &Known) -> Finding {
    let names = ["ask_user_response", "permission_response", "elicitation_response"];
    refused(heard, |error| names.iter().any(|name| error.contains(name)) && !error.contains("Question ID"))
}

/// The first of several refusals.
pub fn wrong_id_first(heard: &Heard, _: &Known) -> Finding {
    judged(heard.replies().first().is_some_and(|frame| frame["type"] == "error"), heard.words())
}

fn refused(heard: &Heard, is_right: impl Fn(&str) -> bool) -> Finding {
    let error = heard.first("error").and_then(|frame| frame["error"].as_str());
    match error {
        Some(error) if error.contains(SECRET) => Differs("repeats in its error what the page sent".to_owned()),
        Some(error) if heard.replies().len() == 1 && heard.closed.is_none() => judged(is_right(error), heard.words()),
        Some(_) | None => Differs(heard.words()),
    }
}

/// A frame of an unknown type: an error that is no refusal of a response, or nothing; and the connection stays.
pub fn unknown_type(heard: &Heard, _: &Known) -> Finding {
    match heard.first("error").and_then(|frame| frame["error"].as_str()) {
        Some(error) if error.contains(SECRET) => Differs("repeats in its error what the page sent".to_owned()),
        Some(error) if error.contains("_response") || error.contains("Question ID") => {
            Differs(format!("{}, which the widget takes for a refusal of its answer", heard.words()))
        }
        Some(_) => judged(heard.replies().len() == 1 && heard.closed.is_none(), heard.words()),
        None => judged(heard.replies().is_empty() && heard.closed.is_none(), heard.words()),
    }
}

/// The end of the connection.
pub fn closes(heard: &Heard, _: &Known) -> Finding {
    judged(heard.closed.is_some(), heard.words())
}

/// The time is up.
pub fn timed_out(heard: &Heard, known: &Known) -> Finding {
    let Some(frame) = heard.first("ask_user_timeout") else { return Differs(no("ask_user_timeout", heard)) };
    judged(names(frame, known) && frame["error"].is_string(), heard.words())
}

/// The agent has gone.
pub fn withdrawn(heard: &Heard, known: &Known) -> Finding {
    let expected = if known.has("withdraw") { "ask_user_withdrawn" } else { "ask_user_timeout" };
    let Some(frame) = heard.first(expected) else { return Differs(no(expected, heard)) };
    judged(names(frame, known), heard.words())
}

/// More time.
pub fn extended(heard: &Heard, known: &Known) -> Finding {
    let Some(frame) = heard.first("ask_user_extend") else { return Differs(no("ask_user_extend", heard)) };
    match frame["remaining_seconds"].as_f64() {
        Some(seconds) => {
            let is_right = names(frame, known) && seconds > 0.0 && seconds <= f64::from(EXTENDED);
            judged(is_right, format!("{seconds} s left after a wish for {EXTENDED} s"))
        }
        None => Differs("no remaining_seconds".to_owned()),
    }
}

/// How an ask ended that another page has answered.
pub fn resolved(heard: &Heard, known: &Known) -> Finding {
    let Some(frame) = heard.first("ask_user_resolved") else { return Differs(no("ask_user_resolved", heard)) };
    let is_right = names(frame, known) && frame["outcome"] == "answered" && frame["answers"].is_object();
    judged(is_right, heard.words())
}

/// A beat in reply to a beat.
pub fn beat(heard: &Heard, _: &Known) -> Finding {
    judged(heard.beats > 0, if heard.beats > 0 { "ask_user_beat".to_owned() } else { heard.words() })
}

/// What the agent got for an answer.
pub fn answer_arrived(reply: &str, known: &Known) -> Finding {
    let result: Value = serde_json::from_str(reply).unwrap_or_default();
    let is_right = match known.ask.as_ref().and_then(|ask| ask["type"].as_str()) {
        Some("permission_request") => result["behavior"] == "allow",
        Some("elicitation_request") => result["action"] == "accept",
        _ => result["updatedInput"]["answers"] == Value::Object(answers(known)),
    };
    judged(
        is_right,
        if is_right { "the agent has the answer".to_owned() } else { format!("the agent got {}", shown(reply)) },
    )
}

/// What the agent got for an answer with notes.
pub fn notes_arrived(reply: &str, _: &Known) -> Finding {
    let is_right = reply.contains(NOTE);
    judged(is_right, if is_right { "the agent has the notes" } else { "the notes are lost" })
}

fn names(frame: &Value, known: &Known) -> bool {
    heard::id(frame) == Some(known.id())
}

fn judged(is_right: bool, text: impl Into<String>) -> Finding {
    if is_right { Same(text.into()) } else { Differs(text.into()) }
}

fn no(expected: &str, heard: &Heard) -> String {
    format!("no {expected}, but {}", heard.words())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "missing",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number that does not fit",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
