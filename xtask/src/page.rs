//! Builds the page as it is shipped.

use crate::failure::{Context, Result};
use crate::workspace::Workspace;
use crate::{process, remap};
use std::fs;

/// Builds `dist/`.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    // wasm-bindgen leaves the snippets of earlier builds lying there, and Trunk ships whatever it finds.
    let bindings = workspace.target()?.join("wasm-bindgen/release");
    if bindings.exists() {
        fs::remove_dir_all(&bindings).or_fail(format_args!("remove {}", bindings.display()))?;
    }
    let mut command = workspace.trunk(&["build", "--release=true"]);
    command.env(remap::RUSTFLAGS, remap::rustflags(workspace));
    process::run(command)?;
    let mut command = workspace.command("node", &["npm/shrink.mjs"]);
    command.arg(workspace.dist());
    process::run(command)
}
