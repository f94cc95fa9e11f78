//! The dialog as a whole: opening, focus, steps, foot, endings.

use wasm_bindgen_test::wasm_bindgen_test;

use super::stage::{Stage, focused_field, has_focus, settled};

const DATABASE: &str = include_str!("../fixtures/ask-database.json");
const AUTH: &str = include_str!("../fixtures/ask-auth.json");
const TIMEOUT: &str = r#"{"type":"ask_user_timeout","question_id":"q_1","error":"User response timed out"}"#;

#[wasm_bindgen_test]
async fn an_ask_opens_a_modal_dialog_named_by_its_question() {
    let stage = Stage::asking(DATABASE).await;
    assert!(stage.is_open() && stage.is_modal());
    assert_eq!(stage.text(".title"), "Which database should we use for this project?");
    assert_eq!(stage.text(".head .chip"), "Database");
    let labelled_by = stage.attribute("dialog", "aria-labelledby").unwrap();
    assert_eq!(stage.find(".title").id(), labelled_by);
}

#[wasm_bindgen_test]
async fn the_focus_goes_to_the_title_and_returns_to_the_page() {
    let (stage, field) = (Stage::new().await, focused_field());
    stage.ask("q_1", DATABASE);
    stage.unguarded().await;
    assert_eq!(stage.focused().unwrap().id(), "title");
    stage.frame(TIMEOUT);
    settled().await;
    assert!(!stage.is_open());
    assert!(has_focus(&field), "{:?}", stage.focused().map(|focused| focused.outer_html()));
    field.remove();
}

#[wasm_bindgen_test]
async fn a_single_question_has_no_progress_and_no_way_back() {
    let stage = Stage::asking(DATABASE).await;
    assert_eq!((stage.count(".progress"), stage.count(".stepper")), (0, 0));
    assert!(stage.is_hidden(".back"));
    assert_eq!(stage.text(".send"), "Send");
}

#[wasm_bindgen_test]
async fn several_questions_go_step_by_step() {
    let stage = Stage::asking(AUTH).await;
    assert_eq!((stage.text(".progress"), stage.text(".send")), ("Question 1 of 2".into(), "Next".into()));
    stage.click("[data-option='1']").await;
    stage.click(".send").await;
    assert_eq!((stage.text(".progress"), stage.text(".send")), ("Question 2 of 2".into(), "Review".into()));
    assert_eq!(stage.focused().unwrap().id(), "title", "the new question is read out");
    stage.click(".back").await;
    assert!(stage.is_checked("[data-option='1']"), "nothing is lost");
}

#[wasm_bindgen_test]
async fn the_stepper_shows_where_we_are_and_what_is_answered() {
    let stage = Stage::asking(AUTH).await;
    assert_eq!(stage.count(".step"), 3);
    assert_eq!(stage.text(".step[aria-current]"), "Auth Method");
    assert_eq!(stage.count(".step[data-answered]"), 0);
    stage.click("[data-option='1']").await;
    assert_eq!(stage.text(".step[data-answered]"), "Auth Method");
    assert_eq!(stage.attribute(".step[data-answered]", "aria-label").as_deref(), Some("Auth Method, Answered"));
    assert_eq!(stage.attribute(".step:nth-child(2)", "aria-label"), None);
    stage.click(".step:nth-child(2)").await;
    assert_eq!(stage.text(".step[aria-current]"), "Providers");
}

#[wasm_bindgen_test]
async fn the_review_lists_answers_names_gaps_and_leads_to_them() {
    let stage = Stage::asking(AUTH).await;
    stage.click("[data-option='1']").await;
    stage.click(".step:last-child").await;
    assert_eq!(stage.text(".title"), "Review your answers");
    assert_eq!(stage.text(".review-row:first-child .review-answer"), "JWT");
    assert_eq!(stage.text(".review-row.gap .review-answer"), "Not answered");
    assert_eq!(stage.text(".send"), "Send with 1 unanswered");
    stage.press("Enter").await;
    assert_eq!(stage.text(".step[aria-current]"), "Providers", "Enter sends only what is complete");
    assert!(stage.text(".alert").contains("Choose an option") && stage.sent().is_empty());
    stage.click(".step:last-child").await;
    stage.click(".send").await;
    assert_eq!(stage.sent().len(), 1, "the button is a decision");
    assert_eq!(stage.attribute(".receipt", "data-outcome").as_deref(), Some("partly-answered"));
}

