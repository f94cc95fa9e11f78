//! Each rule of the connection by itself.

use super::{Connection, ConnectionId, Ending, LONGEST_WAIT, Link, SHORTEST_WAIT};
use crate::protocol::{AckOutcome, ClientFrame, ServerFrame};
use crate::session::{Output, Time};

struct Rig {
    link: Link,
    out: Vec<Output>,
}

fn rig() -> Rig {
    let mut rig = Rig { link: Link::new(7), out: Vec::new() };
    rig.link.start(Time(0), &mut rig.out);
    rig
}

impl Rig {
    fn connects(&mut self) -> Vec<u64> {
        let connects = self.out.drain(..).filter_map(|output| match output {
            Output::Connect(connection) => Some(connection.0),
            _ => None,
        });
        connects.collect()
    }

    /// Fails the current connect and returns how long the link waits then.
    fn wait_after_failure(&mut self, now: u64) -> u64 {
        self.link.closed(Time(now), self.link.latest, 1006);
        self.link.next_wake().unwrap().0 - now
    }
}

#[test]
fn one_connection_at_a_time() {
    let mut rig = rig();
    rig.link.start(Time(1), &mut rig.out);
    rig.link.online(Time(2), &mut rig.out);
    rig.link.take_back(Time(3), &mut rig.out);
    assert_eq!(rig.connects(), [1]);
}

#[test]
fn a_connect_that_takes_too_long_is_dropped() {
    let mut rig = rig();
    let limit = rig.link.next_wake().unwrap();
    rig.link.wake(limit, &mut rig.out);
    assert_eq!(rig.out, [Output::Connect(ConnectionId(1)), Output::Disconnect(ConnectionId(1))]);
    rig.link.opened(limit, ConnectionId(1));
    assert_eq!(rig.link.open(), None, "a dead connection cannot open");
}

#[test]
fn whatever_the_link_is_woken_for_is_done_then() {
    for (beat, is_own) in [(None, true), (Some(15), true), (None, false)] {
        let mut rig = rig();
        if !is_own {
            rig.link.attach(Time(0), &mut rig.out);
        }
        rig.link.opened(Time(0), rig.link.latest);
        rig.link.set_beat(beat);
        rig.link.sends_decision(Time(0), rig.link.latest, Some("q_1"), &mut rig.out);
        // Silences, connects that take too long, retries, and the clock.
        for _ in 0..50 {
            let Some(at) = rig.link.next_wake() else { break };
            rig.link.wake(at, &mut rig.out);
            assert!(rig.link.next_wake().is_none_or(|next| next > at), "{beat:?} {is_own} at {at:?}: {:?}", rig.link);
        }
    }
}

#[test]
fn waits_stay_within_their_bounds_and_differ() {
    let mut rig = rig();
    let mut now = 0;
    let mut waits = Vec::new();
    for _ in 0..200 {
        let wait = rig.wait_after_failure(now);
        assert!((SHORTEST_WAIT..=LONGEST_WAIT).contains(&wait), "{wait}");
        waits.push(wait);
        now += wait;
        rig.link.wake(Time(now), &mut rig.out);
    }
    assert!(waits.iter().max() > Some(&15_000), "waits grow");
    waits.sort_unstable();
    waits.dedup();
    assert!(waits.len() > 150, "waits are spread");
}

#[test]
fn who_has_an_ask_before_them_waits_less_and_a_restart_spreads_more() {
    let longest = |is_urgent, code| {
        let waits = (0..2_000).map(|seed| {
            let mut rig = Rig { link: Link::new(seed), out: Vec::new() };
            rig.link.start(Time(0), &mut rig.out);
            rig.link.opened(Time(0), ConnectionId(1));
            rig.link.set_urgent(is_urgent);
            rig.link.closed(Time(10_000), ConnectionId(1), code);
            rig.link.next_wake().unwrap().0 - 10_000
        });
        waits.max().unwrap().div_ceil(1000)
    };
    assert_eq!([longest(true, 1006), longest(false, 1006)], [2, 5]);
    assert_eq!([longest(true, 1001), longest(false, 1001)], [4, 10]);
}

#[test]
fn failures_are_forgotten_only_after_some_uptime() {
    let mut rig = rig();
    for (uptime, expected) in [(100, 1), (100, 2), (6_000, 1)] {
        let connection = rig.link.latest;
        rig.link.opened(Time(0), connection);
        rig.link.closed(Time(uptime), connection, 1006);
        assert_eq!(rig.link.failures, expected);
        rig.link.wake(Time(1_000_000), &mut rig.out);
    }
}

#[test]
fn the_first_failure_of_a_first_connect_is_reported_once() {
    let mut rig = rig();
    assert_eq!(rig.link.closed(Time(0), ConnectionId(1), 1006), Some(Ending::NeverOpened));
    assert_eq!(rig.link.connection(), Connection::Unreachable);
    rig.link.online(Time(1), &mut rig.out);
    assert_eq!(rig.link.closed(Time(2), ConnectionId(2), 1006), Some(Ending::Dropped));
}

