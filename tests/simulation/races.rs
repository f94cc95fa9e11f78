//! Races between the two ends, and faults at each moment of an answer's life: what `docs/races.md` decides.

use ask_user_widget::session::{Action, Connection, DeliveryStatus, Outcome, Phase};

use crate::decision::Ending;
use crate::link::Weather;
use crate::pages::PageEnd;
use crate::scripts::{answered, cancelled, connected, with_both_bridges};
use crate::timing::UNDO;
use crate::world::{World, settings};

impl World {
    /// The bridge ends and starts again, with what it knew or without.
    fn restarts(&mut self, with_memory: bool) {
        self.cut_all();
        self.passes(400);
        if !with_memory {
            self.forgets();
        }
    }

    pub(crate) fn cut_all(&mut self) {
        for view in 0..self.views.len() {
            if self.views[view].open.is_some() {
                self.cut(view, false);
            }
        }
    }

    /// The bridge has lost its memory: it knows no session and no ask.
    pub(crate) fn forgets(&mut self) {
        let settings = settings(self.extensions, self.keep_seconds);
        self.bridge = self.bridge.renewed(settings);
        self.page = None;
        self.forget_calls();
        self.ledger.was_restarted = true;
        // Its agents are told that it stopped; those with a key call again.
        for id in self.ledger.open_asks() {
            if self.calls.iter().any(|call| call.id == id) {
                continue;
            }
            self.ledger.asks.get_mut(&id).expect("it is open").ending = Some(Ending::HungUp);
        }
    }

    fn types(&mut self, view: usize, id: &str, text: &str) {
        self.does(view, id, Action::EditText { question: 0, text: text.to_owned() }).unwrap();
    }

    fn typed(&self, view: usize) -> String {
        self.screen(view).dialog.map(|dialog| dialog.drafts[0].text.clone()).unwrap_or_default()
    }
}

#[test]
fn a_cancel_against_a_time_out_has_one_outcome_on_both_sides() {
    with_both_bridges(|world| {
        for offset in 0..=10 {
            let id = format!("q{offset}");
            // It goes out when the time to undo it is over and takes 20 ms: it arrives from 5 ms before the deadline to 5 ms after it.
            world.asks(&id, 10);
            world.passes(10_000 - UNDO - 25 + offset);
            let has_extended = world.extensions;
            world.does(0, &id, Action::Cancel).unwrap();
            world.passes(UNDO + 1_000);
            world.agent_goes_on();
            // Where the bridge gives more time to somebody at work, there is no race.
            let is_in_time = has_extended || offset < 5;
            world.expect(&id, if is_in_time { cancelled() } else { Ending::TimedOut });
            let outcome = world.receipt(0, &id).outcome;
            let expected = if is_in_time { Outcome::Cancelled } else { Outcome::TimedOut };
            assert_eq!(outcome, expected, "offset {offset}, extensions {}", world.extensions);
            world.expect_rest();
        }
    });
}

#[test]
fn a_question_that_comes_a_hundred_times_is_one() {
    for times in [2, 10, 100] {
        with_both_bridges(|world| {
            world.asks("q", 0);
            world.passes(1_000);
            (1..times).for_each(|_| world.repeat_asks(0));
            world.passes(1_000);
            world.answers(0, "q", 1);
            (1..times).for_each(|_| world.repeat_asks(0));
            world.passes(1_000);
            world.agent_goes_on();
            (1..times).for_each(|_| world.repeat_asks(0));
            world.passes(1_000);
            world.expect("q", answered("B"));
            assert_eq!(world.ledger.seen(0, "q").notified, 1);
            world.expect_rest();
        });
    }
}

#[test]
fn a_page_that_goes_at_any_moment_of_an_answer_loses_nothing_and_sends_it_once() {
    for how in [PageEnd::Reload, PageEnd::Crash] {
        // Milliseconds after the action: at once, under way, arrived, confirmed.
        for after in [0, 10, 25, 35, 60, 400] {
            with_both_bridges(|world| {
                world.asks("q", 0);
                world.passes(1_000);
                world.does(0, "q", Action::Pick { question: 0, option: 1, chosen: true }).unwrap();
                world.passes(400);
                world.does(0, "q", Action::Send).unwrap();
                world.passes(after);
                world.reload(0, how).unwrap();
                world.passes(3_000);
                world.agent_goes_on();
                world.expect("q", answered("B"));
                world.expect_rest();
            });
        }
    }
}

#[test]
fn a_draft_survives_a_page_that_goes() {
    for how in [PageEnd::Reload, PageEnd::Crash] {
        with_both_bridges(|world| {
            world.asks("q", 0);
            world.passes(1_000);
            world.types(0, "q", "half a sen");
            world.passes(300);
            world.reload(0, how).unwrap();
            world.passes(1_000);
            assert_eq!(world.typed(0), "half a sen");
        });
    }
}

#[test]
fn an_answer_given_offline_survives_a_reload_and_reaches_the_agent_once() {
    with_both_bridges(|world| {
        world.asks("q", 0);
        world.passes(1_000);
        world.link.weather = Weather::Refusing;
        world.cut(0, false);
        world.passes(1_000);
        world.answers(0, "q", 1);
        world.reload(0, PageEnd::Crash).unwrap();
        world.passes(2_000);
        assert_eq!(world.shows(0), Some(("q".to_owned(), Phase::Decided)));
        world.link.weather = Weather::Fine;
        world.passes(25_000);
        world.agent_goes_on();
        world.expect("q", answered("B"));
        world.expect_rest();
    });
}

