//! Calls with a key whose bridge is restarted, as scripts. Every invariant is checked at every step.

use ask_user_bridge::room::AskInput;
use ask_user_widget::session::{Action, DeliveryStatus, Outcome, Phase};
use serde_json::json;

use crate::calls::Reply;
use crate::decision::Ending;
use crate::scripts::{answered, connected};
use crate::world::World;

/// Longer than it takes a page to come back and to say what it has.
const COMES_BACK: u64 = 8_000;

impl World {
    /// An agent asks "Which?" under a key, and the person sees it.
    fn is_called(&mut self, limit: u32) -> (usize, String) {
        let options = json!([{"label": "A", "description": ""}, {"label": "B", "description": ""}]);
        let question = json!({"question": "Which?", "header": "H", "multiSelect": false, "options": options});
        let request = AskInput::new(json!({"questions": [question]})).unwrap();
        let number = self.new_call(request.into(), Some(limit));
        self.calls(number, Reply::NotSent).unwrap();
        self.passes(1_000);
        let id = self.calls[number].id.clone();
        assert_eq!(self.shows(0), Some((id.clone(), Phase::Asking)));
        (number, id)
    }

    /// The agent calls again, and nothing breaks.
    fn calls_again(&mut self, number: usize) {
        self.calls(number, Reply::Arrives).unwrap();
        self.passes(1_000);
    }

    fn expect_result(&self, number: usize, ending: Ending) {
        let result = self.calls[number].got.as_ref().expect("the agent has a result");
        assert_eq!(Ending::of_result(result), ending);
    }
}

#[test]
fn an_answer_under_way_when_the_bridge_is_restarted_ends_the_ask_when_the_agent_is_back() {
    let mut world = connected(true);
    let (number, id) = world.is_called(0);
    world.answers(0, &id, 1);
    world.restarts_bridge();
    world.passes(COMES_BACK);
    assert_eq!(world.bridge.load().unclaimed_responses, 1);
    assert_eq!(world.receipt(0, &id).delivery, DeliveryStatus::Sent, "nobody has confirmed it");
    assert_eq!(world.shows(0), None, "and nobody is asked twice");
    world.calls_again(number);
    world.expect_result(number, answered("B"));
    let receipt = world.receipt(0, &id);
    assert_eq!((receipt.outcome, receipt.delivery), (Outcome::Answered, DeliveryStatus::Settled));
}

#[test]
fn an_answer_whose_agent_stays_away_is_too_late_and_asked_again_when_it_comes() {
    let mut world = connected(true);
    let (number, id) = world.is_called(0);
    world.answers(0, &id, 1);
    world.restarts_bridge();
    world.passes(100_000);
    assert_eq!(world.receipt(0, &id).outcome, Outcome::TimedOut, "the person is not left waiting");
    world.calls_again(number);
    assert_eq!(world.shows(0), Some((id.clone(), Phase::Asking)));
    assert_eq!(world.screen(0).dialog.unwrap().drafts[0].picks, [1], "what they had answered is there");
    world.answers(0, &id, 0);
    world.passes(1_000);
    world.expect_result(number, answered("A"));
    assert_eq!(world.receipt(0, &id).outcome, Outcome::Answered);
}

#[test]
fn a_confirmed_answer_that_no_agent_has_is_repeated_without_asking_anybody() {
    for extensions in [true, false] {
        let mut world = connected(extensions);
        let (number, id) = world.is_called(0);
        world.answers(0, &id, 1);
        world.passes(1_000);
        world.agent_goes_on();
        assert_eq!(world.receipt(0, &id).delivery, DeliveryStatus::Settled);
        world.restarts_bridge();
        world.passes(COMES_BACK);
        world.calls_again(number);
        assert_eq!(world.shows(0), None, "extensions {extensions}");
        world.expect_result(number, answered("B"));
    }
}

#[test]
fn a_draft_is_there_when_a_bridge_that_was_restarted_asks_again() {
    for extensions in [true, false] {
        let mut world = connected(extensions);
        let (number, id) = world.is_called(0);
        world.does(0, &id, Action::EditText { question: 0, text: "half a sen".to_owned() }).unwrap();
        world.restarts_bridge();
        world.passes(COMES_BACK);
        world.calls_again(number);
        assert_eq!(world.shows(0), Some((id.clone(), Phase::Asking)), "extensions {extensions}");
        assert_eq!(world.screen(0).dialog.unwrap().drafts[0].text, "half a sen");
    }
}

#[test]
fn what_timed_out_before_a_restart_can_be_asked_again() {
    for extensions in [true, false] {
        let mut world = connected(extensions);
        let (number, id) = world.is_called(5);
        world.passes(70_000);
        assert_eq!(world.receipt(0, &id).outcome, Outcome::TimedOut);
        world.restarts_bridge();
        world.passes(COMES_BACK);
        world.calls_again(number);
        assert_eq!(world.shows(0), Some((id, Phase::Asking)), "extensions {extensions}");
    }
}

#[test]
fn an_agent_that_comes_back_after_the_deadline_finds_that_nobody_answered() {
    let mut world = connected(true);
    let (number, _) = world.is_called(5);
    world.breaks(number).unwrap();
    world.passes(70_000);
    world.calls_again(number);
    world.expect_result(number, Ending::TimedOut);
    assert_eq!(world.shows(0), None);
}
