//! Tokens for one session and one side.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ask_user_bridge::config::{Config, Names};
use ask_user_bridge::session::SessionId;
use ask_user_bridge::token::{Keys, SKEW_SECONDS, Scope, Side, Token};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::bridge::{Bridge, Reply, question, read};
use crate::page::Page;

const KEY: &str = "0123456789abcdef0123456789abcdef";
const EVENT: &str = r#"{"type":"text","chunk":"hi"}"#;
const MASTER: &[(&str, &str)] = &[("authorization", "Bearer master")];

fn config() -> Config {
    Config { token: Token::new("master"), token_keys: Keys::new(KEY), names: Some(Names::Any), ..Config::default() }
}

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

/// A token as the server of a page makes it: so many seconds ago, for a minute.
fn token(session: &str, side: Side, seconds_ago: u64) -> String {
    let begin = now() - seconds_ago;
    let scope = Scope::new(SessionId::new(session).unwrap(), side, "ada@example", begin, 60).unwrap();
    Keys::new(KEY).unwrap().sign(&scope, begin)
}

/// A token that was made this many seconds ago is over now, whatever the clocks say.
const OVER: u64 = 60 + SKEW_SECONDS + 5;

async fn send(bridge: &Bridge, method: &str, path: &str, token: &str, body: &str) -> Reply {
    bridge.send(method, path, &[("authorization", &format!("Bearer {token}"))], body).await
}

async fn authenticate(bridge: &Bridge, session: &str, token: &str) -> Page {
    let mut page = Page::handshake(bridge, session, &[]).await.unwrap();
    page.send(json!({"type": "authenticate", "token": token})).await;
    page
}

/// Every route that has a session in its path, so that a new one is tested before anybody thinks of it.
fn routes() -> Vec<String> {
    let source = include_str!("../../src/http/mod.rs");
    let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let routes: Vec<_> = routes.filter(|route| route.contains("{session}")).map(str::to_owned).collect();
    assert!(routes.len() >= 7, "{routes:?}");
    routes
}

fn path(route: &str, session: &str) -> String {
    let path = route.replace("{session}", session);
    path.split('/').map(|part| if part.starts_with('{') { "x" } else { part }).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn a_token_of_one_session_is_refused_at_another_on_every_route() {
    let bridge = Bridge::start(config()).await;
    for route in routes() {
        for side in [Side::Page, Side::Agent] {
            let token = token("a", side, 0);
            let mut statuses = Vec::new();
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
                let reply = match route.starts_with("/ws/") {
                    true => {
                        let header = [("authorization", &*format!("Bearer {token}"))];
                        Page::handshake(&bridge, &path(&route, "b")["/ws/".len()..], &header).await.err()
                    }
                    false => Some(send(&bridge, method, &path(&route, "b"), &token, EVENT).await.status),
                };
                statuses.push(reply.expect("a page was let in"));
            }
            assert!(statuses.contains(&403), "{route} as {side:?}: {statuses:?}");
            assert!(statuses.iter().all(|status| [403, 405].contains(status)), "{route} as {side:?}: {statuses:?}");
        }
    }
    assert_eq!(send(&bridge, "POST", "/sessions", &token("a", Side::Agent, 0), "").await.status, 403);
}

#[tokio::test]
async fn a_page_of_one_session_hears_nothing_of_another() {
    let bridge = Bridge::start(config()).await;
    let mut rightful = authenticate(&bridge, "b", &token("b", Side::Page, 0)).await;
    rightful.greeting().await;
    assert_eq!(authenticate(&bridge, "b", &token("a", Side::Page, 0)).await.closed().await, 4401);
    bridge.send("POST", "/sessions/b/events", MASTER, EVENT).await;
    rightful.expect("text").await;
}

