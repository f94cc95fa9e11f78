//! The cases worth a name, as scripts: each runs against a bridge with extensions and against a bare one.

use std::sync::Arc;

use ask_user_widget::session::{Action, Connection, DeliveryStatus, Input, Outcome, Output, Phase, Receipt, UserInput};
use serde_json::json;

use crate::decision::{Decision, Ending};
use crate::link::{To, Weather, Wire};
use crate::timing::UNDO;
use crate::world::World;

/// Runs a script against both kinds of bridge, with one view that is connected.
pub(crate) fn with_both_bridges(script: impl Fn(&mut World)) {
    for extensions in [true, false] {
        script(&mut connected(extensions));
    }
}

/// One view that is connected over a link of 20 ms.
pub(crate) fn connected(extensions: bool) -> World {
    let mut world = World::new(1, extensions);
    world.link.delay = 20..21;
    world.add_view().unwrap();
    world.pass(2_000).unwrap();
    world
}

/// What scripts say, with every invariant checked at every step.
impl World {
    pub(crate) fn asks(&mut self, id: &str, limit: u32) {
        let options = json!([{"label": "A", "description": ""}, {"label": "B", "description": ""}]);
        let question = json!({"question": "Which?", "header": "H", "multiSelect": false, "options": options});
        self.ask(id, json!({"questions": [question]}), Some(limit)).unwrap();
    }

    pub(crate) fn passes(&mut self, millis: u64) {
        self.pass(millis).unwrap();
    }

    pub(crate) fn answers(&mut self, view: usize, id: &str, option: usize) {
        self.does(view, id, Action::Pick { question: 0, option, chosen: true }).unwrap();
        self.does(view, id, Action::Send).unwrap();
    }

    pub(crate) fn agent_goes_on(&mut self) {
        self.event(json!({"type": "text", "chunk": "Thanks"})).unwrap();
        self.passes(200);
    }

    pub(crate) fn shows(&self, view: usize) -> Option<(String, Phase)> {
        self.screen(view).dialog.map(|dialog| (dialog.ask.id.clone(), dialog.phase))
    }

    pub(crate) fn receipt(&self, view: usize, id: &str) -> Arc<Receipt> {
        let screen = self.screen(view);
        screen.receipts.into_iter().find(|receipt| receipt.id == id).expect("there is a receipt")
    }

    pub(crate) fn wire(&self, view: usize) -> Wire {
        self.views[view].open.expect("the view is connected")
    }

    /// Cuts its connection, so that what is under way arrives or does not.
    pub(crate) fn cut(&mut self, view: usize, keep: bool) {
        let wire = self.wire(view);
        self.link.cut_sharply(self.now, wire, keep);
    }

    pub(crate) fn expect(&self, id: &str, ending: Ending) {
        assert_eq!(self.ledger.ending(id), Some(&ending), "extensions {}", self.extensions);
    }

    /// Both sides are at rest, and agree.
    pub(crate) fn expect_rest(&self) {
        assert_eq!(self.bridge.pending(), None);
        let open = self.views.iter().enumerate().filter(|(_, view)| view.status.connection == Connection::Open);
        for (number, view) in open {
            assert!(!view.status.waiting_for_user && self.screen(number).dialog.is_none(), "{:?}", view.status);
        }
    }
}

pub(crate) fn answered(with: &str) -> Ending {
    let answers = [("Which?".to_owned(), with.to_owned())].into();
    Ending::Decided(Decision::Answer { answers, annotations: Default::default() })
}

pub(crate) fn cancelled() -> Ending {
    Ending::Decided(Decision::Cancel)
}

fn settled(receipt: &Receipt) -> (Outcome, DeliveryStatus) {
    (receipt.outcome, receipt.delivery)
}

#[test]
fn what_an_output_makes_happen_waits_until_the_other_outputs_are_done() {
    let mut world = connected(true);
    world.trace = Some(Vec::new());
    world.perform_view(0, vec![Output::LoadRequestRules, Output::Share("null".to_owned())]).unwrap();
    let trace = world.trace.unwrap();
    let line = |mark: &str| trace.iter().position(|line| line.contains(mark)).expect("it is in the trace");
    assert!(line("-> Share") < line("<- RequestRules"), "{trace:#?}");
}

#[test]
fn an_answer_reaches_the_agent() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        assert!(world.views[0].status.waiting_for_user);
        world.answers(0, "q", 1);
        world.passes(1_000);
        world.expect("q", answered("B"));
        world.agent_goes_on();
        assert_eq!(settled(&world.receipt(0, "q")), (Outcome::Answered, DeliveryStatus::Settled));
        world.expect_rest();
    });
}

