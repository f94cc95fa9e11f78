//! Python with the packages that the Python client is tested with, in `target/python/`.

use crate::failure::{Context, Failure, Result};
use crate::workspace::Workspace;
use crate::{process, say};
use std::path::PathBuf;
use std::{env, fs};

/// The packages, each with its version.
const REQUIREMENTS: &str = "clients/python/requirements-test.txt";

/// A copy of the requirements that the packages were installed from.
const STAMP: &str = "installed-from.txt";

/// The Python that has the packages, if the set-up could make it.
pub(crate) fn find(workspace: &Workspace) -> Option<PathBuf> {
    let folder = folder(workspace).ok()?;
    let program = folder.join("bin/python");
    (program.is_file() && folder.join(STAMP).is_file()).then_some(program)
}

/// The packages are installed. Outside CI a machine without Python goes without: then the Python client is not tested.
pub(super) fn ensure(workspace: &Workspace) -> Result<String> {
    let wanted = workspace.read(REQUIREMENTS)?;
    let folder = folder(workspace)?;
    if fs::read_to_string(folder.join(STAMP)).is_ok_and(|installed| installed == wanted) {
        return Ok("present".into());
    }
    if let Err(failure) = make(workspace, &folder) {
        return missing(failure, env::var_os("CI").is_some_and(|value| !value.is_empty()));
    }
    let python = folder.join("bin/python");
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", REQUIREMENTS];
    let mut command = workspace.command(&python.to_string_lossy(), &install);
    command.current_dir(workspace.root());
    say::line("running `pip install` for the Python client");
    process::run(command).map_err(Failure::perhaps_offline)?;
    fs::write(folder.join(STAMP), wanted).or_fail(format_args!("write {STAMP}"))?;
    Ok("installed".into())
}

fn folder(workspace: &Workspace) -> Result<PathBuf> {
    Ok(workspace.target()?.join("python"))
}

/// Makes an environment of its own, which the machine's Python does not notice.
fn make(workspace: &Workspace, folder: &std::path::Path) -> Result<()> {
    if workspace.program("python3").is_none() {
        return Err(Failure::new("python3 was not found on PATH"));
    }
    process::run(workspace.command("python3", &["-m", "venv", "--clear", &folder.to_string_lossy()]))
}

fn missing(failure: Failure, is_ci: bool) -> Result<String> {
    match is_ci {
        true => Err(Failure::new(format!("{failure}; the Python client needs Python 3.10 or newer with venv and pip"))),
        false => Ok(format!("missing ({failure}), so the Python client is not tested")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ci_insists_on_python() {
        let failure = || Failure::new("python3 was not found on PATH");
        let said = missing(failure(), false).expect("a machine without Python can test the rest");
        assert_eq!(said, "missing (python3 was not found on PATH), so the Python client is not tested");
        assert!(missing(failure(), true).is_err());
    }

    #[test]
    fn every_requirement_has_a_version() {
        let text = include_str!("../../../clients/python/requirements-test.txt");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.iter().any(|line| line.starts_with("httpx==")), "{lines:?}");
        assert!(lines.iter().all(|line| line.contains("==")), "{lines:?}");
    }
}