#[tokio::test]
async fn each_side_does_its_own() {
    let bridge = Bridge::start(config()).await;
    let (page, agent) = (token("s", Side::Page, 0), token("s", Side::Agent, 0));
    for (method, route) in
        [("POST", "ask"), ("POST", "permission"), ("POST", "elicit"), ("POST", "events"), ("GET", "")]
    {
        let path = format!("/sessions/s/{route}");
        let reply = send(&bridge, method, path.trim_end_matches('/'), &page, EVENT).await;
        assert_eq!((reply.status, &reply.json()["code"]), (403, &json!("token_scope")), "{path}");
        assert!(reply.head.contains("insufficient_scope"), "{}", reply.head);
    }
    assert_eq!(authenticate(&bridge, "s", &agent).await.closed().await, 4401, "an agent is no page");

    let mut person = authenticate(&bridge, "s", &page).await;
    person.greeting().await;
    let header = format!("Bearer {agent}");
    let body = question().to_string();
    let mut asking = bridge.begin("POST", "/sessions/s/ask", &[("authorization", &header)], &body).await;
    let asked = person.expect("ask_user_question").await;
    person.answer(&asked, json!({"Q?": "A"})).await;
    assert_eq!(read(&mut asking).await.json()["behavior"], "allow");
}

#[tokio::test]
async fn an_expired_token_is_told_apart_from_a_wrong_one() {
    let bridge = Bridge::start(config()).await;
    let expired = send(&bridge, "GET", "/sessions/s", &token("s", Side::Agent, OVER), "").await;
    assert_eq!((expired.status, &expired.json()["code"]), (401, &json!("token_expired")));
    assert!(expired.head.contains("www-authenticate: bearer error=\"invalid_token\""), "{}", expired.head);
    let wrong = send(&bridge, "GET", "/sessions/s", "wrong", "").await;
    assert_eq!((wrong.status, &wrong.json()["code"]), (401, &json!("token_wrong")));
    let missing = bridge.get("/sessions/s").await;
    assert_eq!((missing.status, &missing.json()["code"]), (401, &json!("token_missing")));

    let expired = token("s", Side::Page, OVER);
    assert_eq!(authenticate(&bridge, "s", &expired).await.closed().await, 4440);
    assert_eq!(authenticate(&bridge, "s", "wrong").await.closed().await, 4401);
    let header = [("authorization", &*format!("Bearer {expired}"))];
    assert_eq!(Page::handshake(&bridge, "s", &header).await.err(), Some(401));
}

#[tokio::test]
async fn an_open_socket_ends_with_its_token_and_the_ask_waits_for_the_next() {
    let bridge = Bridge::start(config()).await;
    let lasts = 2;
    let begun = Instant::now();
    let mut first = authenticate(&bridge, "s", &token("s", Side::Page, 60 + SKEW_SECONDS - lasts)).await;
    first.greeting().await;
    let mut asking = bridge.begin("POST", "/sessions/s/ask", MASTER, &question().to_string()).await;
    let asked = first.expect("ask_user_question").await;
    assert_eq!(first.closed().await, 4440);
    assert!(begun.elapsed() >= Duration::from_millis(lasts * 1000 - 1000), "not before its time");

    let mut next = authenticate(&bridge, "s", &token("s", Side::Page, 0)).await;
    next.greeting().await;
    let again = next.expect("ask_user_question").await;
    assert_eq!(again["question_id"], asked["question_id"]);
    next.answer(&again, json!({"Q?": "A"})).await;
    assert_eq!(read(&mut asking).await.json()["behavior"], "allow");
}

