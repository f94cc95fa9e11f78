//! What the bridge has said on the connection that is open now. A new connection starts with an empty view.

use crate::session::lists::keep_only;
use crate::session::time::Time;
use crate::session::timing::REFUSED_WITHIN;

/// What the bridge has said on this connection.
#[derive(Clone, Debug)]
pub(in crate::session) struct BridgeView {
    opened_at: Time,
    status: Option<StatusSeen>,
    /// The open asks whose question came, or whose answer was refused, since the last status, with the time of it.
    asked: Vec<(String, Time)>,
    /// The asks whose request came on this connection, and that are not over.
    requested: Vec<String>,
    /// Until when responses can be refused that were sent on this connection, and whose ask has ended since. A refusal for a
    /// wrong question belongs to the oldest of them that can still be refused, not to an open ask. Many bridges refuse no such
    /// response.
    orphans: Vec<Time>,
}

/// The last `session_status`.
#[derive(Clone, Debug)]
struct StatusSeen {
    at: Time,
    pending: Option<String>,
}

/// Whether the bridge waits for an ask, as far as it has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Expectation {
    /// It has said nothing since the connection opened.
    Unknown {
        /// When the connection opened.
        since: Time,
    },
    /// A status has named it as pending.
    Named {
        /// When that status came.
        since: Time,
    },
    /// A status has named another ask, or none.
    NotNamed {
        /// When that status came.
        since: Time,
    },
    /// Its question came on this connection.
    Asked {
        /// When it came.
        at: Time,
    },
}

impl Expectation {
    /// Whether the bridge waits for the ask; `None` if it has not said so.
    pub(in crate::session) fn waits(self) -> Option<bool> {
        match self {
            Expectation::Unknown { .. } => None,
            Expectation::Named { .. } | Expectation::Asked { .. } => Some(true),
            Expectation::NotNamed { .. } => Some(false),
        }
    }
}

impl BridgeView {
    pub(in crate::session) fn new(opened_at: Time) -> BridgeView {
        BridgeView { opened_at, status: None, asked: Vec::new(), requested: Vec::new(), orphans: Vec::new() }
    }

    /// Takes a `session_status`.
    pub(in crate::session) fn see_status(&mut self, now: Time, pending: Option<String>) {
        self.status = Some(StatusSeen { at: now, pending });
        self.asked.clear();
    }

    /// The bridge waits for this ask: its question has come, or an answer to it was refused.
    pub(in crate::session) fn see_ask(&mut self, now: Time, id: &str) {
        keep_only(&mut self.asked, |(asked, _)| asked != id);
        self.asked.push((id.to_owned(), now));
    }

    /// The request of this ask has come, whatever the bridge says of the ask later on.
    pub(in crate::session) fn see_request(&mut self, id: &str) {
        if !self.has_requested(id) {
            self.requested.push(id.to_owned());
        }
    }

    /// Whether the request of this ask came on this connection: then nothing else goes by its id here.
    pub(in crate::session) fn has_requested(&self, id: &str) -> bool {
        self.requested.iter().any(|requested| requested == id)
    }

    /// The ask is over: whatever was said of it is of the past.
    pub(in crate::session) fn forget(&mut self, id: &str) {
        keep_only(&mut self.asked, |(asked, _)| asked != id);
        keep_only(&mut self.requested, |requested| requested != id);
        if let Some(status) = self.status.as_mut().filter(|status| status.pending.as_deref() == Some(id)) {
            status.pending = None;
        }
    }

    /// The ask of a response that was sent then is over.
    pub(in crate::session) fn orphan(&mut self, sent_at: Time) {
        self.orphans.push(sent_at.plus_millis(REFUSED_WITHIN));
    }

    /// When the first response can no longer be refused that still can be now, and whose ask is over.
    pub(in crate::session) fn next_orphan_end(&self, now: Time) -> Option<Time> {
        self.orphans.iter().copied().filter(|until| *until > now).min()
    }

    /// Nobody has listened between `from` and `now`: a refusal that came then is heard only now.
    pub(in crate::session) fn resume(&mut self, from: Time, now: Time) {
        for until in self.orphans.iter_mut().filter(|until| **until >= from) {
            *until = now.plus_millis(REFUSED_WITHIN);
        }
    }

    /// Whether a refusal that comes now belongs to a response whose ask is over.
    pub(in crate::session) fn has_orphan(&self, now: Time) -> bool {
        self.orphans.iter().any(|until| now < *until)
    }

    /// The oldest response whose ask is over is refused.
    pub(in crate::session) fn refuse_orphan(&mut self, now: Time) {
        keep_only(&mut self.orphans, |until| now < *until);
        if !self.orphans.is_empty() {
            self.orphans.remove(0);
        }
    }

    /// When the last status came.
    pub(in crate::session) fn status_at(&self) -> Option<Time> {
        self.status.as_ref().map(|status| status.at)
    }

    /// The ask that the last status named, unless it is over.
    pub(in crate::session) fn pending(&self) -> Option<&str> {
        self.status.as_ref()?.pending.as_deref()
    }

    pub(in crate::session) fn expectation(&self, id: &str) -> Expectation {
        if let Some((_, at)) = self.asked.iter().find(|(asked, _)| asked == id) {
            return Expectation::Asked { at: *at };
        }
        match &self.status {
            None => Expectation::Unknown { since: self.opened_at },
            Some(status) if status.pending.as_deref() == Some(id) => Expectation::Named { since: status.at },
            Some(status) => Expectation::NotNamed { since: status.at },
        }
    }
}