#[wasm_bindgen_test]
async fn a_dialog_that_has_just_appeared_takes_nothing() {
    let stage = Stage::new().await;
    stage.ask("q_1", DATABASE);
    settled().await;
    assert!(stage.find(".ask").has_attribute("data-guarded"));
    stage.click("[data-option='1']").await;
    stage.press("1").await;
    assert_eq!(stage.count("input:checked"), 0);
    stage.unguarded().await;
    assert!(!stage.find(".ask").has_attribute("data-guarded"));
    stage.click("[data-option='1']").await;
    assert_eq!(stage.count("input:checked"), 1);
}

#[wasm_bindgen_test]
async fn that_a_dialog_takes_nothing_yet_is_seen() {
    let stage = Stage::new().await;
    stage.adopt_style();
    stage.ask("q_1", DATABASE);
    settled().await;
    assert_eq!(stage.style_of(".keys", "::after", "content"), "\"One moment…\"");
    assert_eq!(stage.style_of(".keys", "::after", "visibility"), "visible");
    assert_eq!(stage.style_of(".keys", "", "visibility"), "hidden", "it stands in the place of the keys");
    assert_eq!(stage.style_of(".mark", "", "opacity"), "0.5", "what cannot be chosen yet is dimmed");
    stage.unguarded().await;
    assert_eq!(stage.style_of(".keys", "::after", "content"), "none");
    assert_eq!(stage.style_of(".keys", "", "visibility"), "visible");
    assert_eq!(stage.style_of(".mark", "", "opacity"), "1");
}

#[wasm_bindgen_test]
async fn a_note_is_no_answer_and_is_kept() {
    let stage = Stage::new().await;
    stage.frame(r#"{"type":"connected","capabilities":["annotations"]}"#);
    stage.ask("q_1", AUTH);
    stage.unguarded().await;
    stage.press("n").await;
    assert!(stage.focused().unwrap().matches(".notes .field").unwrap());
    stage.type_into(".notes .field", "careful").await;
    assert_eq!(stage.count(".step[data-answered]"), 0);
    stage.click(".step:nth-child(2)").await;
    stage.click(".step:nth-child(1)").await;
    assert!(stage.find(".notes").has_attribute("open"), "a note that is there is shown");
    let field: web_sys::HtmlTextAreaElement = wasm_bindgen::JsCast::unchecked_into(stage.find(".notes .field"));
    assert_eq!(field.value(), "careful");
}

#[wasm_bindgen_test]
async fn a_note_is_offered_only_where_it_can_be_sent_and_said_to_stay_where_not() {
    let stage = Stage::asking(DATABASE).await;
    assert!(stage.find(".notes").has_attribute("hidden"));
    stage.press("n").await;
    assert!(!stage.find(".notes").has_attribute("open"), "there is nothing to open");
    stage.type_into(".options .field", "mine").await;
    stage.click("[data-option='0']").await;
    assert!(stage.find(".add-as-note").has_attribute("hidden"), "what is not sent here would not be sent as a note");
    stage.frame(r#"{"type":"connected","capabilities":["annotations"]}"#);
    settled().await;
    assert!(!stage.find(".notes").has_attribute("hidden"));
    assert!(!stage.find(".add-as-note").has_attribute("hidden"));
    stage.type_into(".notes .field", "careful").await;
    assert_eq!(stage.text(".note-stays"), "");
    stage.frame(r#"{"type":"connected"}"#);
    settled().await;
    assert!(stage.text(".note-stays").starts_with("This note won't be sent"));
    stage.type_into(".notes .field", "").await;
    assert!(!stage.find(".notes").has_attribute("hidden"), "it does not go under the fingers");
}

#[wasm_bindgen_test]
async fn the_preview_follows_the_focus() {
    let stage = Stage::asking(DATABASE).await;
    let pane = || stage.text(".preview-place .preview");
    let first = pane();
    assert_eq!(stage.text(".preview-place .preview-of"), "PostgreSQL");
    assert!(first.len() > "PostgreSQL".len() && !first.contains("```"), "{first}");
    stage.press("2").await;
    assert_eq!(stage.text(".preview-place .preview-of"), "MongoDB");
    assert!(pane().len() > "MongoDB".len() && pane() != first, "{}", pane());
}

#[wasm_bindgen_test]
async fn below_its_option_a_preview_is_unfolded_by_its_button_only() {
    let stage = Stage::asking(DATABASE).await;
    let below = "[data-unfolds] + .unfold";
    let (look, pane) = (format!("{below} .look"), format!("{below} .preview"));
    assert!(stage.is_hidden(&pane) && stage.text(&pane).is_empty());
    stage.press("1").await;
    assert!(stage.is_hidden(&pane), "what is chosen moves no option");
    stage.click(&look).await;
    assert_eq!(
        (stage.text(&look), stage.attribute(&look, "aria-expanded").unwrap()),
        ("Preview".into(), "true".into())
    );
    assert!(!stage.is_hidden(&pane) && !stage.text(&pane).is_empty());
    stage.click(&look).await;
    assert!(stage.is_hidden(&pane) && stage.attribute(&look, "aria-expanded").unwrap() == "false");
}

#[wasm_bindgen_test]
async fn the_hint_names_the_keys_that_work_now() {
    let stage = Stage::asking(AUTH).await;
    let keys = || stage.text(".keys");
    assert!(keys().contains("1–3 Select") && !keys().contains("B Back"), "{}", keys());
    assert_eq!(stage.text(".key-hint:first-child .cap"), "↑", "keys are shown as caps");
    stage.click(".step:nth-child(2)").await;
    stage.press("ArrowDown").await;
    assert!(keys().contains("Space or 1–4 Select") && keys().contains("B Back"), "{}", keys());
}

#[wasm_bindgen_test]
async fn questions_and_descriptions_have_inline_markdown() {
    let fixture = r#"{"questions":[{"question":"Use `npm` or **pnpm**? [Docs](https://x.example/y)","options":[
        {"label":"*A*","description":"see `b`"},{"label":"B","description":""}]}]}"#;
    let stage = Stage::asking(fixture).await;
    assert_eq!((stage.text(".title code"), stage.text(".title strong")), ("npm".into(), "pnpm".into()));
    assert_eq!(stage.attribute(".title a", "href").as_deref(), Some("https://x.example/y"));
    assert_eq!(stage.attribute(".title a", "rel").as_deref(), Some("noopener noreferrer"));
    assert_eq!(stage.text(".title a"), "Docs (x.example)");
    assert_eq!((stage.text("#description-0-0 code"), stage.text("#label-0-0")), ("b".into(), "*A*".into()));
}

