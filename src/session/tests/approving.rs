//! Approvals: nothing is allowed that nobody allowed, and everything else is as with questions.

use super::rig::{Rig, one, status};
use crate::protocol::Request;
use crate::session::{
    Action, Alert, Announcement, ApprovalAction, ApprovalChoice, ApprovalPage, Input, Phase, UserInput, announcements,
};

/// A command, with two suggestions.
pub(super) fn bash(id: &str) -> String {
    format!(
        r#"{{"type":"permission_request","request_id":"{id}","tool_name":"Bash","toolUseID":"t_1","timeout_seconds":55,
        "input":{{"command":"npm test","cwd":"/app"}},
        "suggestions":[
            {{"type":"addRules","rules":[{{"toolName":"Bash","ruleContent":"npm test:*"}}],"behavior":"allow","destination":"session"}},
            {{"type":"setMode","mode":"acceptEdits","destination":"session"}}]}}"#
    )
}

/// An approval of which everything was in view, also what it would keep.
pub(super) fn asked(frame: &str) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(frame);
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does_at_once(Action::Approval(ApprovalAction::ReadScopeToEnd));
    rig
}

pub(super) fn decide(choice: ApprovalChoice) -> Action {
    Action::Approval(ApprovalAction::Decide(choice))
}

#[test]
fn an_approval_is_shown_and_allowed_once() {
    let mut rig = asked(&bash("p_1"));
    assert!(matches!(rig.dialog().ask.request, Request::Approval(_)));
    assert_eq!(rig.events(), ["ask p_1"]);
    assert!(rig.waiting);
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(
        rig.sent(),
        [
            r#"1: {"type":"permission_response","data":{"request_id":"p_1","result":{"behavior":"allow","updatedInput":{"command":"npm test","cwd":"/app"},"toolUseID":"t_1","decisionClassification":"user_temporary"}}}"#
        ]
    );
    assert_eq!((rig.events(), rig.receipts()), (vec!["answer p_1".to_owned()], vec!["p_1 allowed Sent".to_owned()]));
    assert!(!rig.waiting && !rig.has_dialog());
}

#[test]
fn nothing_is_allowed_by_what_answers_a_question() {
    let mut rig = asked(&bash("p_1"));
    rig.wait(1_000);
    for action in [
        Action::Confirm,
        Action::Send,
        Action::Cancel,
        Action::Undo,
        Action::Close,
        Action::GoTo(0),
        Action::Pick { question: 0, option: 0, chosen: true },
        Action::PickOther { question: 0, chosen: true },
        Action::EditText { question: 0, text: "yes".to_owned() },
        Action::EditNotes { question: 0, text: "yes".to_owned() },
        Action::MoveOtherToNote { question: 0 },
        Action::Approval(ApprovalAction::EditMessage { text: "yes".to_owned() }),
        Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }),
        Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)),
        Action::Approval(ApprovalAction::ReadToEnd),
        Action::Activity,
        Action::Minimize,
        Action::Expand,
    ] {
        rig.does(action);
    }
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking));
}

#[test]
fn what_is_pressed_as_it_appears_decides_nothing() {
    for choice in [ApprovalChoice::AllowOnce, ApprovalChoice::Deny, ApprovalChoice::DenyAndStop] {
        let mut rig = asked(&bash("p_1"));
        rig.does_at_once(decide(choice));
        rig.settle();
        assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking), "{choice:?}");
    }
}

#[test]
fn a_press_on_the_approval_before_does_not_reach_this_one() {
    let mut rig = asked(&bash("p_1"));
    rig.frame(&bash("p_2"));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent().len(), 1);
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does_at_once(decide(ApprovalChoice::AllowOnce));
    assert_eq!((rig.sent(), rig.dialog().ask.id.as_str()), (vec![], "p_2"));
}

