//! Asks that are over: a repeated or late frame about them opens nothing and changes nothing.

use crate::protocol::{Ask, ClientFrame, QuestionKind, RequestKind};
use crate::session::lists::keep_only;

use super::delivery::is_allowance;
use super::link::ConnectionId;
use super::outcome::Outcome;
use super::shared_ask::SharedAsk;

/// How many are remembered.
const REMEMBERED: usize = 256;

/// Of how many the response is remembered too.
const REPEATED: usize = 32;

/// The asks that are over.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    past: Vec<Past>,
}

/// One ask that is over.
#[derive(Clone, Debug)]
struct Past {
    id: String,
    /// What was asked, to tell it from another ask of the same id.
    asked: Asked,
    outcome: Outcome,
    /// The response that was sent, in case the bridge has lost it and asks again.
    response: Option<ClientFrame>,
    /// The connection on which the response was last sent again: once on each is enough.
    repeated_on: Option<ConnectionId>,
}

/// What was asked.
#[derive(Clone, Debug)]
enum Asked {
    /// The ask itself. While a response could be sent again, nothing less will do: somebody who can make two requests that look alike
    /// by their fingerprints would get an allowance for the one that nobody has seen.
    Exactly(SharedAsk),
    /// A fingerprint of it, where there is no response to send again: an ask may be large.
    Fingerprint(u64),
}

impl Asked {
    fn is(&self, ask: &Ask) -> bool {
        match self {
            Asked::Exactly(asked) => asks_the_same(asked, ask),
            Asked::Fingerprint(asked) => *asked == fingerprint(ask),
        }
    }
}

impl Memory {
    pub(super) fn remember(&mut self, ask: &SharedAsk, outcome: Outcome, response: Option<ClientFrame>) {
        keep_only(&mut self.past, |past| past.id != ask.id);
        let asked = match response {
            Some(_) => Asked::Exactly(ask.clone()),
            None => Asked::Fingerprint(fingerprint(ask)),
        };
        self.past.push(Past { id: ask.id.clone(), asked, outcome, response, repeated_on: None });
        if self.past.len() > REMEMBERED {
            self.past.remove(0);
        }
        // A bridge that asks again asks for one of the latest, and what was sent may be long.
        if let Some(old) = self.past.len().checked_sub(REPEATED + 1).and_then(|old| self.past.get_mut(old)) {
            old.response = None;
            if let Asked::Exactly(asked) = &old.asked {
                old.asked = Asked::Fingerprint(fingerprint(asked));
            }
        }
    }

    /// Forgets an ask that was over without a decision of this page. Whether there was one.
    pub(super) fn forget_undecided(&mut self, id: &str) -> bool {
        let before = self.past.len();
        keep_only(&mut self.past, |past| past.id != id || past.outcome.is_decision());
        self.past.len() < before
    }

    /// Forgets an ask that has this one's id and asked something else.
    pub(super) fn forget_namesake(&mut self, ask: &Ask) {
        keep_only(&mut self.past, |past| past.id != ask.id || past.asked.is(ask));
    }

    /// Whether nobody said that it is over.
    pub(super) fn is_guess(&self, id: &str) -> bool {
        self.past.iter().any(|past| past.id == id && past.outcome == Outcome::Lapsed)
    }

    pub(super) fn knows(&self, id: &str) -> bool {
        self.past.iter().any(|past| past.id == id)
    }

    /// The response that was sent to an ask that is over, as far as it is remembered.
    pub(super) fn response(&self, id: &str) -> Option<&ClientFrame> {
        self.past.iter().find(|past| past.id == id)?.response.as_ref()
    }

    /// Whether it was taken for answered, and is not any more. A cancel stays one: real bridges may time out after it.
    pub(super) fn correct(&mut self, id: &str, outcome: Outcome) -> bool {
        match self.past.iter_mut().find(|past| past.id == id && past.outcome.is_answer()) {
            Some(past) => {
                past.outcome = outcome;
                true
            }
            None => false,
        }
    }

    /// Whether the response to this ask lets the agent do something.
    pub(super) fn has_allowed(&self, id: &str) -> bool {
        self.past.iter().filter(|past| past.id == id).any(|past| {
            let is_permission = matches!(past.response, Some(ClientFrame::PermissionResponse { .. }));
            is_permission && is_allowance(RequestKind::Permission, past.outcome)
        })
    }

    /// Whether there is a response to send again on this connection.
    pub(super) fn can_repeat(&self, id: &str, connection: ConnectionId) -> bool {
        self.past.iter().any(|past| past.id == id && past.can_repeat(connection))
    }

    /// The response to send again on this connection, to a bridge that still waits for it.
    pub(super) fn repeat(&mut self, id: &str, connection: ConnectionId) -> Option<ClientFrame> {
        let past = self.past.iter_mut().find(|past| past.id == id && past.can_repeat(connection))?;
        past.repeated_on = Some(connection);
        past.response.clone()
    }
}

impl Past {
    fn can_repeat(&self, connection: ConnectionId) -> bool {
        self.response.is_some() && self.outcome.is_decision() && self.repeated_on != Some(connection)
    }
}

/// Whether an answer to the one is an answer to the other.
pub(super) fn asks_the_same(one: &Ask, other: &Ask) -> bool {
    what_is_asked(one) == what_is_asked(other)
}

/// FNV-1a over all that an answer refers to.
fn fingerprint(ask: &Ask) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for byte in what_is_asked(ask) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// All that an answer refers to, as bytes: the words and the kind of each question, and the labels of its options. Of a
/// request that is no question it is all that came.
fn what_is_asked(ask: &Ask) -> Vec<u8> {
    if !ask.request.is_questions() {
        return ask.identity().into_bytes();
    }
    let mut asked = Vec::new();
    for question in ask.questions() {
        // The bytes that are added after a text are in no text: they say where it ends, and where a question does.
        asked.extend_from_slice(question.text.wire.as_bytes());
        asked.push(0xff);
        for option in &question.options {
            asked.extend_from_slice(option.label.wire.as_bytes());
            asked.push(0xff);
        }
        asked.push(match question.kind {
            QuestionKind::SingleChoice => 0xfd,
            QuestionKind::MultipleChoice => 0xfe,
            QuestionKind::Text(_) => 0xfc,
            QuestionKind::Number { .. } => 0xfb,
            QuestionKind::Boolean => 0xfa,
        });
    }
    asked
}
