//! What each suite runs.

use super::count::{self, Tally};
use super::suite::Suite;
use crate::failure::{Context, Failure, Result};
use crate::setup;
use crate::standard_library::StandardLibrary;
use crate::workspace::Workspace;
use crate::{bridge, consumers, package, page, process, say};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package that is compiled for the browser.
const WIDGET: &str = "ask-user-widget";
const BRIDGE: &str = "ask-user-bridge";
/// The Leptos app that uses its component.
const EXAMPLE: &str = "ask-user-example-leptos";
/// Most of an end-to-end test is waiting, so several files share the cores. Node's own choice is one less than the cores.
const FILES_AT_A_TIME: &str = "--test-concurrency=3";
const WASM: &str = "wasm32-unknown-unknown";

/// Runs one suite.
pub(super) fn run(workspace: &Workspace, suite: Suite) -> Result<Tally> {
    match suite {
        Suite::Format => cargo(workspace, &["fmt", "--all", "--check"]),
        Suite::ClippyNative => clippy_native(workspace),
        Suite::ClippyWasm => cargo(
            workspace,
            &[
                "clippy",
                "--package",
                WIDGET,
                "--package",
                EXAMPLE,
                "--target",
                WASM,
                "--all-targets",
                "--",
                "--deny=warnings",
            ],
        ),
        Suite::Native => native(workspace),
        Suite::Browser => browser(workspace),
        Suite::Page => page::build(workspace).map(|()| Tally::ONE),
        Suite::EndToEnd => end_to_end(workspace),
        Suite::Package => packaged(workspace),
        Suite::Consumers => counted(consumers::command(workspace, &consumers::Which::Quick)?, count::node),
        Suite::Size => size(workspace),
    }
}

/// A cargo command without tests of its own: it counts as one.
fn cargo(workspace: &Workspace, arguments: &[&str]) -> Result<Tally> {
    process::run(workspace.command("cargo", arguments)).map(|()| Tally::ONE)
}

/// Everything with its default features, and the bridge without the feature that can be left out.
fn clippy_native(workspace: &Workspace) -> Result<Tally> {
    let package = ["--package", BRIDGE, "--no-default-features"];
    for what in [&["--workspace"][..], &package] {
        let arguments = [&["clippy", "--all-targets"], what, &["--", "--deny=warnings"]].concat();
        process::run(workspace.command("cargo", &arguments))?;
    }
    Ok(Tally::ONE)
}

/// A command that runs tests and prints how many.
fn counted(command: Command, count: fn(&str) -> Tally) -> Result<Tally> {
    let ended = process::stream(command)?;
    if let Err(failure) = &ended.result {
        say::line(&failure.to_string());
    }
    count::judge(count(&ended.text), ended.result.is_ok())
}

fn native(workspace: &Workspace) -> Result<Tally> {
    // All test programs run, even when one fails, so that the count is whole.
    counted(workspace.command("cargo", &["test", "--workspace", "--no-fail-fast"]), count::cargo)
}

fn browser(workspace: &Workspace) -> Result<Tally> {
    let browser = find_browser(workspace)?;
    let mut command = workspace.command("cargo", &["test", "--package", WIDGET, "--target", WASM, "--test", "browser"]);
    command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        .env("CHROMEDRIVER", browser.driver)
        // Twenty seconds, the runner's own limit for all tests together, are too few on a busy machine.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    counted(command, count::cargo)
}

fn end_to_end(workspace: &Workspace) -> Result<Tally> {
    let browser = find_browser(workspace)?;
    let files = test_files(&workspace.e2e())?;
    let bridge = bridge::build(workspace)?;
    let mut command = workspace.command("node", &["--test", FILES_AT_A_TIME, "--test-reporter=spec"]);
    command
        .args(files)
        .current_dir(workspace.e2e())
        .env("BRIDGE_BIN", bridge)
        .env("DIST", workspace.dist())
        .env("CHROME", browser.chrome);
    if let Some(python) = setup::python::find(workspace) {
        command.env("PYTHON", python);
    }
    counted(command, count::node)
}

fn packaged(workspace: &Workspace) -> Result<Tally> {
    package::build(workspace)?;
    let mut command = workspace.command("node", &["--test", "--test-reporter=spec"]);
    command.args(test_files(&workspace.root().join("npm/tests"))?).env("PACKAGE", workspace.package());
    counted(command, count::node)
}

fn size(workspace: &Workspace) -> Result<Tally> {
    let mut command = workspace.command("node", &["npm/size.mjs"]);
    command.arg(workspace.package());
    match StandardLibrary::find(workspace) {
        StandardLibrary::Own => {
            command.arg("xtask/budget.toml");
            process::run(command).map(|()| Tally::ONE)
        }
        StandardLibrary::Compilers => {
            process::run(command)?;
            say::line(
                "This is not what is shipped, so no budget was looked at: `rustup component add rust-src` is missing.",
            );
            Ok(Tally::default())
        }
    }
}

/// Node 20 takes no pattern, and without any file it would look for tests by itself, also in `node_modules`.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).or_fail(format_args!("read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    match files.is_empty() {
        true => Err(Failure::new(format!("there is no test in {}", folder.display()))),
        false => Ok(files),
    }
}

fn find_browser(workspace: &Workspace) -> Result<setup::Browser> {
    setup::Browser::find(workspace).ok_or_else(|| Failure::new("Chromium and chromedriver went away after the set-up"))
}
