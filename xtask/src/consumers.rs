//! `cargo xtask consumers`: projects of many kinds, made from the packed npm package, each answering a question in
//! Chromium; a project with the frameworks of agents; and a Leptos app, made from the crate.

use crate::failure::{Failure, Result};
use crate::setup::{self, Browser, Purpose};
use crate::workspace::Workspace;
use crate::{bridge, package, page, process};
use std::path::PathBuf;
use std::process::Command;

/// The one that is no npm project.
const LEPTOS: &str = "leptos";

/// Which of them.
#[derive(Debug, PartialEq)]
pub(crate) enum Which<'a> {
    /// Those that take seconds: a part of `cargo xtask test`.
    Quick,
    /// Those named, or all.
    Named(&'a [String]),
}

/// Builds the package, and tries those consumers that are named, or all.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Result<()> {
    setup::prepare(workspace, Purpose::Test.parts())?;
    let which = Which::Named(names);
    if which.wants_npm() {
        page::build(workspace)?;
        package::build(workspace)?;
    }
    process::run(command(workspace, &which)?)
}

/// The program that tries them.
pub(crate) fn command(workspace: &Workspace, which: &Which) -> Result<Command> {
    let browser = Browser::find(workspace).ok_or_else(|| Failure::new("there is no Chromium"))?;
    let mut command = workspace.command("node", &["--test", "--test-reporter=spec"]);
    command.args(which.tests().map(|name| format!("tests/consumers/{name}.test.mjs")));
    command
        .env("BRIDGE_BIN", bridge::build(workspace)?)
        .env("DIST", workspace.dist())
        .env("PACKAGE", workspace.package())
        .env("CHROME", browser.chrome)
        .env("CONSUMERS", which.npm_names());
    if which.wants_leptos() {
        command.env("LEPTOS", leptos(workspace)?);
    }
    Ok(command)
}

/// Builds the Leptos example, and says where it is.
fn leptos(workspace: &Workspace) -> Result<PathBuf> {
    let dist = workspace.root().join("target/leptos");
    let mut command = workspace.trunk(&["build"]);
    command.current_dir(workspace.root().join("examples/leptos")).arg("--dist").arg(&dist);
    process::run(command)?;
    Ok(dist)
}

impl Which<'_> {
    fn wants_leptos(&self) -> bool {
        matches!(self, Self::Named(names) if names.is_empty() || names.iter().any(|name| name == LEPTOS))
    }

    fn wants_npm(&self) -> bool {
        !matches!(self, Self::Named([only]) if only == LEPTOS)
    }

    /// What the test of npm projects is given: names, `quick`, or nothing for all.
    fn npm_names(&self) -> String {
        match self {
            Self::Quick => "quick".to_owned(),
            Self::Named(names) => names.iter().filter(|name| *name != LEPTOS).cloned().collect::<Vec<_>>().join(","),
        }
    }

    /// The files of tests/consumers. Named projects come without the README's recipe, the examples, the bench and the
    /// frameworks of agents.
    fn tests(&self) -> impl Iterator<Item = &'static str> {
        let is_whole = matches!(self, Self::Quick | Self::Named([]));
        let tests = [
            ("consumers", self.wants_npm()),
            ("readme", is_whole),
            ("examples", is_whole),
            ("bench", is_whole),
            ("agents", is_whole),
            ("leptos", self.wants_leptos()),
        ];
        tests.into_iter().filter_map(|(name, wanted)| wanted.then_some(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(which: &Which) -> String {
        which.tests().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_wanted_is_tried() {
        let named = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(tests(&Which::Quick), "consumers readme examples bench agents");
        assert_eq!(tests(&Which::Named(&[])), "consumers readme examples bench agents leptos");
        assert_eq!(tests(&Which::Named(&named(&["vue"]))), "consumers");
        assert_eq!(tests(&Which::Named(&named(&["leptos"]))), "leptos");
        let both = named(&["vue", "leptos", "next"]);
        assert_eq!(tests(&Which::Named(&both)), "consumers leptos");
        assert_eq!(Which::Named(&both).npm_names(), "vue,next");
        assert_eq!(Which::Quick.npm_names(), "quick");
    }
}
