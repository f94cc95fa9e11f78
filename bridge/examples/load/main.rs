//! How much one bridge, or several over Redis, can carry: `cargo xtask load` prints what this finds.
//!
//! Every session has an ask that waits. Some sessions have a page; in these the time is taken from the agent's call to the
//! frame at the page, and from the person's answer to the agent's reply. All traffic stays on this machine.

use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UnixStream};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Calls at a time.
const AT_ONCE: usize = 32;
/// Sessions that have a page.
const PAGES: usize = 1000;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

#[tokio::main]
async fn main() {
    let mut args = env::args().skip(1);
    let bridge = PathBuf::from(args.next().expect("the program of the bridge"));
    let nodes: usize = args.next().and_then(|word| word.parse().ok()).expect("a number of nodes");
    let sessions: Vec<usize> = args.map(|word| word.parse().expect("a number of sessions")).collect();
    println!(
        "| store | nodes | sessions | asks/s | ask → frame p50 / p99 ms | answer → reply p50 / p99 ms | KB a session | conflicts of 1,000 commits |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for count in &sessions {
        measure(&bridge, None, 1, *count).await;
    }
    if nodes > 1 {
        for count in &sessions {
            let redis = Redis::start().await;
            measure(&bridge, Some(&redis), nodes, *count).await;
        }
    }
}

async fn measure(program: &Path, redis: Option<&Redis>, nodes: usize, sessions: usize) {
    let mut bridges = Vec::new();
    for _ in 0..nodes {
        bridges.push(Bridge::start(program, redis.map(Redis::address), sessions).await);
    }
    let addresses: Arc<Vec<SocketAddr>> = Arc::new(bridges.iter().map(|bridge| bridge.address).collect());
    let before = resident(&bridges) + redis.map_or(0, |redis| resident_of(&redis.child));
    // Those without a page.
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for number in PAGES.min(sessions)..sessions {
        let place = places.clone().acquire_owned().await.expect("it is never closed");
        let address = addresses[number % addresses.len()];
        tasks.spawn(async move {
            ask(address, number).await;
            drop(place);
        });
    }
    tasks.join_all().await;
    let without_page = sessions.saturating_sub(PAGES);
    let per_second = without_page as f64 / start.elapsed().as_secs_f64();
    let after = resident(&bridges) + redis.map_or(0, |redis| resident_of(&redis.child));
    let kilobytes = after.saturating_sub(before) as f64 / without_page.max(1) as f64;
    // Those with a page: its connection is at one bridge, its agent at the next.
    let mut tasks = JoinSet::new();
    for number in 0..PAGES.min(sessions) {
        let places = places.clone();
        let (page, agent) = (addresses[number % addresses.len()], addresses[(number + 1) % addresses.len()]);
        tasks.spawn(async move {
            let place = places.acquire_owned().await.expect("it is never closed");
            let times = answer(page, agent, number).await;
            drop(place);
            times
        });
    }
    let times = tasks.join_all().await;
    let conflicts = conflicts(&addresses).await;
    let (mut frames, mut replies): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    println!(
        "| {} | {nodes} | {sessions} | {per_second:.0} | {} | {} | {kilobytes:.1} | {conflicts} |",
        if redis.is_some() { "Redis" } else { "memory" },
        percentiles(&mut frames),
        percentiles(&mut replies),
    );
}

/// An ask that waits without its agent.
async fn ask(address: SocketAddr, number: usize) {
    let headers = "prefer: respond-async\r\n";
    let (status, _) =
        call(address, "POST", &format!("/sessions/load-{number}/ask?timeout=0"), headers, &question()).await;
    assert_eq!(status, 202, "an ask was not taken");
}

