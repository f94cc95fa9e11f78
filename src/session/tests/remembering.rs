//! Approvals: what is allowed, kept and told is what was in view.

use super::approving::{asked, bash, decide};
use super::rig::Rig;
use crate::session::{Action, Alert, ApprovalAction, ApprovalChoice, ApprovalPage, Input, ReceiptVerdict};

#[test]
fn always_keeps_what_is_ticked_and_nothing_else() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)));
    rig.does(decide(ApprovalChoice::AllowAlways));
    assert_eq!((rig.sent(), rig.dialog().alert), (vec![], Some(Alert::NothingTicked)));
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }));
    assert_eq!(rig.dialog().alert, None);
    rig.does(decide(ApprovalChoice::AllowAlways));
    let sent = rig.sent().join("");
    assert!(sent.contains(r#""updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test:*"}],"behavior":"allow","destination":"session"}],"decisionClassification":"user_permanent""#), "{sent}");
    assert_eq!(rig.screen().receipts[0].lines[0].answers, ["allow Bash(npm test:*) (session)"]);
}

#[test]
fn nothing_is_remembered_that_was_not_in_view() {
    let mut rig = Rig::connected();
    rig.frame(&bash("p_1"));
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)));
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }));
    rig.does(decide(ApprovalChoice::AllowAlways));
    assert_eq!((rig.sent(), rig.dialog().alert), (vec![], Some(Alert::NotRead)));
    rig.does(Action::Approval(ApprovalAction::ReadScopeToEnd));
    rig.does(decide(ApprovalChoice::AllowAlways));
    assert_eq!(rig.sent().len(), 1);
    let mut rig = Rig::connected();
    rig.frame(&bash("p_1"));
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent().len(), 1, "who allows once need not have seen what could be remembered");
}

#[test]
fn an_option_of_acp_that_lasts_waits_until_all_of_them_were_in_view() {
    let mut rig = Rig::connected();
    rig.frame(
        r#"{"type":"permission_request","request_id":"p_1","toolCall":{"toolCallId":"t","title":"Run ls"},
        "options":[{"optionId":"always","name":"Always","kind":"allow_always"},{"optionId":"odd","name":"?","kind":"odd"},
            {"optionId":"never","name":"Never","kind":"reject_always"}]}"#,
    );
    rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
    for offer in [0, 1] {
        rig.does(decide(ApprovalChoice::Offer(offer)));
        assert_eq!((rig.sent(), rig.dialog().alert), (vec![], Some(Alert::NotRead)), "{offer}");
    }
    rig.does(decide(ApprovalChoice::Offer(2)));
    assert_eq!(rig.sent().len(), 1, "a denial needs no reading");
}

#[test]
fn what_wipes_all_rules_cannot_be_agreed_to() {
    let mut rig = asked(
        r#"{"type":"permission_request","request_id":"p_1","tool_name":"Bash","input":{"command":"ls"},"suggestions":[
        {"type":"replaceRules","rules":[],"behavior":"deny","destination":"userSettings"},
        {"type":"setMode","mode":"","destination":"session"}]}"#,
    );
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }));
    rig.does(decide(ApprovalChoice::AllowAlways));
    assert_eq!(rig.sent(), [""; 0]);
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: false }));
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 1, ticked: true }));
    rig.does(decide(ApprovalChoice::AllowAlways));
    assert_eq!(rig.sent().len(), 1);
    let verdict = rig.screen().receipts[0].verdict();
    assert_eq!(verdict, Some(ReceiptVerdict::AllowedAndRemembered), "whatever can be said of it");
}

#[test]
fn a_receipt_says_what_was_decided_and_how_far_it_reaches() {
    let receipt = |choice, edited: Option<&str>| {
        let mut rig = asked(&bash("p_1"));
        rig.does(Action::Approval(ApprovalAction::EditMessage { text: "use pnpm".to_owned() }));
        rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 0, ticked: true }));
        rig.does(Action::Approval(ApprovalAction::EditInput { text: edited.map(str::to_owned) }));
        rig.does(decide(choice));
        let receipt = rig.screen().receipts[0].clone();
        (receipt.verdict(), receipt.to_text())
    };
    let once = "The user allowed this once:\n\nBash: npm test\n   Edited by the user: npm test -- --bail\n";
    assert_eq!(
        receipt(ApprovalChoice::AllowOnce, Some("npm test -- --bail")),
        (Some(ReceiptVerdict::AllowedOnce), once.to_owned())
    );
    let always =
        "The user allowed this, and more from now on:\n\nBash: npm test\n   allow Bash(npm test:*) (session)\n";
    assert_eq!(
        receipt(ApprovalChoice::AllowAlways, None),
        (Some(ReceiptVerdict::AllowedAndRemembered), always.to_owned())
    );
    let denied = "The user denied this:\n\nBash: npm test\n   Message: use pnpm\n";
    assert_eq!(receipt(ApprovalChoice::Deny, None), (Some(ReceiptVerdict::Denied), denied.to_owned()));
    let (verdict, text) = receipt(ApprovalChoice::DenyAndStop, None);
    assert_eq!(verdict, Some(ReceiptVerdict::DeniedAndStopped));
    assert!(text.starts_with("The user denied this, and stopped the agent:\n"), "{text}");
}

