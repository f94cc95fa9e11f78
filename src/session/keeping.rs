//! What outlives the page. A reload is nothing but a long reconnect: the asks that are not over are kept with everything
//! that the person did to them, and the next page goes on from there as after a lost connection.
//!
//! Kept are the ask, the drafts, the step, the deadline, and how far the decision has come, so that an answer on its way
//! is sent again by the next page if the bridge has missed it. Not kept is what is over and read.

use super::item::Item;
use super::time::Time;
use super::{Output, Session};
use crate::protocol::Value;

/// The form in which things are kept; another one is not read.
pub(super) const VERSION: i64 = 1;
/// Bytes that are kept at most; a browser gives some five million characters to a whole site. An ask that does not fit is
/// left out, those in front first served.
const MOST: usize = 1 << 20;
/// Asks that are kept at most.
pub(super) const ASKS: usize = 20;
/// What is typed is kept within this time.
const KEEP_WITHIN: u64 = 300;

/// What is kept, and when it is next looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Keeping {
    /// The text that was last kept; empty if none, or not known.
    kept: Option<String>,
    look_at: Option<Time>,
}

impl Keeping {
    pub(super) fn next_wake(&self) -> Option<Time> {
        self.look_at
    }
}

impl Session {
    /// Takes what an earlier page kept. What cannot be read does no harm.
    pub(super) fn restore(&mut self, now: Time, kept: &Value) {
        // Whatever is there is replaced or forgotten before long.
        self.keeping.kept = Some(String::new());
        self.keep_soon(now);
        if !is_readable(kept) {
            return;
        }
        // A decision may have to be sent before the bridge has said what it takes.
        self.capabilities.annotations = kept.get("annotations").and_then(Value::as_bool) == Some(true);
        for item in kept.get("asks").and_then(Value::as_list).unwrap_or_default().iter().take(ASKS) {
            let item = Item::restore(now, item, self.capabilities.annotations);
            if let Some(item) = item.filter(|item| self.position(item.id()).is_none() && !self.memory.knows(item.id()))
            {
                if item.is_sent() {
                    self.keep_receipt(item.receipt(self.capabilities.annotations));
                }
                self.items.push(item);
            }
        }
    }

    /// Something may have changed that is worth keeping.
    pub(super) fn keep_soon(&mut self, now: Time) {
        if !self.items.is_empty() || self.keeping.kept.is_some() {
            self.keeping.look_at.get_or_insert(now.plus_millis(KEEP_WITHIN));
        }
    }

    /// Nothing is kept yet in the place where it is kept from now on.
    pub(super) fn keep_anew(&mut self, now: Time) {
        self.keeping.kept = None;
        self.keep_now(now);
    }

    /// Something is over, which must not come back.
    pub(super) fn keep_now(&mut self, now: Time) {
        self.keeping.look_at = Some(now);
    }

    /// Keeps what is due to be kept, or everything at once.
    pub(super) fn keep(&mut self, now: Time, at_once: bool) {
        if !at_once && self.keeping.look_at.is_none_or(|at| at > now) {
            return;
        }
        self.keeping.look_at = None;
        let snapshot = self.snapshot();
        if snapshot != self.keeping.kept {
            self.out.push(snapshot.clone().map_or(Output::ErasePersisted, Output::Persist));
            self.keeping.kept = snapshot;
        }
    }

    pub(super) fn snapshot(&self) -> Option<String> {
        let annotations = self.capabilities.annotations;
        let mut text = format!("{{\"version\":{VERSION},\"annotations\":{annotations},\"asks\":[");
        let start = text.len();
        for item in self.items.iter().filter_map(Item::kept).take(ASKS) {
            let json = item.to_json();
            if text.len() + json.len() < MOST {
                if text.len() > start {
                    text.push(',');
                }
                text.push_str(&json);
            }
        }
        (text.len() > start).then(|| text + "]}")
    }
}

/// Whether it has the form in which things are kept and shared.
pub(super) fn is_readable(value: &Value) -> bool {
    value.get("version").and_then(Value::as_f64) == Some(VERSION as f64)
}
