//! What an operator sees: readiness, counts, the log.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use ask_user_bridge::audit::Place;
use ask_user_bridge::config::{Config, Limits, Names};
use ask_user_bridge::room::{AskInput, IdempotencyKey, Request};
use ask_user_bridge::server::Server;
use ask_user_bridge::session::SessionId;
use ask_user_bridge::token::{Keys, Scope, Side, Token};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;
use tokio::time::timeout;

use crate::bridge::{Bridge, PATIENCE, question, read};
#[cfg(feature = "mcp")]
use crate::mcp;
use crate::page::Page;
use crate::program::program;
use crate::tokens::now;

const KEY: &str = "0123456789abcdef0123456789abcdef";
const MASTER: &[(&str, &str)] = &[("authorization", "Bearer master")];

/// Waits until the counts have this line.
async fn counted(bridge: &Bridge, line: &str) {
    let counts = async {
        loop {
            let reply = bridge.send("GET", "/metrics", MASTER, "").await;
            assert_eq!(reply.status, 200, "{}", reply.body);
            if reply.body.lines().any(|there| there == line) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, counts).await.unwrap_or_else(|_| panic!("{line} does not come"));
}

#[tokio::test]
async fn connections_and_refusals_are_counted() {
    let config = Config {
        token: Token::new("master"),
        token_keys: Keys::new(KEY),
        names: Some(Names::Any),
        ..Config::default()
    };
    let bridge = Bridge::start(config).await;
    counted(&bridge, "ask_user_pages 0").await;
    let page = Page::handshake(&bridge, "s", MASTER).await.unwrap();
    counted(&bridge, "ask_user_pages 1").await;
    counted(&bridge, "ask_user_sessions 1").await;
    counted(&bridge, "ask_user_connections 2").await;
    drop(page);
    counted(&bridge, "ask_user_pages 0").await;
    // The request that looks is one itself.
    counted(&bridge, "ask_user_connections 1").await;

    bridge.get("/sessions/s").await;
    counted(&bridge, "ask_user_refused_total{reason=\"token_missing\"} 1").await;
    bridge.send("POST", "/sessions/s/ask", MASTER, "no JSON").await;
    counted(&bridge, "ask_user_refused_total{reason=\"bad_request\"} 1").await;
    bridge.send("GET", "/healthz", &[("host", "evil.example")], "").await;
    counted(&bridge, "ask_user_refused_total{reason=\"host\"} 1").await;
    let of_key = |key| [MASTER[0], ("idempotency-key", key), ("prefer", "respond-async")];
    let (body, other) = (question().to_string(), json!({"questions": []}).to_string());
    bridge.send("POST", "/sessions/s/ask", &of_key("k"), &body).await;
    assert_eq!(bridge.send("POST", "/sessions/s/ask", &of_key("k"), &other).await.status, 422);
    counted(&bridge, "ask_user_refused_total{reason=\"key_reused\"} 1").await;
    assert_eq!(bridge.send("GET", "/sessions/s/asks/k_unknown", MASTER, "").await.status, 404);
    counted(&bridge, "ask_user_refused_total{reason=\"unknown_ask\"} 1").await;
    let mut page = Page::handshake(&bridge, "s", &[]).await.unwrap();
    page.send(json!({"type": "authenticate", "token": "wrong"})).await;
    assert_eq!(page.closed().await, 4401);
    counted(&bridge, "ask_user_refused_total{reason=\"token_wrong\"} 1").await;
    let mut strange = Page::handshake(&bridge, "s", &[("origin", "https://evil.example")]).await.unwrap();
    assert_eq!(strange.closed().await, 4403);
    counted(&bridge, "ask_user_refused_total{reason=\"origin\"} 1").await;
}

#[tokio::test]
async fn asks_are_counted_by_kind_and_outcome() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let mut asking = bridge.ask("s").await;
    let asked = page.expect("ask_user_question").await;
    let _waits = bridge.ask("s").await;
    counted(&bridge, "ask_user_asks_waiting 2").await;
    page.answer(&asked, json!({"Q?": "A"})).await;
    page.expect("ask_user_ack").await;
    read(&mut asking).await;
    counted(&bridge, "ask_user_asks_total{kind=\"question\",outcome=\"answered\"} 1").await;
    counted(&bridge, "ask_user_answer_seconds_count{kind=\"question\"} 1").await;
    counted(&bridge, "ask_user_asks_waiting 1").await;
    drop(_waits);
    counted(&bridge, "ask_user_asks_total{kind=\"question\",outcome=\"withdrawn\"} 1").await;
    counted(&bridge, "ask_user_asks_waiting 0").await;
    let permission = json!({"tool_name": "Bash", "input": {}}).to_string();
    bridge.send("POST", "/sessions/t/permission?timeout=1", &[], &permission).await;
    counted(&bridge, "ask_user_asks_total{kind=\"approval\",outcome=\"timed_out\"} 1").await;
}

