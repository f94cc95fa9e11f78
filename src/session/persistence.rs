//! What outlives the page. A reload is nothing but a long reconnect: the asks that are not over are persisted with
//! everything that the person did to them, and the next page goes on from there as after a lost connection.
//!
//! Persisted are the ask, the drafts, the step, the deadline, and how far the decision has come, so that an answer in flight
//! is sent again by the next page if the bridge has missed it. What is over and read is not persisted.

use super::open_ask::OpenAsk;
use super::time::Time;
use super::timing::PERSIST_WITHIN;
use super::{Output, Session};
use crate::protocol::Value;

/// The version of the persisted form; another one is not read.
pub(super) const VERSION: i64 = 2;
/// How many bytes are persisted at most; a browser gives some five million characters to a whole site. An ask that does not
/// fit is left out, beginning with the last.
const MOST_BYTES: usize = 1 << 20;
/// How many asks are persisted at most.
pub(super) const MOST_ASKS: usize = 20;

/// What is persisted, and when that is next compared with what there is.
#[derive(Clone, Debug, Default)]
pub(super) struct Persistence {
    last: LastPersisted,
    due_at: Option<Time>,
}

/// What was persisted last.
#[derive(Clone, Debug, Default, PartialEq)]
enum LastPersisted {
    #[default]
    Nothing,
    /// Something that an earlier page persisted.
    Unknown,
    Text(String),
}

impl Persistence {
    pub(super) fn due_at(&self) -> Option<Time> {
        self.due_at
    }
}

impl Session {
    /// Takes what an earlier page persisted. What cannot be read does no harm.
    pub(super) fn restore(&mut self, now: Time, persisted: &Value) {
        // Whatever is there is replaced or erased before long.
        self.persistence.last = LastPersisted::Unknown;
        self.persist_soon(now);
        if !is_readable(persisted) {
            return;
        }
        // A decision may have to be sent before the bridge has said again what it takes.
        self.capabilities.annotations = persisted.get("annotations").and_then(Value::as_bool) == Some(true);
        for ask in persisted.get("asks").and_then(Value::as_list).unwrap_or_default().iter().take(MOST_ASKS) {
            let Some(ask) = OpenAsk::restore(now, ask) else { continue };
            if self.position(ask.id()).is_some() || self.memory.knows(ask.id()) {
                continue;
            }
            if let Some(delivery) = ask.delivery() {
                self.put_receipt(ask.receipt(delivery.annotated));
            }
            self.asks.push(ask);
        }
    }

    /// Something may have changed that is worth persisting.
    pub(super) fn persist_soon(&mut self, now: Time) {
        if !self.asks.is_empty() || self.persistence.last != LastPersisted::Nothing {
            self.persistence.due_at.get_or_insert(now.plus_millis(PERSIST_WITHIN));
        }
    }

    /// From now on it is persisted under another name, where there is nothing yet.
    pub(super) fn persist_anew(&mut self, now: Time) {
        self.persistence.last = LastPersisted::Nothing;
        self.persist_now(now);
    }

    /// Something is over, which must not come back.
    pub(super) fn persist_now(&mut self, now: Time) {
        self.persistence.due_at = Some(now);
    }

    /// Persists what is due, or everything at once.
    pub(super) fn persist(&mut self, now: Time, at_once: bool) {
        if !at_once && self.persistence.due_at.is_none_or(|due_at| due_at > now) {
            return;
        }
        self.persistence.due_at = None;
        let snapshot = self.snapshot().map_or(LastPersisted::Nothing, LastPersisted::Text);
        if snapshot != self.persistence.last {
            self.out.push(match &snapshot {
                LastPersisted::Text(text) => Output::Persist(text.clone()),
                LastPersisted::Nothing | LastPersisted::Unknown => Output::ErasePersisted,
            });
            self.persistence.last = snapshot;
        }
    }

    /// All asks with their drafts, as JSON; `None` if there is nothing to persist.
    pub(super) fn snapshot(&self) -> Option<String> {
        let annotations = self.capabilities.annotations;
        let mut text = format!("{{\"version\":{VERSION},\"annotations\":{annotations},\"asks\":[");
        let start = text.len();
        for ask in self.asks.iter().filter_map(OpenAsk::persisted).take(MOST_ASKS) {
            let json = ask.to_json();
            if text.len() + json.len() < MOST_BYTES {
                if text.len() > start {
                    text.push(',');
                }
                text.push_str(&json);
            }
        }
        (text.len() > start).then(|| text + "]}")
    }
}

/// Whether it has the form in which things are persisted and shared.
pub(super) fn is_readable(value: &Value) -> bool {
    value.get("version").and_then(Value::as_f64) == Some(VERSION as f64)
}
