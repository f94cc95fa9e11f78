//! `POST /mcp/{session}`: what clients of MCP get, whatever becomes of their calls.

use std::time::Duration;

use ask_user_bridge::config::{Config, Limits};
use ask_user_bridge::mcp::Settings;
use ask_user_bridge::room;
use ask_user_bridge::token::Token;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::bridge::{Bridge, Reply, read};
use crate::page::Page;

pub(crate) const HEADERS: [(&str, &str); 2] =
    [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];

pub(crate) fn request(method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

fn call(tool: &str, arguments: Value) -> String {
    request("tools/call", json!({"name": tool, "arguments": arguments}))
}

fn question() -> Value {
    json!({"questions": [{"question": "Q?", "options": [{"label": "Yes"}, {"label": "No"}]}]})
}

async fn begin(bridge: &Bridge, body: &str) -> TcpStream {
    bridge.begin("POST", "/mcp/s", &HEADERS, body).await
}

async fn send(bridge: &Bridge, body: &str) -> Value {
    messages(&read(&mut begin(bridge, body).await).await).pop().expect("a message")
}

/// The messages of a stream of events.
fn messages(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.status, 200, "{}", reply.body);
    let data = reply.body.lines().filter_map(|line| line.strip_prefix("data: {"));
    data.map(|rest| serde_json::from_str(&format!("{{{rest}")).unwrap()).collect()
}

/// What a model reads.
fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {message}"))
}

fn data(message: &Value) -> &Value {
    &message["result"]["structuredContent"]
}

/// A bridge whose calls wait for so many milliseconds.
async fn bridge(wait: u64) -> Bridge {
    let mcp = Settings { wait: Duration::from_millis(wait), ..Settings::default() };
    Bridge::start(Config { mcp, ..Config::default() }).await
}

#[tokio::test]
async fn a_client_learns_what_there_is() {
    let bridge = Bridge::start(Config::default()).await;
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let hello = send(&bridge, &request("initialize", hello)).await;
    assert_eq!(hello["result"]["serverInfo"]["name"], "ask-user-bridge");
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    assert!(hello["result"]["instructions"].is_string() && hello["result"]["capabilities"]["tools"].is_object());
    let list = send(&bridge, &request("tools/list", json!({}))).await;
    let tools = list["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ask_user", "ask_user_result", "request_approval", "request_form"]);
    for method in ["prompts/list", "resources/list", "resources/templates/list"] {
        assert_eq!(send(&bridge, &request(method, json!({}))).await["error"]["code"], -32601, "{method}");
    }
    for tool in tools {
        assert_eq!(tool["outputSchema"]["required"], json!(["id", "status"]), "{tool}");
        assert!(tool["description"].as_str().unwrap().contains("ask_user"), "{tool}");
    }
}

#[tokio::test]
async fn a_bare_bridge_has_questions_only() {
    let bridge = Bridge::start(Config { plain: true, ..Config::default() }).await;
    let list = send(&bridge, &request("tools/list", json!({}))).await;
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 2);
    let refused = send(&bridge, &call("request_approval", json!({"tool_name": "T", "input": {}}))).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
}

#[tokio::test]
async fn a_person_answers() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = begin(&bridge, &call("ask_user", question())).await;
    let asked = page.expect("ask_user_question").await;
    assert_eq!(asked["timeout_seconds"], 1800);
    page.answer(&asked, json!({"Q?": "Yes"})).await;
    let reply = messages(&read(&mut agent).await).pop().unwrap();
    assert_eq!(text(&reply), "The person answered:\n- Q? Yes");
    assert_eq!(data(&reply), &json!({"id": asked["question_id"], "status": "answered", "answers": {"Q?": "Yes"}}));
}

