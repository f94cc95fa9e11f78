//! Builds the page as it is shipped.

use crate::failure::{Context, Result};
use crate::process;
use crate::workspace::{Workspace, cargo_home};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Builds `dist/`.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    // wasm-bindgen leaves the snippets of earlier builds lying there, and Trunk ships whatever it finds.
    let bindings = workspace.target()?.join("wasm-bindgen/release");
    if bindings.exists() {
        fs::remove_dir_all(&bindings).or_fail(format_args!("remove {}", bindings.display()))?;
    }
    let mut command = workspace.trunk(&["build", "--release=true"]);
    command.env("CARGO_ENCODED_RUSTFLAGS", rustflags(workspace.root(), cargo_home().as_deref()));
    process::run(command)
}

/// Whatever flags are set already, and no paths of this machine: a panic names its source file, and what is published
/// says nothing about who built it. (Cargo's `trim-paths` is not stable yet.)
fn rustflags(root: &Path, cargo_home: Option<&Path>) -> String {
    let given = env::var("CARGO_ENCODED_RUSTFLAGS").map(|flags| flags.split('\u{1f}').map(str::to_owned).collect());
    let mut flags: Vec<String> = given
        .unwrap_or_else(|_| env::var("RUSTFLAGS").unwrap_or_default().split_whitespace().map(str::to_owned).collect());
    flags.extend(own_paths(root, cargo_home).iter().map(|path| format!("--remap-path-prefix={}=", path.display())));
    flags.join("\u{1f}")
}

/// The longest last: the compiler takes the last that fits.
fn own_paths(root: &Path, cargo_home: Option<&Path>) -> Vec<PathBuf> {
    let mut paths = vec![root.to_owned()];
    if let Some(home) = cargo_home {
        paths.push(home.to_owned());
        // The folder of each registry: its name is the registry's.
        let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
        paths.extend(registries.map(|entry| entry.path()));
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_of_this_machine_is_kept() {
        let flags = rustflags(Path::new("/clone"), Some(Path::new("/nowhere/cargo")));
        assert!(flags.contains("--remap-path-prefix=/clone=\u{1f}--remap-path-prefix=/nowhere/cargo="), "{flags}");
    }
}