#[test]
fn a_denial_carries_the_message_and_stops_only_if_that_was_chosen() {
    for (choice, stops) in [(ApprovalChoice::Deny, false), (ApprovalChoice::DenyAndStop, true)] {
        let mut rig = asked(&bash("p_1"));
        rig.does(Action::Approval(ApprovalAction::EditMessage { text: "use pnpm".to_owned() }));
        rig.does(decide(choice));
        let sent = rig.sent().join("");
        let message = "The user denied the use of the tool Bash. It was not used. The user said: use pnpm";
        assert!(sent.contains(message), "{sent}");
        assert_eq!(sent.contains(r#""interrupt":true"#), stops);
        assert_eq!(rig.receipts(), ["p_1 denied Sent"]);
        assert_eq!(rig.screen().receipts[0].lines[0].notes.as_deref(), Some("use pnpm"));
    }
}

#[test]
fn a_press_too_many_on_the_button_that_leads_on_allows_nothing() {
    let mut rig = Rig::connected();
    rig.frame(&bash("p_1"));
    rig.wait(5_000);
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does_at_once(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent(), [""; 0]);
    rig.wait(1_000);
    // What is in view already is not so anew.
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does_at_once(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn what_comes_into_view_by_itself_asks_for_no_more_time() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["extend","permission"]}"#);
    rig.frame(&bash("p_1"));
    rig.wait(30_000);
    rig.sent();
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    assert_eq!(rig.sent(), [""; 0]);
    rig.does(Action::Approval(ApprovalAction::EditMessage { text: "wait".to_owned() }));
    assert!(rig.sent().join("").contains("extend"), "somebody who writes is there");
}

#[test]
fn a_press_too_many_on_the_way_to_another_page_decides_nothing() {
    for (page, choice) in
        [(ApprovalPage::Always, ApprovalChoice::AllowAlways), (ApprovalPage::Request, ApprovalChoice::Deny)]
    {
        let mut rig = asked(&bash("p_1"));
        rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }));
        rig.wait(5_000);
        rig.does_at_once(Action::Approval(ApprovalAction::TurnTo(page)));
        rig.does_at_once(decide(choice));
        assert_eq!(rig.sent(), [""; 0], "{page:?}");
        rig.wait(1_000);
        rig.does_at_once(decide(choice));
        assert_eq!(rig.sent().len(), 1, "{page:?}");
    }
}

#[test]
fn that_an_approval_is_needed_is_said_once() {
    let mut rig = Rig::connected();
    let before = rig.screen();
    rig.frame(&bash("p_1"));
    let asked = rig.screen();
    for is_modal in [true, false] {
        assert_eq!(announcements(&before, &asked, is_modal), [Announcement::ApprovalNeeded]);
    }
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.wait(3_000);
    assert_eq!(announcements(&asked, &rig.screen(), true), []);
}

#[test]
fn a_card_that_is_in_view_by_itself_gets_no_more_time() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["extend"]}"#);
    rig.frame(&bash("p_1").replace(":55", ":30"));
    rig.does(Action::Approval(ApprovalAction::ReadToEnd));
    assert_eq!(rig.sent(), [""; 0]);
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }));
    assert_eq!(rig.sent(), [r#"1: {"type":"ask_user_extend","question_id":"p_1","seconds":60}"#]);
}

#[test]
fn an_option_of_acp_goes_back_by_its_id() {
    let mut rig = asked(
        r#"{"type":"permission_request","request_id":"p_1","toolCall":{"toolCallId":"t","title":"Run ls","kind":"execute"},
        "options":[{"optionId":"no","name":"No","kind":"reject_once"},{"optionId":"yes","name":"Yes","kind":"allow_once"}]}"#,
    );
    rig.does(decide(ApprovalChoice::AllowAlways));
    rig.does(decide(ApprovalChoice::Offer(7)));
    assert_eq!(rig.sent(), [""; 0], "neither was offered");
    rig.does(decide(ApprovalChoice::Offer(1)));
    let sent = rig.sent().join("");
    assert!(sent.contains(r#""result":{"outcome":{"outcome":"selected","optionId":"yes"}}"#), "{sent}");
    assert_eq!(
        (rig.receipts(), &rig.screen().receipts[0].lines[0].answers[..]),
        (vec!["p_1 allowed Sent".to_owned()], &["Yes".to_owned()][..])
    );
}

#[test]
fn what_is_typed_and_ticked_survives_a_reload_and_what_was_read_does_not() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::EditMessage { text: "not yet".to_owned() }));
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 1, ticked: true }));
    rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)));
    rig.does(Action::Approval(ApprovalAction::ReadToEnd));
    rig.reload();
    rig.open();
    rig.frame(&status(Some("p_1")));
    rig.frame(&bash("p_1"));
    rig.wait(4_000);
    let draft = rig.dialog().approval;
    assert_eq!((draft.message.as_str(), draft.ticked, draft.page), ("not yet", vec![1], ApprovalPage::Request));
    assert!(!draft.was_read);
    assert!(matches!(rig.dialog().ask.request, Request::Approval(_)));
}