#[test]
fn a_connection_of_the_page_is_the_pages_to_make_again() {
    let mut rig = Rig { link: Link::new(7), out: Vec::new() };
    rig.link.attach(Time(0), &mut rig.out);
    assert_eq!((rig.connects(), rig.link.next_wake()), (vec![1], None), "the page's own patience counts");
    rig.link.opened(Time(1), ConnectionId(1));
    rig.link.closed(Time(2), ConnectionId(1), 1006);
    assert_eq!(rig.link.connection(), Connection::Reconnecting);
    rig.link.online(Time(3), &mut rig.out);
    rig.link.wake(Time(1_000_000), &mut rig.out);
    assert_eq!((rig.connects(), rig.link.next_wake()), (vec![], None));
    rig.link.attach(Time(4), &mut rig.out);
    rig.link.opened(Time(5), ConnectionId(2));
    rig.link.taken(&mut rig.out);
    rig.link.take_back(Time(6), &mut rig.out);
    assert_eq!((rig.connects(), rig.link.connection()), (vec![2], Connection::Taken));
    rig.link.attach(Time(7), &mut rig.out);
    assert_eq!(rig.connects(), [3], "the page may take it back");
}

#[test]
fn a_taken_session_is_taken_back_by_the_person_only() {
    let mut rig = rig();
    rig.link.opened(Time(0), ConnectionId(1));
    rig.link.taken(&mut rig.out);
    rig.connects();
    rig.link.closed(Time(1), ConnectionId(1), 1006);
    rig.link.online(Time(2), &mut rig.out);
    rig.link.wake(Time(1_000_000), &mut rig.out);
    assert_eq!((rig.link.next_wake(), rig.connects()), (None, vec![]));
    rig.link.take_back(Time(3), &mut rig.out);
    assert_eq!(rig.connects(), [2]);
}

/// Open on its first connection since the start.
fn open() -> Rig {
    let mut rig = rig();
    rig.link.opened(Time(0), ConnectionId(1));
    rig.out.clear();
    rig
}

fn beating() -> Rig {
    let mut rig = open();
    rig.link.set_beat(Some(15));
    rig
}

/// Wakes the link whenever it wants until then.
fn wake_until(rig: &mut Rig, end: u64) {
    while let Some(at) = rig.link.next_wake().filter(|at| at.0 <= end) {
        rig.link.wake(at, &mut rig.out);
    }
}

const BEAT: Output = Output::Send { connection: ConnectionId(1), frame: ClientFrame::Beat };

#[test]
fn a_network_that_comes_back_is_used_at_once() {
    let mut rig = open();
    rig.link.closed(Time(1), ConnectionId(1), 1006);
    rig.link.online(Time(2), &mut rig.out);
    assert_eq!(rig.out, [Output::Connect(ConnectionId(2))]);
}

#[test]
fn a_network_that_goes_is_believed_and_tried_again_all_the_same() {
    let mut rig = open();
    rig.link.offline(Time(10_000), &mut rig.out);
    assert_eq!(rig.out, [Output::Disconnect(ConnectionId(1))]);
    assert_eq!(rig.link.connection(), Connection::Reconnecting);
    wake_until(&mut rig, 15_000);
    assert_eq!(rig.connects(), [2], "a bridge on this machine needs no network");
}

#[test]
fn a_beat_that_fails_to_come_shows_a_dead_connection() {
    let mut rig = beating();
    for beat in 1..=4 {
        wake_until(&mut rig, beat * 15_000);
        rig.link.note_frame(Time(beat * 15_000), &ServerFrame::Beat);
    }
    assert_eq!(rig.out, [], "while it beats, nothing happens");
    wake_until(&mut rig, 60_000 + 34_999);
    assert_eq!(rig.out, []);
    wake_until(&mut rig, 60_000 + 35_000);
    assert_eq!(rig.out, [Output::Disconnect(ConnectionId(1)), Output::Connect(ConnectionId(2))]);
}

#[test]
fn silence_means_nothing_where_there_is_no_beat() {
    let mut rig = open();
    wake_until(&mut rig, 3_600_000);
    assert_eq!((rig.out.len(), rig.link.connection()), (0, Connection::Open));
}

