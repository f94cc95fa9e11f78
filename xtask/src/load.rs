//! `cargo xtask load`: how much one bridge, and several over Redis, can carry. The program that measures is an example of the
//! bridge's package.

use crate::failure::Result;
use crate::setup::{self, Part};
use crate::workspace::Workspace;
use crate::{bridge, process, say};

/// Sessions, where none are named.
const SESSIONS: [u64; 3] = [1_000, 10_000, 50_000];

/// What to measure.
#[derive(Debug, PartialEq)]
pub(crate) struct Load {
    /// Bridges over Redis.
    pub(crate) nodes: u64,
    /// Numbers of sessions.
    pub(crate) sessions: Vec<u64>,
}

impl Default for Load {
    fn default() -> Load {
        Load { nodes: 3, sessions: Vec::new() }
    }
}

/// Measures, and prints one table.
pub(crate) fn run(workspace: &Workspace, load: &Load) -> Result<()> {
    setup::prepare(workspace, &[Part::Compiler, Part::Crates, Part::Redis])?;
    say::heading("load");
    let program = bridge::build_optimised(workspace)?;
    let profile = ["run", "--profile", "server", "--package", "ask-user-bridge", "--example", "load", "--"];
    let mut command = workspace.command("cargo", &profile);
    command.arg(program).arg(load.nodes.to_string());
    let sessions = if load.sessions.is_empty() { &SESSIONS[..] } else { &load.sessions };
    command.args(sessions.iter().map(u64::to_string));
    process::run(command)
}
