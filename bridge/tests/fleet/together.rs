//! What works across bridges when nothing breaks.

use serde_json::json;
use tokio::time::timeout;

use crate::agent::{ask, call, question, result};
use crate::fleet::{Fleet, PATIENCE};
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
    assert_eq!((status, &result["updatedInput"]["answers"]), (200, &json!({"Q?": "Yes"})));
    let (_, session) = call(fleet.address(2), "GET", "/sessions/s", "", &json!(null)).await.unwrap();
    assert_eq!(session, json!({"session": "s", "connected": true, "asks": 0}));
}

#[tokio::test]
async fn a_page_at_another_bridge_takes_the_session_over() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let open = async |bridge| {
        tokio_tungstenite::connect_async(format!("ws://{}/ws/s", fleet.address(bridge))).await.unwrap().0
    };
    let mut first = open(0).await;
    let second = open(1).await;
    let mut types = Vec::new();
    let code = loop {
        use futures_util::StreamExt;
        use tokio_tungstenite::tungstenite::Message;
        match timeout(PATIENCE, first.next()).await.expect("the first page is closed").unwrap().unwrap() {
            Message::Text(text) => {
                types.push(serde_json::from_str::<serde_json::Value>(&text).unwrap()["type"].clone())
            }
            Message::Close(Some(frame)) => break u16::from(frame.code),
            _ => {}
        }
    };
    assert_eq!((types, code), (vec![json!("connected"), json!("session_status"), json!("session_taken")], 1000));
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
    fleet.redis.kill().await;
    let refused = timeout(PATIENCE, call(fleet.address(2), "POST", "/sessions/s/ask", "", &question())).await.unwrap();
    assert_eq!(refused.unwrap().0, 503);
    person.answers();
    person.until(|happened| *happened == Happened::Sent).await;
    assert!(!person.since().iter().any(|happened| matches!(happened, Happened::Confirmed(_))));
    fleet.redis.start_again().await;
    let confirmed =
        timeout(PATIENCE, person.until(|happened| matches!(happened, Happened::Confirmed(_)))).await.unwrap();
    assert_eq!(confirmed.last(), Some(&Happened::Confirmed("accepted".to_owned())));
    let result = timeout(PATIENCE, result(fleet.proxy.address, "s")).await.unwrap();
    assert_eq!(result["updatedInput"]["answers"], json!({"Q?": "Yes"}));
}
