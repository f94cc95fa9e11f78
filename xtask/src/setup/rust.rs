//! What rustup brings: the compiler, its parts and its targets, and the crates.
//!
//! Presence is read from the toolchain's own folder, which works for a Rust without rustup too. rustup is only asked to
//! add what is missing: where its automatic install is switched off, rust-toolchain.toml alone does not fetch it.

use crate::failure::{Failure, Result};
use crate::standard_library::{self, StandardLibrary};
use crate::version::Version;
use crate::workspace::Workspace;
use crate::{process, say, toml};
use std::path::PathBuf;

const WASM: &str = "wasm32-unknown-unknown";

/// The compiler is as new as Cargo.toml asks for.
pub(super) fn compiler(workspace: &Workspace) -> Result<String> {
    let wanted = toml::value(&workspace.read("Cargo.toml")?, "workspace.package", "rust-version")
        .ok_or_else(|| Failure::new("Cargo.toml names no rust-version"))?;
    let printed = process::capture(workspace.command("rustc", &["--version"]))
        .ok_or_else(|| Failure::new("rustc does not run; install Rust by rustup, then run this again"))?;
    match new_enough(&printed, &wanted) {
        true => Ok(printed.trim().trim_start_matches("rustc ").to_owned()),
        false => Err(Failure::new(format!(
            "this project needs Rust {wanted} or newer, here is `{}`; use the toolchain of rust-toolchain.toml, by rustup",
            printed.trim()
        ))),
    }
}

/// The standard library for the browser.
pub(super) fn wasm_target(workspace: &Workspace) -> Result<String> {
    let library = sysroot(workspace)?.join("lib/rustlib").join(WASM).join("lib");
    match library.is_dir() {
        true => Ok("present".into()),
        false => rustup(workspace, &["target", "add", WASM]),
    }
}

/// A component such as rustfmt, known by one of its programs.
pub(super) fn component(workspace: &Workspace, name: &str, program: &str) -> Result<String> {
    let program = sysroot(workspace)?.join("bin").join(program).with_extension(std::env::consts::EXE_EXTENSION);
    match program.is_file() {
        true => Ok("present".into()),
        false => rustup(workspace, &["component", "add", name]),
    }
}

/// All crates of the lock, so that Trunk can be told to stay off the network, and a machine without one hears it here.
pub(super) fn crates(workspace: &Workspace) -> Result<String> {
    process::run(workspace.command("cargo", &["fetch"])).map_err(Failure::perhaps_offline)?;
    Ok("present".into())
}

/// The source of the standard library, and the crates that it is made of. A machine that cannot have them builds the widget
/// without, so nothing fails here.
pub(super) fn standard_library(workspace: &Workspace) -> Result<String> {
    if StandardLibrary::find(workspace) == StandardLibrary::Own {
        return Ok("present".into());
    }
    let source = match standard_library::has_source(workspace) {
        true => Ok("present".into()),
        false => rustup(workspace, &["component", "add", "rust-src"]),
    };
    if let Err(failure) = source.and_then(|_| process::run(standard_library::fetch(workspace, &[]))) {
        say::line(&failure.to_string());
    }
    Ok(match StandardLibrary::find(workspace) {
        StandardLibrary::Own => "installed".into(),
        StandardLibrary::Compilers => {
            "missing, so the widget is built with the compiler's library and is larger".into()
        }
    })
}

fn sysroot(workspace: &Workspace) -> Result<PathBuf> {
    process::capture(workspace.command("rustc", &["--print=sysroot"]))
        .map(|text| PathBuf::from(text.trim()))
        .ok_or_else(|| Failure::new("rustc does not say where it lies"))
}

fn rustup(workspace: &Workspace, arguments: &[&str]) -> Result<String> {
    let command = workspace.command("rustup", arguments);
    let typed = process::describe(&command);
    if workspace.program("rustup").is_none() {
        return Err(Failure::new(format!("`{typed}` is needed, but there is no rustup here; install Rust by rustup")));
    }
    say::line(&format!("running `{typed}`"));
    process::run(command).map_err(Failure::perhaps_offline)?;
    Ok("installed".into())
}

fn new_enough(printed: &str, wanted: &str) -> bool {
    match (Version::find(printed), Version::find(wanted)) {
        (Some(printed), Some(wanted)) => printed >= wanted,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_compiler_is_not_enough() {
        assert!(new_enough("rustc 1.95.0 (59807616e 2026-04-14)", "1.95"));
        assert!(new_enough("rustc 1.101.0-nightly (abc 2027-01-01)", "1.95"));
        assert!(!new_enough("rustc 1.94.1 (abc 2026-03-01)", "1.95"));
        assert!(!new_enough("garbage", "1.95"));
    }
}
