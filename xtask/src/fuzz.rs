//! Feeds hostile input to the fuzz targets of `fuzz/`, for a bounded time.
//!
//! Neither nightly Rust nor cargo-fuzz is needed: the flags that let libFuzzer see which code ran are stable, and the
//! sanitizers that are not would find nothing in code without `unsafe`. Whoever has cargo-fuzz can use it all the same.

use crate::failure::{Context, Failure, Result};
use crate::setup::{self, Part};
use crate::workspace::Workspace;
use crate::{process, say};
use std::fs;
use std::path::Path;

/// The targets, each a program of `fuzz/`, and the longest input that makes sense for it.
const TARGETS: [(&str, u32); 2] = [("decode", 8_192), ("markdown", 4_096)];

/// What cargo-fuzz gives to the compiler, without a sanitizer.
const FLAGS: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "--cfg=fuzzing",
];

/// libFuzzer itself is compiled from C++.
const COMPILERS: [&str; 4] = ["c++", "g++", "clang++", "cl.exe"];

/// Runs every target for so many seconds. Whether nothing was found.
pub(crate) fn run(workspace: &Workspace, seconds: u32) -> Result<bool> {
    setup::prepare(workspace, &[Part::Compiler])?;
    let has_compiler = std::env::var_os("CXX").is_some() || COMPILERS.iter().any(|it| workspace.program(it).is_some());
    if !has_compiler {
        return Err(Failure::new(
            "libFuzzer needs a C++ compiler; install g++ or clang, or set CXX, then run this again",
        ));
    }
    let folder = workspace.target()?.join("fuzz");
    let programs = build(workspace, &folder)?;
    let mut is_clean = true;
    for (target, longest) in TARGETS {
        say::heading(target);
        let found = folder.join("found").join(target);
        fs::create_dir_all(&found).or_fail(format_args!("make {}", found.display()))?;
        let mut command = workspace.command(&programs.join(target).to_string_lossy(), &[]);
        // The first folder also takes what is new; the corpus of the clone is only read.
        command.arg(&found).arg(workspace.root().join("fuzz/corpus").join(target)).args([
            format!("-max_total_time={seconds}"),
            format!("-max_len={longest}"),
            format!("-artifact_prefix={}/{target}-", folder.display()),
            "-timeout=10".to_owned(),
            "-print_final_stats=1".to_owned(),
        ]);
        match process::run(command) {
            Ok(()) => say::line(&format!("{target}: nothing found")),
            Err(failure) => {
                is_clean = false;
                say::line(&format!("{failure}; the input lies in {}", folder.display()));
            }
        }
    }
    Ok(is_clean)
}

/// Builds the targets and says where they lie.
fn build(workspace: &Workspace, folder: &Path) -> Result<std::path::PathBuf> {
    let host = process::capture(workspace.command("rustc", &["-vV"]))
        .and_then(|text| host(&text))
        .ok_or_else(|| Failure::new("rustc does not say for which machine it compiles"))?;
    // With a target named, build scripts and macros are compiled without the flags.
    let mut command =
        workspace.command("cargo", &["build", "--release", "--manifest-path=fuzz/Cargo.toml", "--target", &host]);
    command.env("CARGO_TARGET_DIR", folder).env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    process::run(command)?;
    Ok(folder.join(host).join("release"))
}

fn host(printed: &str) -> Option<String> {
    printed.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_read_from_the_compilers_words() {
        let printed = "rustc 1.95.0 (abc)\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\n";
        assert_eq!(host(printed).as_deref(), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(host("nothing"), None);
    }

    #[test]
    fn every_target_has_a_program_and_a_corpus() {
        let manifest = include_str!("../../fuzz/Cargo.toml");
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
        for (target, _) in TARGETS {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
            assert!(fs::read_dir(corpus.join(target)).is_ok_and(|mut files| files.next().is_some()), "{target}");
        }
    }
}
