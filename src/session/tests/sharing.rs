//! Two pages of one browser on one session.

use super::rig::{Rig, TWO, one, pick, status};
use crate::session::{Action, ApprovalAction, ApprovalPage, Connection, Input, Outcome, Phase, UserInput};

const TAKEN: &str = r#"{"type":"session_taken"}"#;

/// Gives what one page shared to the other.
fn share(from: &mut Rig, to: &mut Rig) {
    for text in std::mem::take(&mut from.shared) {
        to.input(Input::Shared(serde_json::from_str(&text).unwrap_or_default()));
    }
}

/// A page that was half through an answer when another took the session.
fn taken_in_mid_typing() -> Rig {
    let mut first = Rig::connected();
    first.frame(TWO);
    first.does(pick(0, 1));
    first.does(Action::EditNotes { question: 0, text: "because".into() });
    first.does(Action::GoTo(1));
    first.does(Action::EditText { question: 1, text: "half a sen".into() });
    first.frame(TAKEN);
    first
}

fn second_page() -> Rig {
    let mut second = Rig::started();
    second.open();
    second.frame(&status(Some("q_2")));
    second
}

#[test]
fn a_draft_is_handed_over_to_the_page_that_takes_the_session() {
    for question_first in [true, false] {
        let (mut first, mut second) = (taken_in_mid_typing(), second_page());
        if question_first {
            second.frame(TWO);
        }
        share(&mut first, &mut second);
        second.frame(TWO);
        let (was, is) = (first.dialog(), second.dialog());
        assert_eq!((is.drafts, is.step, is.phase), (was.drafts, was.step, Phase::Asking));
    }
}

#[test]
fn what_was_typed_since_comes_back_with_the_session() {
    let (mut first, mut second) = (taken_in_mid_typing(), second_page());
    second.frame(TWO);
    share(&mut first, &mut second);
    second.does(Action::EditText { question: 1, text: "half a sentence".into() });
    first.input(Input::User(UserInput::TakeSessionBack));
    second.frame(TAKEN);
    first.open();
    first.frame(&status(Some("q_2")));
    first.frame(TWO);
    share(&mut second, &mut first);
    assert_eq!(first.dialog().drafts[1].text, "half a sentence");
}

#[test]
fn what_is_offered_never_replaces_what_was_typed_here() {
    let (mut first, mut second) = (taken_in_mid_typing(), second_page());
    second.frame(TWO);
    second.does(Action::EditText { question: 1, text: "mine".into() });
    share(&mut first, &mut second);
    assert_eq!(second.dialog().drafts[1].text, "mine");
}

#[test]
fn a_draft_of_another_question_or_nonsense_is_not_taken() {
    let (mut first, mut second) = (taken_in_mid_typing(), second_page());
    second.frame(&one("q_2"));
    share(&mut first, &mut second);
    for text in ["null", "7", r#"{"version":2,"asks":[{}]}"#, r#"{"version":2,"resolved":7}"#, r#"{"version":2}"#] {
        second.input(Input::Shared(serde_json::from_str(text).unwrap()));
    }
    second.wait(1_000);
    assert!(!second.dialog().drafts[0].is_touched());
}

#[test]
fn a_decision_never_changes_hands() {
    let mut first = Rig::connected();
    first.frame(&one("q_1"));
    first.does(Action::Cancel);
    first.frame(TAKEN);
    let mut second = Rig::started();
    second.open();
    second.frame(&status(Some("q_1")));
    second.frame(&one("q_1"));
    share(&mut first, &mut second);
    second.wait(20_000);
    assert_eq!((second.phase(), second.sent()), (Phase::Asking, vec![]));
}

#[test]
fn answered_elsewhere_says_what_was_answered() {
    let (mut first, mut second) = (taken_in_mid_typing(), second_page());
    second.frame(TWO);
    share(&mut first, &mut second);
    second.does(Action::Send);
    second.frame(r#"{"type":"complete"}"#);
    share(&mut second, &mut first);
    let words = Some("B; half a sen".to_owned());
    assert_eq!(first.phase(), Phase::Ended { outcome: Outcome::AnsweredElsewhere, words });
    assert_eq!(first.dialog().drafts[1].text, "half a sen", "and what was typed here can be read");
    assert_eq!(first.screen().connection, Connection::Taken);
}

#[test]
fn a_page_that_has_the_session_believes_its_bridge_and_no_other_page() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    let resolved = r#"{"version":2,"resolved":"q_1","cancelled":false,"answers":{"DB?":"A"}}"#;
    rig.input(Input::Shared(serde_json::from_str(resolved).unwrap()));
    assert_eq!(rig.phase(), Phase::Asking);
}

