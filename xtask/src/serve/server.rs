//! One server as a child process, ended by its id whichever way the command ends.

use crate::failure::{Failure, Result};
use crate::process;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to end when asked to, before it is killed.
const PATIENCE: Duration = Duration::from_secs(5);

/// A running server. Dropping it ends it, and waits until it has ended.
pub(super) struct Server {
    name: &'static str,
    child: Child,
}

impl Server {
    /// Starts a server, in a process group of its own: Trunk may be in the middle of a cargo build, and both have to
    /// end.
    pub(super) fn start(name: &'static str, mut command: Command) -> Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = process::start(command.stdin(Stdio::null()))?;
        Ok(Self { name, child })
    }

    /// It still runs.
    pub(super) fn check(&mut self) -> Result<()> {
        match self.child.try_wait() {
            Ok(Some(status)) => Err(Failure::new(format!(
                "{} ended by itself ({}), so everything was ended; its own words are above",
                self.name,
                process::ending(status)
            ))),
            _ => Ok(()),
        }
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.has_ended() {
            signal_group(self.child.id(), "TERM");
            let start = Instant::now();
            while !self.has_ended() && start.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(20));
            }
            if !self.has_ended() {
                signal_group(self.child.id(), "KILL");
                let _ = self.child.kill();
            }
        }
        let _ = self.child.wait();
    }
}

/// Asks a process group to end. The standard library has no call for it that would be safe, every shell has.
#[cfg(unix)]
fn signal_group(id: u32, signal: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"kill -s "$1" -- "-$2""#, "sh", signal, &id.to_string()]);
    let _ = shell.stdin(Stdio::null()).stderr(Stdio::null()).status();
}

#[cfg(not(unix))]
fn signal_group(_id: u32, _signal: &str) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Server {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Server::start("the shell", command).expect("sh exists")
    }

    #[test]
    fn dropping_a_server_ends_its_children_too() {
        let file = std::env::temp_dir().join(format!("xtask-server-{}", std::process::id()));
        let server = shell(&format!("sleep 60 & echo $! > '{}'; wait", file.display()));
        let grandchild = loop {
            match std::fs::read_to_string(&file) {
                Ok(text) if text.ends_with('\n') => break text,
                _ => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        drop(server);
        let _ = std::fs::remove_file(&file);
        assert!(!runs(grandchild.trim()), "the grandchild {grandchild} still runs");
    }

    /// Whether a process runs: a zombie, which waits for a parent to take note, does not.
    fn runs(id: &str) -> bool {
        for _ in 0..2000 {
            let mut ps = Command::new("sh");
            ps.args(["-c", r#"kill -0 "$1" && ! grep -qs '^State:.*Z' "/proc/$1/status""#, "sh", id]);
            if !ps.stderr(Stdio::null()).status().expect("sh exists").success() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    #[test]
    fn a_server_that_ends_by_itself_is_named() {
        let mut server = shell("exit 7");
        let failure = loop {
            match server.check() {
                Err(failure) => break failure.to_string(),
                Ok(()) => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        assert!(failure.starts_with("the shell ended by itself (exit code 7)"), "{failure}");
    }
}
