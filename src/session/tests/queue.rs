//! Several approvals that wait at the same time, as a page's own calls of `canUseTool` make them.

use super::rig::{Rig, one};
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalPage, Phase};

fn bash(id: &str) -> String {
    format!(
        r#"{{"type":"permission_request","request_id":"{id}","tool_name":"Bash","input":{{"command":"echo {id}"}}}}"#
    )
}

/// An approval of ACP, with these options.
fn acp(id: &str, options: &str) -> String {
    format!(
        r#"{{"type":"permission_request","request_id":"{id}","sessionId":"s","toolCall":{{"toolCallId":"t","title":"Edit"}},"options":[{options}]}}"#
    )
}

/// So many approvals wait: `p_1` and those after it.
fn waiting(count: usize) -> Rig {
    let mut rig = Rig::connected();
    (1..=count).for_each(|number| rig.frame(&bash(&format!("p_{number}"))));
    rig
}

fn deny_listed(ids: &[&str]) -> Action {
    Action::Approval(ApprovalAction::DenyListed { ids: ids.iter().map(|id| (*id).to_owned()).collect() })
}

fn turn_to(page: ApprovalPage) -> Action {
    Action::Approval(ApprovalAction::TurnTo(page))
}

/// Which of how many is before the person.
fn position(rig: &Rig) -> (String, usize, usize) {
    let dialog = rig.dialog();
    (dialog.ask.id.clone(), dialog.earlier + 1, dialog.earlier + 1 + dialog.queue.len())
}

/// The ids of the requests that were answered, in order.
fn denied(rig: &mut Rig) -> Vec<String> {
    let sent = rig.sent();
    assert!(sent.iter().all(|frame| frame.contains(r#""behavior":"deny""#)), "{sent:?}");
    let id = |frame: &String| {
        frame.split(r#""request_id":""#).nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned)
    };
    sent.iter().filter_map(id).collect()
}

#[test]
fn it_is_said_which_of_how_many_this_is() {
    let mut rig = waiting(3);
    assert_eq!(position(&rig), ("p_1".to_owned(), 1, 3));
    rig.does(Action::Approval(ApprovalAction::Decide(ApprovalChoice::Deny)));
    assert_eq!(position(&rig), ("p_2".to_owned(), 2, 3));
    rig.frame(&bash("p_4"));
    assert_eq!(position(&rig), ("p_2".to_owned(), 2, 4), "what comes is added");
    for _ in 0..3 {
        rig.does(Action::Approval(ApprovalAction::Decide(ApprovalChoice::Deny)));
    }
    assert!(!rig.has_dialog());
    rig.frame(&bash("p_5"));
    assert_eq!(position(&rig), ("p_5".to_owned(), 1, 1), "it is counted anew when nothing waits");
}

#[test]
fn all_that_are_listed_are_denied_each_by_a_decision_of_its_own() {
    let mut rig = waiting(3);
    rig.does(Action::Approval(ApprovalAction::EditMessage { text: "not this one".to_owned() }));
    rig.does(turn_to(ApprovalPage::DenyAll));
    // It came after the list.
    rig.frame(&bash("p_4"));
    rig.does(deny_listed(&["p_1", "p_2", "p_3"]));
    let sent = rig.sent();
    assert_eq!(sent.len(), 3, "{sent:?}");
    assert!(sent[0].contains("not this one") && !sent[1].contains("not this one"), "{sent:?}");
    assert_eq!(rig.receipts(), ["p_1 denied Sent", "p_2 denied Sent", "p_3 denied Sent"]);
    assert_eq!(rig.events().iter().filter(|event| event.starts_with("answer")).count(), 3);
    assert_eq!((rig.dialog().ask.id.as_str(), rig.phase()), ("p_4", Phase::Asking), "nobody has seen it in the list");
    assert_eq!(rig.dialog().approval.page, ApprovalPage::Request);
}

#[test]
fn deny_all_is_guarded_as_every_decision() {
    let mut rig = waiting(2);
    rig.does_at_once(deny_listed(&["p_1", "p_2"]));
    assert_eq!(rig.sent(), [""; 0], "the dialog has just appeared");
    rig.does(turn_to(ApprovalPage::Queue));
    rig.does(turn_to(ApprovalPage::DenyAll));
    rig.does_at_once(deny_listed(&["p_1", "p_2"]));
    assert_eq!(rig.sent(), [""; 0], "the second press of a double click confirms nothing");
    rig.does(deny_listed(&["p_1", "p_2"]));
    assert_eq!(denied(&mut rig), ["p_1", "p_2"]);
}

#[test]
fn who_goes_through_the_list_stays_in_it() {
    let mut rig = waiting(4);
    rig.does(turn_to(ApprovalPage::Queue));
    rig.does(deny_listed(&["p_3"]));
    assert_eq!((denied(&mut rig), rig.dialog().approval.page), (vec!["p_3".to_owned()], ApprovalPage::Queue));
    rig.does(deny_listed(&["p_1"]));
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().approval.page), ("p_2", ApprovalPage::Queue));
    rig.does(deny_listed(&["p_2"]));
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().approval.page), ("p_4", ApprovalPage::Request));
}

