//! Replicas over the store that lives in memory, moved by hand: what one node does is seen by the other when it looks.

mod behind;

use std::time::Duration;

use serde_json::{Value, json};

use super::{NodeId, Output, Replica};
use crate::room::{self, AskInput, ConnectionId, Input, Keep, Limits, QuestionId, Settings, Time};
use crate::store::{Answer, Request, StoreAway, Stored};

/// Several nodes and one store.
struct Fleet {
    store: Stored,
    nodes: Vec<Replica>,
    now: u64,
    token: u64,
}

impl Fleet {
    fn new(nodes: usize) -> Fleet {
        let settings = Settings { beat_seconds: Some(15), ..Settings::default() };
        let names = ["a", "b", "c"].iter().take(nodes);
        let nodes = names.map(|name| Replica::new("s", NodeId::new(*name), settings.clone())).collect();
        Fleet { store: Stored::new(&Limits::default()), nodes, now: 1_000, token: 1 }
    }

    fn request(&mut self, node: usize) -> Option<Request> {
        self.token += 1;
        self.nodes[node].request(Time(self.now), self.token)
    }

    /// Lets a node do all that it has to, and returns what it has to do with it.
    fn run(&mut self, node: usize) -> Vec<Output> {
        while let Some(request) = self.request(node) {
            let answer = self.store.ask(request);
            self.nodes[node].answered(Ok(answer));
        }
        self.nodes[node].take_outputs()
    }

    fn tell(&mut self, node: usize, input: Input) -> Vec<Output> {
        self.nodes[node].push(input);
        self.run(node)
    }

    fn look(&mut self, node: usize) -> Vec<Output> {
        self.nodes[node].look();
        self.run(node)
    }

    fn room(&self, node: usize) -> &room::Room {
        self.nodes[node].room().expect("it has looked")
    }
}

fn opened(connection: &str) -> Input {
    Input::Opened { connection: connection.into(), view: None }
}

fn ask(question: &str, keep: Keep) -> Input {
    let request = AskInput::new(json!({"questions": [{"question": "Q?"}]})).unwrap().into();
    Input::Ask { question: question.into(), request, limit: None, keep }
}

fn response(from: &str, question: &str) -> Input {
    let frame = json!({"type": "ask_user_response", "data": {"question_id": question, "answers": {"Q?": "Yes"}}});
    Input::Frame { from: from.into(), frame }
}

/// What the outputs are, in words.
fn words(outputs: &[Output]) -> Vec<String> {
    let word = |output: &Output| {
        Some(match output {
            Output::Room(room::Output::Send { to, frame }) => format!("{to} <- {}", name(frame)),
            Output::Room(room::Output::Close { connection, code }) => format!("{connection} closed {code}"),
            Output::Room(room::Output::Resolve { question, .. }) => format!("{question} resolved"),
            Output::Room(room::Output::Refuse { question, .. }) => format!("{question} refused"),
            Output::Room(room::Output::Message(_)) => "message".to_owned(),
            Output::Settled { .. } => return None,
            Output::NotHandled(_) => "not handled".to_owned(),
            Output::Lost(question) => format!("{question} lost"),
        })
    };
    outputs.iter().filter_map(word).collect()
}

fn name(frame: &Value) -> &str {
    match frame["type"].as_str() {
        Some("ask_user_ack") => frame["outcome"].as_str().unwrap(),
        other => other.unwrap(),
    }
}

fn record() -> Keep {
    Keep::Record { key: None }
}

fn away() -> Result<Answer, StoreAway> {
    Err(StoreAway("away".to_owned()))
}

#[test]
fn a_page_at_one_node_answers_an_agent_at_another() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    assert_eq!(words(&fleet.tell(1, ask("q_b.1", Keep::Call))), [""; 0], "the page is not here");
    assert_eq!(words(&fleet.look(0)), ["c_a.1 <- ask_user_question"]);
    assert_eq!(words(&fleet.tell(0, response("c_a.1", "q_b.1"))), ["c_a.1 <- accepted"]);
    assert_eq!(words(&fleet.look(1)), ["q_b.1 resolved"]);
    assert_eq!(words(&fleet.look(1)), [""; 0], "once");
}