/// Asks, answers, and takes both times.
async fn answer(page: SocketAddr, agent: SocketAddr, number: usize) -> (Duration, Duration) {
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{page}/ws/load-{number}")).await.expect("a page");
    frame(&mut socket, "session_status").await;
    let start = Instant::now();
    let path = format!("/sessions/load-{number}/ask?timeout=0");
    let call = tokio::spawn(async move { call(agent, "POST", &path, "", &question()).await });
    let asked = frame(&mut socket, "ask_user_question").await;
    let shown = start.elapsed();
    let start = Instant::now();
    let data = json!({"question_id": asked["question_id"], "answers": {"Which database?": "PostgreSQL"}});
    let response = json!({"type": "ask_user_response", "data": data});
    socket.send(Message::text(response.to_string())).await.expect("the page is connected");
    let (status, _) = call.await.expect("the agent's call ends");
    assert_eq!(status, 200, "an answer did not arrive");
    (shown, start.elapsed())
}

async fn frame(socket: &mut Socket, name: &str) -> Value {
    loop {
        let message = socket.next().await.expect("the page stays connected").expect("the page stays connected");
        let Message::Text(text) = message else { continue };
        let frame: Value = serde_json::from_str(&text).expect("a bridge sends JSON");
        if frame["type"] == name {
            return frame;
        }
    }
}

fn question() -> Value {
    let options = ["PostgreSQL", "MySQL", "SQLite"].map(|label| json!({"label": label, "description": "A database"}));
    json!({"questions": [{"question": "Which database?", "header": "Database", "options": options, "multiSelect": false}]})
}

async fn call(address: SocketAddr, method: &str, path: &str, headers: &str, body: &Value) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.expect("the bridge listens");
    let body = body.to_string();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}");
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.expect("the bridge reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.expect("the bridge replies");
    let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a reply has a status");
    (status, reply)
}

/// Commits of all bridges that did not count, of a thousand.
async fn conflicts(bridges: &[SocketAddr]) -> String {
    let (mut committed, mut conflicts) = (0.0, 0.0);
    for bridge in bridges {
        let (_, metrics) = call(*bridge, "GET", "/metrics", "", &json!(null)).await;
        let count = |result: &str| {
            let name = format!("ask_user_store_commits_total{{result=\"{result}\"}} ");
            metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse::<f64>().ok()).unwrap_or_default()
        };
        committed += count("committed");
        conflicts += count("conflict");
    }
    format!("{:.1}", 1000.0 * conflicts / (committed + conflicts).max(1.0))
}

fn percentiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    format!("{:.1} / {:.1}", at(0.5), at(0.99))
}

struct Bridge {
    address: SocketAddr,
    child: Child,
}

impl Bridge {
    async fn start(program: &Path, store: Option<String>, sessions: usize) -> Bridge {
        let mut command = Command::new(program);
        command.args(["--listen", "127.0.0.1:0", "--max-sessions", &(sessions + 1).to_string()]);
        if let Some(store) = store {
            command.env("ASK_USER_BRIDGE_STORE", store);
        }
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn().expect("a bridge");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let line = lines.next_line().await.expect("it can be read").expect("the bridge says where it listens");
        let address = line.strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        Bridge { address: address.expect("an address"), child }
    }
}

fn resident(bridges: &[Bridge]) -> u64 {
    bridges.iter().map(|bridge| resident_of(&bridge.child)).sum()
}

/// Kilobytes in memory; 0 where that cannot be read.
fn resident_of(child: &Child) -> u64 {
    let status = child.id().and_then(|id| fs::read_to_string(format!("/proc/{id}/status")).ok()).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

struct Redis {
    folder: PathBuf,
    child: Child,
}

impl Redis {
    async fn start() -> Redis {
        let folder = env::temp_dir().join(format!("ask-user-load-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for Redis");
        let socket = folder.join("socket");
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--save", "", "--loglevel", "warning", "--unixsocket"]).arg(&socket);
        let child = command.stdout(Stdio::null()).kill_on_drop(true).spawn().expect("redis-server is installed");
        while UnixStream::connect(&socket).await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
        Redis { folder, child }
    }

    fn address(&self) -> String {
        format!("unix:{}", self.folder.join("socket").display())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
