//! Around the dialog: the bar, notices, receipts, what screen readers hear.

use ask_user_widget::session::{ConnectionId, Input};
use ask_user_widget::view::ReceiptsShown;
use leptos::prelude::Set;
use wasm_bindgen_test::wasm_bindgen_test;

use super::stage::{Stage, settled};

const DATABASE: &str = include_str!("../fixtures/ask-database.json");

fn cut(stage: &Stage) {
    stage.input(Input::Closed { connection: ConnectionId(1), code: 1006, reason: String::new() });
}

#[wasm_bindgen_test]
async fn the_dialog_folds_to_a_bar_and_unfolds_as_it_was() {
    let stage = Stage::asking(DATABASE).await;
    assert!(stage.is_hidden(".bar"));
    stage.type_into(".field", "half a word").await;
    stage.click(".collapse").await;
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
async fn escape_folds_and_a_second_one_cancels_with_a_way_back() {
    let stage = Stage::asking(DATABASE).await;
    stage.press("Escape").await;
    stage.press("Escape").await;
    assert_eq!((stage.text(".bar-text"), stage.text(".bar button")), ("Question cancelled".into(), "Undo".into()));
    assert!(stage.sent().is_empty());
    stage.click(".bar button").await;
    assert_eq!(stage.text(".bar-text"), "A question is waiting");
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
    assert_eq!(stage.text(".ask .notice-text"), "Not connected. What you choose and type is kept.");
    assert_eq!(stage.text(outside), "", "told once");
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    assert!(stage.text(".ask .notice-text").contains("will be sent when the connection is back"));
    assert!(stage.is_open() && stage.find("[data-option='0']").has_attribute("disabled"));
    stage.click(".send").await;
    assert!(!stage.find("[data-option='0']").has_attribute("disabled"), "the answer can be changed");
}

#[wasm_bindgen_test]
async fn a_taken_session_offers_to_take_it_back() {
    let stage = Stage::asking(DATABASE).await;
    stage.frame(r#"{"type":"session_taken"}"#);
    settled().await;
    assert_eq!(stage.text(".ask .notice-text"), "This session was opened in another window.");
    assert_eq!(stage.text(".ask .remedy"), "Take back");
    // What could not be kept cannot be chosen or typed.
    assert!(stage.find("[data-option='0']").has_attribute("disabled"));
    assert!(stage.find(".field").has_attribute("readonly"));
    assert!(stage.is_hidden(".send") && stage.is_hidden(".cancel"));
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
    assert_eq!(stage.text(".receipt:last-child .receipt-answer"), "not answered");
}

#[wasm_bindgen_test]
async fn a_page_can_show_receipts_itself() {
    let stage = Stage::asking(DATABASE).await;
    stage.scene.receipts.set(ReceiptsShown::Nowhere);
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    assert!(stage.is_hidden(".receipts"));
}

#[wasm_bindgen_test]
async fn in_the_page_it_is_not_modal_and_takes_no_focus() {
    for presentation in ["inline", "dock"] {
        let stage = Stage::new().await;
        stage.present(presentation);
        stage.ask("q_1", DATABASE);
        stage.unguarded().await;
        assert!(stage.find("dialog").has_attribute("open") && !stage.is_open(), "{presentation}");
        assert_eq!(stage.focused(), None);
        assert_eq!(stage.text("dialog ~ .announcer"), "A question is waiting");
        stage.click("[data-option='1']").await;
        stage.click(".send").await;
        assert!(!stage.find("dialog").has_attribute("open"));
        assert_eq!(stage.sent().len(), 1);
    }
}
