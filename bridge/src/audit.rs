//! The audit: a line of JSON for each ask that is over, with who decided it and how. What was answered is only in it if the
//! operator wants that.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tracing::error;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

/// Where its lines go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// To the end of this file.
    File(PathBuf),
    /// To standard error, between the lines of the log.
    StandardError,
}

impl Place {
    /// The place that a value of `--audit` names.
    pub fn named(path: PathBuf) -> Place {
        if path.as_os_str() == "-" { Place::StandardError } else { Place::File(path) }
    }
}

/// An audit that is open; its clones write to the same place.
#[derive(Clone, Debug)]
pub struct Audit {
    file: Option<Arc<Mutex<File>>>,
    has_answers: bool,
}

/// One ask that is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) session: &'a str,
    pub(crate) ask: &'a str,
    pub(crate) kind: &'static str,
    pub(crate) outcome: &'static str,
    /// The subject of the token with which the page was connected that decided; nobody's, if there was none.
    pub(crate) who: Option<&'a str>,
    /// What the agent gets.
    pub(crate) result: &'a Value,
}

impl Audit {
    /// Opens it. A new file can be read by its owner only.
    pub fn open(place: &Place, has_answers: bool) -> io::Result<Audit> {
        let file = match place {
            Place::File(path) => Some(Arc::new(Mutex::new(append_to(path)?))),
            Place::StandardError => None,
        };
        Ok(Audit { file, has_answers })
    }

    pub(crate) fn write(&self, entry: Entry) {
        let mut line = self.line(entry).to_string();
        line.push('\n');
        // One write a line, so that lines of several processes do not mix.
        let written = match &self.file {
            Some(file) => file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes()),
            None => io::stderr().lock().write_all(line.as_bytes()),
        };
        if let Err(error) = written {
            error!(%error, "a line of the audit could not be written");
        }
    }

    fn line(&self, entry: Entry) -> Value {
        let mut time = String::new();
        let _ = SystemTime.format_time(&mut Writer::new(&mut time));
        let mut line = json!({
            "audit": "ask",
            "time": time,
            "session": entry.session,
            "ask": entry.ask,
            "kind": entry.kind,
            "outcome": entry.outcome,
            "who": entry.who,
        });
        if self.has_answers {
            line["result"] = entry.result.clone();
        }
        line
    }
}

fn append_to(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::{Audit, Entry, Place};
    use serde_json::json;

    #[test]
    fn a_line_has_the_answer_only_if_that_is_wanted() {
        let result = json!({"behavior": "allow", "updatedInput": {"answers": {"Q?": "hush"}}});
        let (session, ask, who) = ("s", "q_1", Some("ada@example"));
        let entry = Entry { session, ask, kind: "question", outcome: "answered", who, result: &result };
        let line = |has_answers| Audit::open(&Place::StandardError, has_answers).unwrap().line(entry);
        let mut short = line(false);
        assert!(short["time"].as_str().unwrap().ends_with('Z'), "{short}");
        short["time"] = json!("now");
        let expected = json!({"audit": "ask", "time": "now", "session": "s", "ask": "q_1", "kind": "question",
            "outcome": "answered", "who": "ada@example"});
        assert_eq!(short, expected);
        assert_eq!(line(true)["result"], result);
    }

    #[test]
    fn a_dash_is_standard_error() {
        assert_eq!(Place::named("-".into()), Place::StandardError);
        assert_eq!(Place::named("./-".into()), Place::File("./-".into()));
    }
}
