//! `cargo xtask gallery`: a picture of every state of the widget, for a person to look at.

use crate::failure::{Failure, Result};
use crate::setup::{self, Browser, Purpose};
use crate::workspace::Workspace;
use crate::{bridge, page, process};

/// Photographs the scenes that are named, or all, into `target/gallery/`.
pub(crate) fn run(workspace: &Workspace, scenes: &[String]) -> Result<()> {
    setup::prepare(workspace, Purpose::Test.parts())?;
    let browser = Browser::find(workspace).ok_or_else(|| Failure::new("there is no Chromium"))?;
    page::build(workspace)?;
    let bridge = bridge::build(workspace)?;
    let mut command = workspace.command("node", &["tests/e2e/gallery/photograph.mjs"]);
    command
        .arg(workspace.root().join("target/gallery"))
        .args(scenes)
        .env("BRIDGE_BIN", bridge)
        .env("DIST", workspace.dist())
        .env("CHROME", browser.chrome);
    process::run(command)
}