#[test]
fn a_bridge_that_restarts_with_its_memory_gets_the_answer_once() {
    // The answer takes 20 ms: lost, just arrived, and confirmed when the bridge goes.
    for after in [5, 25, 100] {
        with_both_bridges(|world| {
            world.asks("q", 0);
            world.passes(1_000);
            world.answers(0, "q", 1);
            world.passes(after);
            world.restarts(true);
            world.passes(8_000);
            world.agent_goes_on();
            world.expect("q", answered("B"));
            assert_eq!(world.receipt(0, "q").delivery, DeliveryStatus::Settled, "{after} ms");
            world.expect_rest();
        });
    }
}

#[test]
fn a_bridge_that_restarts_without_its_memory_leaves_the_draft_and_says_so() {
    with_both_bridges(|world| {
        world.asks("q", 0);
        world.passes(1_000);
        world.types(0, "q", "half a sen");
        world.restarts(false);
        world.passes(8_000);
        let (_, phase) = world.shows(0).expect("it stays to be read");
        assert!(matches!(phase, Phase::Ended { outcome: Outcome::Lapsed, .. }), "{phase:?}");
        assert_eq!(world.typed(0), "half a sen");
        assert!(!world.views[0].status.waiting_for_user);
    });
}

#[test]
fn a_bridge_that_restarts_without_its_memory_never_confirms_what_it_lost() {
    let mut world = connected(true);
    world.asks("q", 0);
    world.passes(1_000);
    world.answers(0, "q", 1);
    world.passes(5);
    world.restarts(false);
    world.passes(8_000);
    assert_eq!(world.receipt(0, "q").outcome, Outcome::TimedOut, "the person reads that it came too late");
}

#[test]
fn a_withdrawal_in_mid_typing_keeps_what_was_typed() {
    with_both_bridges(|world| {
        world.asks("q", 0);
        world.passes(1_000);
        world.types(0, "q", "half a sen");
        world.hang_up("q").unwrap();
        world.passes(100);
        assert!(matches!(world.shows(0), Some((_, Phase::Ended { .. }))));
        assert_eq!(world.typed(0), "half a sen");
    });
}

#[test]
fn a_takeover_in_mid_typing_hands_the_draft_over_in_one_browser() {
    for same_browser in [true, false] {
        with_both_bridges(|world| {
            world.same_browser = same_browser;
            world.asks("q", 0);
            world.passes(1_000);
            world.types(0, "q", "half a sen");
            world.add_view().unwrap();
            world.passes(1_000);
            assert_eq!(world.typed(1), if same_browser { "half a sen" } else { "" });
            world.answers(1, "q", 0);
            world.passes(1_000);
            world.agent_goes_on();
            world.expect("q", answered("A"));
            if same_browser {
                let words = Some("A".to_owned());
                let ended = Phase::Ended { outcome: Outcome::AnsweredElsewhere, words };
                assert_eq!(world.shows(0), Some(("q".to_owned(), ended)), "it says what was answered");
            }
            assert_eq!(world.typed(0), "half a sen");
        });
    }
}

#[test]
fn after_a_sleep_both_sides_are_in_step_within_five_seconds() {
    for slept in [60_000, 3_600_000] {
        with_both_bridges(|world| {
            world.asks("q", 55);
            world.passes(1_000);
            world.does(0, "q", Action::EditNotes { question: 0, text: "a note".to_owned() }).unwrap();
            world.sleep(0, slept);
            // The network forgets the connection, and nobody says so.
            let wire = world.wire(0);
            world.link.half_open(wire, crate::link::To::View);
            world.passes(slept);
            world.passes(5_000);
            let is_noticed = world.extensions || slept > 100_000;
            assert_eq!(world.wire(0) != wire, is_noticed, "slept {slept}, extensions {}", world.extensions);
            if is_noticed {
                assert_eq!(world.views[0].status.connection, Connection::Open);
                assert!(!world.views[0].status.waiting_for_user);
                assert!(matches!(world.shows(0), Some((_, Phase::Ended { .. }))), "and the note can be read");
            }
        });
    }
}

#[test]
fn a_clock_that_jumps_an_hour_while_the_page_is_away_changes_no_deadline() {
    for (before, after) in [(3_600_000, 7_200_000), (3_600_000, 0)] {
        let mut world = World::new(1, false);
        world.link.delay = 20..21;
        world.add_view().unwrap();
        world.views[0].next_ahead = before;
        world.reload(0, PageEnd::Reload).unwrap();
        world.passes(1_000);
        world.asks("q", 55);
        world.passes(20_000);
        world.views[0].next_ahead = after;
        world.reload(0, PageEnd::Reload).unwrap();
        world.passes(2_000);
        let dialog = world.screen(0).dialog.expect("it is still asked");
        let left = dialog.countdown.expect("it has a limit").seconds;
        // A bare bridge does not say what is left: never more than there was at first, and none after a jump ahead.
        assert!(left <= 55, "{left}");
        world.passes(34_000);
        world.expect("q", Ending::TimedOut);
    }
}
