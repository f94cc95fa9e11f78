//! What outlives the page. A reload is nothing but a long reconnect: the asks that are not over are persisted with
//! everything that the person did to them, and the next page goes on from there as after a lost connection.
//!
//! Persisted are the ask, the drafts, the step, the deadline, and how far the decision has come, so that an answer in flight
//! is sent again by the next page if the bridge has missed it. What is over and read is not persisted.

use super::input::PersistedPart;
use super::open_ask::OpenAsk;
use super::shared_ask::SharedAsk;
use super::time::Time;
use super::timing::PERSIST_WITHIN;
use super::{Output, Session};
use crate::protocol::{Ask, RequestKind, Value};

/// The version of the persisted form; another one is not read.
pub(super) const VERSION: i64 = 2;
/// How many bytes of asks are persisted at most; a browser gives some five million characters to a whole site. An ask that
/// does not fit is left out.
const MOST_BYTES: usize = 1 << 20;
/// How many asks are persisted at most.
pub(super) const MOST_PERSISTED_ASKS: usize = 20;

/// What is persisted, and when that is next compared with what there is.
#[derive(Clone, Debug, Default)]
pub(super) struct Persistence {
    asks: PersistedAsks,
    drafts: LastPersisted,
    due_at: Option<Time>,
}

/// The asks that were persisted last. They are compared by pointer, so that a large one is written once.
#[derive(Clone, Debug, Default)]
struct PersistedAsks {
    seen: Vec<SharedAsk>,
    /// The ids of those that were small enough.
    ids: Vec<String>,
    is_stored: bool,
}

/// The drafts that were persisted last.
#[derive(Clone, Debug, Default, PartialEq)]
enum LastPersisted {
    #[default]
    Nothing,
    /// Something that an earlier page persisted.
    Unknown,
    Text(String),
}

impl Persistence {
    /// When something is to be persisted, for the table of timers.
    pub(super) fn due_at(&self) -> Option<Time> {
        self.due_at
    }
}

impl Session {
    /// Takes what an earlier page persisted. What cannot be read does no harm.
    pub(super) fn restore(&mut self, now: Time, asks: &Value, drafts: &Value) {
        // Whatever is there is replaced or removed before long.
        self.persistence.asks.is_stored = true;
        self.persistence.drafts = LastPersisted::Unknown;
        self.persist_soon(now);
        if !is_readable(asks) || !is_readable(drafts) {
            return;
        }
        // A decision may have to be sent before the bridge has said again what it takes.
        self.capabilities.annotations = drafts.get("annotations").and_then(Value::as_bool) == Some(true);
        for ask in read_asks(now, asks, drafts) {
            if self.position(ask.id()).is_some() || self.memory.knows(ask.id()) {
                continue;
            }
            if let Some(sent) = ask.sent() {
                self.put_receipt(ask.receipt(sent.annotated));
            }
            if ask.is_over() {
                self.memory.remember(&ask.ask, ask.outcome(), None);
            }
            self.arrived += usize::from(!ask.is_sent() && !ask.is_over());
            self.asks.push(ask);
        }
    }

    /// Something may have changed that is worth persisting.
    pub(super) fn persist_soon(&mut self, now: Time) {
        let is_stored = self.persistence.asks.is_stored || self.persistence.drafts != LastPersisted::Nothing;
        if !self.asks.is_empty() || is_stored {
            self.persistence.due_at.get_or_insert(now.plus_millis(PERSIST_WITHIN));
        }
    }

    /// From now on it is persisted under another name, where there is nothing yet.
    pub(super) fn persist_anew(&mut self, now: Time) {
        self.persistence.asks = PersistedAsks::default();
        self.persistence.drafts = LastPersisted::Nothing;
        self.persist_now(now);
    }

    /// Something has changed that the next page must know: a decision, or an end.
    pub(super) fn persist_now(&mut self, now: Time) {
        self.persistence.due_at = Some(now);
    }

