//! Clients of MCP, which have no keys: the same call is the same ask at every bridge.

use serde_json::json;
use tokio::time::timeout;

use crate::agent::{call, question};
use crate::fleet::{Fleet, PATIENCE};
use crate::person::{Happened, Person};
use crate::redis::Persistence;

#[tokio::test]
async fn the_same_call_at_several_bridges_asks_the_person_once() {
    let Some(fleet) = Fleet::start(Persistence::None).await else { return };
    let mut person = Person::start(fleet.address(0), "s");
    person.until(|happened| *happened == Happened::Connected).await;
    person.answers();
    let params = json!({"name": "ask_user", "arguments": question()});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let headers = "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";
    let ask = |bridge| call(fleet.address(bridge), "POST", "/mcp/s", headers, &body);
    let (one, other) = timeout(PATIENCE, async { tokio::join!(ask(1), ask(2)) }).await.unwrap();
    assert_eq!((one.unwrap().0, other.unwrap().0), (200, 200));
    // The replies may have been lost.
    assert_eq!(timeout(PATIENCE, ask(0)).await.unwrap().unwrap().0, 200);
    let (_, list) = call(fleet.address(2), "GET", "/sessions/s/asks", "", &json!(null)).await.unwrap();
    let asks = list["asks"].as_array().unwrap();
    assert!(asks.len() == 1 && asks[0]["status"] == "answered", "{list}");
}