#[tokio::test]
async fn a_recorded_ask_is_counted_once_however_often_it_is_asked() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "s").await;
    let headers = [("idempotency-key", "k"), ("prefer", "respond-async")];
    let body = question().to_string();
    for _ in 0..3 {
        assert_eq!(bridge.send("POST", "/sessions/s/ask", &headers, &body).await.status, 202);
    }
    counted(&bridge, "ask_user_asks_waiting 1").await;
    page.expect("session_status").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "A"})).await;
    page.expect("ask_user_ack").await;
    for _ in 0..3 {
        bridge.send("POST", "/sessions/s/ask", &headers[..1], &body).await;
    }
    counted(&bridge, "ask_user_asks_waiting 0").await;
    counted(&bridge, "ask_user_asks_total{kind=\"question\",outcome=\"answered\"} 1").await;
}

#[tokio::test]
async fn the_audit_says_who_decided_what_and_not_what_was_said() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for has_answers in [false, true] {
        let file = folder.join(format!("audit-{has_answers}-{}.log", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let config = Config {
            token: Token::new("master"),
            token_keys: Keys::new(KEY),
            names: Some(Names::Any),
            audit: Some(Place::File(file.clone())),
            audit_answers: has_answers,
            ..Config::default()
        };
        let bridge = Bridge::start(config).await;
        let scope = Scope::new(SessionId::new("s").unwrap(), Side::Page, "ada@example", now(), 60).unwrap();
        let header = format!("Bearer {}", Keys::new(KEY).unwrap().sign(&scope, now()));
        let mut page = Page::handshake(&bridge, "s", &[("authorization", &header)]).await.unwrap();
        page.greeting().await;
        let body = question().to_string();
        let mut asking = bridge.begin("POST", "/sessions/s/ask", MASTER, &body).await;
        let asked = page.expect("ask_user_question").await;
        page.answer(&asked, json!({"Q?": "hush"})).await;
        read(&mut asking).await;
        bridge.send("POST", "/sessions/s/ask?timeout=1", MASTER, &body).await;
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        let told = |line: &Value| ["session", "kind", "outcome", "who"].map(|name| line[name].clone());
        assert_eq!(told(&lines[0]), [json!("s"), json!("question"), json!("answered"), json!("ada@example")]);
        assert_eq!(lines[0]["ask"], asked["question_id"]);
        assert_eq!(told(&lines[1])[2..], [json!("timed_out"), Value::Null], "nobody decided");
        assert_eq!(lines.len(), 2);
        assert_eq!(text.contains("hush"), has_answers, "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // What waits when the bridge stops is over too.
        let _waits = bridge.begin("POST", "/sessions/s/ask", MASTER, &body).await;
        page.expect("ask_user_ack").await;
        page.expect("ask_user_question").await;
        page.expect("ask_user_timeout").await;
        page.expect("ask_user_question").await;
        bridge.stop().await;
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.lines().last().unwrap().contains("\"outcome\":\"stopped\""), "{text}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[tokio::test]
async fn the_audit_names_whoever_decided_and_not_whoever_is_connected_when_the_agent_comes_back() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("audit-early-{}.log", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let config = Config {
        token: Token::new("master"),
        token_keys: Keys::new(KEY),
        names: Some(Names::Any),
        audit: Some(Place::File(file.clone())),
        ..Config::default()
    };
    let bridge = Bridge::start(config).await;
    let body = question();
    let asked = Request::from(AskInput::new(body.clone()).unwrap());
    let id = IdempotencyKey::new("k").unwrap().question_id("s", &asked);
    let page_of = async |subject: &str| {
        let scope = Scope::new(SessionId::new("s").unwrap(), Side::Page, subject, now(), 3600).unwrap();
        let token = Keys::new(KEY).unwrap().sign(&scope, now());
        let bearer = format!("Bearer {token}");
        let mut page = Page::handshake(&bridge, "s", &[("authorization", bearer.as_str())]).await.unwrap();
        page.greeting().await;
        page
    };
    // After a restart of the bridge a page may deliver what was decided before the agent asks again.
    let mut ada = page_of("ada@example").await;
    ada.answer(&json!({"question_id": id.as_str()}), json!({"Q?": "A"})).await;
    ada.send(json!({"type": "ask_user_beat"})).await;
    ada.expect("ask_user_beat").await;
    let _bob = page_of("bob@example").await;
    ada.expect("session_taken").await;
    assert_eq!(ada.closed().await, 1000);
    let headers = [MASTER[0], ("idempotency-key", "k")];
    assert_eq!(bridge.send("POST", "/sessions/s/ask", &headers, &body.to_string()).await.status, 200);
    let line: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((&line["outcome"], &line["who"]), (&json!("answered"), &json!("ada@example")));
    std::fs::remove_file(&file).unwrap();
}

#[tokio::test]
async fn an_audit_that_cannot_be_written_is_said_at_the_start() {
    let audit = Some(Place::File("/no/such/folder/audit.log".into()));
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let error = Server::bind(Config { audit, listen, ..Config::default() }).await.unwrap_err();
    assert!(error.to_string().starts_with("cannot write the audit"), "{error}");
}

#[tokio::test]
async fn counts_are_for_whoever_has_the_master_token() {
    let open = Bridge::start(Config::default()).await;
    let reply = open.get("/metrics").await;
    assert_eq!(reply.status, 200);
    assert!(reply.head.contains("content-type: application/openmetrics-text; version=1.0.0"), "{}", reply.head);
    let closed = Bridge::start(Config { token: Token::new("master"), ..Config::default() }).await;
    assert_eq!(closed.get("/metrics").await.status, 401);
    assert_eq!(closed.send("GET", "/metrics", MASTER, "").await.status, 200);
}

#[tokio::test]
async fn a_bridge_that_is_about_to_stop_says_so_and_serves_on_for_a_while() {
    let limits = Limits { drain: Duration::from_secs(3600), ..Limits::default() };
    let mut bridge = Bridge::start(Config { limits, ..Config::default() }).await;
    let ready = bridge.get("/readyz").await;
    assert_eq!((ready.status, &ready.json()["status"]), (200, &json!("ready")));
    bridge.tell_to_stop();
    let stopping = async { while bridge.get("/readyz").await.status != 503 {} };
    timeout(PATIENCE, stopping).await.expect("it says that it stops");
    assert_eq!(bridge.get("/healthz").await.status, 200, "the process is alive");
    let mut page = Page::open(&bridge, "s").await;
    let mut asking = bridge.ask("s").await;
    let asked = page.expect("ask_user_question").await;
    page.answer(&asked, json!({"Q?": "A"})).await;
    assert_eq!(read(&mut asking).await.json()["behavior"], "allow");
}

/// What the program writes to standard error while `play` uses it.
async fn written(args: &[&str], play: impl AsyncFnOnce(&Bridge)) -> String {
    let all = [&["--listen", "127.0.0.1:0"], args].concat();
    let mut child = program(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = timeout(PATIENCE, out.next_line()).await.expect("a line comes").unwrap().unwrap();
    let address: SocketAddr = line.strip_prefix("listening on http://").expect(&line).parse().unwrap();
    // Read meanwhile, or a full pipe would hold the program up.
    let mut errors = child.stderr.take().unwrap();
    let reading = tokio::spawn(async move {
        let mut text = String::new();
        errors.read_to_string(&mut text).await.unwrap();
        text
    });
    play(&Bridge::at(address)).await;
    let id = child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().await.unwrap().success());
    timeout(PATIENCE, child.wait()).await.expect("the program ends").unwrap();
    timeout(PATIENCE, reading).await.expect("its output ends").unwrap()
}

const SECRET: &str = "hush-0123456789abcdef0123456789abcdef";

/// A session in which everything that anybody can say is the secret.
async fn say_secrets(bridge: &Bridge) {
    let headers = [("authorization", &*format!("Bearer {SECRET}"))];
    let wrong = [("authorization", &*format!("Bearer {SECRET}x"))];
    let session = "0b8d3a54-5b0f-4b0e-9d3c-0a1b2c3d4e5f";
    let path = |route: &str| format!("/sessions/{session}/{route}");
    assert_eq!(bridge.send("POST", &path("ask"), &wrong, SECRET).await.status, 401);
    assert_eq!(bridge.send("POST", &path("ask"), &headers, SECRET).await.status, 400);
    assert_eq!(bridge.send("GET", &format!("/sessions/{SECRET}/?{SECRET}"), &headers, SECRET).await.status, 404);
    let token = json!({"side": "page", "subject": "ada@example"}).to_string();
    let given = bridge.send("POST", &path("tokens"), &headers, &token).await.json()["token"].clone();

    let mut page = Page::handshake(bridge, session, &[]).await.unwrap();
    page.send(json!({"type": "authenticate", "token": given})).await;
    page.greeting().await;
    page.send(json!({"type": "user_message", "text": SECRET, SECRET: SECRET})).await;
    page.expect("error").await;
    let event = json!({"type": "text", "chunk": SECRET}).to_string();
    assert_eq!(bridge.send("POST", &path("events"), &headers, &event).await.status, 204);
    page.expect("text").await;
    let option = json!({"label": SECRET, "description": SECRET, "preview": SECRET});
    let asked =
        json!({"questions": [{"question": SECRET, "header": SECRET, "options": [option], "multiSelect": false}]});
    for (route, body, result) in [
        ("ask", asked, json!({SECRET: SECRET})),
        (
            "permission",
            json!({"tool_name": SECRET, "input": {SECRET: SECRET}, "title": SECRET}),
            json!({"behavior": "deny", "message": SECRET}),
        ),
        (
            "elicit",
            json!({"message": SECRET, "requestedSchema": {"type": "object", "properties": {SECRET: {"type": "string"}}}}),
            json!({"action": "accept", "content": {SECRET: SECRET}}),
        ),
    ] {
        let mut asking = bridge.begin("POST", &path(route), &headers, &body.to_string()).await;
        let asked = page.frame().await;
        match route {
            "ask" => page.answer(&asked, result).await,
            _ => page.decide(&asked, &result).await,
        }
        page.expect("ask_user_ack").await;
        assert!(read(&mut asking).await.body.contains(SECRET), "{route}");
    }
    #[cfg(feature = "mcp")]
    for (number, meta) in [json!({}), json!({"progressToken": SECRET})].into_iter().enumerate() {
        let arguments = json!({"questions": [{"question": format!("{SECRET} {number}?")}]});
        let params = json!({"name": "ask_user", "arguments": arguments, "_meta": meta});
        let headers = [headers[0], mcp::HEADERS[0], mcp::HEADERS[1]];
        let body = mcp::request("tools/call", params);
        let mut asking = bridge.begin("POST", &format!("/mcp/{session}"), &headers, &body).await;
        let asked = page.expect("ask_user_question").await;
        page.answer(&asked, json!({format!("{SECRET} {number}?"): SECRET})).await;
        page.expect("ask_user_ack").await;
        assert!(read(&mut asking).await.body.contains(&format!("{number}? {SECRET}")), "over MCP");
    }
    drop(page);
    let mut wrong = Page::handshake(bridge, session, &[]).await.unwrap();
    wrong.send(json!({"type": "authenticate", "token": format!("{SECRET}x")})).await;
    assert_eq!(wrong.closed().await, 4401);
    let mut garbled = Page::handshake(bridge, session, &headers).await.unwrap();
    garbled.greeting().await;
    garbled.send_message(tokio_tungstenite::tungstenite::Message::text(SECRET)).await;
    assert_eq!(garbled.closed().await, 1007);
}

#[cfg(unix)]
#[tokio::test]
async fn the_log_has_no_secret_in_any_format() {
    for format in ["human", "json"] {
        let args = ["--verbose", "--log", format, "--audit", "-", "--token", SECRET, "--token-key", SECRET];
        let text = written(&args, say_secrets).await;
        assert!(!text.contains(SECRET), "{text}");
        assert!(!text.contains("eyJ"), "a signed token: {text}");
        let log = text.lines().filter(|line| !line.contains("\"audit\":")).collect::<String>();
        assert!(!log.contains("0b8d3a54-5"), "a whole name of a session: {log}");
        for said in
            ["connected", "ask_user_question", "permission_response", "elicitation_request", "refused: token_wrong"]
        {
            assert!(text.contains(said), "{said} is not in {text}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_log_can_be_read_by_machines_and_is_short_if_nobody_asks_for_more() {
    let use_it = async |bridge: &Bridge| {
        let mut page = Page::open(bridge, "demo").await;
        let mut asking = bridge.ask("demo").await;
        let asked = page.expect("ask_user_question").await;
        page.answer(&asked, json!({"Q?": "A"})).await;
        read(&mut asking).await;
        #[cfg(feature = "mcp")]
        {
            let list = mcp::request("tools/list", json!({}));
            assert_eq!(bridge.send("POST", "/mcp/demo", &mcp::HEADERS, &list).await.status, 200);
        }
    };
    let text = written(&["--log", "json", "--verbose"], use_it).await;
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let frame = lines.iter().find(|line| line["frame"] == "ask_user_question").expect(&text);
    assert_eq!(
        (&frame["level"], &frame["message"], &frame["session"]),
        (&json!("DEBUG"), &json!("sent"), &json!("demo"))
    );
    assert!(frame["ask"].as_str().unwrap().starts_with("q_") && frame["bytes"].as_u64() > Some(50), "{frame}");
    assert!(frame["timestamp"].as_str().unwrap().ends_with('Z') && frame["connection"].is_string(), "{frame}");

    let quiet = written(&["--log", "json"], use_it).await;
    let lines: Vec<Value> = quiet.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().all(|line| line["level"] == "INFO") && lines.len() == 2, "{quiet}");
    assert_eq!(lines[1]["message"], "stopping");
    assert!(!written(&[], async |_| {}).await.contains('{'), "for people");
}