#[test]
fn a_cancel_reaches_the_agent_after_the_time_to_take_it_back() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.does(0, "q", Action::Cancel).unwrap();
        world.passes(UNDO - 1_000);
        assert_eq!(world.ledger.ending("q"), None);
        world.passes(1_500);
        world.expect("q", cancelled());
        world.agent_goes_on();
        assert_eq!(settled(&world.receipt(0, "q")), (Outcome::Cancelled, DeliveryStatus::Settled));
        world.expect_rest();
    });
}

#[test]
fn a_cancel_that_was_taken_back_never_travels() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.does(0, "q", Action::Cancel).unwrap();
        world.passes(UNDO - 100);
        world.does(0, "q", Action::Undo).unwrap();
        world.passes(10_000);
        assert_eq!(world.ledger.ending("q"), None);
        world.answers(0, "q", 0);
        world.passes(100);
        world.expect("q", answered("A"));
    });
}

#[test]
fn a_time_out_ends_the_ask_on_both_sides_and_what_was_typed_stays() {
    with_both_bridges(|world| {
        world.asks("q", 10);
        world.passes(1_000);
        world.does(0, "q", Action::EditText { question: 0, text: "half a sen".to_owned() }).unwrap();
        // Somebody at work gets more time where the bridge can give it.
        world.passes(if world.extensions { 62_000 } else { 10_000 });
        world.expect("q", Ending::TimedOut);
        let (_, phase) = world.shows(0).expect("it stays to be read");
        assert!(matches!(phase, Phase::Ended { outcome: Outcome::TimedOut, .. }));
        assert_eq!(world.receipt(0, "q").lines[0].answers, ["half a sen"]);
        assert!(!world.views[0].status.waiting_for_user);
        world.does(0, "q", Action::Close).unwrap();
        world.expect_rest();
    });
}

#[test]
fn a_reconnect_replays_the_ask_into_the_same_dialog() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.does(0, "q", Action::EditNotes { question: 0, text: "careful".to_owned() }).unwrap();
        for _ in 0..3 {
            world.cut(0, false);
            world.passes(500);
            world.tell_view(0, Input::Online).unwrap();
            world.passes(3_500);
            assert_eq!(world.shows(0), Some(("q".to_owned(), Phase::Asking)));
        }
        let countdown = world.screen(0).dialog.and_then(|dialog| dialog.countdown);
        assert!(countdown.is_some_and(|left| left.seconds <= 43), "the deadline did not restart: {countdown:?}");
        world.answers(0, "q", 0);
        world.passes(1_000);
        assert!(matches!(world.ledger.ending("q"), Some(Ending::Decided(Decision::Answer { .. }))));
    });
}

#[test]
fn a_second_view_takes_over_and_the_first_takes_back() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.add_view().unwrap();
        world.passes(1_000);
        let connections = |world: &World| [0, 1].map(|view| world.views[view].status.connection);
        assert_eq!(connections(world), [Connection::Taken, Connection::Open]);
        // Read-only: nothing of this is an answer.
        world.answers(0, "q", 0);
        world.passes(5_000);
        assert_eq!((world.ledger.ending("q"), connections(world)), (None, [Connection::Taken, Connection::Open]));
        world.tell_view(0, Input::User(UserInput::TakeSessionBack)).unwrap();
        world.passes(1_000);
        assert_eq!(connections(world), [Connection::Open, Connection::Taken]);
        world.answers(0, "q", 1);
        world.passes(1_000);
        world.expect("q", answered("B"));
        world.tell_view(1, Input::User(UserInput::TakeSessionBack)).unwrap();
        world.passes(2_000);
        let expected = if world.extensions { Outcome::AnsweredElsewhere } else { Outcome::Lapsed };
        assert_eq!(world.receipt(1, "q").outcome, expected, "a bare bridge only says that it is over");
        world.expect_rest();
    });
}

#[test]
fn an_answer_given_offline_is_delivered_once() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.link.weather = Weather::Refusing;
        world.cut(0, false);
        world.passes(1_000);
        world.answers(0, "q", 1);
        world.passes(10_000);
        assert_eq!(world.shows(0), Some(("q".to_owned(), Phase::Decided)));
        world.link.weather = Weather::Fine;
        world.passes(25_000);
        world.expect("q", answered("B"));
        assert_eq!(world.responses, 1);
        world.agent_goes_on();
        world.expect_rest();
    });
}