#[tokio::test]
async fn whoever_has_the_master_token_gets_others_from_the_bridge() {
    let bridge = Bridge::start(config()).await;
    let body = json!({"side": "page", "subject": "ada@example", "ttl": 60}).to_string();
    let reply = bridge.send("POST", "/sessions/s/tokens", MASTER, &body).await;
    assert_eq!((reply.status, &reply.json()["expires_in"]), (201, &json!(60)));
    let given = reply.json()["token"].as_str().unwrap().to_owned();
    authenticate(&bridge, "s", &given).await.greeting().await;
    assert_eq!(authenticate(&bridge, "other", &given).await.closed().await, 4401);
    let scope = Keys::new(KEY).unwrap().judge(&given, now()).unwrap();
    assert_eq!((scope.session.as_str(), scope.side, &*scope.subject), ("s", Side::Page, "ada@example"));

    let usual = bridge.send("POST", "/sessions/s/tokens", MASTER, r#"{"side":"agent","subject":"ci"}"#).await;
    assert_eq!(usual.json()["expires_in"], 900);
    let agent = usual.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(send(&bridge, "POST", "/sessions/s/events", &agent, EVENT).await.status, 204);
    let more = send(&bridge, "POST", "/sessions/s/tokens", &agent, &body).await;
    assert_eq!(more.status, 403, "no token makes another one");
}

#[tokio::test]
async fn what_is_wrong_with_a_request_for_a_token_is_said() {
    let bridge = Bridge::start(config()).await;
    for (body, word) in [
        (json!({}), "side"),
        (json!({"side": "both", "subject": "ada"}), "side"),
        (json!({"side": "page"}), "subject"),
        (json!({"side": "page", "subject": ""}), "subject"),
        (json!({"side": "page", "subject": "ada", "ttl": 0}), "ttl"),
        (json!({"side": "page", "subject": "ada", "ttl": 86_401}), "ttl"),
        (json!({"side": "page", "subject": "ada", "ttl": "long"}), "ttl"),
        (json!([]), "side"),
    ] {
        let reply = bridge.send("POST", "/sessions/s/tokens", MASTER, &body.to_string()).await;
        assert_eq!(reply.status, 400, "{body}");
        assert!(reply.json()["error"].as_str().unwrap().contains(word), "{body}: {}", reply.body);
    }
    for config in [Config { token_keys: None, ..config() }, Config::default()] {
        let bridge = Bridge::start(config).await;
        let body = r#"{"side":"page","subject":"ada"}"#;
        let reply = bridge.send("POST", "/sessions/s/tokens", MASTER, body).await;
        assert_eq!(reply.status, 501, "{}", reply.body);
    }
}

#[tokio::test]
async fn with_keys_alone_only_signed_tokens_count() {
    let bridge = Bridge::start(Config { token: None, ..config() }).await;
    assert_eq!(bridge.get("/sessions/s").await.status, 401);
    assert_eq!(send(&bridge, "GET", "/sessions/s", "master", "").await.status, 401);
    assert_eq!(send(&bridge, "GET", "/sessions/s", &token("s", Side::Agent, 0), "").await.status, 200);
    let reply = send(&bridge, "POST", "/sessions/s/tokens", &token("s", Side::Agent, 0), "{}").await;
    assert_eq!(reply.status, 403);
}

#[tokio::test]
async fn expired_tokens_lock_nobody_out() {
    let bridge = Bridge::start(config()).await;
    let expired = token("s", Side::Agent, OVER);
    for _ in 0..40 {
        assert_eq!(send(&bridge, "GET", "/sessions/s", &expired, "").await.json()["code"], "token_expired");
    }
    assert_eq!(send(&bridge, "GET", "/sessions/s", &token("s", Side::Agent, 0), "").await.status, 200);
}

#[tokio::test]
async fn what_is_wrong_with_a_signed_token_is_said_to_whoever_signs() {
    let bridge = Bridge::start(config()).await;
    let days_ahead = now() + 3 * 86_400;
    let scope =
        Scope { expires: days_ahead, ..Keys::new(KEY).unwrap().judge(&token("s", Side::Agent, 0), now()).unwrap() };
    let reply = send(&bridge, "GET", "/sessions/s", &Keys::new(KEY).unwrap().sign(&scope, now()), "").await;
    assert_eq!((reply.status, &reply.json()["code"]), (401, &json!("token_unfit")));
    assert!(reply.json()["error"].as_str().unwrap().contains("exp must be less than a day ahead"), "{}", reply.body);
    let body: Value = reply.json();
    assert!(!body.to_string().contains("ada@example"), "nothing of the token is repeated");
}
