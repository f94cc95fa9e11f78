//! How a decision comes to the bridge. Everything that affects a delivery is in this folder, and `table.rs` has all
//! transitions of an ask in one place.
//!
//! A bridge that has the capability `ack` confirms each response. A bare bridge confirms nothing: what it says and does
//! afterwards is the only evidence, and a refusal does not say which response it refuses. So each attempt records why it
//! was made ([`Purpose`]), and [`BridgeView`] holds what the bridge has said on this connection.

mod bridge_view;
mod refusal;
#[cfg(test)]
mod table;

pub(super) use bridge_view::{BridgeView, Expectation};
pub(super) use refusal::{RefusalMeaning, refusal_meaning};

use super::outcome::Outcome;
use super::request_rules::RequestDecision;
use super::time::Time;
use super::timing::{REPLAY_GRACE, SILENT_BRIDGE, STATUS_GRACE};
use crate::protocol::{ClientFrame, RequestKind};

/// A decision that was handed to a connection at least once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SentDecision {
    /// What the person decided: answered, partly answered or cancelled.
    pub(super) decision: Outcome,
    /// The frame of the first attempt. Every later attempt sends this very frame.
    pub(super) frame: ClientFrame,
    /// Whether the bridge took annotations when the frame was made.
    pub(super) annotated: bool,
    /// What was decided, if the request was no question.
    pub(super) request: Option<Box<RequestDecision>>,
    /// How far it has come.
    pub(super) attempt: Attempt,
}

/// How far a decision has come that was handed to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// Handed to the latest connection. A connection loses nothing while it lives.
    InFlight {
        /// When.
        since: Time,
        /// Why.
        purpose: Purpose,
        /// Whether the bridge had the capability `ack` then. What it was sent under this promise waits for it.
        is_promised_ack: bool,
    },
    /// Its connection is gone, and nobody has said what became of it.
    Lost,
}

/// Why an attempt was made, in the light of what the bridge had said by then. It never changes afterwards: what the bridge
/// says later is in its [`BridgeView`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is the first attempt.
    First,
    /// The bridge has said that it waits for the ask.
    Wanted,
    /// The bridge has said that it does not wait for the ask, so this asks whether the decision has arrived.
    Inquiry,
    /// The bridge has not said what it waits for.
    Unprompted,
}

impl Attempt {
    /// Whether it is in flight for this purpose.
    pub(super) fn is_for(self, wanted: Purpose) -> bool {
        matches!(self, Attempt::InFlight { purpose, .. } if purpose == wanted)
    }
}

/// Whether a decision lets the agent do something: an approval that is not denied. Under the id of such a request a bridge that
/// has lost its memory may ask for something else.
pub(super) fn is_allowance(kind: RequestKind, outcome: Outcome) -> bool {
    match outcome {
        // An option of ACP may mean anything.
        Outcome::Allowed | Outcome::Answered | Outcome::PartlyAnswered => kind == RequestKind::Permission,
        Outcome::Denied
        | Outcome::Declined
        | Outcome::Cancelled
        | Outcome::TimedOut
        | Outcome::Withdrawn
        | Outcome::Lapsed
        | Outcome::AnsweredElsewhere
        | Outcome::CancelledElsewhere => false,
    }
}

/// When a decision is sent on this connection, and why. `attempt` is the last one; `confirms` is whether the bridge has
/// the capability `ack`; `may_be_unseen` is whether it may go to a bridge that has not sent the request on this connection.
/// `None` means that nothing is to be sent as things stand.
pub(super) fn due(
    attempt: Option<Attempt>,
    expectation: Expectation,
    confirms: bool,
    may_be_unseen: bool,
) -> Option<(Time, Purpose)> {
    match (attempt, expectation) {
        // Whoever says that they wait for this id may mean another request by it.
        (None | Some(Attempt::Lost), Expectation::Named { .. } | Expectation::Unknown { .. }) if !may_be_unseen => None,
        (Some(Attempt::InFlight { .. }), _) => None,
        (None, Expectation::Asked { at }) => Some((at, Purpose::First)),
        (None, Expectation::Named { since }) => Some((since.plus_millis(REPLAY_GRACE), Purpose::First)),
        (None, Expectation::Unknown { since }) => Some((since.plus_millis(STATUS_GRACE), Purpose::First)),
        // It is given up soon: see `Session::give_up`.
        (None, Expectation::NotNamed { .. }) => None,
        (Some(Attempt::Lost), Expectation::Asked { at }) => Some((at, Purpose::Wanted)),
        (Some(Attempt::Lost), Expectation::Named { since }) => Some((since.plus_millis(REPLAY_GRACE), Purpose::Wanted)),
        (Some(Attempt::Lost), Expectation::Unknown { since }) => {
            Some((since.plus_millis(SILENT_BRIDGE), Purpose::Unprompted))
        }
        // The ask is over, and only the bridge knows whether this decision ended it.
        (Some(Attempt::Lost), Expectation::NotNamed { since }) if confirms => Some((since, Purpose::Inquiry)),
        (Some(Attempt::Lost), Expectation::NotNamed { .. }) => None,
    }
}
