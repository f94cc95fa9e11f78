//! Builds the bridge and finds its program; and makes what can be given away of it: `cargo xtask bridge`.

use crate::failure::{Context, Failure, Result};
use crate::setup::{self, Part};
use crate::workspace::Workspace;
use crate::{json, notices, process, remap, say};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The package, which is also the name of its program.
const PACKAGE: &str = "ask-user-bridge";

/// Builds the bridge in the dev profile (the release profile is for the wasm that people download) and returns its
/// program, which is started directly: a bridge below `cargo run` could not be ended by its id.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    built(workspace.command("cargo", &["build"]))
}

/// Makes the bridge as it is given away, in `target/bridge/`: the program, with nothing of this machine in it, its README,
/// the licences, and the notices of what it contains.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    setup::prepare(workspace, &[Part::Compiler, Part::Crates])?;
    say::heading("bridge");
    let mut command = workspace.command("cargo", &["build", "--profile", "server"]);
    command.env(remap::RUSTFLAGS, remap::rustflags(workspace, &[]));
    let program = built(command)?;
    remap::check(workspace, &program)?;
    let folder = workspace.root().join("target/bridge");
    fs::create_dir_all(&folder).or_fail(format_args!("make {}", folder.display()))?;
    let root = workspace.root();
    let license = |name: &str| root.join(name);
    for file in [program, root.join("bridge/README.md"), license("LICENSE-MIT"), license("LICENSE-APACHE")] {
        let name = file.file_name().unwrap_or_default();
        fs::copy(&file, folder.join(name)).or_fail(format_args!("copy {}", file.display()))?;
    }
    notices::write(workspace, PACKAGE, None, &folder)?;
    say::line(&format!("made in {}", folder.display()));
    Ok(())
}

/// Builds the bridge as fast as it can be, for measuring.
pub(crate) fn build_optimised(workspace: &Workspace) -> Result<PathBuf> {
    built(workspace.command("cargo", &["build", "--profile", "server"]))
}

fn built(mut command: Command) -> Result<PathBuf> {
    command.args(["--package", PACKAGE, "--message-format=json-render-diagnostics"]);
    let output = process::start(command.stdout(std::process::Stdio::piped()))?.wait_with_output();
    let text = match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => return Err(Failure::new("the bridge does not build; the compiler's words are above")),
    };
    program(&text).ok_or_else(|| Failure::new(format!("cargo built {PACKAGE} but names no program for it")))
}

/// Reads the program from cargo's messages, so that it is right wherever the target folder lies.
fn program(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| json::string(line, "executable"))
        .map(PathBuf::from)
        .find(|path| path.file_stem().is_some_and(|name| name == PACKAGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_read_from_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"serde"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"other"},"executable":"/t/debug/other"}
{"reason":"compiler-artifact","target":{"name":"ask-user-bridge"},"executable":"/t/debug/ask-user-bridge","fresh":true}
{"reason":"build-finished","success":true}"#;
        assert_eq!(program(messages), Some(PathBuf::from("/t/debug/ask-user-bridge")));
        assert_eq!(program("{}"), None);
    }
}
