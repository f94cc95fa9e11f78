//! The bytes that a person's browser downloads, against the budget in budget.toml.
//!
//! What counts is what a host page would embed: the wasm, wasm-bindgen's JavaScript, its snippets, and a style sheet of
//! the widget if there is one. The demo page's own files do not.

use super::table;
use crate::failure::{Context, Failure, Result};
use crate::workspace::Workspace;
use crate::{process, say, toml};
use std::fmt;
use std::path::{Path, PathBuf};

/// Prints `raw brotli` for each file that it is given. Node has brotli on board; a crate would cost compile time.
const MEASURE: &str = r#"
const { readFileSync } = require("node:fs");
const { brotliCompressSync, constants } = require("node:zlib");
for (const file of process.argv.slice(1)) {
  const raw = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  console.log(raw.length, brotliCompressSync(raw, { params }).length);
}"#;

/// One shipped file.
struct Shipped {
    name: String,
    raw: u64,
    brotli: u64,
}

/// All shipped files, and what they may weigh.
pub(super) struct Sizes {
    files: Vec<Shipped>,
    budget: u64,
}

impl Sizes {
    /// The sum is within the budget.
    pub(super) fn check(&self) -> Result<()> {
        match self.brotli() {
            sum if sum > self.budget => Err(Failure::new(format!(
                "the shipped files take {} bytes in brotli, {} over the budget of {} in xtask/budget.toml",
                say::number(sum),
                say::number(sum - self.budget),
                say::number(self.budget)
            ))),
            _ => Ok(()),
        }
    }

    fn brotli(&self) -> u64 {
        self.files.iter().map(|file| file.brotli).sum()
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![["shipped".to_owned(), "raw".into(), "brotli".into()]];
        for file in &self.files {
            rows.push([file.name.clone(), say::number(file.raw), say::number(file.brotli)]);
        }
        let raw = self.files.iter().map(|file| file.raw).sum();
        rows.push(["all".into(), say::number(raw), say::number(self.brotli())]);
        rows.push(["budget, plain question".into(), String::new(), say::number(self.budget)]);
        formatter.write_str(&table::render(&rows))
    }
}

/// Weighs what lies in `dist`.
pub(super) fn measure(workspace: &Workspace) -> Result<Sizes> {
    let budget = budget(&workspace.read("xtask/budget.toml")?)?;
    let dist = workspace.dist();
    let files = shipped(&dist)?;
    let mut command = workspace.command("node", &["-e", MEASURE]);
    command.args(&files);
    let text = process::capture(command).ok_or_else(|| Failure::new("node could not measure the files in dist"))?;
    let files = files.iter().zip(text.lines()).filter_map(|(file, line)| {
        let (raw, brotli) = line.split_once(' ')?;
        let name = file.strip_prefix(&dist).unwrap_or(file).to_string_lossy().into_owned();
        Some(Shipped { name, raw: raw.parse().ok()?, brotli: brotli.parse().ok()? })
    });
    Ok(Sizes { files: files.collect(), budget })
}

fn budget(text: &str) -> Result<u64> {
    toml::value(text, "plain-question", "brotli")
        .and_then(|value| value.replace('_', "").parse().ok())
        .ok_or_else(|| Failure::new("xtask/budget.toml names no budget for a plain question"))
}

fn shipped(dist: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(dist, &mut files)?;
    files.retain(|file| counts(file.strip_prefix(dist).unwrap_or(file)));
    files.sort();
    match files.iter().any(|file| file.extension().is_some_and(|extension| extension == "wasm")) {
        true => Ok(files),
        // Without this an empty folder would be within every budget.
        false => Err(Failure::new("there is no wasm of the widget in dist")),
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).or_fail(format_args!("read {}", folder.display()))? {
        let path = entry.or_fail(format_args!("read {}", folder.display()))?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

/// Whether a file, relative to `dist`, is the widget's. Trunk names the wasm and its JavaScript after the package.
fn counts(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    let first = file.iter().next().unwrap_or_default().to_string_lossy();
    matches!(&*extension, "wasm" | "js" | "css") && (first == "snippets" || first.starts_with("ask-user"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widget_counts_and_the_demo_page_does_not() {
        for file in ["ask-user-widget-1a2b.js", "ask-user-widget-1a2b_bg.wasm", "snippets/x-1/src/element.js"] {
            assert!(counts(Path::new(file)), "{file}");
        }
        for file in ["index.html", "demo-1a2b.js", "demo-1a2b.css", "demo/ask-user.js", "ask-user-widget.d.ts"] {
            assert!(!counts(Path::new(file)), "{file}");
        }
    }

    fn sizes(brotli: [u64; 2]) -> Sizes {
        let files = brotli.map(|brotli| Shipped { name: format!("ask-user-{brotli}"), raw: 2 * brotli, brotli });
        Sizes { files: files.into(), budget: 75_000 }
    }

    #[test]
    fn the_budget_is_the_last_byte_that_passes() {
        assert_eq!(sizes([70_000, 5_000]).check(), Ok(()));
        let failure = sizes([70_000, 5_001]).check().expect_err("one byte over").to_string();
        assert!(failure.contains("75,001 bytes in brotli, 1 over the budget of 75,000"), "{failure}");
    }

    #[test]
    fn the_table_sums_up() {
        let text = sizes([60_000, 5_000]).to_string();
        assert!(text.contains("all                     130,000  65,000"), "{text}");
        assert!(text.ends_with("budget, plain question           75,000"), "{text}");
    }

    #[test]
    fn the_budget_is_in_the_repository() {
        assert!(budget(include_str!("../../budget.toml")).is_ok());
        assert!(budget("[plain-question]\nbrotli = much").is_err());
    }
}
