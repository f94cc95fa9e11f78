//! The scripted agent, as the demo page meets it.

use std::time::Duration;

use ask_user_bridge::agent::Agent;
use ask_user_bridge::config::Config;
use serde_json::{Value, json};

use crate::bridge::Bridge;
use crate::page::Page;

async fn demo() -> (Bridge, Page) {
    let agent = Some(Agent::Demo { pace: Duration::ZERO });
    let bridge = Bridge::start(Config { agent, ..Config::default() }).await;
    let page = Page::open(&bridge, "s").await;
    (bridge, page)
}

async fn say(page: &mut Page, text: &str) {
    page.send(json!({"type": "user_message", "text": text})).await;
}

/// Reads on to the question, through text and the tool call.
async fn question(page: &mut Page) -> Value {
    let mut pieces = 0;
    let tool = loop {
        let frame = page.frame().await;
        match frame["type"].as_str() {
            Some("text") => pieces += 1,
            _ => break frame,
        }
    };
    assert!(pieces > 1, "text is streamed");
    assert_eq!((&tool["type"], &tool["name"]), (&json!("tool_use"), &json!("AskUserQuestion")));
    let asked = page.expect("ask_user_question").await;
    assert_eq!(asked["questions"], tool["input"]["questions"]);
    asked
}

/// Reads the last words, and the end of the work.
async fn last_words(page: &mut Page) -> String {
    page.expect("ask_user_ack").await;
    let words = page.expect("text").await["chunk"].as_str().unwrap().to_owned();
    page.expect("complete").await;
    words
}

#[tokio::test]
async fn a_message_is_answered_by_a_question_and_the_answer_is_quoted() {
    let (_bridge, mut page) = demo().await;
    say(&mut page, "Set up my project").await;
    let asked = question(&mut page).await;
    assert_eq!(asked["questions"][0]["question"], "Which database should we use for this project?");
    let answer = "My \"own\", one: <b>";
    page.answer(&asked, json!({"Which database should we use for this project?": answer})).await;
    let words = last_words(&mut page).await;
    assert!(words.contains(&format!("Which database should we use for this project?\n“{answer}”")), "{words}");
}

#[tokio::test]
async fn every_scenario_can_be_asked_for() {
    let (_bridge, mut page) = demo().await;
    for (message, headers) in [
        ("features please", &["Features"][..]),
        ("add auth", &["Auth Method", "Providers"]),
        ("layout", &["Layout", "Panels", "Colour", "Name"]),
    ] {
        say(&mut page, message).await;
        let asked = question(&mut page).await;
        let asked_headers: Vec<_> = asked["questions"].as_array().unwrap().iter().map(|q| &q["header"]).collect();
        assert_eq!(asked_headers, headers);
        page.answer(&asked, json!({})).await;
        last_words(&mut page).await;
    }
}

#[tokio::test]
async fn a_cancel_has_its_own_words() {
    let (_bridge, mut page) = demo().await;
    say(&mut page, "hi").await;
    let asked = question(&mut page).await;
    page.cancel(&asked).await;
    assert!(last_words(&mut page).await.contains("nothing was changed"));
}

#[tokio::test]
async fn a_message_in_the_middle_of_a_scenario_waits() {
    let (_bridge, mut page) = demo().await;
    say(&mut page, "auth").await;
    say(&mut page, "features").await;
    let asked = question(&mut page).await;
    assert_eq!(asked["questions"][0]["header"], "Auth Method");
    page.answer(&asked, json!({})).await;
    last_words(&mut page).await;
    let asked = question(&mut page).await;
    assert_eq!(asked["questions"][0]["header"], "Features");
}

#[tokio::test]
async fn a_page_that_comes_back_in_the_middle_goes_on() {
    let (bridge, mut page) = demo().await;
    say(&mut page, "hi").await;
    let asked = question(&mut page).await;
    drop(page);
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    let status = page.greeting().await;
    assert_eq!((&status["is_processing"], &status["waiting_for_user"]), (&json!(true), &json!(true)));
    let replayed = page.expect("ask_user_question").await;
    assert_eq!(replayed["question_id"], asked["question_id"]);
    page.answer(&replayed, json!({"Which database should we use for this project?": "SQLite"})).await;
    assert!(last_words(&mut page).await.contains("“SQLite”"));
}

#[tokio::test]
async fn more_messages_than_the_agent_can_hold_are_refused_in_words() {
    let (_bridge, mut page) = demo().await;
    say(&mut page, "hi").await;
    question(&mut page).await;
    for _ in 0..17 {
        say(&mut page, "hi").await;
    }
    let error = page.expect("error").await;
    assert!(error["error"].as_str().unwrap().starts_with("The agent has too many messages"), "{error}");
}

#[tokio::test]
async fn a_page_that_can_show_them_gets_an_approval_and_a_form() {
    let (_bridge, mut page) = demo().await;
    let shows = json!(["permission", "elicitation"]);
    for (text, kind, named, result, words) in [
        ("approve", "permission_request", "Bash", json!({"behavior": "deny", "message": "not now"}), "“not now”"),
        ("approve an edit", "permission_request", "Edit", json!({"behavior": "allow", "updatedInput": {}}), "changed"),
        ("form", "elicitation_request", "", json!({"action": "decline"}), "You declined"),
    ] {
        page.send(json!({"type": "user_message", "text": text, "shows": shows})).await;
        let asked = loop {
            let frame = page.frame().await;
            match frame["type"].as_str() {
                Some("text" | "tool_use") => {}
                _ => break frame,
            }
        };
        assert_eq!(asked["type"], kind);
        assert_eq!(asked["tool_name"].as_str().unwrap_or_default(), named);
        page.decide(&asked, &result).await;
        let said = last_words(&mut page).await;
        assert!(said.contains(words), "{said}");
    }
    say(&mut page, "approve").await;
    question(&mut page).await;
}
