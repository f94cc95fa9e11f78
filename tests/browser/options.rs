//! Options and "Other": native roles, names, choosing, typing, keys.

use wasm_bindgen_test::wasm_bindgen_test;

use super::stage::Stage;

const DATABASE: &str = include_str!("../fixtures/ask-database.json");
const FEATURES: &str = include_str!("../fixtures/ask-features.json");

#[wasm_bindgen_test]
async fn single_choice_is_radio_buttons_and_several_is_check_boxes() {
    let stage = Stage::asking(DATABASE).await;
    assert_eq!((stage.count("input[type=radio]"), stage.count("input[type=checkbox]")), (4, 0));
    assert_eq!(stage.attribute(".options", "role").as_deref(), Some("radiogroup"));
    drop(stage);
    let stage = Stage::asking(FEATURES).await;
    assert_eq!((stage.count("input[type=radio]"), stage.count("input[type=checkbox]")), (0, 5));
    assert_eq!(stage.attribute(".options", "role").as_deref(), Some("group"));
}

#[wasm_bindgen_test]
async fn nothing_is_preselected() {
    for fixture in [DATABASE, FEATURES] {
        let stage = Stage::asking(fixture).await;
        assert_eq!(stage.count("input:checked"), 0);
    }
}

#[wasm_bindgen_test]
async fn an_option_is_named_by_its_label_and_described_by_its_description() {
    let stage = Stage::asking(DATABASE).await;
    let label = stage.attribute("[data-option='0']", "aria-labelledby").unwrap();
    let description = stage.attribute("[data-option='0']", "aria-describedby").unwrap();
    assert_eq!(stage.text(&format!("#{label}")), "PostgreSQLRecommended");
    assert_eq!(stage.text(&format!("#{description}")), "Robust relational DB, great for complex queries");
    assert_eq!(stage.text("#label-0-1"), "MongoDB", "only the marked one is recommended");
}

#[wasm_bindgen_test]
async fn a_radio_button_replaces_and_a_check_box_adds() {
    let stage = Stage::asking(DATABASE).await;
    stage.click("[data-option='0']").await;
    stage.click("[data-option='1']").await;
    assert_eq!(stage.count("input:checked"), 1);
    drop(stage);
    let stage = Stage::asking(FEATURES).await;
    stage.click("[data-option='0']").await;
    stage.click("[data-option='1']").await;
    stage.click("[data-option='0']").await;
    stage.click("[data-option='2']").await;
    assert_eq!(stage.count("input:checked"), 2);
}

#[wasm_bindgen_test]
async fn the_whole_row_can_be_clicked() {
    let stage = Stage::asking(DATABASE).await;
    stage.click("#description-0-1").await;
    assert!(stage.is_checked("[data-option='1']"));
}

#[wasm_bindgen_test]
async fn typing_chooses_other_and_an_option_keeps_the_text() {
    let stage = Stage::asking(DATABASE).await;
    stage.click("[data-option='0']").await;
    stage.type_into(".field", "DuckDB").await;
    assert!(stage.is_checked("[data-option='other']") && !stage.is_checked("[data-option='0']"));
    stage.click("[data-option='0']").await;
    let field: web_sys::HtmlTextAreaElement = wasm_bindgen::JsCast::unchecked_into(stage.find(".field"));
    assert_eq!(field.value(), "DuckDB");
}

#[wasm_bindgen_test]
async fn digits_choose_in_the_options_and_zero_goes_to_the_field() {
    let stage = Stage::asking(DATABASE).await;
    stage.press("2").await;
    assert!(stage.is_checked("[data-option='1']"));
    stage.press("9").await;
    assert!(stage.is_checked("[data-option='1']"), "there is no ninth");
    stage.press("0").await;
    assert_eq!(stage.focused().unwrap().tag_name(), "TEXTAREA");
    assert!(stage.press("1").await, "in text a digit is left to the browser");
    assert!(stage.is_checked("[data-option='other']"));
}

#[wasm_bindgen_test]
async fn arrows_lead_from_the_title_into_the_options() {
    let stage = Stage::asking(DATABASE).await;
    stage.press("ArrowDown").await;
    assert_eq!(stage.focused().unwrap().get_attribute("data-option").as_deref(), Some("0"));
    assert!(stage.is_checked("[data-option='0']"), "as every other move of the arrow keys does");
    stage.press("Enter").await;
    assert!(!stage.is_open(), "Enter on an option chooses it and goes on");
}

#[wasm_bindgen_test]
async fn enter_on_an_empty_other_means_let_me_write() {
    let stage = Stage::asking(DATABASE).await;
    stage.press("ArrowUp").await;
    stage.press("Enter").await;
    assert_eq!(stage.focused().unwrap().tag_name(), "TEXTAREA");
    assert!(stage.is_open() && stage.sent().is_empty());
    stage.press("Escape").await;
    assert_eq!(stage.focused().unwrap().get_attribute("data-option").as_deref(), Some("other"));
}

#[wasm_bindgen_test]
async fn a_question_without_options_is_a_field() {
    let stage = Stage::asking(r#"{"questions":[{"question":"Why?"}]}"#).await;
    assert_eq!((stage.count("input"), stage.count(".options .field")), (0, 1));
    stage.type_into(".field", "because").await;
    stage.click(".send").await;
    assert!(stage.sent()[0].contains(r#""Why?":"because""#));
}
