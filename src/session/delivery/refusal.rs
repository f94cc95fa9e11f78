//! Which response a refusal means, and what follows. A refusal has no id.

use super::Purpose;
use crate::protocol::Refusal;
use crate::session::open_ask::OpenAsk;
use crate::session::outcome::Outcome;

/// What a refusal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Verdict {
    /// It refuses a response whose ask has ended: the person knows already.
    Orphan,
    /// The ask at this index is over, and ended so.
    Over(usize, Outcome),
    /// Nobody waits for the ask at this index any more; its answer was not accepted.
    Lapsed(usize),
    /// The person has to answer the ask at this index again.
    Reopen(usize),
    /// It refuses nothing that is in flight.
    Nothing,
}

/// Which response the bridge refuses, and what follows.
///
/// `confirms` is whether the bridge has the capability `ack`.
pub(in crate::session) fn verdict(
    refusal: &Refusal,
    confirms: bool,
    orphaned_responses: u32,
    asks: &[OpenAsk],
) -> Verdict {
    if let Refusal::InvalidResponse(_) = refusal {
        // The latest response is the one that the bridge has just read.
        return asks.iter().rposition(OpenAsk::is_in_flight).map_or(Verdict::Nothing, Verdict::Reopen);
    }
    if orphaned_responses > 0 {
        return Verdict::Orphan;
    }
    if let Some(index) = asks.iter().position(|ask| ask.is_in_flight_for(Purpose::Inquiry)) {
        // A bridge that has lost its memory waits for something else. Reopened, the answer could never be sent.
        return Verdict::Over(index, Outcome::TimedOut);
    }
    if let Some(index) = asks.iter().position(|ask| ask.is_in_flight_for(Purpose::Unprompted)) {
        // A bridge that confirms would confirm what it has. A bare one would have told of a time-out, so it has the response.
        let outcome = if confirms { Outcome::TimedOut } else { asks[index].outcome() };
        return Verdict::Over(index, outcome);
    }
    // A new ask settles whatever was sent before it. Two responses in flight were both sent after it, and the bridge, which
    // waits for one ask at a time, does not want the earlier one.
    let Some(index) = asks.iter().position(OpenAsk::is_in_flight) else { return Verdict::Nothing };
    if asks[index].outcome() == Outcome::Cancelled {
        return Verdict::Over(index, Outcome::Cancelled);
    }
    // Reopened, it would stand before the later ask for ever.
    match asks[index + 1..].iter().any(|later| !later.is_over()) {
        true => Verdict::Lapsed(index),
        false => Verdict::Reopen(index),
    }
}
