//! `cargo xtask bench`: the element beside the same dialog in React and in Solid, in one browser; and the instructions of
//! its session, natively. `docs/bench.md` says how to read it.

use crate::failure::{Failure, Result};
use crate::setup::{self, Browser, Part};
use crate::workspace::Workspace;
use crate::{package, page, process, say};
use std::path::PathBuf;

/// The program that runs the session's operations.
const SESSION: &str = "ask-user-session-bench";

/// The part that counts the session's instructions, and needs no browser.
const INSTRUCTIONS: &str = "session";

/// What has to be installed: all that makes the package, the pages beside it, and a browser.
const PARTS: [Part; 10] = [
    Part::Compiler,
    Part::WasmTarget,
    Part::Crates,
    Part::StandardLibrary,
    Part::WasmBindgen,
    Part::Trunk,
    Part::NodePackages,
    Part::PackageTools,
    Part::BenchPackages,
    Part::Browser,
];

/// How much is measured.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Bench {
    /// A few samples only: to see that it works.
    pub(crate) quick: bool,
    /// The parts that were named; all when there is none.
    pub(crate) only: Vec<String>,
}

impl Bench {
    /// Whether a part is to be run.
    fn wants(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == part)
    }

    /// Whether the pages are to be run, and not only the session.
    fn wants_pages(&self) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name != INSTRUCTIONS)
    }
}

/// Builds everything, measures it, and leaves `target/bench/report.json`.
pub(crate) fn run(workspace: &Workspace, bench: &Bench) -> Result<()> {
    setup::prepare(workspace, &PARTS)?;
    let browser = Browser::find(workspace).ok_or_else(|| Failure::new("there is no Chromium"))?;
    if bench.wants_pages() {
        say::heading("package");
        page::build(workspace)?;
        package::build(workspace)?;
    }
    let mut command = workspace.command("node", &["bench/driver/run.mjs"]);
    command
        .args(bench.quick.then_some("--quick"))
        .args(bench.only.iter().flat_map(|part| ["--only", part]))
        .env("CHROME", browser.chrome)
        .env("PACKAGE", workspace.package())
        .env("OUT", workspace.root().join("target/bench"));
    if bench.wants(INSTRUCTIONS) {
        match workspace.program("valgrind") {
            Some(_) => _ = command.env("SESSION_BENCH", build_session(workspace)?),
            None => say::line("valgrind is not installed, so the session's instructions are not counted"),
        }
    }
    say::heading("bench");
    process::run(command)?;
    say::line("\nwritten to target/bench/report.json");
    Ok(())
}

/// Builds the program that valgrind runs: for this machine, with the release profile, which is that of the wasm, and with the
/// compiler's own standard library.
fn build_session(workspace: &Workspace) -> Result<PathBuf> {
    process::run(workspace.command("cargo", &["build", "--release", "--package", SESSION]))?;
    Ok(workspace.target()?.join("release").join(format!("{SESSION}{}", std::env::consts::EXE_SUFFIX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(parts: &[&str]) -> Bench {
        Bench { quick: false, only: parts.iter().map(|part| part.to_string()).collect() }
    }

    #[test]
    fn what_is_measured_is_built_with_all_that_the_package_is_built_with() {
        let is_missing = |part: &&Part| !PARTS.contains(part);
        assert_eq!(package::PARTS.iter().find(is_missing), None);
    }

    #[test]
    fn parts_that_are_not_named_are_left_out() {
        assert!(Bench::default().wants(INSTRUCTIONS) && Bench::default().wants_pages());
        assert!(only(&["session"]).wants(INSTRUCTIONS) && !only(&["session"]).wants_pages());
        assert!(!only(&["keys"]).wants(INSTRUCTIONS) && only(&["keys"]).wants_pages());
    }
}
