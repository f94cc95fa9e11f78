//! `cargo xtask load`: how much one bridge, and several over Redis, can carry. The program that measures is an example of the
//! bridge's package.

use crate::failure::Result;
use crate::setup::{self, Part};
use crate::workspace::Workspace;
use crate::{bridge, process, say};

/// Sessions, where none are named.
const SESSIONS: [u64; 3] = [1_000, 10_000, 50_000];

/// Sessions with a held call, where none are named.
const HELD: [u64; 1] = [10_000];

/// What to measure.
#[derive(Debug, PartialEq)]
pub(crate) struct Load {
    /// Bridges over Redis.
    pub(crate) nodes: u64,
    /// Numbers of sessions.
    pub(crate) sessions: Vec<u64>,
    /// Instead: sessions of one bridge that all have a page and an agent's held call.
    pub(crate) is_held: bool,
}

impl Default for Load {
    fn default() -> Load {
        Load { nodes: 3, sessions: Vec::new(), is_held: false }
    }
}

/// Measures, and prints one table.
pub(crate) fn run(workspace: &Workspace, load: &Load) -> Result<()> {
    setup::prepare(workspace, &[Part::Compiler, Part::Crates, Part::Redis])?;
    say::heading("load");
    let program = bridge::build_optimised(workspace)?;
    // Each connection is an open file of two processes, and the usual limit is 1,024.
    let raised = "ulimit -n 200000 2>/dev/null || ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"";
    let mut command = workspace.command("sh", &["-c", raised, "load", "cargo", "run", "--profile", "server"]);
    command.args(["--package", "ask-user-bridge", "--example", "load", "--"]).arg(program);
    let usual = if load.is_held { &HELD[..] } else { &SESSIONS[..] };
    let sessions = if load.sessions.is_empty() { usual } else { &load.sessions };
    command.arg(if load.is_held { "held".to_owned() } else { load.nodes.to_string() });
    command.args(sessions.iter().map(u64::to_string));
    process::run(command)
}