#[tokio::test]
async fn approvals_and_forms() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent =
        begin(&bridge, &call("request_approval", json!({"tool_name": "Deploy", "input": {"to": "production"}}))).await;
    let asked = page.expect("permission_request").await;
    assert_eq!(asked["suppressAlwaysAllowRule"], true);
    page.decide(&asked, &json!({"behavior": "allow", "updatedInput": {"to": "staging"}})).await;
    page.expect("ask_user_ack").await;
    let reply = messages(&read(&mut agent).await).pop().unwrap();
    assert_eq!((&data(&reply)["decision"], &data(&reply)["input"]), (&json!("allow"), &json!({"to": "staging"})));

    let mut agent = begin(&bridge, &call("request_approval", json!({"tool_name": "Rm", "input": {}}))).await;
    let asked = page.expect("permission_request").await;
    page.decide(&asked, &json!({"behavior": "deny", "message": "No", "interrupt": true})).await;
    page.expect("ask_user_ack").await;
    let reply = messages(&read(&mut agent).await).pop().unwrap();
    assert!(text(&reply).contains("end your turn now"), "denied and stopped: {reply}");

    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let mut agent = begin(&bridge, &call("request_form", json!({"message": "M", "requestedSchema": schema}))).await;
    let asked = page.expect("elicitation_request").await;
    page.decide(&asked, &json!({"action": "accept", "content": {"name": "a"}})).await;
    let reply = messages(&read(&mut agent).await).pop().unwrap();
    assert_eq!(data(&reply)["content"], json!({"name": "a"}));
}

#[tokio::test]
async fn a_call_that_cannot_wait_longer_says_how_to_go_on() {
    let bridge = bridge(20).await;
    let mut page = Page::open(&bridge, "s").await;
    let pending = send(&bridge, &call("ask_user", question())).await;
    let asked = page.expect("ask_user_question").await;
    let id = &asked["question_id"];
    assert_eq!(data(&pending), &json!({"id": id, "status": "pending"}));
    assert!(text(&pending).contains("ask_user_result") && text(&pending).contains(id.as_str().unwrap()));
    page.answer(&asked, json!({"Q?": "No"})).await;
    page.expect("ask_user_ack").await;
    for _ in 0..2 {
        let result = send(&bridge, &call("ask_user_result", json!({"id": id}))).await;
        assert_eq!(data(&result)["answers"], json!({"Q?": "No"}), "as often as it is asked for");
    }
}

#[tokio::test]
async fn an_answer_to_a_call_that_broke_is_not_lost() {
    for again in [call("ask_user", question()), call("ask_user_result", json!({}))] {
        let bridge = Bridge::start(Config::default()).await;
        let mut page = Page::open(&bridge, "s").await;
        let broken = begin(&bridge, &call("ask_user", question())).await;
        let asked = page.expect("ask_user_question").await;
        drop(broken);
        page.answer(&asked, json!({"Q?": "Yes"})).await;
        assert_eq!(page.expect("ask_user_ack").await["outcome"], "accepted");
        let result = send(&bridge, &again).await;
        assert_eq!(data(&result)["answers"], json!({"Q?": "Yes"}));
        assert_eq!(data(&result)["id"], asked["question_id"], "nobody is asked twice");
    }
}

/// A bridge on which a repeated call means an ask for so many seconds after its result was handed over.
async fn bridge_that_repeats(repeat_seconds: u32) -> Bridge {
    let room = room::Limits { repeat_seconds, ..room::Limits::default() };
    let mcp = Settings { wait: Duration::from_millis(20), ..Settings::default() };
    let limits = Limits { room, ..Limits::default() };
    Bridge::start(Config { mcp, limits, ..Config::default() }).await
}

