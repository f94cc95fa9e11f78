//! What works across bridges when nothing breaks.

use serde_json::json;
use tokio::time::timeout;

use crate::agent::{ask, call, question, reply, result};
use crate::fleet::{Fleet, PATIENCE};
use crate::page::Page;
use crate::person::{Happened, Person};
use crate::redis::Persistence;

#[tokio::test]
async fn a_page_at_one_bridge_answers_an_agent_at_another() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let mut person = Person::start(fleet.address(0), "s");
    person.until(|happened| *happened == Happened::Connected).await;
    person.answers();
    let question = question();
    let reply = call(fleet.address(1), "POST", "/sessions/s/ask", "", &question);
    let (status, result) = timeout(PATIENCE, reply).await.unwrap().unwrap();
    assert_eq!((status, &result["updatedInput"]["answers"]), (200, &json!({"Q?": "Yes-1"})));
    let (_, session) = call(fleet.address(2), "GET", "/sessions/s", "", &json!(null)).await.unwrap();
    assert_eq!(session, json!({"session": "s", "connected": true, "asks": 0}));
}

#[tokio::test]
async fn a_page_at_another_bridge_takes_the_session_over() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let mut first = Page::open(fleet.address(0), "s", "v.1").await;
    let second = Page::open(fleet.address(1), "s", "w.1").await;
    first.until("session_taken").await;
    assert_eq!(first.closed().await, Some(1000));
    drop(second);
}

#[tokio::test]
async fn an_ask_is_listed_withdrawn_and_timed_out_at_any_bridge() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let id = ask(fleet.address(0), "s").await;
    let path = format!("/sessions/s/asks/{id}");
    let (_, list) = call(fleet.address(1), "GET", "/sessions/s/asks", "", &json!(null)).await.unwrap();
    assert_eq!(list["asks"][0]["status"], "pending");
    let (_, withdrawn) = call(fleet.address(2), "DELETE", &path, "", &json!(null)).await.unwrap();
    assert_eq!(withdrawn["status"], "withdrawn");
    let (_, found) = call(fleet.address(0), "GET", &path, "", &json!(null)).await.unwrap();
    assert_eq!(found["status"], "withdrawn");
    // Nobody holds this one: whichever bridge looks for what is due ends it.
    let headers = "prefer: respond-async\r\n";
    let (_, timed) = call(fleet.address(0), "POST", "/sessions/t/ask?timeout=1", headers, &question()).await.unwrap();
    let path = format!("/sessions/t/asks/{}?wait=30", timed["id"].as_str().unwrap());
    let (_, found) = call(fleet.address(1), "GET", &path, "", &json!(null)).await.unwrap();
    assert_eq!((&found["status"], &found["result"]["reason"]), (&json!("timed_out"), &json!("nobody_connected")));
}

#[tokio::test]
async fn while_the_store_is_away_agents_are_told_to_come_back_and_pages_keep_what_they_have() {
    let Some(mut fleet) = Fleet::start(Persistence::AppendOnlyFile).await else { return };
    let mut person = Person::start(fleet.proxy.address, "s");
    person.until(|happened| *happened == Happened::Connected).await;
    ask(fleet.proxy.address, "s").await;
    person.until(|happened| matches!(happened, Happened::Shown(_))).await;
    fleet.redis().kill().await;
    let refused = timeout(PATIENCE, reply(fleet.address(2), "POST", "/sessions/s/ask", "", &question())).await.unwrap();
    let refused = refused.unwrap();
    assert_eq!((refused.status, refused.header("retry-after").as_deref()), (503, Some("1")));
    person.answers();
    person.until(|happened| matches!(happened, Happened::Sent(_))).await;
    assert!(!person.since().iter().any(|happened| matches!(happened, Happened::Confirmed { .. })));
    fleet.redis().start_again().await;
    let confirmed =
        timeout(PATIENCE, person.until(|happened| matches!(happened, Happened::Confirmed { .. }))).await.unwrap();
    let accepted = Happened::Confirmed { answer: "Yes-1".to_owned(), outcome: "accepted".to_owned() };
    assert_eq!(confirmed.last(), Some(&accepted));
    let result = timeout(PATIENCE, result(fleet.proxy.address, "s")).await.unwrap();
    assert_eq!(result["updatedInput"]["answers"], json!({"Q?": "Yes-1"}));
}