#[wasm_bindgen_test]
async fn a_gap_is_told_beside_the_button() {
    let stage = Stage::asking(DATABASE).await;
    assert_eq!(stage.text(".alert"), "");
    stage.click(".send").await;
    assert!(stage.text(".alert").contains("Choose an option"));
    assert_eq!(stage.attribute(".alert", "role").as_deref(), Some("alert"));
    assert!(stage.sent().is_empty());
    stage.click("[data-option='0']").await;
    assert_eq!(stage.text(".alert"), "");
}

#[wasm_bindgen_test]
async fn an_answer_closes_the_dialog_and_is_sent() {
    let stage = Stage::asking(DATABASE).await;
    stage.click("[data-option='2']").await;
    stage.click(".send").await;
    assert!(!stage.is_open());
    assert_eq!(stage.count(".ask"), 0);
    assert!(stage.sent()[0].contains(r#""Which database should we use for this project?":"SQLite""#));
}

#[wasm_bindgen_test]
async fn what_was_typed_can_be_read_after_a_time_out() {
    let stage = Stage::asking(DATABASE).await;
    stage.type_into(".field", "my own").await;
    stage.frame(TIMEOUT);
    settled().await;
    assert!(stage.is_open() && !stage.is_modal(), "it is there to be read, and holds nobody up");
    assert_eq!(stage.focused().unwrap().id(), "title");
    assert!(stage.text(".notice-text").contains("This question timed out"));
    assert!(stage.find(".field").has_attribute("readonly"));
    assert_eq!((stage.text(".send"), stage.is_hidden(".cancel")), ("Close".into(), true));
    stage.click(".send").await;
    assert!(stage.is_open(), "that click was meant for Send");
    stage.unguarded().await;
    stage.click(".send").await;
    assert!(!stage.is_open());
}

#[wasm_bindgen_test]
async fn the_next_ask_follows_in_the_same_dialog() {
    let stage = Stage::asking(DATABASE).await;
    stage.ask("q_2", AUTH);
    settled().await;
    assert_eq!(stage.text(".queued"), "1 more question");
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    assert!(stage.is_open());
    assert_eq!((stage.text(".step[aria-current]"), stage.text(".queued")), ("Auth Method".into(), String::new()));
}

#[wasm_bindgen_test]
async fn the_countdown_is_a_silent_timer() {
    let stage = Stage::asking(DATABASE).await;
    assert_eq!(stage.text(".timer"), "", "none without a limit");
    drop(stage);
    let stage = Stage::new().await;
    stage.ask("q_9", &DATABASE.replacen('{', r#"{"timeout_seconds":75,"#, 1));
    settled().await;
    assert_eq!((stage.text(".timer"), stage.attribute(".timer", "role").unwrap()), ("1:15".into(), "timer".into()));
    assert!(!stage.find(".timer").has_attribute("data-soon"));
    stage.frame(r#"{"type":"ask_user_extend","question_id":"q_9","remaining_seconds":18}"#);
    settled().await;
    assert!(stage.find(".timer").has_attribute("data-soon"));
}
