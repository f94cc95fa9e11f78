//! `cargo xtask size`: what the download is made of, as tables for docs/size.md.

use crate::failure::Result;
use crate::workspace::Workspace;
use crate::{chunks, package, process, say};

/// Makes the package, and prints the parts of it.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    package::run(workspace, false)?;
    say::heading("parts");
    let mut command = workspace.command("node", &["npm/parts.mjs"]);
    // As wasm-bindgen left it: the shipped one has no names of functions.
    let named = workspace.target()?.join(chunks::NAMED);
    command.arg(workspace.package()).arg(named);
    process::run(command)
}
