//! The bytes that a person's browser downloads, against the budgets in budget.toml.
//!
//! What counts is what a host page takes from the npm package. Its inline entry, its types and its React wrapper do not.

use super::table;
use crate::failure::{Failure, Result};
use crate::workspace::Workspace;
use crate::{process, say, toml};
use std::fmt;

/// Prints `raw brotli` for each file that it is given. Node has brotli on board; a crate would cost compile time.
const MEASURE: &str = r#"
const { readFileSync } = require("node:fs");
const { brotliCompressSync, constants } = require("node:zlib");
for (const file of process.argv.slice(1)) {
  const raw = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  console.log(raw.length, brotliCompressSync(raw, { params }).length);
}"#;

/// On the page before any question.
const LOADER: [&str; 2] = ["ask-user.js", "define.js"];
/// Fetched when the browser is idle, or with the first question. The style sheet is in the wasm.
const CORE: [&str; 3] = ["ask-user-widget.js", "ask-user-widget_bg.wasm", "controller.js"];

/// One shipped file.
struct Shipped {
    name: &'static str,
    raw: u64,
    brotli: u64,
}

/// All shipped files, and what they may weigh.
pub(super) struct Sizes {
    files: Vec<Shipped>,
    budgets: Budgets,
}

/// What the files may weigh, in bytes of brotli.
struct Budgets {
    loader: u64,
    plain_question: u64,
}

impl Sizes {
    /// The sums are within their budgets.
    pub(super) fn check(&self) -> Result<()> {
        within("what is on the page before any question", self.loader(), self.budgets.loader)?;
        within("what a plain question needs", self.brotli(), self.budgets.plain_question)
    }

    fn loader(&self) -> u64 {
        self.files.iter().filter(|file| LOADER.contains(&file.name)).map(|file| file.brotli).sum()
    }

    fn brotli(&self) -> u64 {
        self.files.iter().map(|file| file.brotli).sum()
    }
}

fn within(what: &str, sum: u64, budget: u64) -> Result<()> {
    match sum.checked_sub(budget) {
        None | Some(0) => Ok(()),
        Some(over) => Err(Failure::new(format!(
            "{what} takes {} bytes in brotli, {} over the budget of {} in xtask/budget.toml",
            say::number(sum),
            say::number(over),
            say::number(budget)
        ))),
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![["shipped".to_owned(), "raw".into(), "brotli".into(), "budget".into()]];
        for file in &self.files {
            rows.push([file.name.to_owned(), say::number(file.raw), say::number(file.brotli), String::new()]);
        }
        let sums = [
            ("before any question", self.loader(), self.budgets.loader),
            ("plain question", self.brotli(), self.budgets.plain_question),
        ];
        for (name, sum, budget) in sums {
            rows.push([name.to_owned(), String::new(), say::number(sum), say::number(budget)]);
        }
        formatter.write_str(&table::render(&rows))
    }
}

/// Weighs what lies in the package.
pub(super) fn measure(workspace: &Workspace) -> Result<Sizes> {
    let text = workspace.read("xtask/budget.toml")?;
    let budgets = Budgets { loader: budget(&text, "loader")?, plain_question: budget(&text, "plain-question")? };
    let names = LOADER.into_iter().chain(CORE);
    let mut command = workspace.command("node", &["-e", MEASURE]);
    command.args(names.clone().map(|name| workspace.package().join(name)));
    let text = process::capture(command).ok_or_else(|| Failure::new("node could not measure the package's files"))?;
    let files = names.zip(text.lines()).filter_map(|(name, line)| {
        let (raw, brotli) = line.split_once(' ')?;
        Some(Shipped { name, raw: raw.parse().ok()?, brotli: brotli.parse().ok()? })
    });
    Ok(Sizes { files: files.collect(), budgets })
}

fn budget(text: &str, what: &str) -> Result<u64> {
    toml::value(text, what, "brotli")
        .and_then(|value| value.replace('_', "").parse().ok())
        .ok_or_else(|| Failure::new(format!("xtask/budget.toml names no budget for `{what}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(loader: u64, wasm: u64) -> Sizes {
        let file = |name, brotli| Shipped { name, raw: 2 * brotli, brotli };
        let files = vec![file("ask-user.js", loader), file("ask-user-widget_bg.wasm", wasm)];
        Sizes { files, budgets: Budgets { loader: 3_000, plain_question: 75_000 } }
    }

    #[test]
    fn the_budget_is_the_last_byte_that_passes() {
        assert_eq!(sizes(3_000, 72_000).check(), Ok(()));
        let failure = sizes(3_000, 72_001).check().expect_err("one byte over").to_string();
        assert!(failure.contains("75,001 bytes in brotli, 1 over the budget of 75,000"), "{failure}");
        let failure = sizes(3_001, 70_000).check().expect_err("one byte over").to_string();
        assert!(failure.contains("3,001 bytes in brotli, 1 over the budget of 3,000"), "{failure}");
    }

    #[test]
    fn the_table_sums_up() {
        let text = sizes(2_000, 60_000).to_string();
        assert!(text.contains("before any question                2,000   3,000"), "{text}");
        assert!(text.ends_with("plain question                    62,000  75,000"), "{text}");
    }

    #[test]
    fn the_budgets_are_in_the_repository() {
        let text = include_str!("../../budget.toml");
        assert!(budget(text, "loader").is_ok());
        assert!(budget(text, "plain-question").is_ok());
        assert!(budget("[loader]\nbrotli = much", "loader").is_err());
    }
}