#[tokio::test]
async fn the_same_questions_are_one_ask_until_the_reply_has_had_time_to_arrive() {
    for (repeat_seconds, is_same) in [(3600, true), (0, false)] {
        let bridge = bridge_that_repeats(repeat_seconds).await;
        let mut page = Page::open(&bridge, "s").await;
        let first = send(&bridge, &call("ask_user", question())).await;
        let again = send(&bridge, &call("ask_user", question())).await;
        assert_eq!(data(&first)["id"], data(&again)["id"]);
        let asked = page.expect("ask_user_question").await;
        page.answer(&asked, json!({"Q?": "Yes"})).await;
        page.expect("ask_user_ack").await;
        assert_eq!(data(&send(&bridge, &call("ask_user", question())).await)["status"], "answered");
        // Nobody knows whether that reply has arrived.
        let next = send(&bridge, &call("ask_user", question())).await;
        assert_eq!(data(&next)["id"] == asked["question_id"], is_same, "{next}");
        assert_eq!(data(&next)["status"] == "answered", is_same, "{next}");
    }
}

/// The ids of all asks of a session.
async fn asks(bridge: &Bridge, session: &str) -> Vec<Value> {
    bridge.get(&format!("/sessions/{session}/asks")).await.json()["asks"].as_array().unwrap().clone()
}