#[test]
fn a_step_from_an_old_state_is_made_again_from_the_new_one() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.look(1);
    // Both want to end the ask: the page answers, and its agent's call breaks at the same time.
    fleet.nodes[1].push(Input::HangUp("q_a.1".into()));
    let late = fleet.request(1).unwrap();
    assert_eq!(words(&fleet.tell(0, response("c_a.1", "q_a.1"))), ["c_a.1 <- accepted", "q_a.1 resolved"]);
    let answer = fleet.store.ask(late);
    assert!(matches!(answer, Answer::State(_)), "the state is another");
    fleet.nodes[1].answered(Ok(answer));
    assert_eq!(words(&fleet.run(1)), [""; 0]);
    assert_eq!(words(&fleet.look(0)), [""; 0], "nothing is withdrawn");
}

#[test]
fn a_takeover_at_another_node_closes_the_page_here() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    assert_eq!(words(&fleet.tell(1, opened("c_b.1"))), ["c_b.1 <- connected", "c_b.1 <- session_status"]);
    assert_eq!(words(&fleet.look(0)), ["c_a.1 <- session_taken", "c_a.1 closed 1000"]);
    assert_eq!(fleet.nodes[0].connections().count(), 0);
}

#[test]
fn a_page_that_has_gone_before_it_was_taken_takes_nothing() {
    let mut fleet = Fleet::new(2);
    fleet.look(0);
    fleet.nodes[0].push(opened("c_a.1"));
    // The page is loaded again, and connects at the other node before the store has heard of its first connection.
    assert_eq!(words(&fleet.tell(1, opened("c_b.1"))), ["c_b.1 <- connected", "c_b.1 <- session_status"]);
    assert_eq!(words(&fleet.tell(0, Input::Closed("c_a.1".into()))), [""; 0]);
    assert_eq!(words(&fleet.look(1)), [""; 0]);
    assert_eq!(fleet.room(1).page(), Some(&ConnectionId::from("c_b.1")));
}

#[test]
fn chat_frames_wait_in_the_store_for_a_page_at_any_node() {
    let mut fleet = Fleet::new(2);
    let event = |chunk: &str| Input::Event(room::ChatFrame::new(json!({"type": "text", "chunk": chunk})).unwrap());
    fleet.tell(0, event("one"));
    fleet.tell(1, event("two"));
    let outputs = fleet.tell(1, opened("c_b.1"));
    let words = words(&outputs);
    assert_eq!(words[2..], ["c_b.1 <- text", "c_b.1 <- text"]);
    let chunks: Vec<_> = outputs[2..].iter().filter_map(chunk).collect();
    assert_eq!(chunks, ["one", "two"]);
    fleet.tell(1, Input::Closed("c_b.1".into()));
    assert_eq!(fleet.tell(0, opened("c_a.1")).len(), 2, "they are sent once");
}

fn chunk(output: &Output) -> Option<&str> {
    match output {
        Output::Room(room::Output::Send { frame, .. }) => frame["chunk"].as_str(),
        _ => None,
    }
}

#[test]
fn nothing_is_confirmed_that_the_store_has_not_taken() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", record()));
    fleet.nodes[0].push(response("c_a.1", "q_a.1"));
    fleet.request(0).unwrap();
    fleet.nodes[0].answered(away());
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["c_a.1 closed 1001", "not handled"]);
    assert!(fleet.room(0).waits_for(&"q_a.1".into()));
    fleet.tell(0, opened("c_a.2"));
    assert_eq!(words(&fleet.tell(0, response("c_a.2", "q_a.1"))), ["c_a.2 <- accepted"], "it comes again");
}

#[test]
fn a_commit_whose_confirmation_was_lost_counts_once() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", record()));
    fleet.nodes[0].push(response("c_a.1", "q_a.1"));
    let commit = fleet.request(0).unwrap();
    fleet.store.ask(commit);
    fleet.nodes[0].answered(away());
    fleet.nodes[0].take_outputs();
    fleet.tell(0, opened("c_a.2"));
    assert_eq!(words(&fleet.tell(0, response("c_a.2", "q_a.1"))), ["c_a.2 <- duplicate"]);
    assert!(fleet.room(0).find(&"q_a.1".into()).is_some_and(|state| state.is_over()));
}

#[test]
fn a_page_that_may_have_missed_something_connects_anew() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", record()));
    fleet.now += 60_000;
    fleet.nodes[0].push(Input::Wake);
    let commit = fleet.request(0).unwrap();
    fleet.store.ask(commit);
    fleet.nodes[0].answered(away());
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["c_a.1 closed 1001"], "the time-out was for this page");
    fleet.run(0);
    assert_eq!(fleet.room(0).page(), None);
}

