//! Asks the system's package manager for a browser or for Redis, or names the one command with which a person can.

use crate::failure::{Failure, Result};
use crate::workspace::Workspace;
use crate::{process, say};

/// What to type, by the program that has to be there for it. apt-get comes first: it is the one that is run here.
const COMMANDS: [(&str, &str); 6] = [
    ("apt-get", "apt-get install -y chromium chromium-driver"),
    ("dnf", "dnf install -y chromium chromedriver"),
    ("pacman", "pacman -S --noconfirm chromium"),
    ("apk", "apk add chromium chromium-chromedriver"),
    ("zypper", "zypper install -y chromium chromedriver"),
    ("brew", "brew install --cask chromium chromedriver"),
];

/// Installs Chromium and chromedriver where that is possible without asking for a password.
pub(super) fn install_browser(workspace: &Workspace) -> Result<()> {
    let has = |program: &str| workspace.program(program).is_some();
    let rights = rights(workspace);
    match (has("apt-get"), &rights) {
        (true, Some(prefix)) => apt(workspace, prefix, &["chromium", "chromium-driver"]).map_err(|failure| {
            Failure::new(format!(
                "{failure}; install Chromium and chromedriver by hand (set CHROME and CHROMEDRIVER if they are not on \
                 PATH), then run this again"
            ))
        }),
        _ => Err(Failure::new(advice(has))),
    }
}

/// Installs redis-server where that is possible without asking for a password. Whether it is here now.
pub(super) fn install_redis(workspace: &Workspace) -> bool {
    match (workspace.program("apt-get"), rights(workspace)) {
        (Some(_), Some(prefix)) => apt(workspace, &prefix, &["redis-server"]).is_ok(),
        _ => false,
    }
}

fn apt(workspace: &Workspace, prefix: &[&str], packages: &[&str]) -> Result<()> {
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    for arguments in [&["update"][..], &install] {
        // `env` and not the environment of the child, which sudo does not pass on.
        let words = [prefix, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"], arguments].concat();
        let command = workspace.command(words[0], &words[1..]);
        say::line(&format!("running `{}`", process::describe(&command)));
        process::run(command)?;
    }
    Ok(())
}

/// The words to put before a command so that it may install packages; `None` when nothing allows that.
fn rights(workspace: &Workspace) -> Option<Vec<&'static str>> {
    if process::capture(workspace.command("id", &["-u"]))?.trim() == "0" {
        return Some(vec![]);
    }
    process::capture(workspace.command("sudo", &["-n", "true"])).map(|_| vec!["sudo", "-n"])
}

fn advice(has: impl Fn(&str) -> bool) -> String {
    match COMMANDS.iter().find(|(program, _)| has(program)) {
        Some(("brew", command)) => format!("Chromium and chromedriver are missing; run `{command}`"),
        Some((_, command)) => format!("Chromium and chromedriver are missing; run `sudo {command}`"),
        None => "Chromium and chromedriver are missing, and there is no package manager known here; install both and \
                 set CHROME and CHROMEDRIVER to them"
            .into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_command_fits_the_system() {
        assert!(advice(|name| name == "apt-get").contains("`sudo apt-get install -y chromium chromium-driver`"));
        assert!(advice(|name| name == "brew").contains("`brew install --cask chromium chromedriver`"));
        assert!(advice(|_| false).contains("no package manager"));
    }
}
