//! A node that is behind: it has missed more commits than the store keeps, or a later bridge has written the session.

use serde_json::json;

use super::{Fleet, ask, opened, response, words};
use crate::replica::{NodeId, Replica};
use crate::room::{self, ConnectionId, Input, Keep, Settings, Time};
use crate::store::{Answer, Loaded, Request};

/// Chat frames of an agent that is at this node.
fn chat(fleet: &mut Fleet, node: usize, frames: usize) {
    for _ in 0..frames {
        fleet.tell(node, Input::Event(room::ChatFrame::new(json!({"type": "text", "chunk": "x"})).unwrap()));
    }
}

#[test]
fn a_node_that_was_away_for_too_long_starts_anew() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    chat(&mut fleet, 1, 70);
    assert_eq!(words(&fleet.look(0)), ["c_a.1 closed 1001"], "the ask is there, and its agent goes on waiting");
    assert!(fleet.room(0).waits_for(&"q_a.1".into()));
}

#[test]
fn a_call_gets_its_result_however_much_its_node_has_missed() {
    let mut fleet = Fleet::new(3);
    fleet.tell(1, opened("c_b.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.look(1);
    assert_eq!(words(&fleet.tell(1, response("c_b.1", "q_a.1"))), ["c_b.1 <- accepted"]);
    chat(&mut fleet, 2, 70);
    assert_eq!(words(&fleet.look(0)), ["q_a.1 resolved"], "the person was told that it arrived");
    assert_eq!(words(&fleet.look(0)), [""; 0], "once");
}

#[test]
fn the_result_of_a_call_is_not_kept_for_ever() {
    let mut fleet = Fleet::new(2);
    fleet.tell(1, opened("c_b.1"));
    fleet.tell(1, ask("q_b.1", Keep::Call));
    fleet.tell(1, response("c_b.1", "q_b.1"));
    assert!(fleet.room(1).call_result(&"q_b.1".into()).is_none(), "the call is at the node that ended it");
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.look(1);
    fleet.tell(1, response("c_b.1", "q_a.1"));
    assert!(fleet.room(1).call_result(&"q_a.1".into()).is_some());
    fleet.now += 300_000;
    fleet.tell(1, Input::Wake);
    assert!(fleet.room(1).call_result(&"q_a.1".into()).is_none());
}

#[test]
fn a_session_of_a_later_bridge_is_left_alone() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    let Answer::State(mut loaded) = fleet.store.ask(Request::Load { seen: Default::default(), with_missed: true })
    else {
        panic!("a load is answered with the state")
    };
    loaded.snapshot = Some(r#"{"schema":999}"#.into());
    let mut node = Replica::new("s", NodeId::new("c"), Settings::default());
    node.push(opened("c_c.1"));
    node.request(Time(1), 1).unwrap();
    assert!(!node.answered(Ok(Answer::State(loaded))), "it waits before it looks again");
    assert_eq!(words(&node.take_outputs()), ["not handled"]);
    assert!(node.connections().all(|connection| *connection != ConnectionId::from("c_c.1")));
}

/// What a node is told of a session that a later bridge has written.
fn of_a_later_bridge(fleet: &mut Fleet, node: usize) -> Loaded {
    fleet.nodes[node].look();
    let request = fleet.request(node).unwrap();
    let Answer::State(loaded) = fleet.store.ask(request) else { panic!("a load is answered with the state") };
    Loaded { snapshot: Some(r#"{"schema":999}"#.into()), ..loaded }
}

#[test]
fn a_page_whose_session_a_later_bridge_writes_connects_to_that() {
    let mut fleet = Fleet::new(3);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.tell(0, ask("q_a.2", Keep::Call));
    fleet.tell(1, Input::HangUp("q_a.2".into()));
    let loaded = of_a_later_bridge(&mut fleet, 0);
    assert!(!fleet.nodes[0].answered(Ok(Answer::State(loaded))));
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["c_a.1 closed 1001"], "nobody would send it beats");
    // The person answers at a later bridge.
    fleet.tell(1, opened("c_b.1"));
    fleet.tell(1, response("c_b.1", "q_a.1"));
    let loaded = of_a_later_bridge(&mut fleet, 0);
    assert!(!fleet.nodes[0].answered(Ok(Answer::State(loaded))));
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["q_a.1 resolved"], "what the commits say is read");
    chat(&mut fleet, 2, 70);
    let loaded = of_a_later_bridge(&mut fleet, 0);
    assert!(!fleet.nodes[0].answered(Ok(Answer::State(loaded))));
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["q_a.2 lost"]);
}
