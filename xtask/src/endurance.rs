//! `cargo xtask endurance`: very many asks in a row in one page, and what the page weighs meanwhile.

use crate::failure::{Failure, Result};
use crate::setup::{self, Browser, Purpose};
use crate::workspace::Workspace;
use crate::{bridge, page, process};

/// Asks so many times. Fails if the page grows.
pub(crate) fn run(workspace: &Workspace, asks: u64) -> Result<()> {
    setup::prepare(workspace, Purpose::Test.parts())?;
    let browser = Browser::find(workspace).ok_or_else(|| Failure::new("there is no Chromium"))?;
    page::build(workspace)?;
    let bridge = bridge::build(workspace)?;
    let mut command = workspace.command("node", &["tests/e2e/endurance/run.mjs"]);
    command.arg(asks.to_string()).env("BRIDGE_BIN", bridge).env("DIST", workspace.dist()).env("CHROME", browser.chrome);
    process::run(command)
}
