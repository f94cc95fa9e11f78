//! Static files, and health.

use std::fs;
use std::path::PathBuf;

use ask_user_bridge::config::Config;
use ask_user_bridge::server::Server;

use crate::bridge::Bridge;

fn dist() -> PathBuf {
    let dist = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dist");
    fs::create_dir_all(dist.join("deep")).unwrap();
    for (name, text) in [
        ("index.html", "<!doctype html>hello"),
        ("app.wasm", "\0asm"),
        ("app.js", "export {}"),
        ("app.css", "b{}"),
        ("deep/index.html", "deep"),
        ("../secret.txt", "secret"),
    ] {
        fs::write(dist.join(name), text).unwrap();
    }
    dist
}

#[tokio::test]
async fn files_are_served_with_their_types() {
    let bridge = Bridge::start(Config { dist: Some(dist()), ..Config::default() }).await;
    for (path, kind, body) in [
        ("/", "text/html", "<!doctype html>hello"),
        ("/index.html", "text/html", "<!doctype html>hello"),
        ("/?session=x", "text/html", "<!doctype html>hello"),
        ("/app.wasm", "application/wasm", "\0asm"),
        ("/app.js", "text/javascript", "export {}"),
        ("/app.css", "text/css", "b{}"),
        ("/deep/", "text/html", "deep"),
    ] {
        let reply = bridge.get(path).await;
        assert_eq!((reply.status, reply.body.as_str()), (200, body), "{path}");
        assert!(reply.head.contains(&format!("content-type: {kind}")), "{path}: {}", reply.head);
    }
}

#[tokio::test]
async fn everything_is_served_under_a_strict_policy() {
    let bridge = Bridge::start(Config { dist: Some(dist()), ..Config::default() }).await;
    for path in ["/", "/app.js", "/no.html", "/healthz", "/ws/s"] {
        let head = bridge.get(path).await.head;
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
        for header in ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "cache-control: no-cache"] {
            assert!(head.contains(header), "{path}: {head}");
        }
        for part in ["frame-ancestors 'none'", "require-trusted-types-for 'script'", "base-uri 'none'"] {
            assert!(head.contains(part), "{path}: {head}");
        }
        for weak in ["unsafe-inline", "'unsafe-eval'", "*", "https:"] {
            let policy = head.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
            assert!(!policy.contains(weak), "{policy}");
        }
    }
}

#[tokio::test]
async fn nothing_else_is_served() {
    let bridge = Bridge::start(Config { dist: Some(dist()), ..Config::default() }).await;
    for path in ["/no.html", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/app.js/x"] {
        let reply = bridge.get(path).await;
        assert!([400, 404].contains(&reply.status) && !reply.body.contains("secret"), "{path}: {}", reply.status);
    }
    let bare = Bridge::start(Config::default()).await;
    assert_eq!(bare.get("/").await.status, 404);
}

#[tokio::test]
async fn a_missing_folder_is_said() {
    let config = Config { dist: Some("/no/such/folder".into()), ..Config::default() };
    let error = Server::bind(config).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no folder /no/such/folder to serve");
}

#[tokio::test]
async fn health() {
    let bridge = Bridge::start(Config::default()).await;
    let reply = bridge.get("/healthz").await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "ok"));
}
