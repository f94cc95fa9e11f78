//! A Redis of the test's own, on a socket in a folder of its own.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::time::sleep;

/// What survives when it is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Persistence {
    /// Nothing.
    None,
    /// Every write, before it is confirmed.
    AppendOnlyFile,
}

pub(crate) struct Redis {
    folder: PathBuf,
    args: Vec<String>,
    child: Child,
}

impl Redis {
    /// Starts it; `None` where there is none.
    pub(crate) async fn start(persistence: Persistence) -> Option<Redis> {
        let append = match persistence {
            Persistence::None => "no",
            Persistence::AppendOnlyFile => "yes",
        };
        Redis::start_with(&["--port", "0", "--appendonly", append]).await
    }

    /// Starts it with these arguments besides.
    pub(crate) async fn start_with(args: &[&str]) -> Option<Redis> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let is_here = Command::new(program()).arg("--version").stdout(Stdio::null()).status().await.is_ok();
        if !is_here {
            assert!(env::var_os("CI").is_none(), "redis-server is missing");
            eprintln!("redis-server is missing: nothing is checked");
            return None;
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("ask-user-fleet-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let args: Vec<_> = args.iter().map(|arg| arg.to_string()).collect();
        let child = spawn(&folder, &args);
        let redis = Redis { folder, args, child };
        redis.is_ready().await;
        Some(redis)
    }

    pub(crate) fn address(&self) -> String {
        format!("unix:{}", self.socket().display())
    }

    /// The socket on which it listens.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }

    /// Kills it without warning.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Starts it again, with what it has kept.
    pub(crate) async fn start_again(&mut self) {
        self.child = spawn(&self.folder, &self.args);
        self.is_ready().await;
    }

    async fn is_ready(&self) {
        while UnixStream::connect(self.socket()).await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The server. Another one, such as Valkey, is named by an environment variable.
fn program() -> OsString {
    env::var_os("ASK_USER_TEST_STORE").unwrap_or_else(|| "redis-server".into())
}

fn spawn(folder: &PathBuf, args: &[String]) -> Child {
    let mut command = Command::new(program());
    command.arg("--unixsocket").arg(folder.join("socket")).arg("--dir").arg(folder);
    command.args(["--save", "", "--appendfsync", "always", "--loglevel", "warning"]).args(args);
    command.stdout(Stdio::null()).kill_on_drop(true).spawn().unwrap()
}
