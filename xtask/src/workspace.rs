//! Where things are: the clone, its folders, and the programs that the commands start.

use crate::failure::{Context, Failure, Result};
use crate::{json, process};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The clone, and the PATH with which its tools are found.
pub(crate) struct Workspace {
    root: PathBuf,
    path: OsString,
}

impl Workspace {
    /// The clone that `cargo xtask` was called in.
    pub(crate) fn find() -> Result<Self> {
        // Cargo says at run time where xtask lies. What it said at compile time would be wrong after a move.
        let root = match env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) {
            Some(xtask) => xtask.parent().map(Path::to_owned),
            None => env::current_dir().ok().and_then(|here| {
                here.ancestors().find(|folder| folder.join("Trunk.toml").is_file()).map(Path::to_owned)
            }),
        };
        let root = root.ok_or_else(|| Failure::new("this is not a clone of the project: there is no Trunk.toml"))?;
        let path = search_path(&root)?;
        Ok(Self { root, path })
    }

    /// The top folder of the clone.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of the end-to-end tests, with the packages from npm.
    pub(crate) fn e2e(&self) -> PathBuf {
        self.root.join("tests/e2e")
    }

    /// The page as `trunk build --release` leaves it.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The npm package, as `cargo xtask package` leaves it.
    pub(crate) fn package(&self) -> PathBuf {
        self.root.join("target/package")
    }

    /// The text of a file of the clone.
    pub(crate) fn read(&self, file: &str) -> Result<String> {
        std::fs::read_to_string(self.root.join(file)).or_fail(format_args!("read {file}"))
    }

    /// Cargo's target folder, which need not be in the clone.
    pub(crate) fn target(&self) -> Result<PathBuf> {
        let metadata = self.command("cargo", &["metadata", "--no-deps", "--format-version=1"]);
        process::capture(metadata)
            .and_then(|text| json::string(&text, "target_directory"))
            .map(PathBuf::from)
            .ok_or_else(|| Failure::new("`cargo metadata` does not name a target folder"))
    }

    /// A program by its name, as the child processes would find it.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        env::split_paths(&self.path).map(|folder| folder.join(name)).find(|file| is_program(file))
    }

    /// A command that runs in the clone and finds the project's tools.
    pub(crate) fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program(program).unwrap_or_else(|| program.into()));
        command.args(arguments).current_dir(&self.root).env("PATH", &self.path);
        command
    }

    /// Trunk, which downloads nothing: set-up has fetched crates and tools.
    pub(crate) fn trunk(&self, arguments: &[&str]) -> Command {
        let mut command = self.command("trunk", arguments);
        command.arg("--offline=true").env("TRUNK_SKIP_VERSION_CHECK", "true");
        // Trunk 0.21 wants `true` or `false` in this variable, everybody else sets it to 1.
        if env::var_os("NO_COLOR").is_some() {
            command.env_remove("NO_COLOR").arg("--color=never");
        }
        command
    }
}

/// The folder in which cargo keeps crates.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))
}

/// The folder in which `cargo install` puts programs.
fn cargo_bin() -> Option<PathBuf> {
    let root = env::var_os("CARGO_INSTALL_ROOT").map(PathBuf::from).or_else(cargo_home)?;
    Some(root.join("bin"))
}

/// PATH with the project's tools in front.
///
/// trunk and wasm-bindgen lie in cargo's own bin folder, where the next clone finds them again. wasm-opt comes from npm
/// and stays in `node_modules`: there it is pinned by version and checksum in a lock, does not replace a wasm-opt that
/// another project put on this machine, and the next clone gets it from npm's cache in two seconds.
fn search_path(root: &Path) -> Result<OsString> {
    let mut folders = vec![root.join("tests/e2e/node_modules/.bin")];
    folders.extend(cargo_bin());
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    env::join_paths(folders).map_err(|error| Failure::new(format!("the clone cannot stand on PATH: {error}")))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
