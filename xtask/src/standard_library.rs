//! Which standard library the widget is built with.
//!
//! What is shipped has one of its own: built with the widget, for size, without what it does not use, and with panics that
//! stop at once instead of saying where and why. That takes rustup's component `rust-src`, and flags that are not stable yet;
//! the compiler takes them because rust-toolchain.toml pins it. Where the component is not to be had, and wherever somebody
//! wants to read the words of a panic, the library is the one that came with the compiler.

use crate::process;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::process::Command;

/// The environment of cargo, which Trunk calls.
const ENVIRONMENT: [(&str, &str); 3] = [
    ("RUSTC_BOOTSTRAP", "1"),
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
];

/// The flags of the compiler.
const FLAGS: [&str; 4] =
    ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none", "-Zfmt-debug=none"];

/// Where it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StandardLibrary {
    /// Built with the widget: what is shipped.
    Own,
    /// As it came with the compiler.
    Compilers,
}

impl StandardLibrary {
    /// What is shipped, if it can be built here.
    pub(crate) fn find(workspace: &Workspace) -> Self {
        match has_source(workspace) && process::capture(fetch(workspace, &["--offline"])).is_some() {
            true => Self::Own,
            false => Self::Compilers,
        }
    }

    /// The flags for the compiler. The command that calls it has to have been prepared too.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Own => &FLAGS,
            Self::Compilers => &[],
        }
    }

    /// Prepares a command that calls cargo.
    pub(crate) fn prepare(self, command: &mut Command) {
        match self {
            Self::Own => command.envs(ENVIRONMENT),
            Self::Compilers => command,
        };
    }
}

/// Whether the component `rust-src` is installed.
pub(crate) fn has_source(workspace: &Workspace) -> bool {
    let sysroot = process::capture(workspace.command("rustc", &["--print=sysroot"]));
    sysroot.is_some_and(|text| PathBuf::from(text.trim()).join("lib/rustlib/src/rust/library/Cargo.lock").is_file())
}

/// Fetches the crates that it is made of for the browser, which are others than for this machine.
pub(crate) fn fetch(workspace: &Workspace, words: &[&str]) -> Command {
    let mut command = workspace.command("cargo", &["fetch", "--quiet", "--target", "wasm32-unknown-unknown"]);
    StandardLibrary::Own.prepare(command.args(words));
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shipped_one_needs_what_is_not_stable() {
        let counts = |library: StandardLibrary| {
            let mut command = Command::new("cargo");
            library.prepare(&mut command);
            (command.get_envs().count(), library.flags().len())
        };
        assert_eq!(counts(StandardLibrary::Own), (3, 4));
        assert_eq!(counts(StandardLibrary::Compilers), (0, 0));
    }
}