#[test]
fn nothing_is_denied_that_is_no_approval_or_is_over_or_cannot_be_denied() {
    let mut rig = waiting(2);
    rig.frame(&one("q_1"));
    rig.frame(&acp("p_3", r#"{"optionId":"go","name":"Go","kind":"allow_once"}"#));
    rig.frame(&acp("p_4", r#"{"optionId":"no","name":"No","kind":"reject_once"}"#));
    rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"p_2"}"#);
    rig.does(deny_listed(&["p_1", "p_2", "q_1", "p_3", "p_4", "p_9"]));
    let sent = rig.sent().join("\n");
    assert!(sent.contains("p_1") && sent.contains(r#""optionId":"no""#), "{sent}");
    assert_eq!(sent.lines().count(), 2, "{sent}");
    assert_eq!((rig.dialog().ask.id.as_str(), rig.dialog().queue.len()), ("q_1", 1));
}

#[test]
fn another_one_can_be_looked_at_first() {
    let mut rig = waiting(3);
    rig.does(Action::Approval(ApprovalAction::EditMessage { text: "half a".to_owned() }));
    rig.does(turn_to(ApprovalPage::Queue));
    rig.does(Action::Approval(ApprovalAction::ShowFirst { id: "p_3".to_owned() }));
    assert_eq!(position(&rig).0, "p_3");
    assert!(rig.dialog().is_guarded(), "it has just appeared");
    let behind: Vec<_> = rig.dialog().queue.iter().map(|ask| ask.id.clone()).collect();
    assert_eq!(behind, ["p_1", "p_2"]);
    rig.does(Action::Approval(ApprovalAction::Decide(ApprovalChoice::Deny)));
    assert_eq!((denied(&mut rig), rig.dialog().ask.id.clone()), (vec!["p_3".to_owned()], "p_1".to_owned()));
    let draft = rig.dialog().approval;
    assert_eq!((draft.message.as_str(), draft.page), ("half a", ApprovalPage::Request), "what was typed stays");
}

#[test]
fn what_is_denied_without_a_connection_can_be_undone_and_is_sent_later() {
    let mut rig = waiting(2);
    rig.drop_connection();
    rig.does(turn_to(ApprovalPage::DenyAll));
    rig.does(deny_listed(&["p_1", "p_2"]));
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Decided));
    rig.does(Action::Undo);
    assert_eq!(rig.phase(), Phase::Asking);
}

#[test]
fn a_list_does_not_choose_among_several_options_that_deny() {
    let mut rig = Rig::connected();
    let option = |id: &str| format!(r#"{{"optionId":"{id}","name":"{id}","kind":"reject_once"}}"#);
    rig.frame(&acp("p_1", &[option("no"), option("no, and tell everybody")].join(",")));
    rig.frame(&acp("p_2", &option("no")));
    rig.does(turn_to(ApprovalPage::Queue));
    rig.does(deny_listed(&["p_1"]));
    assert_eq!(rig.sent(), [""; 0]);
    rig.does(deny_listed(&["p_2"]));
    assert!(rig.sent().join("").contains(r#""optionId":"no""#));
}
