//! Views: pages as they name themselves, so that their connections can be told apart from other pages'.
//!
//! A view that gives a handshake up and makes another must not lose the session to its own ghost when the bridge gets to
//! the first one last; and one that comes back is told how asks ended that it had seen.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ConnectionId;
use super::json::size;

/// How many views are remembered by their latest connection.
const VIEWS: usize = 32;
/// How many ends of asks are remembered for views that were away.
const ENDS: usize = 16;
/// How many bytes those ends may have, as JSON.
const END_BYTES: usize = 256 << 10;

/// The page that a connection belongs to, and the ordinal of the connection: `view=NAME.NUMBER` in the handshake's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    name: String,
    number: u64,
}

impl View {
    /// Reads `NAME.NUMBER`; a name is 1 to 64 letters and digits.
    pub fn parse(text: &str) -> Option<View> {
        let (name, number) = text.split_once('.')?;
        let is_name = (1..=64).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Some(View { name: name.to_owned(), number: number.parse().ok()? }).filter(|_| is_name)
    }

    /// The view that the query of an address names.
    pub fn of_query(query: &str) -> Option<View> {
        query.split('&').find_map(|pair| View::parse(pair.strip_prefix("view=")?))
    }
}

/// What is known of views; bounded, the oldest go.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Views {
    latest: VecDeque<View>,
    ends: VecDeque<Ended>,
}

/// An ask that has ended before one view's eyes, and that others had seen.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ended {
    frame: Value,
    bytes: usize,
    known_by: Vec<String>,
}

impl Views {
    /// Notes a connection. Whether it is a ghost: the view has made a later one already.
    pub(super) fn is_ghost(&mut self, view: &View) -> bool {
        match self.latest.iter_mut().find(|latest| latest.name == view.name) {
            Some(latest) if latest.number > view.number => return true,
            Some(latest) => latest.number = view.number,
            None => self.latest.push_back(view.clone()),
        }
        if self.latest.len() > VIEWS {
            self.latest.pop_front();
        }
        false
    }

    /// Remembers the end of an ask for those who have seen it, all but the one who is known to know.
    pub(super) fn ended(&mut self, frame: Value, seen_by: &[String], knows: Option<&str>) {
        if seen_by.iter().all(|view| Some(view.as_str()) == knows) {
            return;
        }
        let bytes = size(&frame);
        self.ends.push_back(Ended { frame, bytes, known_by: knows.into_iter().map(str::to_owned).collect() });
        while self.ends.len() > ENDS || self.ends.iter().map(|ended| ended.bytes).sum::<usize>() > END_BYTES {
            self.ends.pop_front();
        }
    }

    /// What `view` does not know yet. One that was never here may be the same page after a reload.
    pub(super) fn unknown_ends(&mut self, view: &str) -> Vec<Value> {
        let unknown = self.ends.iter_mut().filter(|ended| !ended.known_by.iter().any(|known| known == view));
        let frames = unknown.map(|ended| {
            if ended.known_by.len() < VIEWS {
                ended.known_by.push(view.to_owned());
            }
            ended.frame.clone()
        });
        frames.collect()
    }
}

/// The name of a page's view; a page that names none is a view of its own with each connection.
pub(super) fn name(connection: &ConnectionId, view: Option<View>) -> String {
    view.map_or_else(|| connection.to_string(), |view| view.name)
}

/// The views that have seen an ask.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct SeenBy(Vec<String>);

impl SeenBy {
    pub(super) fn note(&mut self, view: &str) {
        if self.0.len() < VIEWS && !self.0.iter().any(|seen| seen == view) {
            self.0.push(view.to_owned());
        }
    }

    pub(super) fn as_slice(&self) -> &[String] {
        &self.0
    }
}
