//! How Trunk is started for serving.

use super::{BRIDGE_PORT, Options};
use crate::failure::{Context, Result};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders that are no part of the page; Trunk.toml has the same list, relative to itself.
const NOT_THE_PAGE: [&str; 5] = ["bridge", "examples", "npm", "tests", "xtask"];

/// `trunk serve` on the chosen ports.
///
/// It builds into a folder of its own: `dist` holds what `cargo xtask test` measures and tests, and a development build
/// must not slip in between. All paths are absolute, because Trunk takes relative ones from where its configuration is.
pub(super) fn command(workspace: &Workspace, options: &Options) -> Result<Command> {
    let own = workspace.target()?.join("xtask");
    let dist = own.join("dist");
    // What an earlier run left would answer before, and even without, a page of this one.
    if dist.exists() {
        fs::remove_dir_all(&dist).or_fail(format_args!("remove {}", dist.display()))?;
    }
    let port = options.port.to_string();
    let mut command = workspace.trunk(&["serve", "--address", "127.0.0.1", "--port", &port]);
    command.arg("--dist").arg(&dist);
    if options.release {
        command.arg("--release=true");
    }
    if options.bridge_port != BRIDGE_PORT {
        command.arg("--config").arg(write_configuration(workspace, &own, options.bridge_port)?);
    }
    for folder in NOT_THE_PAGE {
        command.arg("--ignore").arg(workspace.root().join(folder));
    }
    command.arg("--").arg(workspace.root().join("index.html"));
    Ok(command)
}

/// Trunk has no option for two proxies, so another port of the bridge needs another configuration.
fn write_configuration(workspace: &Workspace, folder: &Path, bridge_port: u16) -> Result<PathBuf> {
    let file = folder.join("Trunk.toml");
    let text = with_bridge_port(&workspace.read("Trunk.toml")?, bridge_port);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, text))
        .or_fail(format_args!("write {}", file.display()))?;
    Ok(file)
}

fn with_bridge_port(text: &str, port: u16) -> String {
    text.replace(&format!("//127.0.0.1:{BRIDGE_PORT}/"), &format!("//127.0.0.1:{port}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUNK: &str = include_str!("../../../Trunk.toml");

    #[test]
    fn both_proxies_follow_the_bridge() {
        let text = with_bridge_port(TRUNK, 9001);
        assert!(text.contains("\"ws://127.0.0.1:9001/ws\""));
        assert!(text.contains("\"http://127.0.0.1:9001/sessions\""));
        assert!(!text.contains("8787"));
    }

    #[test]
    fn both_lists_of_what_is_no_part_of_the_page_agree() {
        let quoted = NOT_THE_PAGE.map(|folder| format!("\"{folder}\"")).join(", ");
        assert!(TRUNK.contains(&format!("ignore = [{quoted}]")));
    }
}