    /// Persists what is not persisted as it is now.
    pub(super) fn persist(&mut self) {
        self.persistence.due_at = None;
        self.persist_asks();
        let drafts = self.drafts_text().map_or(LastPersisted::Nothing, LastPersisted::Text);
        if drafts != self.persistence.drafts {
            let text = match &drafts {
                LastPersisted::Text(text) => Some(text.clone()),
                LastPersisted::Nothing | LastPersisted::Unknown => None,
            };
            self.out.push(Output::Persist { part: PersistedPart::Drafts, text });
            self.persistence.drafts = drafts;
        }
    }

    /// Persists the asks, if they are others than before.
    fn persist_asks(&mut self) {
        let asks: Vec<_> = self.persisted_asks().map(|ask| ask.ask.clone()).collect();
        let last = &mut self.persistence.asks;
        if asks == last.seen && last.is_stored != last.ids.is_empty() {
            return;
        }
        last.ids.clear();
        let mut text = format!("{{\"version\":{VERSION},\"asks\":[");
        for ask in &asks {
            let entry = entry(ask);
            let json = entry.to_json();
            if text.len() + json.len() < MOST_BYTES {
                push_entry(&mut text, last.ids.is_empty(), &json);
                last.ids.push(ask.id.clone());
            }
        }
        last.is_stored = !last.ids.is_empty();
        last.seen = asks;
        let text = last.is_stored.then(|| text + "]}");
        self.out.push(Output::Persist { part: PersistedPart::Asks, text });
    }

    fn persisted_asks(&self) -> impl Iterator<Item = &OpenAsk> {
        self.asks.iter().filter(|ask| ask.is_persisted()).take(MOST_PERSISTED_ASKS)
    }

    /// What the person did with the asks that are persisted, as JSON; `None` if there are none.
    fn drafts_text(&self) -> Option<String> {
        let annotations = self.capabilities.annotations;
        let mut text = format!("{{\"version\":{VERSION},\"annotations\":{annotations},\"drafts\":[");
        let ids = &self.persistence.asks.ids;
        let asks: Vec<_> = self.persisted_asks().filter(|ask| ids.iter().any(|id| id == ask.id())).collect();
        for (number, ask) in asks.iter().enumerate() {
            push_entry(&mut text, number == 0, &ask.persisted().to_json());
        }
        (!asks.is_empty()).then(|| text + "]}")
    }

    /// All asks with their drafts, for another page; `None` if there are none.
    pub(super) fn snapshot(&self) -> Option<Value> {
        let list = |write: fn(&OpenAsk) -> Value| Value::List(self.persisted_asks().map(write).collect());
        let entry = |open: &OpenAsk| entry(&open.ask);
        let has_any = self.persisted_asks().next().is_some();
        has_any.then(|| {
            Value::map([("version", Value::Int(VERSION)), ("asks", list(entry)), ("drafts", list(OpenAsk::persisted))])
        })
    }
}

/// What is persisted of an ask itself.
fn entry(ask: &Ask) -> Value {
    let mut entry = Value::map([("id", ask.id.as_str().into()), ("ask", ask.source.clone())]);
    if ask.request.kind() != RequestKind::Questions {
        entry.set("kind", ask.request.kind().name().into());
    }
    entry
}

fn push_entry(text: &mut String, is_first: bool, json: &str) {
    if !is_first {
        text.push(',');
    }
    text.push_str(json);
}

/// The asks of the one part with the drafts of the other.
pub(super) fn read_asks(now: Time, asks: &Value, drafts: &Value) -> Vec<OpenAsk> {
    let asks = asks.get("asks").and_then(Value::as_list).unwrap_or_default();
    let drafts = drafts.get("drafts").and_then(Value::as_list).unwrap_or_default();
    let restore = |draft: &Value| {
        let id = draft.get("id")?.as_str()?;
        let ask = asks.iter().find(|ask| ask.get("id").and_then(Value::as_str) == Some(id))?;
        let kind = ask.get("kind").and_then(Value::as_str).map_or(Some(RequestKind::Questions), RequestKind::named)?;
        OpenAsk::restore(now, kind, ask.get("ask")?, draft)
    };
    drafts.iter().take(MOST_PERSISTED_ASKS).filter_map(restore).collect()
}

/// Whether it has the form in which things are persisted and shared.
pub(super) fn is_readable(value: &Value) -> bool {
    value.get("version").and_then(Value::as_f64) == Some(VERSION as f64)
}
