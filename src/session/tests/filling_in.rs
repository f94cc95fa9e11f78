//! Forms: three endings, nothing is accepted that its fields do not take, and everything else is as with questions.

use super::rig::{Rig, status};
use crate::protocol::Request;
use crate::protocol::form::FieldError;
use crate::session::timing::UNDO;
use crate::session::{Action, Alert, Announcement, Input, Phase, announcements, request_rules};

/// A name that is required, a number with a default, a choice, several choices and a yes or no.
pub(super) fn form(id: &str) -> String {
    format!(
        r#"{{"type":"elicitation_request","request_id":"{id}","message":"Set it up","timeout_seconds":55,"requestedSchema":{{
        "type":"object","required":["name"],"properties":{{
            "name":{{"type":"string","title":"Name","minLength":2}},
            "replicas":{{"type":"integer","minimum":1,"default":2}},
            "region":{{"type":"string","enum":["eu","us"]}},
            "checks":{{"type":"array","items":{{"type":"string","enum":["lint","test"]}}}},
            "public":{{"type":"boolean"}}}}}}}}"#
    )
}

pub(super) const ADDRESS: &str = r#"{"type":"elicitation_request","request_id":"f_1","mode":"url","message":"Sign in","url":"https://example.com/login"}"#;

fn asked(frame: &str) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(frame);
    rig
}

fn write(rig: &mut Rig, question: usize, text: &str) {
    rig.does(Action::EditText { question, text: text.to_owned() });
}

fn pick(rig: &mut Rig, question: usize, option: usize) {
    rig.does(Action::Pick { question, option, chosen: true });
}

