//! Builds the page as it is shipped.

use crate::failure::{Context, Result};
use crate::standard_library::StandardLibrary;
use crate::workspace::Workspace;
use crate::{chunks, process, remap, say};
use std::fs;

/// Builds `dist/` as it is shipped, if that can be done here.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let library = StandardLibrary::find(workspace);
    if library == StandardLibrary::Compilers {
        say::line("The source of the standard library is not to be had: the page is larger than what is shipped.");
    }
    build_with(workspace, library)
}

/// Builds `dist/` with this standard library.
pub(crate) fn build_with(workspace: &Workspace, library: StandardLibrary) -> Result<()> {
    // wasm-bindgen leaves the snippets of earlier builds lying there, and Trunk ships whatever it finds.
    let bindings = workspace.target()?.join("wasm-bindgen/release");
    if bindings.exists() {
        fs::remove_dir_all(&bindings).or_fail(format_args!("remove {}", bindings.display()))?;
    }
    let mut command = workspace.trunk(&["build", "--release=true"]);
    library.prepare(&mut command);
    let flags = match library {
        StandardLibrary::Own => [library.flags(), &chunks::FLAGS].concat(),
        StandardLibrary::Compilers => library.flags().to_vec(),
    };
    command.env(remap::RUSTFLAGS, remap::rustflags(workspace, &flags));
    process::run(command)?;
    if library == StandardLibrary::Own {
        chunks::cut(workspace)?;
    }
    let mut command = workspace.command("node", &["npm/shrink.mjs"]);
    command.arg(workspace.dist());
    process::run(command)
}
