//! What a page at one bridge and an agent at another do to each other, frame by frame.

use futures_util::future::join;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::agent::{ask, call, question};
use crate::fleet::{Fleet, PATIENCE};
use crate::page::Page;
use crate::redis::Persistence;

fn response(id: &Value, answer: &str) -> Value {
    json!({"type": "ask_user_response", "data": {"question_id": id, "answers": {"Q?": answer}}})
}

#[tokio::test]
async fn chat_frames_reach_a_page_at_another_bridge_and_the_next_one() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let event = async |bridge, chunk: &str| {
        let frame = json!({"type": "text", "chunk": chunk});
        call(fleet.address(bridge), "POST", "/sessions/s/events", "", &frame).await.unwrap()
    };
    event(0, "missed").await;
    let mut page = Page::open(fleet.address(1), "s", "v.1").await;
    assert_eq!(page.until("text").await["chunk"], "missed");
    event(2, "seen").await;
    assert_eq!(page.until("text").await["chunk"], "seen");
    drop(page);
    let mut page = Page::open(fleet.address(2), "s", "v.2").await;
    event(0, "last").await;
    assert_eq!(page.until("text").await["chunk"], "last", "each is sent once");
}

#[tokio::test]
async fn time_that_a_page_asks_for_counts_at_every_bridge() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let mut page = Page::open(fleet.address(0), "s", "v.1").await;
    let headers = "prefer: respond-async\r\n";
    call(fleet.address(1), "POST", "/sessions/s/ask?timeout=60", headers, &question()).await.unwrap();
    let id = page.until("ask_user_question").await["question_id"].clone();
    page.send(json!({"type": "ask_user_extend", "question_id": id, "seconds": 500})).await;
    let granted = page.until("ask_user_extend").await;
    assert!(granted["remaining_seconds"].as_f64().is_some_and(|seconds| seconds > 400.0), "{granted}");
    let mut other = Page::open(fleet.address(2), "s", "w.1").await;
    let shown = other.until("ask_user_question").await;
    assert!(shown["remaining_seconds"].as_f64().is_some_and(|seconds| seconds > 300.0), "{shown}");
}

#[tokio::test]
async fn a_view_is_told_at_any_bridge_how_its_question_was_answered_elsewhere() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let mut first = Page::open(fleet.address(0), "s", "v.1").await;
    ask(fleet.address(1), "s").await;
    let id = first.until("ask_user_question").await["question_id"].clone();
    let mut second = Page::open(fleet.address(1), "s", "w.1").await;
    assert_eq!(second.until("ask_user_question").await["question_id"], id);
    second.send(response(&id, "Yes")).await;
    assert_eq!(second.until("ask_user_ack").await["outcome"], "accepted");
    let mut first = Page::open(fleet.address(2), "s", "v.2").await;
    let resolved = first.until("ask_user_resolved").await;
    assert_eq!((&resolved["question_id"], &resolved["answers"]), (&id, &json!({"Q?": "Yes"})));
}

#[tokio::test]
async fn of_two_answers_at_two_bridges_one_counts() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    for round in 0..10 {
        let session = format!("s{round}");
        let mut first = Page::open(fleet.address(0), &session, "v.1").await;
        ask(fleet.address(2), &session).await;
        let id = first.until("ask_user_question").await["question_id"].clone();
        let answers = async {
            first.send(response(&id, "first")).await;
            loop {
                match first.next().await {
                    Ok(frame) if frame["type"] == "ask_user_ack" => return frame["outcome"] == "accepted",
                    Ok(_) => {}
                    Err(_) => return false,
                }
            }
        };
        let takes = async {
            let mut second = Page::open(fleet.address(1), &session, "w.1").await;
            second.send(response(&id, "second")).await;
            second.until("ask_user_ack").await["outcome"] == "accepted"
        };
        let (is_first, is_second) = join(answers, takes).await;
        assert_ne!(is_first, is_second, "round {round}");
        let path = format!("/sessions/{session}/ask");
        let question = question();
        let result = call(fleet.address(2), "POST", &path, "idempotency-key: k1\r\n", &question);
        let (_, result) = timeout(PATIENCE, result).await.unwrap().unwrap();
        let counts = if is_first { "first" } else { "second" };
        assert_eq!(result["updatedInput"]["answers"], json!({"Q?": counts}), "what was confirmed counts");
    }
}
