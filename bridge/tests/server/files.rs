//! Static files, and health.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use ask_user_bridge::config::Config;
use ask_user_bridge::server::Server;

use crate::bridge::Bridge;
use crate::page::Page;

/// Made once: a test that writes a file again would empty it for a moment before another's eyes.
static DIST: LazyLock<PathBuf> = LazyLock::new(|| {
    let dist = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dist");
    fs::create_dir_all(dist.join("deep")).unwrap();
    for (name, text) in [
        ("index.html", "<!doctype html>hello"),
        ("app.wasm", "\0asm"),
        ("app.js", "export {}"),
        ("app.css", "b{}"),
        ("app.css.br", "compressed"),
        ("app-3f2a9c1b77d04e55.js", "hashed"),
        ("app-3f2a9c1b77d04e55.js.br", "hashed and compressed"),
        ("deep/index.html", "deep"),
        ("../secret.txt", "secret"),
    ] {
        fs::write(dist.join(name), text).unwrap();
    }
    dist
});

fn dist() -> PathBuf {
    DIST.clone()
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
async fn what_was_compressed_beforehand_is_served_to_whoever_reads_it() {
    let bridge = Bridge::start(Config { dist: Some(dist()), ..Config::default() }).await;
    let reply = bridge.send("GET", "/app.css", &[("accept-encoding", "gzip, br")], "").await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "compressed"));
    for header in ["content-encoding: br", "content-type: text/css", "vary: accept-encoding", "cache-control: no-cache"]
    {
        assert!(reply.head.contains(header), "{header}: {}", reply.head);
    }
    for accepted in ["gzip", "identity", "br;q=0"] {
        let reply = bridge.send("GET", "/app.css", &[("accept-encoding", accepted)], "").await;
        assert_eq!(reply.body, "b{}", "{accepted}");
        assert!(!reply.head.contains("content-encoding"), "{}", reply.head);
    }
    let reply = bridge.send("GET", "/app.js", &[("accept-encoding", "br")], "").await;
    assert_eq!(reply.body, "export {}", "where there is nothing compressed");
}

#[tokio::test]
async fn a_file_with_a_hash_in_its_name_may_be_kept() {
    let bridge = Bridge::start(Config { dist: Some(dist()), ..Config::default() }).await;
    for (encoding, body) in [("identity", "hashed"), ("br", "hashed and compressed")] {
        let reply = bridge.send("GET", "/app-3f2a9c1b77d04e55.js", &[("accept-encoding", encoding)], "").await;
        assert_eq!(reply.body, body);
        assert!(reply.head.contains("cache-control: public, max-age=31536000, immutable"), "{}", reply.head);
        assert!(reply.head.contains("content-security-policy"), "{}", reply.head);
    }
    for path in ["/app-0000a0000b0000c1.js", "/app.js", "/"] {
        let reply = bridge.get(path).await;
        assert!(reply.head.contains("cache-control: no-cache"), "{path}: {}", reply.head);
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
    assert_eq!(reply.status, 200);
    let health = reply.json();
    assert_eq!((&health["status"], &health["sessions"]), (&"ok".into(), &"this process only".into()));
    assert_eq!(bridge.get("/healthz").await.json(), health, "the same process has the same name");
    let other = Bridge::start(Config::default()).await;
    assert_ne!(other.get("/healthz").await.json()["process"], health["process"], "another bridge has another");
}

#[tokio::test]
async fn a_strange_name_that_points_here_reads_nothing() {
    let dist = Some(dist());
    let bridge =
        Bridge::start(Config { dist, allow_hosts: vec!["bridge.example".to_owned()], ..Config::default() }).await;
    let port = bridge.address.port();
    for path in ["/", "/app.js", "/nothing", "/healthz", "/sessions/s", "/ws/s"] {
        let reply = bridge.send("GET", path, &[("host", "evil.example")], "").await;
        assert_eq!(reply.status, 421, "{path}");
        assert!(!reply.body.contains("hello") && !reply.body.contains("evil"), "{}", reply.body);
        assert!(reply.head.contains("content-security-policy"), "{}", reply.head);
    }
    let host = format!("evil.example:{port}");
    assert_eq!(bridge.send("POST", "/sessions", &[("host", &host)], "").await.status, 421);
    assert_eq!(Page::handshake(&bridge, "s", &[("host", &host)]).await.err(), Some(421));
    for host in [format!("localhost:{port}"), format!("[::1]:{port}"), "bridge.example".to_owned()] {
        assert_eq!(bridge.send("GET", "/", &[("host", &host)], "").await.status, 200, "{host}");
    }
}