#[test]
fn a_page_that_was_mistaken_about_the_end_is_corrected_by_the_bridge() {
    let (mut first, mut second) = (taken_in_mid_typing(), second_page());
    second.frame(TWO);
    share(&mut first, &mut second);
    second.does(Action::Send);
    // An agent's word that crossed the answer: a bare bridge proves nothing.
    second.frame(r#"{"type":"text"}"#);
    share(&mut second, &mut first);
    first.input(Input::User(UserInput::TakeSessionBack));
    first.open();
    first.frame(&status(Some("q_2")));
    first.frame(TWO);
    assert_eq!((first.phase(), first.receipts()), (Phase::Asking, vec![]));
    assert_eq!(first.dialog().drafts[1].text, "half a sen");
}

#[test]
fn the_bridge_tells_a_view_that_comes_back_what_was_answered() {
    let mut rig = taken_in_mid_typing();
    rig.input(Input::User(UserInput::TakeSessionBack));
    rig.open();
    rig.frame(&status(None));
    rig.frame(
        r#"{"type":"ask_user_resolved","question_id":"q_2","outcome":"answered","answers":{"DB?":"A","Features?":"X"}}"#,
    );
    rig.wait(1_000);
    let words = Some("A; X".to_owned());
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::AnsweredElsewhere, words });
}

#[test]
fn an_answer_of_this_page_that_comes_back_as_resolved_has_arrived() {
    for (capabilities, receipt) in [("[]", "q_1 answered Settled"), (r#"["ack"]"#, "q_1 answered Sent")] {
        let mut rig = Rig::connected();
        rig.frame(&format!(r#"{{"type":"connected","capabilities":{capabilities}}}"#));
        rig.frame(&one("q_1"));
        rig.does(pick(0, 1));
        rig.does(Action::Send);
        rig.frame(r#"{"type":"ask_user_resolved","question_id":"q_1","outcome":"answered","answers":{"DB?":"B"}}"#);
        assert_eq!(rig.receipts(), [receipt], "a confirmation knows better");
    }
}

#[test]
fn a_cancel_elsewhere_is_reported_as_such() {
    let mut rig = taken_in_mid_typing();
    rig.input(Input::User(UserInput::TakeSessionBack));
    rig.open();
    rig.frame(&status(None));
    rig.frame(r#"{"type":"ask_user_resolved","question_id":"q_2","outcome":"cancelled","answers":{}}"#);
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::CancelledElsewhere, words: None });
}

#[test]
fn a_page_that_is_cut_off_hears_of_the_end_from_another_page() {
    let resolved = r#"{"version":2,"resolved":"q_1","cancelled":false,"answers":{"DB?":"A"}}"#;
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(Action::EditText { question: 0, text: "half".into() });
    rig.drop_connection();
    rig.input(Input::Shared(serde_json::from_str(resolved).unwrap()));
    let words = Some("A".to_owned());
    assert_eq!(rig.phase(), Phase::Ended { outcome: Outcome::AnsweredElsewhere, words });
    // With a decision of its own under way it waits for the bridge's word.
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.drop_connection();
    rig.input(Input::Shared(serde_json::from_str(resolved).unwrap()));
    assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
}

/// A command that can be edited.
const BASH: &str =
    r#"{"type":"permission_request","request_id":"p_1","tool_name":"Bash","input":{"command":"npm test"}}"#;

fn on_card(action: ApprovalAction) -> Action {
    Action::Approval(action)
}

/// A page on which somebody changed the command and wrote a message, when another took the session.
fn taken_in_mid_editing() -> Rig {
    let mut first = Rig::connected();
    first.frame(BASH);
    first.does(on_card(ApprovalAction::EditMessage { text: "not yet".into() }));
    first.does(on_card(ApprovalAction::EditInput { text: Some("npm test -- --ci".into()) }));
    first.frame(TAKEN);
    first
}

#[test]
fn the_draft_of_an_approval_is_handed_over_as_a_whole_and_has_to_be_in_view_there() {
    let (mut first, mut second) = (taken_in_mid_editing(), Rig::connected());
    second.frame(BASH);
    second.does(on_card(ApprovalAction::ReadToEnd));
    let before = second.dialog();
    share(&mut first, &mut second);
    let is = second.dialog();
    assert_eq!(
        (is.approval.message.as_str(), is.approval.edited.as_deref()),
        ("not yet", Some("npm test -- --ci")),
        "neither part without the other"
    );
    assert!(!is.approval.was_read && is.ask != before.ask, "the card is shown anew");
    assert!(is.is_guarded(), "a press that was meant for the card before allows nothing");
}

#[test]
fn what_was_emptied_here_stays_empty() {
    let mut first = taken_in_mid_editing();
    let mut second = Rig::connected();
    second.frame(BASH);
    second.does(on_card(ApprovalAction::EditMessage { text: "x".into() }));
    second.does(on_card(ApprovalAction::EditMessage { text: "".into() }));
    share(&mut first, &mut second);
    assert_eq!((second.dialog().approval.message.as_str(), second.dialog().approval.edited), ("", None));

    let (mut first, mut second) = (taken_in_mid_typing(), second_page());
    second.frame(TWO);
    second.does(pick(0, 1));
    second.does(Action::Pick { question: 0, option: 1, chosen: false });
    share(&mut first, &mut second);
    assert!(second.dialog().drafts.iter().all(|draft| !draft.is_touched()));
}

#[test]
fn what_changes_no_draft_keeps_no_draft_of_another_page_away() {
    let mut first = taken_in_mid_editing();
    let mut second = Rig::connected();
    second.frame(BASH);
    second.does(on_card(ApprovalAction::TurnTo(ApprovalPage::Always)));
    second.does(on_card(ApprovalAction::TurnTo(ApprovalPage::Request)));
    share(&mut first, &mut second);
    assert_eq!(second.dialog().approval.message, "not yet");
}
