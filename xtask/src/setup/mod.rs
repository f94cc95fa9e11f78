//! Installs what is missing, and says what it found and how long that took.
//!
//! Each [`Part`] is looked at first, which takes a fraction of a second, and installed only when it is missing or of
//! another version. Nothing here compiles into the clone, and what is installed stays where the next clone finds it.

mod browser;
mod cargo_tools;
mod node;
mod package_manager;
pub(crate) mod python;
mod redis;
mod rust;

pub(crate) use browser::Browser;

use crate::failure::Result;
use crate::say;
use crate::workspace::Workspace;
use std::time::Instant;

/// One thing that has to be on the machine.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Part {
    /// A compiler that is new enough.
    Compiler,
    /// The standard library for the browser.
    WasmTarget,
    /// rustfmt.
    Rustfmt,
    /// clippy.
    Clippy,
    /// The crates of Cargo.lock.
    Crates,
    /// The source of the standard library that is shipped. Without it the widget can be built too, but is larger.
    StandardLibrary,
    /// wasm-bindgen and its test runner, of the version in Cargo.lock.
    WasmBindgen,
    /// Trunk, of the version in Trunk.toml.
    Trunk,
    /// Node, wasm-opt and Playwright.
    NodePackages,
    /// esbuild, the manifest's analyzer, TypeScript, and what checks a package.
    PackageTools,
    /// MCP's servers and tests, and the Node that they need.
    McpPackages,
    /// React, Solid, and what builds their pages.
    BenchPackages,
    /// Python, and what its client is tested with.
    PythonPackages,
    /// Chromium and chromedriver.
    Browser,
    /// redis-server, for several bridges.
    Redis,
}

/// What the set-up is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Purpose {
    /// `cargo xtask serve`.
    Serve,
    /// `cargo xtask test`, which needs everything.
    Test,
}

impl Purpose {
    /// The purpose by its word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "serve" => Some(Self::Serve),
            "test" => Some(Self::Test),
            _ => None,
        }
    }

    /// What has to be there.
    pub(crate) fn parts(self) -> &'static [Part] {
        use Part::*;
        match self {
            Self::Serve => &[Compiler, WasmTarget, Crates, WasmBindgen, Trunk, NodePackages],
            Self::Test => &[
                Compiler,
                WasmTarget,
                Rustfmt,
                Clippy,
                Crates,
                StandardLibrary,
                WasmBindgen,
                Trunk,
                NodePackages,
                PackageTools,
                McpPackages,
                BenchPackages,
                PythonPackages,
                Browser,
                Redis,
            ],
        }
    }
}

/// Makes sure of every part, in order.
pub(crate) fn prepare(workspace: &Workspace, parts: &[Part]) -> Result<()> {
    say::heading("set-up");
    let start = Instant::now();
    for part in parts {
        let start = Instant::now();
        let found = part.ensure(workspace)?;
        say::line(&format!("{:<14}{found} ({})", part.name(), say::time(start.elapsed())));
    }
    say::line(&format!("set-up took {}", say::time(start.elapsed())));
    Ok(())
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Compiler => "rustc",
            Self::WasmTarget => "wasm target",
            Self::Rustfmt => "rustfmt",
            Self::Clippy => "clippy",
            Self::Crates => "crates",
            Self::StandardLibrary => "rust-src",
            Self::WasmBindgen => "wasm-bindgen",
            Self::Trunk => "trunk",
            Self::NodePackages => "npm packages",
            Self::PackageTools => "package tools",
            Self::McpPackages => "mcp packages",
            Self::BenchPackages => "bench pages",
            Self::PythonPackages => "python",
            Self::Browser => "browser",
            Self::Redis => "redis",
        }
    }

    /// Looks for the part, installs it when it is missing, and says what is there now.
    fn ensure(self, workspace: &Workspace) -> Result<String> {
        match self {
            Self::Compiler => rust::compiler(workspace),
            Self::WasmTarget => rust::wasm_target(workspace),
            Self::Rustfmt => rust::component(workspace, "rustfmt", "rustfmt"),
            Self::Clippy => rust::component(workspace, "clippy", "clippy-driver"),
            Self::Crates => rust::crates(workspace),
            Self::StandardLibrary => rust::standard_library(workspace),
            Self::WasmBindgen => cargo_tools::wasm_bindgen(workspace),
            Self::Trunk => cargo_tools::trunk(workspace),
            Self::NodePackages => node::packages(workspace, "tests/e2e"),
            Self::PackageTools => node::packages(workspace, "npm"),
            Self::McpPackages => node::packages(workspace, "tests/e2e/mcp"),
            Self::BenchPackages => node::packages(workspace, "bench"),
            Self::PythonPackages => python::ensure(workspace),
            Self::Browser => browser::ensure(workspace),
            Self::Redis => redis::ensure(workspace),
        }
    }
}
