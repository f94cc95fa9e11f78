//! `--durable`: an answer is confirmed when a replica of the store has it. The store that the bridges use is a link, which leads to
//! another server after a fail-over.

use serde_json::json;
use tokio::time::timeout;

use crate::agent::{ask, result};
use crate::fleet::{Fleet, PATIENCE};
use crate::pair::Pair;
use crate::person::{Happened, Person};

fn is_shown(happened: &Happened) -> bool {
    matches!(happened, Happened::Shown(_))
}

fn is_confirmed(happened: &Happened) -> bool {
    matches!(happened, Happened::Confirmed { .. })
}

/// A page with a question.
async fn asked(fleet: &Fleet) -> Person {
    let mut person = Person::start(fleet.proxy.address, "s");
    timeout(PATIENCE, person.until(|happened| *happened == Happened::Connected)).await.unwrap();
    ask(fleet.proxy.address, "s").await;
    timeout(PATIENCE, person.until(is_shown)).await.unwrap();
    person
}

#[tokio::test]
async fn without_a_replica_nothing_is_confirmed() {
    let Some(mut pair) = Pair::start().await else { return };
    let fleet = Fleet::over(pair.address(), &["--durable"]).await;
    let mut person = asked(&fleet).await;
    pair.replica.kill().await;
    person.answers();
    // The page sends its answer, is closed because nobody knows whether it counts, and is not let in again.
    let mut happened = person.until(|happened| matches!(happened, Happened::Sent(_))).await;
    for _ in 0..2 {
        happened.extend(timeout(PATIENCE, person.until(|happened| *happened == Happened::Closed)).await.unwrap());
    }
    assert!(!happened.iter().any(is_confirmed), "{happened:?}");
    pair.replica.start_again().await;
    timeout(PATIENCE, person.until(is_confirmed)).await.expect("it is confirmed when a replica is back");
}

#[tokio::test]
async fn a_replica_that_takes_over_has_every_confirmed_answer() {
    let Some(mut pair) = Pair::start().await else { return };
    let fleet = Fleet::over(pair.address(), &["--durable"]).await;
    let mut person = asked(&fleet).await;
    person.answers();
    timeout(PATIENCE, person.until(is_confirmed)).await.unwrap();
    pair.fail_over().await;
    // The new master has no replica, so nothing new is confirmed. What was is read without one.
    let path = "/sessions/s/asks";
    let found = async {
        loop {
            let list = crate::agent::call(fleet.proxy.address, "GET", path, "", &json!(null)).await;
            if let Ok((200, list)) = list {
                return list;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let list = timeout(PATIENCE, found).await.unwrap();
    assert_eq!(list["asks"][0]["status"], "answered", "{list}");
}

#[tokio::test]
async fn without_durable_an_answer_that_no_replica_has_is_asked_for_again() {
    let Some(mut pair) = Pair::start().await else { return };
    let fleet = Fleet::over(pair.address(), &[]).await;
    let mut person = asked(&fleet).await;
    pair.cut_replication().await;
    person.answers();
    timeout(PATIENCE, person.until(is_confirmed)).await.unwrap();
    pair.fail_over().await;
    let answer = timeout(PATIENCE, result(fleet.proxy.address, "s")).await.expect("the person is asked again");
    assert_eq!(answer["updatedInput"]["answers"]["Q?"], "Yes-2");
}
