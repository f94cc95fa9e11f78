//! `cargo xtask package`: the npm package, in `target/package/`.

use crate::failure::{Failure, Result};
use crate::setup::{self, Part};
use crate::standard_library::StandardLibrary;
use crate::workspace::Workspace;
use crate::{notices, page, process, say, toml};

/// The package that is compiled for the browser, and for what.
const WIDGET: &str = "ask-user-widget";
const WASM: &str = "wasm32-unknown-unknown";

/// What has to be installed for making the package.
pub(crate) const PARTS: [Part; 8] = [
    Part::Compiler,
    Part::WasmTarget,
    Part::Crates,
    Part::StandardLibrary,
    Part::WasmBindgen,
    Part::Trunk,
    Part::NodePackages,
    Part::PackageTools,
];

/// Prepares, builds the page, and makes the package of it: as it is shipped, or with panics that can be read.
pub(crate) fn run(workspace: &Workspace, is_readable: bool) -> Result<()> {
    setup::prepare(workspace, &PARTS)?;
    say::heading("page");
    match is_readable {
        true => page::build_with(workspace, StandardLibrary::Compilers)?,
        false => page::build(workspace)?,
    }
    say::heading("package");
    build(workspace)?;
    say::line(&format!("made in {}; `npm publish` takes it from there", workspace.package().display()));
    Ok(())
}

/// Makes the package of what lies in `dist`.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let version = toml::value(&workspace.read("Cargo.toml")?, "workspace.package", "version")
        .ok_or_else(|| Failure::new("Cargo.toml names no version"))?;
    let mut command = workspace.command("node", &["npm/build.mjs"]);
    command.arg(workspace.dist()).arg(workspace.package()).arg(version);
    process::run(command)?;
    notices::write(workspace, WIDGET, Some(WASM), &workspace.package())
}
