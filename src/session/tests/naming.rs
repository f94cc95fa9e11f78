//! A session that was begun as a new one goes by the id that the bridge gives it.

use super::rig::{Rig, one, status};
use crate::protocol::ServerFrame;
use crate::session::{Action, Input};

/// Connected under this name, before the bridge has said anything.
fn named(name: &str) -> Rig {
    let mut rig = Rig::started();
    rig.input(Input::SessionNamed(name.to_owned()));
    rig.open();
    rig
}

#[test]
fn the_id_that_the_bridge_gives_is_followed_and_reported_once() {
    let frames = [
        r#"{"type":"connected","connection_id":"c","session_id":"a-1"}"#,
        r#"{"type":"session_id","session_id":"a-1"}"#,
        r#"{"type":"session_status","session_id":"a-1","is_processing":false,"waiting_for_user":false}"#,
    ];
    for frame in frames {
        let mut rig = named("ws://host/ws/new");
        rig.frame(frame);
        frames.iter().for_each(|again| rig.frame(again));
        assert_eq!(rig.names, ["ws://host/ws/a-1"], "{frame}");
        assert_eq!(rig.events(), ["session a-1"], "{frame}");
    }
}

#[test]
fn a_session_that_has_a_name_keeps_it_whatever_the_bridge_says() {
    for id in ["demo", "another", "new"] {
        let mut rig = named("ws://host/ws/demo");
        rig.frame(&format!(r#"{{"type":"connected","session_id":"{id}"}}"#));
        assert_eq!((rig.names.len(), rig.events().len()), (0, 0), "{id}");
    }
}

#[test]
fn what_was_typed_before_the_id_was_known_is_persisted_under_it() {
    let mut rig = named("new");
    rig.frame(&status(None));
    rig.frame(&one("q_1"));
    rig.wait(2_000);
    rig.does(Action::EditText { question: 0, text: "early".into() });
    rig.wait(300);
    // The place of this name has nothing yet.
    rig.persisted_drafts = None;
    rig.frame(r#"{"type":"session_id","session_id":"a-1"}"#);
    assert!(rig.persisted_drafts.as_ref().is_some_and(|drafts| drafts.contains("early")), "{:?}", rig.persisted_drafts);
}

#[test]
fn a_name_is_no_sign_that_an_answer_has_arrived() {
    let mut rig = named("new");
    rig.frame(&status(None));
    rig.frame(&one("q_1"));
    rig.wait(2_000);
    rig.does(super::rig::pick(0, 0));
    rig.does(Action::Send);
    let frame = ServerFrame::SessionId { session_id: Some("a-1".to_owned()) };
    rig.input(Input::Frame { connection: rig.connection(), frame });
    assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
}