#[test]
fn a_kept_tick_that_the_request_does_not_offer_is_none() {
    for (ticks, sends) in [(&[7][..], false), (&[0, 7], true)] {
        let mut rig = asked(&bash("p_1"));
        for suggestion in ticks {
            rig.does(Action::Approval(ApprovalAction::Tick { suggestion: *suggestion, ticked: true }));
        }
        rig.wait(1_000);
        rig.reload();
        rig.open();
        rig.frame(&status(Some("p_1")));
        rig.frame(&bash("p_1"));
        rig.wait(4_000);
        rig.does(Action::Approval(ApprovalAction::ReadToEnd));
        rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)));
        rig.does(Action::Approval(ApprovalAction::ReadScopeToEnd));
        rig.does(decide(ApprovalChoice::AllowAlways));
        assert_eq!(rig.sent().join("").contains("updatedPermissions"), sends, "{ticks:?}");
        if !sends {
            assert_eq!(rig.dialog().alert, Some(Alert::NothingTicked), "the button says why it does nothing");
        }
    }
}

#[test]
fn a_receipt_tells_an_edit_also_if_another_member_says_the_same() {
    let mut rig = asked(
        r#"{"type":"permission_request","request_id":"p_1","tool_name":"Bash",
        "input":{"command":"npm test && git push","description":"npm test"}}"#,
    );
    rig.does(Action::Approval(ApprovalAction::EditInput { text: Some("npm test".to_owned()) }));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert!(rig.sent().join("").contains(r#""command":"npm test""#));
    assert_eq!(rig.screen().receipts[0].lines[0].edited.as_deref(), Some("npm test"));
}

#[test]
fn a_decision_without_a_connection_is_sent_on_the_next_one_also_after_a_reload() {
    for reloads in [false, true] {
        let mut rig = asked(&bash("p_1"));
        rig.drop_connection();
        rig.does(decide(ApprovalChoice::Deny));
        assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Decided));
        if reloads {
            rig.reload();
            rig.open();
            rig.frame(&status(Some("p_1")));
        } else {
            rig.reconnect(Some("p_1"));
        }
        rig.frame(&bash("p_1"));
        rig.wait(1_000);
        let sent = rig.sent().join("");
        assert!(sent.contains("The user denied the use of the tool Bash"), "{reloads}: {sent}");
        assert_eq!(sent.matches("permission_response").count(), 1);
    }
}