fn result(rig: &mut Rig) -> String {
    let sent = rig.sent().join("");
    sent.split_once(r#""result":"#).map(|(_, result)| result.trim_end_matches('}').to_owned() + "}").unwrap_or(sent)
}

#[test]
fn a_form_is_filled_in_and_accepted() {
    let mut rig = asked(&form("f_1"));
    assert!(matches!(rig.dialog().ask.request, Request::Form(_)));
    write(&mut rig, 0, "site");
    pick(&mut rig, 2, 0);
    pick(&mut rig, 3, 1);
    pick(&mut rig, 3, 0);
    pick(&mut rig, 4, 1);
    rig.does(Action::Confirm);
    let sent = rig.sent().join("");
    let content = r#"{"action":"accept","content":{"name":"site","replicas":2,"region":"eu","checks":["lint","test"],"public":false}}"#;
    assert!(sent.contains(&format!(r#""data":{{"request_id":"f_1","result":{content}}}"#)), "{sent}");
    assert_eq!(rig.receipts(), ["f_1 answered Sent"]);
    assert_eq!(rig.screen().receipts[0].result.as_ref().unwrap().to_json(), content);
}

#[test]
fn what_a_field_does_not_take_is_not_sent() {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, "s");
    write(&mut rig, 1, "0");
    rig.does(Action::Confirm);
    let Some(Alert::Fields(errors)) = rig.dialog().alert else { panic!("an alert") };
    assert_eq!(errors.iter().map(|(field, _)| *field).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(errors[0].1, FieldError::TooShort { min: 2 });
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Asking));
    write(&mut rig, 0, "site");
    assert_eq!(rig.dialog().alert, None, "once it is corrected, there is no second alert");
    write(&mut rig, 1, "");
    rig.does(Action::Send);
    assert!(result(&mut rig).contains(r#"{"name":"site"}"#), "an optional field can be left empty");
}

#[test]
fn a_form_is_announced_once() {
    let before = Rig::connected().screen();
    let mut rig = asked(&form("f_1"));
    let opened = rig.screen();
    assert_eq!(announcements(&before, &opened, true), [Announcement::Form], "its title does not say what it is");
    write(&mut rig, 0, "site");
    assert_eq!(announcements(&opened, &rig.screen(), true), []);
    assert_eq!(announcements(&before, &opened, false), [Announcement::Waiting], "said beside the page's own words");
}

#[test]
fn decline_and_cancel_are_told_apart() {
    let mut rig = asked(&form("f_1"));
    rig.does(Action::Decline);
    assert!(rig.sent().join("").contains(r#""result":{"action":"decline"}"#));
    assert_eq!(rig.receipts(), ["f_1 declined Sent"]);
    let mut rig = asked(&form("f_1"));
    rig.does(Action::Cancel);
    assert_eq!((rig.sent(), rig.phase()), (vec![], Phase::Cancelling), "it can be undone");
    rig.wait(UNDO + 1_000);
    assert!(
        rig.sent()
            .join("")
            .contains(r#""elicitation_response","data":{"request_id":"f_1","result":{"action":"cancel"}"#)
    );
    assert_eq!(rig.receipts(), ["f_1 cancelled Sent"]);
}

#[test]
fn an_address_is_done_when_the_person_says_so() {
    let mut rig = asked(ADDRESS);
    assert!(matches!(rig.dialog().ask.request, Request::Address(_)));
    rig.does(Action::Confirm);
    assert!(rig.sent().join("").contains(r#""result":{"action":"accept"}"#));
    let mut rig = asked(&ADDRESS.replace("https://example.com/login", "javascript:alert(1)"));
    rig.does(Action::Confirm);
    assert_eq!((rig.sent(), rig.dialog().alert), (vec![], Some(Alert::NotAcceptable)));
    rig.does(Action::Decline);
    assert_eq!(rig.sent().len(), 1);
}

#[test]
fn what_was_typed_survives_a_reload_and_defaults_are_no_work() {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, "half");
    write(&mut rig, 1, "7");
    rig.reload();
    rig.open();
    rig.frame(&status(Some("f_1")));
    rig.frame(&form("f_1"));
    rig.wait(4_000);
    let drafts = rig.dialog().drafts;
    assert_eq!((drafts[0].text.as_str(), drafts[1].text.as_str()), ("half", "7"));
    let mut rig = asked(&form("f_1"));
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"f_1"}"#);
    assert!(!rig.has_dialog(), "nobody had typed anything");
}

#[test]
fn an_accepted_form_without_a_connection_is_sent_after_a_reload() {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, "site");
    rig.drop_connection();
    rig.does(Action::Confirm);
    rig.reload();
    rig.open();
    rig.frame(&status(Some("f_1")));
    rig.frame(&form("f_1"));
    rig.wait(1_000);
    assert!(rig.sent().join("").contains(r#"{"action":"accept","content":{"name":"site","replicas":2}}"#));
}

#[test]
fn a_form_that_cannot_be_shown_can_only_be_declined() {
    let mut rig = asked(
        r#"{"type":"elicitation_request","request_id":"f_1","message":"M","requestedSchema":{"type":"object",
        "properties":{"a":{"type":"object"}}}}"#,
    );
    rig.does(Action::Confirm);
    assert_eq!((rig.sent(), rig.dialog().alert), (vec![], Some(Alert::NotAcceptable)));
    assert!(!rig.dialog().ask.problems.is_empty());
}

#[test]
fn another_page_gets_what_was_typed() {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, "half");
    rig.frame(r#"{"type":"session_taken"}"#);
    let shared = rig.shared.join("");
    let mut other = Rig::connected();
    other.input(Input::Shared(serde_json::from_str(&shared).unwrap()));
    other.frame(&form("f_1"));
    assert_eq!(other.dialog().drafts[0].text, "half");
    assert_eq!(other.dialog().drafts.len(), 5);
}

#[test]
fn what_was_typed_is_there_when_the_bridge_asks_again() {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, "half");
    rig.drop_connection();
    rig.reconnect(None);
    rig.settle();
    rig.does(Action::Close);
    assert!(!rig.has_dialog());
    rig.frame(&form("f_1"));
    assert_eq!(rig.dialog().drafts[0].text, "half");
}

#[test]
fn a_form_in_which_nothing_was_entered_does_not_stay_to_be_read() {
    let mut rig = asked(&form("f_1"));
    // A text field has nothing beside it that could be chosen, and a default that was taken out is no text.
    rig.does(Action::PickOther { question: 0, chosen: true });
    write(&mut rig, 1, "");
    rig.frame(r#"{"type":"ask_user_timeout","question_id":"f_1"}"#);
    assert!(!rig.has_dialog(), "the receipt says that it timed out");
    assert_eq!(rig.receipts(), ["f_1 timed-out NotSent"]);
}

#[test]
fn all_digits_of_a_number_are_sent_after_a_reload() {
    let decided = |sends: bool| {
        let mut rig = asked(&form("f_1"));
        write(&mut rig, 0, "site");
        write(&mut rig, 1, "12345678901234567890");
        if !sends {
            rig.drop_connection();
        }
        rig.does(Action::Send);
        rig.sent();
        rig.reload();
        rig.open();
        rig.frame(&status(Some("f_1")));
        rig.frame(&form("f_1"));
        rig.sent().join("")
    };
    for sends in [false, true] {
        let sent = decided(sends);
        assert!(sent.contains(r#""replicas":12345678901234567890}"#), "a browser's JSON has rounded it: {sent}");
    }
}

#[test]
fn a_default_that_nobody_changed_goes_back_to_the_letter_and_what_is_typed_without_white_space_around_it() {
    let frame = r#"{"type":"elicitation_request","request_id":"f_1","message":"Indent","requestedSchema":{"type":"object",
        "properties":{"first":{"type":"string","default":"  x\n"},"second":{"type":"string","default":"  y\n"}}}}"#;
    let mut rig = asked(frame);
    write(&mut rig, 1, " y ");
    rig.does(Action::Send);
    let sent = rig.sent().join("");
    assert!(sent.contains(r#""content":{"first":"  x\n","second":"y"}"#), "{sent}");
}

#[test]
fn who_declines_a_form_gives_nothing_away() {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, "my-site");
    pick(&mut rig, 2, 0);
    rig.does(Action::Decline);
    let receipt = rig.screen().receipts[0].clone();
    assert_eq!(receipt.to_text(), "The user declined this. Nothing was filled in.\n");
    for line in &receipt.lines {
        assert!(line.answers.is_empty() && line.picks.is_empty(), "{line:?}");
        assert_eq!((&line.other, &line.notes), (&None, &None));
    }
    let withheld: Vec<_> = receipt.lines.iter().map(|line| line.withheld.join("")).collect();
    assert_eq!(withheld, ["my-site", "2", "eu", "", ""], "the person still sees it");
    assert!(receipt.result.is_some());
}

#[test]
fn an_address_is_not_told_as_answers() {
    let mut rig = asked(ADDRESS);
    rig.does(Action::Confirm);
    assert_eq!(rig.screen().receipts[0].to_text(), "The user accepted this.\n");
}

#[test]
fn a_default_that_nobody_changed_is_the_same_after_a_reload() {
    let default = format!("one\r\n\u{7}two{}", "x".repeat(12_000));
    let schema = serde_json::json!({"type": "object", "properties": {"text": {"type": "string", "default": default}}});
    let frame = serde_json::json!({"type": "elicitation_request", "request_id": "f_1", "message": "M", "requestedSchema": schema});
    let mut rig = asked(&frame.to_string());
    rig.reload();
    rig.open();
    rig.frame(&status(Some("f_1")));
    rig.frame(&frame.to_string());
    rig.wait(4_000);
    rig.does(Action::Confirm);
    let sent: serde_json::Value = serde_json::from_str(rig.sent().join("").split_once(": ").unwrap().1).unwrap();
    assert_eq!(sent["data"]["result"]["content"]["text"], default);
}

/// Another page finds what was stored of a form. It hears that the form is over before the code for forms has come.
fn over_before_it_is_read(typed: &str) -> Rig {
    let mut rig = asked(&form("f_1"));
    write(&mut rig, 0, typed);
    rig.wait(1_000);
    rig.has_rules = false;
    rig.reload();
    rig.open();
    rig.frame(&status(None));
    rig.settle();
    rig.input(Input::RequestRules(request_rules()));
    rig
}

#[test]
fn what_was_typed_into_a_form_that_is_over_before_its_code_comes_can_be_read() {
    let rig = over_before_it_is_read("half a name");
    assert_eq!(rig.dialog().drafts[0].text, "half a name");
    assert!(!over_before_it_is_read("").has_dialog(), "defaults are no work");
}
