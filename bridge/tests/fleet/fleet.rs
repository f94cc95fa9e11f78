//! Three bridges over one Redis, and the balancer before them.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::proxy::Proxy;
use crate::redis::{Persistence, Redis};

/// Long enough for a loaded machine; a test that waits for it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Fleet {
    /// The store, if it is the fleet's own.
    redis: Option<Redis>,
    bridges: Vec<Bridge>,
    pub(crate) proxy: Proxy,
}

struct Bridge {
    address: SocketAddr,
    child: Child,
}

impl Fleet {
    /// Three bridges; `None` where there is no Redis.
    pub(crate) async fn start(persistence: Persistence) -> Option<Fleet> {
        Fleet::start_with(persistence, &[]).await
    }

    /// Three bridges with these flags.
    pub(crate) async fn start_with(persistence: Persistence, flags: &[&str]) -> Option<Fleet> {
        let redis = Redis::start(persistence).await?;
        let fleet = Fleet::over(redis.address(), flags).await;
        Some(Fleet { redis: Some(redis), ..fleet })
    }

    /// Three bridges over the store at this address.
    pub(crate) async fn over(store: String, flags: &[&str]) -> Fleet {
        let mut bridges = Vec::new();
        for _ in 0..3 {
            bridges.push(Bridge::start(&store, flags).await);
        }
        let proxy = Proxy::start(bridges.iter().map(|bridge| bridge.address).collect()).await;
        Fleet { redis: None, bridges, proxy }
    }

    /// The fleet's own store.
    pub(crate) fn redis(&mut self) -> &mut Redis {
        self.redis.as_mut().expect("the fleet has started it")
    }

    pub(crate) fn address(&self, bridge: usize) -> SocketAddr {
        self.bridges[bridge].address
    }

    /// Kills a bridge without warning.
    pub(crate) async fn kill(&mut self, bridge: usize) {
        self.bridges[bridge].child.kill().await.unwrap();
    }

    /// Asks a bridge to end.
    pub(crate) async fn stop(&self, bridge: usize) {
        let id = self.bridges[bridge].child.id().expect("it runs");
        let asked = Command::new("kill").arg("-TERM").arg(id.to_string()).status().await.unwrap();
        assert!(asked.success());
    }
}

impl Bridge {
    async fn start(store: &str, flags: &[&str]) -> Bridge {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ask-user-bridge"));
        command.args(["--listen", "127.0.0.1:0", "--timeout", "600"]).args(flags).env("ASK_USER_BRIDGE_STORE", store);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.expect("a line comes").unwrap().unwrap();
        let address = line.strip_prefix("listening on http://").expect(&line).parse().unwrap();
        Bridge { address, child }
    }
}