#[test]
fn an_answer_lost_by_a_cut_is_sent_again_and_counts_once() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.answers(0, "q", 1);
        world.cut(0, false);
        world.passes(10_000);
        world.expect("q", answered("B"));
        assert_eq!(world.responses, 1);
        world.agent_goes_on();
        assert_eq!(settled(&world.receipt(0, "q")), (Outcome::Answered, DeliveryStatus::Settled));
        world.expect_rest();
    });
}

#[test]
fn an_answer_whose_confirmation_is_lost_by_a_cut_counts_once() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.answers(0, "q", 1);
        let wire = world.wire(0);
        world.link.half_open(wire, To::View);
        world.passes(100);
        world.cut(0, true);
        world.passes(10_000);
        world.expect("q", answered("B"));
        assert_eq!(settled(&world.receipt(0, "q")), (Outcome::Answered, DeliveryStatus::Settled));
        world.expect_rest();
    });
}

#[test]
fn a_hang_up_withdraws_the_ask() {
    with_both_bridges(|world| {
        world.asks("q", 55);
        world.passes(1_000);
        world.hang_up("q").unwrap();
        world.passes(100);
        let expected = if world.extensions { Outcome::Withdrawn } else { Outcome::TimedOut };
        assert_eq!(world.receipt(0, "q").outcome, expected);
        world.expect_rest();
    });
}

#[test]
fn two_asks_wait_their_turn() {
    with_both_bridges(|world| {
        world.asks("first", 55);
        world.asks("second", 55);
        world.passes(1_000);
        assert_eq!(world.shows(0), Some(("first".to_owned(), Phase::Asking)));
        world.answers(0, "first", 0);
        world.passes(1_000);
        assert_eq!(world.shows(0), Some(("second".to_owned(), Phase::Asking)));
        world.answers(0, "second", 1);
        world.passes(1_000);
        world.expect("first", answered("A"));
        world.expect("second", answered("B"));
        world.expect_rest();
    });
}

#[test]
fn a_time_out_against_a_submit_has_one_outcome_on_both_sides() {
    with_both_bridges(|world| {
        for offset in 0..=10 {
            let id = format!("q{offset}");
            // The answer takes 20 ms: it arrives from 5 ms before the deadline to 5 ms after it.
            world.asks(&id, 10);
            world.passes(10_000 - 25 + offset);
            world.answers(0, &id, 1);
            world.passes(1_000);
            world.agent_goes_on();
            let (ending, outcome) = match offset {
                0..5 => (answered("B"), Outcome::Answered),
                // At the very millisecond it is late.
                _ => (Ending::TimedOut, Outcome::TimedOut),
            };
            world.expect(&id, ending);
            let receipt = world.receipt(0, &id);
            assert_eq!(settled(&receipt), (outcome, DeliveryStatus::Settled), "offset {offset}");
            assert_eq!(receipt.lines[0].answers, ["B"], "what was decided can be read");
            world.expect_rest();
        }
    });
}

#[test]
fn asked_and_timed_out_while_away_flashes_nothing() {
    with_both_bridges(|world| {
        world.link.weather = Weather::Refusing;
        world.cut(0, false);
        world.passes(1_000);
        world.asks("q", 2);
        world.passes(5_000);
        world.link.weather = Weather::Fine;
        world.passes(25_000);
        world.expect("q", Ending::TimedOut);
        assert_eq!(world.views[0].status.connection, Connection::Open);
        assert_eq!(world.ledger.seen(0, "q").notified, 0, "the page was not notified of it");
    });
}

#[test]
fn a_decision_that_came_too_late_is_not_shown_as_settled_where_the_bridge_confirms() {
    let mut world = connected(true);
    world.asks("q", 10);
    world.passes(1_000);
    let wire = world.wire(0);
    world.link.half_open(wire, To::Room);
    world.link.half_open(wire, To::View);
    world.answers(0, "q", 1);
    world.passes(9_900);
    world.expect("q", Ending::TimedOut);
    assert_eq!(world.wire(0), wire);
    // Nothing came back for ten seconds with an answer under way: the connection is replaced.
    world.passes(2_000);
    assert_ne!(world.wire(0), wire);
    assert_eq!(world.receipt(0, "q").outcome, Outcome::TimedOut);
}

#[test]
fn the_refusal_of_a_late_answer_opens_no_other_ask() {
    let mut world = connected(false);
    for id in ["first", "second", "third"] {
        world.asks(id, 55);
    }
    world.passes(1_000);
    world.answers(0, "first", 0);
    world.passes(1_000);
    world.hang_up("second").unwrap();
    world.answers(0, "second", 0);
    world.passes(100);
    assert_eq!(world.shows(0), Some(("third".to_owned(), Phase::Asking)));
}