#[test]
fn a_change_that_was_not_sent_stays_to_be_read() {
    let edit = |text: &str| Action::Approval(ApprovalAction::EditInput { text: Some(text.to_owned()) });
    let mut rig = asked(&bash("p_1"));
    rig.does(edit("npm test -- --bail"));
    rig.does(decide(ApprovalChoice::Deny));
    let line = rig.screen().receipts[0].lines[0].clone();
    assert_eq!((line.edited, line.unsent_edit.as_deref()), (None, Some("npm test -- --bail")));
    let mut rig = asked(&bash("p_1"));
    rig.does(edit("npm test -- --bail"));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"p_1"}"#);
    let text = rig.dialog().draft_text();
    assert!(text.ends_with("   Edited by the user, not sent: npm test -- --bail\n"), "{text}");
    let mut rig = asked(&bash("p_1"));
    rig.does(edit("npm test"));
    rig.does(decide(ApprovalChoice::Deny));
    assert_eq!(rig.screen().receipts[0].lines[0].unsent_edit, None, "it was opened and not changed");
}

#[test]
fn what_another_page_changed_is_not_allowed_by_who_has_read_this_one() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::EditInput { text: Some("rm -rf /".to_owned()) }));
    rig.does(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always)));
    rig.frame(r#"{"type":"session_taken"}"#);
    let mut other = asked(&bash("p_1"));
    other.input(Input::Shared(serde_json::from_str(&rig.shared.join("")).unwrap()));
    let draft = other.dialog().approval;
    assert_eq!((draft.edited.as_deref(), draft.page), (Some("rm -rf /"), ApprovalPage::Request));
    other.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!((other.sent(), other.dialog().alert), (vec![], Some(Alert::NotRead)));
}

#[test]
fn what_another_page_changed_has_to_be_in_view_also_on_a_card_that_was_not_read_to_the_end() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::EditInput { text: Some("rm -rf /".to_owned()) }));
    rig.frame(r#"{"type":"session_taken"}"#);
    let mut other = Rig::connected();
    other.frame(&bash("p_1"));
    let before = other.dialog().ask;
    other.input(Input::Shared(serde_json::from_str(&rig.shared.join("")).unwrap()));
    let dialog = other.dialog();
    assert_eq!(dialog.approval.edited.as_deref(), Some("rm -rf /"));
    // What watches what is in view was made for the card without that text.
    assert!(dialog.ask != before && dialog.is_guarded(), "the card is shown anew");
}

#[test]
fn what_another_page_ticked_is_not_remembered_by_who_has_read_this_one() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::Tick { suggestion: 1, ticked: true }));
    rig.frame(r#"{"type":"session_taken"}"#);
    let mut other = asked(&bash("p_1"));
    other.input(Input::Shared(serde_json::from_str(&rig.shared.join("")).unwrap()));
    assert_eq!((other.dialog().approval.ticked, other.dialog().approval.was_read), (vec![1], true));
    other.does(decide(ApprovalChoice::AllowAlways));
    assert_eq!((other.sent(), other.dialog().alert), (vec![], Some(Alert::NotRead)));
}

#[test]
fn a_changed_command_is_what_is_allowed() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::EditInput { text: Some("npm test -- --bail".to_owned()) }));
    rig.does(decide(ApprovalChoice::AllowOnce));
    let sent = rig.sent().join("");
    assert!(sent.contains(r#""updatedInput":{"command":"npm test -- --bail","cwd":"/app"}"#), "{sent}");
    let line = rig.screen().receipts[0].lines[0].clone();
    assert_eq!((line.question.as_str(), line.edited.as_deref()), ("npm test", Some("npm test -- --bail")));
}

#[test]
fn a_text_that_was_opened_and_not_changed_is_not_edited() {
    let mut rig = asked(&bash("p_1"));
    rig.does(Action::Approval(ApprovalAction::EditInput { text: Some("npm test".to_owned()) }));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.screen().receipts[0].lines[0].edited, None);
}

#[test]
fn nothing_is_allowed_that_was_not_in_view() {
    let mut rig = Rig::connected();
    rig.frame(&bash("p_1"));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!((rig.sent(), rig.dialog().alert), (vec![], Some(Alert::NotRead)));
    rig.does(Action::Approval(ApprovalAction::ReadToEnd));
    rig.does(decide(ApprovalChoice::AllowOnce));
    assert_eq!(rig.sent().len(), 1);
    let mut rig = Rig::connected();
    rig.frame(&bash("p_1"));
    rig.does(decide(ApprovalChoice::Deny));
    assert_eq!(rig.sent().len(), 1, "a denial needs no reading");
}