#[test]
fn a_call_that_was_told_that_the_store_is_away_leaves_no_ask_behind() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    fleet.nodes[0].push(ask("q_a.1", Keep::Call));
    let commit = fleet.request(0).unwrap();
    fleet.store.ask(commit);
    fleet.nodes[0].answered(away());
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["c_a.1 closed 1001", "not handled"]);
    fleet.run(0);
    assert!(!fleet.room(0).waits_for(&"q_a.1".into()), "it is withdrawn");
}

#[test]
fn a_page_that_left_while_the_store_was_away_is_not_forgotten() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    fleet.nodes[0].push(Input::Closed("c_a.1".into()));
    fleet.request(0).unwrap();
    fleet.nodes[0].answered(away());
    fleet.run(0);
    assert_eq!(fleet.room(0).page(), None);
}

#[test]
fn a_store_that_lost_its_last_writes_is_noticed() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    let before = fleet.store.clone();
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.store = before;
    // Another node makes a commit of the same number.
    fleet.tell(1, ask("q_b.1", record()));
    let outputs = fleet.look(0);
    assert_eq!(words(&outputs), ["c_a.1 closed 1001", "q_a.1 lost"]);
    assert_eq!(fleet.nodes[0].connections().count(), 0);
}

#[test]
fn an_empty_store_is_noticed_too() {
    let mut fleet = Fleet::new(1);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.store = Stored::new(&Limits::default());
    assert_eq!(words(&fleet.look(0)), ["c_a.1 closed 1001", "q_a.1 lost"]);
}

#[test]
fn how_long_an_ask_has_waited_is_known_where_it_is_answered() {
    let mut fleet = Fleet::new(2);
    fleet.tell(1, opened("c_b.1"));
    fleet.tell(0, ask("q_a.1", record()));
    fleet.now += 7_000;
    let outputs = fleet.tell(1, response("c_b.1", "q_a.1"));
    let waited = outputs.iter().find_map(|output| match output {
        Output::Settled { waited, .. } => Some(*waited),
        _ => None,
    });
    assert_eq!(waited, Some(Some(Duration::from_secs(7))));
}

#[test]
fn a_first_look_fetches_nothing_of_the_past() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, ask("q_a.1", record()));
    fleet.nodes[1].look();
    let request = fleet.request(1).unwrap();
    let Answer::State(loaded) = fleet.store.ask(request) else { panic!("a load is answered with the state") };
    assert!(loaded.snapshot.is_some() && loaded.entries.is_empty());
}

#[test]
fn a_node_that_holds_something_again_is_not_buried() {
    let mut fleet = Fleet::new(2);
    let a = NodeId::new("a");
    fleet.tell(0, opened("c_a.1"));
    fleet.nodes[1].node_gone(a.clone());
    fleet.run(1);
    assert_eq!(fleet.nodes[1].version_without(&a), fleet.nodes[1].version());
    fleet.look(0);
    fleet.tell(0, opened("c_a.2"));
    fleet.look(1);
    assert_eq!(fleet.nodes[1].version_without(&a), None);
}

#[test]
fn what_a_dead_node_held_is_over() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.tell(1, ask("q_b.1", Keep::Call));
    fleet.nodes[1].node_gone(NodeId::new("a"));
    fleet.run(1);
    let room = fleet.room(1);
    assert_eq!(room.page(), None);
    assert_eq!(room.pending(), Some(&QuestionId::from("q_b.1")), "the ask of the living one is next");
}

#[test]
fn a_node_that_was_taken_for_dead_closes_its_pages() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.nodes[1].node_gone(NodeId::new("a"));
    fleet.run(1);
    assert_eq!(words(&fleet.look(0)), ["c_a.1 closed 1001"]);
}

#[test]
fn an_agent_of_a_node_that_was_taken_for_dead_is_told() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.tell(0, ask("q_a.2", record()));
    fleet.nodes[0].wait_for("q_a.2".into());
    fleet.nodes[1].node_gone(NodeId::new("a"));
    fleet.run(1);
    assert_eq!(words(&fleet.look(0)), ["q_a.1 lost", "c_a.1 closed 1001"], "the recorded ask goes on");
    assert_eq!(words(&fleet.look(0)), [""; 0], "once");
    fleet.tell(1, Input::Withdraw("q_a.2".into()));
    assert_eq!(words(&fleet.look(0)), ["q_a.2 resolved"]);
}

