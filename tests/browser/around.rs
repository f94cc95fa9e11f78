//! Around the dialog: the bar, notices, receipts, what screen readers hear.

use ask_user_widget::session::{ConnectionId, Input};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

use super::stage::{Stage, focused_field, has_focus, settled};

const DATABASE: &str = include_str!("../fixtures/ask-database.json");

fn cut(stage: &Stage) {
    stage.input(Input::Closed { connection: ConnectionId(1), code: 1006, reason: String::new() });
}

#[wasm_bindgen_test]
async fn the_dialog_is_minimized_to_a_bar_and_expanded_as_it_was() {
    let stage = Stage::asking(DATABASE).await;
    assert!(stage.is_hidden(".bar"));
    stage.type_into(".field", "half a word").await;
    stage.click(".minimize").await;
    assert!(!stage.is_open() && !stage.is_hidden(".bar"));
    assert_eq!(stage.text(".bar .chip"), "Database");
    assert!(stage.focused().unwrap().matches(".bar button").unwrap());
    stage.click(".bar button").await;
    stage.unguarded().await;
    assert!(stage.is_open() && stage.is_hidden(".bar"));
    let field: web_sys::HtmlTextAreaElement = wasm_bindgen::JsCast::unchecked_into(stage.find(".field"));
    assert_eq!(field.value(), "half a word");
}

#[wasm_bindgen_test]
async fn escape_minimizes_and_a_second_one_cancels_with_a_way_back() {
    let stage = Stage::asking(DATABASE).await;
    stage.press("Escape").await;
    stage.press("Escape").await;
    assert_eq!(stage.text(".bar .answer"), "Answer", "twice at once is once");
    stage.unguarded().await;
    stage.press("Escape").await;
    assert_eq!((stage.text(".bar-text"), stage.text(".bar .answer")), ("Question dismissed".into(), "Undo".into()));
    assert!(stage.sent().is_empty());
    stage.click(".bar button").await;
    assert_eq!(stage.text(".bar-text"), "Which database should we use for this project?");
}

#[wasm_bindgen_test]
async fn the_line_of_undo_follows_the_seconds_however_many_there_are() {
    let stage = Stage::asking(DATABASE).await;
    stage.click(".foot .cancel").await;
    let left = || stage.attribute(".bar .answer", "data-undo").map(|left| left.parse::<u64>().unwrap());
    let line = || {
        let button: HtmlElement = stage.find(".bar .answer").unchecked_into();
        ["--_undo", "--_undo-all"].map(|name| button.style().get_property_value(name).unwrap())
    };
    let all = left().expect("a number of seconds");
    for seconds in (1..=all).rev() {
        assert_eq!((left(), line()), (Some(seconds), [seconds, all].map(|number| number.to_string())));
        stage.pass(1_000).await;
    }
    assert_eq!(left(), None, "nothing is left to undo");
}

#[wasm_bindgen_test]
async fn a_lost_connection_is_told_where_the_person_looks() {
    let stage = Stage::new().await;
    let outside = ".notice:not(.ask .notice) .notice-text";
    assert_eq!(stage.text(outside), "");
    cut(&stage);
    settled().await;
    assert_eq!(stage.text(outside), "Connection lost. Reconnecting…");
    assert_eq!(stage.text("dialog ~ .announcer"), "Connection lost. Reconnecting…");
    drop(stage);
    let stage = Stage::asking(DATABASE).await;
    cut(&stage);
    settled().await;
    assert_eq!(stage.text(".foot .messages .notice-text"), "You're offline. Your draft is saved.");
    assert_eq!(stage.text("dialog .announcer"), "You're offline. Your draft is saved.");
    assert_eq!(stage.text(outside), "", "announced once");
}

#[wasm_bindgen_test]
async fn an_answer_that_waits_for_the_connection_folds_and_can_be_changed() {
    let stage = Stage::asking(DATABASE).await;
    cut(&stage);
    settled().await;
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    let offline = "You're offline. Your answer will be sent when you reconnect.";
    assert!(!stage.is_open());
    assert_eq!((stage.text(".bar-text"), stage.text("dialog ~ .announcer")), (offline.into(), offline.into()));
    stage.unguarded().await;
    stage.click(".bar .answer").await;
    assert!(stage.is_open() && stage.find("[data-option='0']").has_attribute("disabled"));
    assert_eq!(
        (stage.text(".foot .messages .notice-text"), stage.text(".send")),
        (offline.into(), "Change answer".into())
    );
    stage.unguarded().await;
    stage.click(".send").await;
    assert!(stage.is_checked("[data-option='0']") && !stage.find("[data-option='0']").has_attribute("disabled"));
    assert!(stage.sent().is_empty());
}