#[test]
fn silence_after_a_decision_is_noticed_sooner() {
    for (beat, confirms) in [(Some(15), true), (Some(15), false), (None, true)] {
        let mut rig = open();
        rig.link.set_beat(beat);
        rig.link.note_frame(Time(20_000), &ServerFrame::Beat);
        rig.link.sends_decision(Time(20_000), ConnectionId(1), confirms.then_some("q"), &mut rig.out);
        let asks = if confirms { vec![] } else { vec![BEAT] };
        assert_eq!(std::mem::take(&mut rig.out), asks, "a bridge that confirms need not be asked");
        wake_until(&mut rig, 29_999);
        assert_eq!(rig.out, []);
        wake_until(&mut rig, 30_000);
        assert_eq!(rig.connects(), [2], "beat {beat:?}, confirms {confirms}");
    }
    let mut rig = open();
    rig.link.sends_decision(Time(0), ConnectionId(1), None, &mut rig.out);
    wake_until(&mut rig, 30_000);
    assert_eq!(rig.out, [], "a bare bridge says nothing, and silence is no sign");
}

#[test]
fn what_was_on_its_way_before_a_decision_is_no_answer_to_it() {
    let mut rig = beating();
    rig.link.sends_decision(Time(20_000), ConnectionId(1), Some("q"), &mut rig.out);
    rig.link.note_frame(Time(20_100), &ServerFrame::Agent { complete: false });
    wake_until(&mut rig, 30_099);
    assert_eq!(rig.out, [], "it was there a moment ago");
    wake_until(&mut rig, 30_100);
    assert_eq!(rig.connects(), [2], "and has not said a word since");
}

#[test]
fn words_about_something_else_do_not_confirm_a_decision() {
    let ack = ServerFrame::AskUserAck { question_id: "another".to_owned(), outcome: AckOutcome::Accepted };
    let trouble = ServerFrame::Error { error: "Rate limited".to_owned() };
    for other in [ack, trouble] {
        let mut rig = open();
        rig.link.sends_decision(Time(20_000), ConnectionId(1), Some("q"), &mut rig.out);
        rig.link.note_frame(Time(21_000), &other);
        wake_until(&mut rig, 31_000);
        assert_eq!(rig.connects(), [2], "{other:?}");
    }
    let mut rig = open();
    rig.link.sends_decision(Time(20_000), ConnectionId(1), Some("q"), &mut rig.out);
    let refusal = "ask_user_response: no such question".to_owned();
    rig.link.note_frame(Time(21_000), &ServerFrame::Error { error: refusal });
    wake_until(&mut rig, 60_000);
    assert_eq!(rig.connects(), [0; 0], "a refusal is an answer");
}

#[test]
fn who_talks_on_without_confirming_is_not_waited_for_for_ever() {
    let mut rig = open();
    rig.link.sends_decision(Time(20_000), ConnectionId(1), Some("q"), &mut rig.out);
    for second in 21..40 {
        wake_until(&mut rig, second * 1_000);
        rig.link.note_frame(Time(second * 1_000), &ServerFrame::Agent { complete: false });
    }
    assert_eq!(rig.connects(), [0; 0]);
    wake_until(&mut rig, 40_000);
    assert_eq!(rig.connects(), [2]);
}

#[test]
fn a_connect_that_was_slept_over_is_made_anew_at_once() {
    let mut rig = rig();
    rig.link.slept(Time(3_600_000), &mut rig.out);
    rig.link.wake(Time(3_600_000), &mut rig.out);
    assert_eq!(rig.connects(), [1, 2]);
}

#[test]
fn a_confirmation_that_crosses_the_question_whether_it_is_there_is_no_answer_to_that() {
    let mut rig = beating();
    rig.link.sends_decision(Time(20_000), ConnectionId(1), Some("q"), &mut rig.out);
    rig.link.online(Time(20_010), &mut rig.out);
    assert_eq!(std::mem::take(&mut rig.out), [BEAT]);
    let ack = ServerFrame::AskUserAck { question_id: "q".to_owned(), outcome: AckOutcome::Accepted };
    rig.link.note_frame(Time(20_020), &ack);
    wake_until(&mut rig, 30_020);
    assert_eq!(rig.connects(), [2]);
}

#[test]
fn after_a_sleep_a_connection_is_asked_and_replaced_within_seconds() {
    let mut rig = beating();
    rig.link.slept(Time(3_600_000), &mut rig.out);
    assert_eq!(std::mem::take(&mut rig.out), [BEAT]);
    rig.link.note_frame(Time(3_600_100), &ServerFrame::Beat);
    wake_until(&mut rig, 3_605_000);
    assert_eq!(rig.out, [], "it is alive");
    rig.link.slept(Time(7_200_000), &mut rig.out);
    wake_until(&mut rig, 7_203_000);
    assert_eq!(rig.connects(), [2], "it was dead");
}

