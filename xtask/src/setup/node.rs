//! What npm brings: wasm-opt (package `binaryen`) for the release build, Playwright for the end-to-end tests, and in
//! folders of their own the tools that make and check the npm package, and MCP's servers and tests.

use crate::failure::{Context, Failure, Result};
use crate::version::Version;
use crate::workspace::Workspace;
use crate::{process, say};
use std::fs;

/// The oldest Node that the packages run on.
const NODE: &str = "20";

/// A copy of the lock that `node_modules` was installed from. npm's own record has another form than the lock.
const STAMP: &str = "node_modules/.installed-from";

/// The packages of a folder's package-lock.json are installed there.
pub(super) fn packages(workspace: &Workspace, name: &str) -> Result<String> {
    let node = node(workspace)?;
    let folder = workspace.root().join(name);
    let lock = fs::read(folder.join("package-lock.json")).or_fail(format_args!("read {name}/package-lock.json"))?;
    if fs::read(folder.join(STAMP)).is_ok_and(|installed| installed == lock) {
        return Ok(format!("present, node {node}"));
    }
    if workspace.program("npm").is_none() {
        return Err(Failure::new("npm was not found on PATH; install it, it usually comes with Node.js"));
    }
    // npm's cache is asked first, so that the next clone needs no network. No package of ours needs its install script.
    let mut command = workspace.command("npm", &["ci", "--prefer-offline", "--ignore-scripts"]);
    command.current_dir(&folder);
    say::line(&format!("running `npm ci` in {name}"));
    process::run(command).map_err(Failure::perhaps_offline)?;
    fs::write(folder.join(STAMP), lock).or_fail(format_args!("write {name}/{STAMP}"))?;
    Ok(format!("installed, node {node}"))
}

fn node(workspace: &Workspace) -> Result<String> {
    let advice = format!("install Node.js {NODE} or newer, then run this again");
    let printed = process::capture(workspace.command("node", &["--version"]))
        .ok_or_else(|| Failure::new(format!("node does not run; {advice}")))?;
    let printed = printed.trim();
    match Version::find(printed) >= Version::find(NODE) {
        true => Ok(printed.trim_start_matches('v').to_owned()),
        false => Err(Failure::new(format!("node {printed} is too old; {advice}"))),
    }
}

#[cfg(test)]
mod tests {
    use crate::{json, toml};
    use std::fs;
    use std::path::{Path, PathBuf};

    #[test]
    fn npm_brings_the_wasm_opt_that_trunk_asks_for() {
        let package = json::string(include_str!("../../../tests/e2e/package.json"), "binaryen").expect("binaryen");
        let major = package.split('.').next().expect("a version");
        let trunk = toml::value(include_str!("../../../Trunk.toml"), "tools", "wasm_opt");
        assert_eq!(trunk, Some(format!("version_{major}")));
    }

    #[test]
    fn the_locks_name_no_registry() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the clone");
        let folders =
            ["npm", "bench", "tests", "tests/e2e", "tests/consumers", "examples"].map(|folder| root.join(folder));
        let below = folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        let locks: Vec<PathBuf> = below
            .map(|entry| entry.path())
            .flat_map(|path| [path.join("package-lock.json"), path])
            .filter(|path| path.is_file() && path.ends_with("package-lock.json"))
            .collect();
        assert!(locks.len() > 10, "{locks:?}");
        for lock in locks {
            let text = fs::read_to_string(&lock).expect("a lock");
            assert!(!text.contains("\"resolved\""), "{}: run npm with the .npmrc of tests/e2e", lock.display());
        }
    }
}
