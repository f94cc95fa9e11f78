//! The ask that waits for the person: its frame, its clock, and what the agent gets in the end.

use serde_json::{Map, Value, json};

use super::asking::Waiting;
use super::frame::seconds;
use super::response::Response;
use super::view::SeenBy;
use super::{Limits, QuestionId, Time, TimeLimit};

#[derive(Clone, Debug)]
pub(super) struct Pending {
    ask: Waiting,
    clock: Option<Clock>,
    pub(super) seen_by: SeenBy,
}

#[derive(Clone, Copy, Debug)]
struct Clock {
    timeout_seconds: u32,
    deadline: Time,
    /// No extension moves the deadline beyond this.
    latest: Time,
}

impl Pending {
    /// The ask's turn has come: its clock starts, whether or not somebody is there to see it.
    pub(super) fn start(ask: Waiting, now: Time, limits: &Limits) -> Pending {
        let clock = match ask.limit {
            TimeLimit::Never => None,
            TimeLimit::Seconds(timeout_seconds) => {
                let deadline = now.plus_seconds(timeout_seconds);
                let latest = deadline.plus_seconds(limits.extend_total_seconds);
                Some(Clock { timeout_seconds, deadline, latest })
            }
        };
        Pending { ask, clock, seen_by: SeenBy::default() }
    }

    pub(super) fn id(&self) -> &QuestionId {
        &self.ask.question
    }

    pub(super) fn deadline(&self) -> Option<Time> {
        self.clock.map(|clock| clock.deadline)
    }

    /// The frame as it is first sent.
    pub(super) fn frame(&self) -> Value {
        let mut frame = json!({
            "type": "ask_user_question",
            "question_id": self.ask.question.as_str(),
            "questions": self.ask.input.questions(),
        });
        if let Some(clock) = self.clock {
            frame["timeout_seconds"] = json!(clock.timeout_seconds);
        }
        frame
    }

    /// The frame for a page that comes later: the same limit, and what is left of it.
    pub(super) fn replay(&self, now: Time, extensions: bool) -> Value {
        let mut frame = self.frame();
        if let Some(clock) = self.clock.filter(|_| extensions) {
            frame["remaining_seconds"] = seconds(now.millis_until(clock.deadline));
        }
        frame
    }

    /// Grants at least `wanted` seconds from now, as far as the limits go, and says how many milliseconds are left.
    /// Counted from now and not from the deadline, so that a request that arrives twice grants no more than once.
    pub(super) fn extend(&mut self, now: Time, wanted: u32, limits: &Limits) -> Option<u64> {
        let clock = self.clock.as_mut()?;
        let wanted = now.plus_seconds(wanted.min(limits.extend_seconds));
        clock.deadline = clock.deadline.max(wanted.min(clock.latest));
        Some(now.millis_until(clock.deadline))
    }

    /// The permission result of a response.
    pub(super) fn settle(self, response: Response) -> Value {
        match response {
            Response::Cancel => deny("User cancelled the question"),
            Response::Answer { answers, annotations } => {
                let mut input: Map<String, Value> = self.ask.input.into_map();
                input.insert("answers".to_owned(), Value::Object(answers));
                if !annotations.is_empty() {
                    input.insert("annotations".to_owned(), Value::Object(annotations));
                }
                json!({"behavior": "allow", "updatedInput": input})
            }
        }
    }

    /// The permission result when nobody answered.
    pub(super) fn time_out() -> Value {
        deny("User response timeout")
    }
}

fn deny(message: &str) -> Value {
    json!({"behavior": "deny", "message": message, "interrupt": true})
}
