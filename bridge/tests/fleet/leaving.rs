//! A bridge that is stopped or killed, and what becomes of what it held.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::agent::{call, question, reply};
use crate::fleet::{Fleet, PATIENCE};
use crate::page::Page;
use crate::redis::Persistence;

/// What `GET` says at a bridge, as soon as it says this.
async fn comes_to(fleet: &Fleet, bridge: usize, path: &str, is_it: impl Fn(&Value) -> bool) {
    let comes = async {
        loop {
            let said = call(fleet.address(bridge), "GET", path, "", &json!(null)).await;
            if said.is_ok_and(|(_, said)| is_it(&said)) {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, comes).await.expect("it comes to that");
}

#[tokio::test]
async fn what_a_killed_bridge_held_is_buried() {
    let Some(mut fleet) = Fleet::start(Persistence::None).await else { return };
    let mut page = Page::open(fleet.address(1), "s", "v.1").await;
    let address = fleet.address(0);
    let held = tokio::spawn(async move { call(address, "POST", "/sessions/s/ask", "", &question()).await });
    let id = page.until("ask_user_question").await["question_id"].clone();
    let ghost = Page::open(fleet.address(0), "t", "v.1").await;
    fleet.kill(0).await;
    assert_eq!(held.await.unwrap(), Err(()));
    assert_eq!(page.until("ask_user_withdrawn").await["question_id"], id, "the held call is over");
    comes_to(&fleet, 1, "/sessions/t", |session| session["connected"] == false).await;
    drop(ghost);
}

#[tokio::test]
async fn a_bridge_that_is_stopped_says_so_to_everybody() {
    let Some(fleet) = Fleet::start_with(Persistence::None, &["--drain", "1"]).await else { return };
    let mut page = Page::open(fleet.address(0), "s", "v.1").await;
    let address = fleet.address(0);
    let asks = |headers: &'static str| {
        tokio::spawn(async move { reply(address, "POST", "/sessions/s/ask", headers, &question()).await })
    };
    let plain = asks("");
    let id = page.until("ask_user_question").await["question_id"].clone();
    let keyed = asks("idempotency-key: k1\r\n");
    comes_to(&fleet, 1, "/sessions/s", |session| session["asks"] == 2).await;
    fleet.stop(0).await;
    assert_eq!(page.closed().await, Some(1001));
    let plain = timeout(PATIENCE, plain).await.unwrap().unwrap().unwrap();
    assert_eq!(plain.status, 503, "its ask ends with the call");
    assert_eq!(plain.header("retry-after").as_deref(), Some("1"));
    let keyed = timeout(PATIENCE, keyed).await.unwrap().unwrap().unwrap();
    assert_eq!((keyed.status, &keyed.body["status"]), (202, &json!("pending")), "it goes on at the others");
    let location = keyed.header("location").unwrap();
    let mut page = Page::open(fleet.address(1), "s", "v.2").await;
    let shown = page.until("ask_user_question").await["question_id"].clone();
    assert_ne!(shown, id);
    let data = json!({"question_id": shown, "answers": {"Q?": "Yes"}});
    page.send(json!({"type": "ask_user_response", "data": data})).await;
    comes_to(&fleet, 2, &location, |ask| ask["status"] == "answered").await;
}

#[tokio::test]
async fn an_ask_whose_bridge_was_killed_is_ended_by_another_that_nobody_told() {
    let Some(mut fleet) = Fleet::start(Persistence::None).await else { return };
    let headers = "prefer: respond-async\r\n";
    let asked = call(fleet.address(0), "POST", "/sessions/t/ask?timeout=3", headers, &question()).await;
    assert_eq!(asked.unwrap().0, 202);
    fleet.kill(0).await;
    // A call at another bridge would open the session there. So the store is looked at.
    let client = ::redis::Client::open(fleet.redis().address()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let ends = async {
        loop {
            let command = ::redis::cmd("HGET").arg("ask-user:{t}:room").arg("snapshot").to_owned();
            let room: String = command.query_async(&mut connection).await.unwrap();
            let room: Value = serde_json::from_str(&room).unwrap();
            if room["records"][0]["outcome"] == "timed_out" {
                return;
            }
            assert!(!room["pending"].is_null(), "{room}");
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, ends).await.expect("it ends");
}
