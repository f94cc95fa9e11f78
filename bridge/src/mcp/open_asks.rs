//! Which ask a repeated call means. A model whose call timed out often makes the same call again: the person must not be asked
//! twice, and an answer that came meanwhile belongs to it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::room::QuestionId;
use crate::session::SessionId;

/// Asks that are remembered; the oldest are forgotten first. Whoever repeats one of those asks the person again.
const MOST: usize = 1024;

/// The asks whose result no client has got yet.
#[derive(Debug, Default)]
pub(super) struct OpenAsks(Mutex<VecDeque<(Content, QuestionId)>>);

/// What was asked, and where, in a few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content([u8; 32]);

impl Content {
    /// What a call asks in a session. Calls with the same arguments have the same content.
    pub(super) fn of(session: &SessionId, tool: &str, arguments: &impl serde::Serialize) -> Content {
        let mut hash = Sha256::new();
        for part in [session.as_str(), tool] {
            // The length says where a part ends.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.update(serde_json::to_vec(arguments).unwrap_or_default());
        Content(hash.finalize().into())
    }
}

impl OpenAsks {
    /// The ask with this content, if no client has its result.
    pub(super) fn find(&self, content: &Content) -> Option<QuestionId> {
        self.asks().iter().find(|(known, _)| known == content).map(|(_, id)| id.clone())
    }

    /// Remembers an ask, in the place of another with the same content.
    pub(super) fn remember(&self, content: Content, id: QuestionId) {
        let mut asks = self.asks();
        asks.retain(|(known, _)| *known != content);
        asks.push_back((content, id));
        while asks.len() > MOST {
            asks.pop_front();
        }
    }

    /// A client gets the result: whoever makes the same call again means a new ask.
    pub(super) fn forget(&self, id: &QuestionId) {
        self.asks().retain(|(_, known)| known != id);
    }

    fn asks(&self) -> MutexGuard<'_, VecDeque<(Content, QuestionId)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Content, MOST, OpenAsks};
    use crate::session::SessionId;

    fn content(session: &str, tool: &str, question: &str) -> Content {
        Content::of(&SessionId::new(session).unwrap(), tool, &json!({"questions": [question]}))
    }

    #[test]
    fn the_same_call_is_the_same_ask_until_its_result_is_there() {
        let open = OpenAsks::default();
        let same = content("s", "ask_user", "Q?");
        open.remember(same, "q_1".into());
        assert_eq!(open.find(&content("s", "ask_user", "Q?")), Some("q_1".into()));
        for other in [content("t", "ask_user", "Q?"), content("s", "ask", "Q?"), content("s", "ask_user", "R?")] {
            assert_eq!(open.find(&other), None);
        }
        open.forget(&"q_1".into());
        assert_eq!(open.find(&same), None);
    }

    #[test]
    fn not_more_are_remembered_than_there_is_room_for() {
        let open = OpenAsks::default();
        for number in 0..=MOST {
            open.remember(content("s", "ask_user", &number.to_string()), number.to_string().as_str().into());
        }
        assert_eq!(open.find(&content("s", "ask_user", "0")), None);
        assert_eq!(open.find(&content("s", "ask_user", "1")), Some("1".into()));
        assert_eq!(open.asks().len(), MOST);
    }
}