#[wasm_bindgen_test]
async fn a_taken_session_offers_to_take_it_back() {
    let stage = Stage::asking(DATABASE).await;
    stage.frame(r#"{"type":"session_taken"}"#);
    settled().await;
    assert_eq!(stage.text(".foot .messages .notice-text"), "This chat is open in another window.");
    assert_eq!(stage.text(".foot .messages .remedy"), "Use this window");
    // What could not be stored cannot be chosen or typed.
    assert!(stage.find("[data-option='0']").has_attribute("disabled"));
    assert!(stage.find(".field").has_attribute("readonly"));
    // Nothing can be decided here, but nobody is held.
    assert_eq!((stage.text(".send"), stage.is_hidden(".cancel")), ("Close".into(), true));
    stage.unguarded().await;
    stage.click(".send").await;
    assert!(!stage.is_open() && stage.sent().is_empty());
}

#[wasm_bindgen_test]
async fn receipts_tell_outcomes_apart() {
    let stage = Stage::asking(DATABASE).await;
    assert!(stage.is_hidden(".receipts"));
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    assert!(!stage.is_hidden(".receipts"));
    assert_eq!(stage.attribute(".receipt", "data-outcome").as_deref(), Some("answered"));
    assert_eq!((stage.text(".receipt-title"), stage.text(".receipt-answer")), ("Database".into(), "PostgreSQL".into()));
    assert_eq!(stage.text("dialog ~ .announcer"), "Answered");
    stage.ask("q_2", DATABASE);
    stage.frame(r#"{"type":"ask_user_timeout","question_id":"q_2"}"#);
    settled().await;
    assert_eq!(stage.text(".receipt:last-child .outcome"), "Timed out");
    assert_eq!(stage.text(".receipt:last-child .receipt-answer"), "Not answered");
}

#[wasm_bindgen_test]
async fn a_page_can_show_receipts_itself() {
    let stage = Stage::asking(DATABASE).await;
    stage.scene.options.update(|options| options.receipts = false);
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    assert!(stage.is_hidden(".receipts"));
}

#[wasm_bindgen_test]
async fn in_the_page_it_is_not_modal_and_takes_the_focus_from_no_field() {
    for presentation in ["inline", "dock"] {
        let (stage, field) = (Stage::new().await, focused_field());
        stage.present(presentation);
        stage.ask("q_1", DATABASE);
        stage.unguarded().await;
        assert!(stage.find("dialog").has_attribute("open") && !stage.is_modal(), "{presentation}");
        assert!(has_focus(&field) && stage.focused().is_none());
        assert_eq!(stage.text("dialog ~ .announcer"), "The agent is waiting for your answer");
        stage.click("[data-option='1']").await;
        stage.click(".send").await;
        assert!(!stage.find("dialog").has_attribute("open"));
        assert_eq!(stage.sent().len(), 1);
        assert!(has_focus(&field), "whose it was all the time");
        field.remove();
    }
}

#[wasm_bindgen_test]
async fn in_the_page_it_takes_the_focus_that_nothing_has() {
    for presentation in ["inline", "dock"] {
        for is_disabled in [true, false] {
            let (stage, field) = (Stage::new().await, focused_field());
            stage.present(presentation);
            if is_disabled {
                field.set_disabled(true);
            } else {
                field.blur().unwrap();
            }
            stage.ask("q_1", DATABASE);
            stage.unguarded().await;
            assert!(!stage.is_modal(), "{presentation}");
            assert_eq!(stage.focused().expect("the focus").id(), "title", "{presentation}, disabled: {is_disabled}");
            field.set_disabled(false);
            stage.click("[data-option='1']").await;
            stage.click(".send").await;
            assert_eq!(has_focus(&field), is_disabled, "it goes back to where it was");
            field.remove();
        }
    }
}

/// The person goes to the bar and asks for the dialog, as Chromium and Firefox do it: the button takes the focus.
async fn answer_from_bar(stage: &Stage) {
    stage.find(".bar .answer").unchecked_into::<HtmlElement>().focus().unwrap();
    stage.click(".bar .answer").await;
    assert!(stage.is_open());
    stage.unguarded().await;
}

#[wasm_bindgen_test]
async fn a_question_that_waited_in_the_bar_gives_the_focus_back() {
    let (stage, field) = (Stage::new().await, focused_field());
    stage.input(Input::TypedInPage);
    stage.ask("q_1", DATABASE);
    settled().await;
    assert!(!stage.is_open() && !stage.is_hidden(".bar") && has_focus(&field));
    answer_from_bar(&stage).await;
    stage.click("[data-option='1']").await;
    stage.click(".send").await;
    assert!(!stage.is_open() && has_focus(&field));
    field.remove();
}

#[wasm_bindgen_test]
async fn a_folded_question_gives_the_focus_back_to_where_it_was_last() {
    let (stage, first) = (Stage::new().await, focused_field());
    stage.ask("q_1", DATABASE);
    stage.unguarded().await;
    stage.click(".minimize").await;
    stage.unguarded().await;
    let last = focused_field();
    answer_from_bar(&stage).await;
    stage.click("[data-option='1']").await;
    stage.click(".send").await;
    assert!(!stage.is_open() && has_focus(&last));
    first.remove();
    last.remove();
}
