//! Builds the bridge and finds its program.

use crate::failure::{Failure, Result};
use crate::workspace::Workspace;
use crate::{json, process};
use std::path::PathBuf;

/// The package, which is also the name of its program.
const PACKAGE: &str = "ask-user-bridge";

/// Builds the bridge in the dev profile (the release profile is for the wasm that people download) and returns its
/// program, which is started directly: a bridge below `cargo run` could not be ended by its id.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    let arguments = ["build", "--package", PACKAGE, "--message-format=json-render-diagnostics"];
    let mut command = workspace.command("cargo", &arguments);
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