#[test]
fn what_a_node_has_forgotten_to_say_is_said_when_it_looks_again() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.tell(0, ask("q_a.2", record()));
    // The task of the session is made anew, and holds nothing.
    fleet.nodes[0] = Replica::new("s", NodeId::new("a"), Settings::default());
    fleet.look(0);
    let room = fleet.room(0);
    assert_eq!(room.page(), None);
    assert_eq!(room.pending(), Some(&QuestionId::from("q_a.2")), "the call is over, the recorded ask is not");
    // Another node knows nothing of that.
    fleet.tell(0, opened("c_a.2"));
    fleet.look(1);
    assert_eq!(fleet.room(1).page(), Some(&ConnectionId::from("c_a.2")));
}

#[test]
fn the_store_is_told_which_nodes_hold_something() {
    let mut fleet = Fleet::new(2);
    let held = |fleet: &mut Fleet, node: usize, input: Input| {
        fleet.look(node);
        fleet.nodes[node].push(input);
        let mut held = Vec::new();
        while let Some(request) = fleet.request(node) {
            if let Request::Commit(commit) = &request {
                held.extend(commit.joined.iter().map(|node| format!("+{node}")));
                held.extend(commit.left.iter().map(|node| format!("-{node}")));
            }
            let answer = fleet.store.ask(request);
            fleet.nodes[node].answered(Ok(answer));
        }
        held
    };
    assert_eq!(held(&mut fleet, 0, ask("q_a.1", Keep::Call)), ["+a"]);
    assert_eq!(held(&mut fleet, 0, opened("c_a.1")), [""; 0], "it holds something already");
    assert_eq!(held(&mut fleet, 0, ask("q_a.2", record())), [""; 0], "nobody holds a recorded ask");
    assert_eq!(held(&mut fleet, 1, opened("c_b.1")), ["+b"], "the call is at the first node still");
    assert_eq!(held(&mut fleet, 1, response("c_b.1", "q_a.1")), ["-a"], "whoever commits says it for others");
    assert_eq!(held(&mut fleet, 1, Input::Closed("c_b.1".into())), ["-b"]);
}

#[test]
fn a_state_that_was_seen_is_not_sent_again() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.nodes[0].look();
    let request = fleet.request(0).unwrap();
    let Answer::State(loaded) = fleet.store.ask(request) else { panic!("a load is answered with the state") };
    assert_eq!(loaded.snapshot, None);
    fleet.nodes[0].answered(Ok(Answer::State(loaded)));
    assert_eq!(fleet.room(0).page(), Some(&ConnectionId::from("c_a.1")));
    fleet.tell(0, ask("q_a.1", Keep::Call));
    assert!(fleet.room(0).waits_for(&"q_a.1".into()), "the next step is made from it");
}

#[test]
fn beats_need_no_store_and_come_from_the_node_of_the_page() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, opened("c_a.1"));
    fleet.look(1);
    fleet.now += 15_000;
    assert_eq!(fleet.nodes[1].next_wake(), None);
    assert_eq!(fleet.nodes[0].next_wake(), Some(Time(fleet.now)));
    fleet.nodes[0].push(Input::Wake);
    assert_eq!(fleet.request(0), None);
    assert_eq!(words(&fleet.nodes[0].take_outputs()), ["c_a.1 <- ask_user_beat"]);
    fleet.tell(1, ask("q_b.1", Keep::Call));
    fleet.look(0);
    assert_eq!(fleet.nodes[0].next_wake(), Some(Time(fleet.now + 15_000)), "they go on after another node's commit");
}

#[test]
fn any_node_ends_an_ask_whose_time_is_up() {
    let mut fleet = Fleet::new(2);
    fleet.tell(0, ask("q_a.1", Keep::Call));
    fleet.look(1);
    fleet.now += 60_000;
    assert!(fleet.nodes[1].next_wake().is_some_and(|at| at.0 <= fleet.now));
    fleet.tell(1, Input::Wake);
    assert_eq!(words(&fleet.look(0)), ["q_a.1 resolved"]);
    assert_eq!(words(&fleet.tell(0, Input::Wake)), [""; 0], "once");
}
