//! `cargo xtask conformance`: plays the page against a bridge, and says where the bridge differs from the protocol. A program
//! of its own does it, so that only who wants it compiles a WebSocket.

use crate::failure::Result;
use crate::process;
use crate::workspace::Workspace;
use std::ffi::OsString;

/// Runs it; whether the bridge differs nowhere. The program has said what is wrong.
pub(crate) fn run(workspace: &Workspace, words: &[OsString]) -> Result<bool> {
    let mut command = workspace.command("cargo", &["run", "--quiet", "--package", "conformance", "--"]);
    command.args(words);
    Ok(process::run(command).is_ok())
}