#[test]
fn after_a_sleep_a_connection_that_cannot_be_asked_is_replaced() {
    let mut rig = open();
    rig.link.slept(Time(3_600_000), &mut rig.out);
    assert_eq!(rig.out, [Output::Disconnect(ConnectionId(1)), Output::Connect(ConnectionId(2))]);
    let mut of_page = Rig { link: Link::new(7), out: Vec::new() };
    of_page.link.attach(Time(0), &mut of_page.out);
    of_page.link.opened(Time(0), ConnectionId(1));
    of_page.out.clear();
    of_page.link.slept(Time(3_600_000), &mut of_page.out);
    of_page.link.offline(Time(3_600_001), &mut of_page.out);
    assert_eq!(of_page.out, [], "one of the page is the page's to replace");
}

#[test]
fn a_close_that_says_never_again_is_obeyed() {
    for code in [4400, 4401, 4403, 4404, 4410] {
        let mut rig = open();
        assert_eq!(rig.link.closed(Time(1), ConnectionId(1), code), Some(Ending::GivenUp));
        rig.link.online(Time(2), &mut rig.out);
        rig.link.slept(Time(3), &mut rig.out);
        wake_until(&mut rig, 1_000_000);
        assert_eq!((rig.connects(), rig.link.connection()), (vec![], Connection::Failed), "{code}");
        rig.link.retry(Time(4), &mut rig.out);
        assert_eq!(rig.connects(), [2], "but the person may try");
    }
}

#[test]
fn a_token_that_has_expired_is_followed_by_the_next_one_at_once() {
    let mut rig = open();
    rig.link.note_frame(Time(0), &ServerFrame::Beat);
    assert_eq!(rig.link.closed(Time(60_000), ConnectionId(1), 4440), Some(Ending::Dropped));
    assert_eq!(rig.link.connection(), Connection::Reconnecting);
    wake_until(&mut rig, 60_000);
    assert_eq!(rig.connects(), [2]);
    rig.link.opened(Time(60_100), ConnectionId(2));
    assert_eq!(
        rig.link.closed(Time(60_200), ConnectionId(2), 4440),
        Some(Ending::GivenUp),
        "the next one is no better"
    );
    wake_until(&mut rig, 1_000_000);
    assert_eq!((rig.connects(), rig.link.connection()), (vec![], Connection::Failed));
    rig.link.retry(Time(1_000_000), &mut rig.out);
    assert_eq!(rig.connects(), [3], "but the person may try");
}

#[test]
fn every_other_close_is_tried_again() {
    for code in [1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 3000, 4000, 4429] {
        let mut rig = open();
        assert_eq!(rig.link.closed(Time(10_000), ConnectionId(1), code), Some(Ending::Dropped));
        let wait = rig.link.next_wake().unwrap().0 - 10_000;
        assert!((SHORTEST_WAIT..=LONGEST_WAIT).contains(&wait), "{code}: {wait}");
        let is_late = [1008, 1013, 4429].contains(&code);
        assert!(!is_late || wait >= LONGEST_WAIT / 2, "{code}: {wait}, for a bridge that has too much to do");
    }
}

/// A connection that hears so many words and ends.
fn short_life(rig: &mut Rig, now: u64, frames: u32, code: u16) -> Option<Ending> {
    let connection = rig.link.latest;
    rig.link.opened(Time(now), connection);
    (0..frames).for_each(|_| rig.link.note_frame(Time(now), &ServerFrame::Beat));
    let ending = rig.link.closed(Time(now + 100), connection, code);
    rig.link.retry(Time(now + 200), &mut rig.out);
    ending
}

#[test]
fn three_equal_failures_are_given_up_and_reported_once() {
    let mut rig = rig();
    for ending in [Ending::Dropped, Ending::Dropped, Ending::GivenUp, Ending::Dropped, Ending::Dropped, Ending::GivenUp]
    {
        assert_eq!(short_life(&mut rig, 0, 5, 1006), Some(ending));
    }
}

#[test]
fn failures_that_differ_or_say_nothing_are_accidents() {
    for lives in [[(5, 1006), (4, 1006), (5, 1006)], [(5, 1006), (5, 1009), (5, 1006)], [(0, 1006); 3]] {
        let mut rig = rig();
        for (frames, code) in lives {
            assert_eq!(short_life(&mut rig, 0, frames, code), Some(Ending::Dropped), "{lives:?}");
        }
    }
}

#[test]
fn what_was_given_up_for_equal_failures_is_tried_again_after_a_rest() {
    let mut rig = rig();
    for _ in 0..3 {
        let connection = rig.link.latest;
        rig.link.opened(Time(0), connection);
        rig.link.note_frame(Time(0), &ServerFrame::Beat);
        rig.link.closed(Time(0), connection, 1006);
        if rig.link.connection() != Connection::Failed {
            rig.link.online(Time(0), &mut rig.out);
        }
    }
    rig.connects();
    assert_eq!(rig.link.connection(), Connection::Failed);
    wake_until(&mut rig, 59_999);
    assert!(rig.connects().is_empty());
    wake_until(&mut rig, 60_000);
    assert_eq!(rig.connects(), [4]);
}
