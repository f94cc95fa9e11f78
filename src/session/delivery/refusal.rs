//! Which response a refusal means, and what follows. A refusal has no id.

use super::{BridgeView, Purpose};
use crate::protocol::Refusal;
use crate::session::open_ask::OpenAsk;
use crate::session::outcome::Outcome;
use crate::session::time::Time;

/// What a refusal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum RefusalMeaning {
    /// It refuses a response whose ask has ended: the person knows already.
    Orphan,
    /// The ask at this index is over, and ended so.
    Over(usize, Outcome),
    /// Nobody waits for the ask at this index any more; its answer was not accepted.
    Lapsed(usize),
    /// Nobody waits for the ask at this index any more, and nobody can say whether an earlier attempt has arrived.
    Unconfirmed(usize),
    /// The person has to answer the ask at this index again.
    Reopen(usize),
    /// It refuses nothing that is in flight.
    Nothing,
}

/// Which response the bridge refuses, and what follows.
///
/// `confirms` is whether the bridge has the capability `ack`.
pub(in crate::session) fn refusal_meaning(
    now: Time,
    refusal: &Refusal,
    confirms: bool,
    bridge: &BridgeView,
    asks: &[OpenAsk],
) -> RefusalMeaning {
    if let Refusal::InvalidResponse(_) = refusal {
        // The latest response is the one that the bridge has just read.
        return asks.iter().rposition(OpenAsk::is_in_flight).map_or(RefusalMeaning::Nothing, RefusalMeaning::Reopen);
    }
    if bridge.has_orphan(now) {
        return RefusalMeaning::Orphan;
    }
    let waits = |ask: &OpenAsk| bridge.expectation(ask.id()).waits();
    if let Some(index) = asks.iter().position(|ask| ask.is_in_flight() && waits(ask) == Some(false)) {
        // Reopened, the answer could never be sent.
        let ask = &asks[index];
        return if ask.awaits_ack(confirms) {
            // A bridge that has lost its memory waits for something else. It would confirm what it has.
            RefusalMeaning::Over(index, Outcome::TimedOut)
        } else if ask.outcome() == Outcome::Cancelled {
            RefusalMeaning::Over(index, Outcome::Cancelled)
        } else if ask.is_in_flight_for(Purpose::First) {
            RefusalMeaning::Lapsed(index)
        } else {
            RefusalMeaning::Unconfirmed(index)
        };
    }
    let is_unprompted = |ask: &OpenAsk| ask.is_in_flight_for(Purpose::Unprompted) && waits(ask).is_none();
    if let Some(index) = asks.iter().position(is_unprompted) {
        // A bridge that confirms would confirm what it has. A bare one would have reported a time-out, so it has the response.
        let outcome = if asks[index].awaits_ack(confirms) { Outcome::TimedOut } else { asks[index].outcome() };
        return RefusalMeaning::Over(index, outcome);
    }
    // A new ask settles whatever was sent before it. Two responses in flight were both sent after it, and the bridge, which
    // waits for one ask at a time, does not want the earlier one.
    let Some(index) = asks.iter().position(OpenAsk::is_in_flight) else { return RefusalMeaning::Nothing };
    if asks[index].outcome() == Outcome::Cancelled {
        return RefusalMeaning::Over(index, Outcome::Cancelled);
    }
    // Reopened, it would stand before the later ask for ever.
    match asks[index + 1..].iter().any(|later| !later.is_over()) {
        true => RefusalMeaning::Lapsed(index),
        false => RefusalMeaning::Reopen(index),
    }
}
