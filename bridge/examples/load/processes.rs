//! The processes that are measured: bridges and a Redis, and what each takes of the machine.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::sleep;

/// The kernel counts the time of a process in hundredths of a second.
const TICKS_A_SECOND: f64 = 100.0;

/// One bridge that takes so many sessions and connections.
pub(crate) struct Bridge {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Bridge {
    pub(crate) async fn start(program: &Path, store: Option<String>, sessions: usize, connections: usize) -> Bridge {
        let mut command = Command::new(program);
        command.args(["--listen", "127.0.0.1:0", "--max-sessions", &sessions.to_string()]);
        command.args(["--max-connections", &connections.to_string()]).env_remove("ASK_USER_BRIDGE_TOKEN");
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

/// A Redis that keeps everything in memory, on a free port of this machine, as operators reach theirs.
pub(crate) struct Redis {
    port: u16,
    child: Child,
}

impl Redis {
    pub(crate) async fn start() -> Redis {
        let free = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = free.local_addr().expect("a bound port").port();
        drop(free);
        let mut command = Command::new("redis-server");
        command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--loglevel", "warning"]);
        let child = command.stdout(Stdio::null()).kill_on_drop(true).spawn().expect("redis-server is installed");
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
        Redis { port, child }
    }

    pub(crate) fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

/// What processes take of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) kilobytes: f64,
    /// Of one core.
    pub(crate) milliseconds: f64,
}

impl Usage {
    pub(crate) fn of_bridges(bridges: &[Bridge]) -> Usage {
        bridges.iter().map(|bridge| Usage::of(&bridge.child)).fold(Usage::default(), |sum, usage| Usage {
            kilobytes: sum.kilobytes + usage.kilobytes,
            milliseconds: sum.milliseconds + usage.milliseconds,
        })
    }

    pub(crate) fn of_redis(redis: Option<&Redis>) -> Usage {
        redis.map(|redis| Usage::of(&redis.child)).unwrap_or_default()
    }

    /// What was added since `before`, for each of so many.
    pub(crate) fn since(self, before: Usage, count: usize) -> Usage {
        let each = |now: f64, before: f64| (now - before).max(0.0) / count as f64;
        Usage {
            kilobytes: each(self.kilobytes, before.kilobytes),
            milliseconds: each(self.milliseconds, before.milliseconds),
        }
    }

    fn of(child: &Child) -> Usage {
        let read = |name: &str| {
            let id = child.id().expect("it runs");
            fs::read_to_string(format!("/proc/{id}/{name}")).unwrap_or_default()
        };
        let status = read("status");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = resident.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        // The name of the program stands in parentheses; time in user mode and in the kernel are the 12th and 13th word after it.
        let stat = read("stat");
        let words = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        let ticks: f64 = words.skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
        Usage { kilobytes: kilobytes.unwrap_or_default(), milliseconds: ticks / TICKS_A_SECOND * 1000.0 }
    }
}
