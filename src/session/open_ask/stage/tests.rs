//! Only a decision is handed to a connection, and each time as the same frame.

use super::{OpenAsk, Stage};
use crate::protocol::{Capabilities, ServerFrame, Value};
use crate::session::delivery::{Attempt, Purpose};
use crate::session::tests::rig::one;
use crate::session::time::Time;
use crate::session::{Draft, Outcome};

const NOW: Time = Time(10_000);

/// An ask with one question, and nothing decided.
fn open_ask() -> OpenAsk {
    let value: Value = serde_json::from_str(&one("q_1")).expect("JSON");
    match ServerFrame::read(&value) {
        Ok(ServerFrame::Ask(ask)) => OpenAsk::new(Time(0), ask, Time(0)),
        other => panic!("{other:?} is no ask"),
    }
}

/// The same, with the first option chosen.
fn chosen_ask() -> OpenAsk {
    let mut ask = open_ask();
    ask.drafts[0].picks = vec![0];
    ask
}

fn answered() -> OpenAsk {
    let mut ask = chosen_ask();
    ask.decide_if_met();
    ask
}

fn cancelled() -> OpenAsk {
    let mut ask = open_ask();
    ask.cancel(NOW);
    ask
}

fn over(mut ask: OpenAsk) -> OpenAsk {
    ask.end(Outcome::TimedOut, None);
    ask
}

fn capabilities(all: bool) -> Capabilities {
    Capabilities { ack: all, annotations: all, ..Capabilities::default() }
}

#[test]
fn what_nobody_decided_is_handed_to_no_connection() {
    for mut ask in [open_ask(), chosen_ask(), over(open_ask()), over(chosen_ask()), over(answered())] {
        let before = ask.stage.clone();
        for purpose in [Purpose::First, Purpose::Wanted, Purpose::Inquiry, Purpose::Unprompted] {
            assert_eq!(ask.hand_over(NOW, purpose, capabilities(true)), None, "{before:?}");
        }
        ask.give_up_sending();
        assert_eq!(ask.stage, before, "nothing was decided, so nothing becomes of it");
    }
}

#[test]
fn a_decision_is_handed_over_as_the_same_frame_each_time() {
    for mut ask in [answered(), cancelled()] {
        let decision = ask.outcome();
        let (first, is_first) = ask.hand_over(NOW, Purpose::First, capabilities(true)).expect("a decision");
        assert!(is_first, "{decision:?}");
        ask.lose_attempt();
        // Neither other drafts nor another bridge change what was decided.
        ask.drafts[0] = Draft { notes: "later".to_owned(), ..Draft::default() };
        let later = NOW.plus_millis(1);
        let again = ask.hand_over(later, Purpose::Wanted, capabilities(false)).expect("a decision");
        assert_eq!(again, (first, false), "{decision:?}");
        assert_eq!(ask.outcome(), decision);
        let Stage::Sent(sent) = &ask.stage else { panic!("{:?} is not sent", ask.stage) };
        let attempt = Attempt::InFlight { since: later, purpose: Purpose::Wanted, is_promised_ack: false };
        assert_eq!(sent.attempt, attempt, "the latest attempt says why and when it was made");
    }
}
