//! Tools that cargo builds: wasm-bindgen and Trunk, each of exactly one version.
//!
//! They are built without optimisation and without debug information: Trunk costs fourteen minutes of processor time
//! optimised and under four like this, and builds the page just as well.

use crate::failure::{Failure, Result};
use crate::workspace::Workspace;
use crate::{process, say, toml};

/// A tool from crates.io.
struct Tool {
    package: &'static str,
    /// The programs that the package installs and the project uses; the first is asked for its version.
    programs: &'static [&'static str],
    version: String,
    flags: &'static [&'static str],
}

/// wasm-bindgen's command line, of the version to which Cargo.lock pins the library: any other refuses the module.
pub(super) fn wasm_bindgen(workspace: &Workspace) -> Result<String> {
    let version = toml::locked_version(&workspace.read("Cargo.lock")?, "wasm-bindgen")
        .ok_or_else(|| Failure::new("Cargo.lock does not name wasm-bindgen"))?;
    // Not `--locked`: the lock that it was published with may name a version that is gone.
    let programs = &["wasm-bindgen", "wasm-bindgen-test-runner"];
    ensure(workspace, &Tool { package: "wasm-bindgen-cli", programs, version, flags: &[] })
}

/// Trunk, of the version that Trunk.toml asks for.
pub(super) fn trunk(workspace: &Workspace) -> Result<String> {
    let version = trunk_version(&workspace.read("Trunk.toml")?)
        .ok_or_else(|| Failure::new("Trunk.toml names no trunk-version"))?;
    // Its default features are TLS and a look for updates; a Trunk that downloads nothing needs neither.
    let flags = &["--no-default-features", "--locked"];
    ensure(workspace, &Tool { package: "trunk", programs: &["trunk"], version, flags })
}

fn ensure(workspace: &Workspace, tool: &Tool) -> Result<String> {
    if is_present(workspace, tool) {
        return Ok(tool.version.clone());
    }
    let Tool { package, version, .. } = tool;
    say::line(&format!("{package} {version} is missing; cargo builds it now, which takes some minutes"));
    let mut command = workspace.command("cargo", &["install", package, "--version", version, "--debug"]);
    command.args(tool.flags).env("CARGO_PROFILE_DEV_DEBUG", "0");
    // Without this variable cargo builds in a temporary folder and removes it afterwards.
    command.env_remove("CARGO_TARGET_DIR");
    process::run(command).map_err(Failure::perhaps_offline)?;
    match is_present(workspace, tool) {
        true => Ok(format!("{version}, installed")),
        false => {
            Err(Failure::new(format!("cargo installed {package} {version}, but {} is not on PATH", tool.programs[0])))
        }
    }
}

fn is_present(workspace: &Workspace, tool: &Tool) -> bool {
    tool.programs.iter().all(|program| workspace.program(program).is_some())
        && process::capture(workspace.command(tool.programs[0], &["--version"]))
            .is_some_and(|printed| prints_version(&printed, &tool.version))
}

/// Whether `name 1.2.3` or `name 1.2.3 (commit)` says this very version.
fn prints_version(printed: &str, version: &str) -> bool {
    printed.split_whitespace().nth(1) == Some(version)
}

fn trunk_version(text: &str) -> Option<String> {
    toml::value(text, "", "trunk-version").map(|version| version.trim_start_matches('=').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_has_to_be_the_same_to_the_letter() {
        assert!(prints_version("wasm-bindgen 0.2.130\n", "0.2.130"));
        assert!(prints_version("wasm-bindgen 0.2.130 (abcdef)\n", "0.2.130"));
        assert!(!prints_version("wasm-bindgen 0.2.13\n", "0.2.130"));
        assert!(!prints_version("", "0.2.130"));
    }

    #[test]
    fn trunk_toml_pins_trunk() {
        assert_eq!(trunk_version("trunk-version = \"=0.21.14\"\n[build]\n").as_deref(), Some("0.21.14"));
        assert!(trunk_version(include_str!("../../../Trunk.toml")).is_some());
    }
}