#[tokio::test]
async fn calls_at_the_same_time_are_one_ask() {
    let bridge = bridge(20).await;
    for number in 0..20 {
        let path = format!("/mcp/s{number}");
        let body = call("ask_user", question());
        let one = bridge.send("POST", &path, &HEADERS, &body);
        let other = bridge.send("POST", &path, &HEADERS, &body);
        let (one, other) = tokio::join!(one, other);
        assert_eq!(messages(&one), messages(&other));
        assert_eq!(asks(&bridge, &format!("s{number}")).await.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_cut_at_any_moment_and_repeated_asks_nobody_twice() {
    let bridge = bridge(1).await;
    for number in 0..120 {
        let (path, moment) = (format!("/mcp/s{number}"), Duration::from_micros(number % 40 * 50));
        let cut = bridge.begin("POST", &path, &HEADERS, &call("ask_user", question())).await;
        let sent = std::time::Instant::now();
        while sent.elapsed() < moment {
            tokio::task::yield_now().await;
        }
        drop(cut);
        bridge.send("POST", &path, &HEADERS, &call("ask_user", question())).await;
        assert_eq!(asks(&bridge, &format!("s{number}")).await.len(), 1, "cut after {moment:?}");
    }
}

#[tokio::test]
async fn the_latest_result_is_of_no_agent_with_keys_of_its_own() {
    let bridge = bridge(20).await;
    let mut page = Page::open(&bridge, "s").await;
    let body = json!({"questions": [{"question": "Pay?"}]}).to_string();
    let mut other = bridge.begin("POST", "/sessions/s/ask", &[("idempotency-key", "other")], &body).await;
    page.expect("session_status").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Pay?": "Yes"})).await;
    page.expect("ask_user_ack").await;
    assert_eq!(read(&mut other).await.status, 200);
    let nothing = send(&bridge, &call("ask_user_result", json!({}))).await;
    assert!(text(&nothing).contains("Nothing was asked"), "{nothing}");
    let mine = send(&bridge, &call("ask_user", question())).await;
    let latest = send(&bridge, &call("ask_user_result", json!({}))).await;
    assert_eq!(data(&latest), data(&mine));
}

#[tokio::test]
async fn a_client_that_wants_to_hear_of_progress_does() {
    let mcp = Settings { progress: Duration::from_millis(20), ..Settings::default() };
    let bridge = Bridge::start(Config { mcp, ..Config::default() }).await;
    let mut page = Page::open(&bridge, "s").await;
    let params = json!({"name": "ask_user", "arguments": question(), "_meta": {"progressToken": "p1"}});
    let mut agent = begin(&bridge, &request("tools/call", params)).await;
    let asked = page.expect("ask_user_question").await;
    let mut first = [0; 4096];
    let mut heard = String::new();
    while !heard.contains("notifications/progress") {
        let count = tokio::io::AsyncReadExt::read(&mut agent, &mut first).await.unwrap();
        assert!(count > 0, "the stream goes on: {heard}");
        heard += &String::from_utf8_lossy(&first[..count]);
    }
    assert!(heard.contains(r#""progressToken":"p1""#) && heard.contains("has not answered yet"), "{heard}");
    page.answer(&asked, json!({"Q?": "Yes"})).await;
    let mut rest = Vec::new();
    let _ = tokio::io::AsyncReadExt::read_to_end(&mut agent, &mut rest).await;
    assert!(String::from_utf8_lossy(&rest).contains("The person answered"));
}

#[tokio::test]
async fn a_model_reads_what_is_wrong_with_its_call() {
    let bridge = Bridge::start(Config::default()).await;
    let one = json!({"questions": [{"question": "Q?", "options": [{"label": "Yes"}]}]});
    for (tool, arguments, word) in [
        ("ask_user", one, "write 2 to 4 options"),
        ("ask_user_result", json!({"id": "q_none"}), "There is no ask with this id"),
        ("ask_user_result", json!({}), "Nothing was asked"),
    ] {
        let reply = send(&bridge, &call(tool, arguments)).await;
        assert_eq!(reply["result"]["isError"], true, "{reply}");
        assert!(text(&reply).contains(word), "{reply}");
    }
    let unknown = send(&bridge, &call("rm", json!({}))).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

#[tokio::test]
async fn a_person_who_is_away_is_told_as_such() {
    let mcp = Settings { limit: ask_user_bridge::room::TimeLimit::Seconds(1), ..Settings::default() };
    let bridge = Bridge::start(Config { mcp, ..Config::default() }).await;
    let reply = send(&bridge, &call("ask_user", question())).await;
    assert_eq!(data(&reply)["status"], "timed_out");
    assert!(text(&reply).contains("Asking again at once is of no use"), "{reply}");
}

#[tokio::test]
async fn only_agents_of_the_session_get_in() {
    let token = Token::new("secret");
    let bridge = Bridge::start(Config { token, ..Config::default() }).await;
    let session = "/mcp/0b8d3a54-5b0f-4b0e-9d3c-0a1b2c3d4e5f";
    let list = request("tools/list", json!({}));
    let right = ("authorization", "Bearer secret");
    for (path, extra, status) in [
        (session, vec![right], 200),
        (session, vec![], 401),
        (session, vec![("authorization", "Bearer wrong")], 401),
        (session, vec![right, ("origin", "http://evil.example")], 403),
        (session, vec![right, ("host", "evil.example")], 421),
        ("/mcp/demo", vec![right], 403),
        ("/mcp/a%20b", vec![right], 400),
    ] {
        let headers: Vec<_> = HEADERS.into_iter().chain(extra.iter().copied()).collect();
        let reply = bridge.send("POST", path, &headers, &list).await;
        assert_eq!(reply.status, status, "{path} {extra:?}: {}", reply.body);
    }
    assert_eq!(bridge.send("GET", session, &[right], "").await.status, 405);
}

#[tokio::test]
async fn what_is_too_large_or_too_much_is_refused() {
    let limits = Limits { message_bytes: 1000, sessions: 0, ..Limits::default() };
    let bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let large = call("ask_user", json!({"questions": "x".repeat(2000)}));
    assert_eq!(bridge.send("POST", "/mcp/s", &HEADERS, &large).await.status, 413);
    let list = send(&bridge, &request("tools/list", json!({}))).await;
    assert!(list["result"]["tools"].is_array(), "it takes no session: {list}");
    let full = send(&bridge, &call("ask_user", question())).await;
    assert!(text(&full).contains("try again later"), "{full}");
}

#[tokio::test]
async fn a_bridge_that_stops_tells_the_clients_that_wait() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut agent = begin(&bridge, &call("ask_user", question())).await;
    page.expect("ask_user_question").await;
    bridge.stop().await;
    let reply = messages(&read(&mut agent).await).pop().unwrap();
    assert!(text(&reply).contains("Make the same call again"), "{reply}");
}
