//! Cuts the WebAssembly of the page into what a plain question needs, and chunks that are fetched when they are needed
//! (docs/decisions/0008-chunks.md).

use crate::failure::{Context, Result};
use crate::process;
use crate::workspace::Workspace;
use std::fs;
use std::path::Path;

/// The flags of the compiler that let the WebAssembly be cut: where the cuts are, and that the linker says what refers to
/// what.
pub(crate) const FLAGS: [&str; 2] = ["--cfg=chunks", "-Clink-arg=--emit-relocs"];

/// The WebAssembly as cargo leaves it.
const LINKED: &str = "wasm32-unknown-unknown/release/ask_user_widget.wasm";

/// The main file as wasm-bindgen left it, with the names of its functions.
pub(crate) const NAMED: &str = "chunks/bindings/ask-user-widget_bg.wasm";

/// Puts the main file, its glue and the chunks into `dist/`, in the place of what Trunk has made of the whole.
pub(crate) fn cut(workspace: &Workspace) -> Result<()> {
    let target = workspace.target()?;
    let folder = target.join("chunks");
    if folder.exists() {
        fs::remove_dir_all(&folder).or_fail(format_args!("remove {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).or_fail(format_args!("make {}", folder.display()))?;
    let mut command = workspace.command("cargo", &["run", "--quiet", "--package", "chunks", "--"]);
    command.arg(target.join(LINKED)).arg(&folder);
    process::run(command)?;
    bind(workspace, &folder)?;
    let mut command = workspace.command("node", &["npm/chunks.mjs"]);
    command.arg(&folder).arg(workspace.dist());
    process::run(command)
}

/// Has wasm-bindgen write the glue of the main file. What chunks share with it is exported under the linker's names.
fn bind(workspace: &Workspace, folder: &Path) -> Result<()> {
    let words = ["--target=web", "--no-typescript", "--keep-lld-exports", "--out-name=ask-user-widget", "--out-dir"];
    let mut command = workspace.command("wasm-bindgen", &words);
    command.arg(folder.join("bindings")).arg(folder.join("main.wasm"));
    process::run(command)
}
