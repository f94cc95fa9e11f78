//! How an ask ended, as the adapters take it: read from the detail of the widget's events.

use crate::protocol::value::Value;

/// How an ask ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// In which way it ended.
    pub ending: Ending,
    /// What was answered to each question.
    pub lines: Vec<EndedLine>,
    /// The answers by question text.
    pub answers: Value,
    /// Notes and previews by question text.
    pub annotations: Value,
}

/// In which way an ask ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With answers, all or some.
    Answered,
    /// The person did not want to answer.
    Cancelled,
    /// The time was up.
    TimedOut,
    /// Nobody needs an answer any more.
    Gone,
}

/// What was answered to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndedLine {
    /// The options chosen, by position.
    pub picks: Vec<usize>,
    /// An answer of the person's own.
    pub other: Option<String>,
    /// A note beside it.
    pub notes: Option<String>,
}

impl Ended {
    /// Reads the detail of the event that ends an ask.
    pub fn read(detail: &Value) -> Ended {
        let ending = match detail.get("outcome").and_then(Value::as_str) {
            Some("answered" | "partly-answered") => Ending::Answered,
            Some("cancelled") => Ending::Cancelled,
            Some("timed-out") => Ending::TimedOut,
            _ => Ending::Gone,
        };
        let lines = detail.get("lines").and_then(Value::as_list).unwrap_or_default();
        let map = |key| detail.get(key).cloned().unwrap_or(Value::Map(Vec::new()));
        Ended {
            ending,
            lines: lines.iter().map(EndedLine::read).collect(),
            answers: map("answers"),
            annotations: map("annotations"),
        }
    }

    /// What was answered to the question at `index`.
    pub(super) fn line(&self, index: usize) -> EndedLine {
        self.lines.get(index).cloned().unwrap_or_default()
    }
}

impl EndedLine {
    fn read(value: &Value) -> EndedLine {
        let picks = value.get("picks").and_then(Value::as_list).unwrap_or_default();
        EndedLine {
            picks: picks.iter().filter_map(Value::as_f64).map(|pick| pick as usize).collect(),
            other: value.get("other").and_then(Value::as_str).map(str::to_owned),
            notes: value.get("notes").and_then(Value::as_str).map(str::to_owned),
        }
    }
}