#[test]
fn a_stored_decision_that_contradicts_itself_is_no_decision() {
    let mut rig = asked(&bash("p_1"));
    rig.drop_connection();
    rig.does(decide(ApprovalChoice::Deny));
    rig.wait(1_000);
    let forged = rig.persisted_drafts.clone().unwrap().replace(r#""behavior":"deny""#, r#""behavior":"allow""#);
    assert!(forged.contains(r#""allow""#));
    rig.reload_with(Some(&forged));
    rig.open();
    rig.frame(&status(Some("p_1")));
    rig.frame(&bash("p_1"));
    rig.settle();
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking));
}

#[test]
fn another_request_under_the_same_id_is_not_decided_by_the_old_decision() {
    let mut rig = asked(&bash("p_1"));
    rig.drop_connection();
    rig.does(decide(ApprovalChoice::AllowOnce));
    rig.reconnect(Some("p_1"));
    rig.frame(&bash("p_1").replace("npm test", "rm -rf /"));
    rig.settle();
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking));
}

#[test]
fn a_refused_decision_can_be_made_again() {
    let mut rig = asked(&bash("p_1"));
    rig.does(decide(ApprovalChoice::AllowOnce));
    rig.sent();
    rig.frame(r#"{"type":"error","error":"Invalid permission_response: result"}"#);
    assert_eq!(rig.phase(), Phase::Asking);
    rig.does(decide(ApprovalChoice::Deny));
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn an_approval_ends_as_a_question_does() {
    for (frame, word) in [
        (r#"{"type":"ask_user_timeout","question_id":"p_1"}"#, "timed-out"),
        (r#"{"type":"ask_user_withdrawn","question_id":"p_1"}"#, "withdrawn"),
        (
            r#"{"type":"ask_user_resolved","question_id":"p_1","outcome":"answered","result":{"behavior":"deny","message":"no"}}"#,
            "answered-elsewhere",
        ),
    ] {
        let mut rig = asked(&bash("p_1"));
        rig.does(Action::Approval(ApprovalAction::EditMessage { text: "half a".to_owned() }));
        rig.frame(frame);
        assert_eq!(rig.receipts(), [format!("p_1 {word} NotSent")]);
        assert_eq!(rig.dialog().approval.message, "half a", "what was typed stays to be read");
        assert_eq!(rig.sent(), [""; 0]);
        assert!(!rig.waiting);
    }
}

#[test]
fn approvals_and_questions_share_one_queue() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.frame(&bash("p_1"));
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().queue.len()), ("q_1", 1));
    rig.does(super::rig::pick(0, 0));
    rig.does(Action::Send);
    assert_eq!(rig.dialog().ask.id, "p_1");
}

#[test]
fn the_rules_are_loaded_once_and_only_for_an_approval() {
    let mut rig = Rig::connected();
    rig.has_rules = false;
    rig.frame(&one("q_1"));
    assert_eq!(rig.dialog().alert, None);
    let mut rig = Rig::connected();
    rig.has_rules = false;
    rig.frame(&bash("p_1"));
    assert!(matches!(rig.dialog().ask.request, Request::Unread(_)));
    assert_eq!(rig.dialog().alert, Some(Alert::NotLoaded));
    assert!(rig.waiting, "the agent waits all the same");
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent(), [""; 0], "nobody has seen what would be allowed");
    rig.has_rules = true;
    rig.input(Input::User(UserInput::LoadAgain));
    assert!(matches!(rig.dialog().ask.request, Request::Approval(_)));
    assert!(rig.dialog().is_guarded(), "it appears only now");
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn a_press_too_many_on_change_decides_nothing() {
    let mut rig = asked(&bash("p_1"));
    rig.drop_connection();
    rig.does(decide(ApprovalChoice::Deny));
    rig.does(Action::Expand);
    rig.settle();
    rig.does_at_once(Action::Undo);
    rig.does_at_once(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.phase(), Phase::Asking);
}

#[test]
fn a_press_on_close_decides_nothing_when_the_bridge_asks_again() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::EditMessage { text: "half a".to_owned() }));
    rig.drop_connection();
    rig.reconnect(None);
    rig.wait(5_000);
    assert!(matches!(rig.phase(), Phase::Ended { .. }));
    rig.frame(&bash("p_1"));
    assert_eq!(rig.phase(), Phase::Asking);
    rig.does_at_once(decide(ApprovalChoice::AllowOnce));
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking));
}
