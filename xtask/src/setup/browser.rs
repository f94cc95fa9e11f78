//! Chromium and chromedriver, for the browser tests and the end-to-end tests.

use super::package_manager;
use crate::failure::{Failure, Result};
use crate::process;
use crate::version::Version;
use crate::workspace::Workspace;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names under which a browser that chromedriver can drive goes.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where macOS keeps them, which is not on PATH.
const APPLICATIONS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// A browser and the driver for it.
pub(crate) struct Browser {
    /// Chromium, or a Chrome.
    pub(crate) chrome: PathBuf,
    /// chromedriver.
    pub(crate) driver: PathBuf,
}

impl Browser {
    /// Both programs, if both are here. CHROME and CHROMEDRIVER come before everything else.
    pub(crate) fn find(workspace: &Workspace) -> Option<Self> {
        let chrome = named("CHROME").or_else(|| BROWSERS.iter().find_map(|name| workspace.program(name)));
        let chrome = chrome.or_else(|| APPLICATIONS.iter().map(PathBuf::from).find(|file| file.is_file()))?;
        let driver = named("CHROMEDRIVER").or_else(|| workspace.program("chromedriver"))?;
        Some(Self { chrome, driver })
    }
}

/// A browser and a driver of the same version are here, from the system's packages if need be.
pub(super) fn ensure(workspace: &Workspace) -> Result<String> {
    check_named("CHROME")?;
    check_named("CHROMEDRIVER")?;
    if let Some(browser) = Browser::find(workspace) {
        return describe(&browser);
    }
    package_manager::install_browser(workspace)?;
    let browser = Browser::find(workspace).ok_or_else(|| {
        Failure::new(
            "Chromium and chromedriver were installed but are not on PATH; set CHROME and CHROMEDRIVER to them",
        )
    })?;
    describe(&browser)
}

fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn check_named(variable: &str) -> Result<()> {
    match named(variable) {
        Some(file) if !file.is_file() => {
            Err(Failure::new(format!("{variable} is set to {}, which is not there", file.display())))
        }
        _ => Ok(()),
    }
}

fn describe(browser: &Browser) -> Result<String> {
    let chrome = printed_version(&browser.chrome);
    let driver = printed_version(&browser.driver);
    compare(&chrome, &driver)
}

/// chromedriver refuses a browser of another major version, with an error that is hard to read in a test's output.
fn compare(chrome: &str, driver: &str) -> Result<String> {
    match (Version::find(chrome), Version::find(driver)) {
        (Some(browser), Some(for_browser)) if browser.major() != for_browser.major() => Err(Failure::new(format!(
            "the browser is version {} but chromedriver is for version {}; install a matching pair, or set CHROME and \
             CHROMEDRIVER to one",
            browser.major(),
            for_browser.major()
        ))),
        // A version that cannot be read is no reason to stop.
        _ => Ok(chrome.to_owned()),
    }
}

fn printed_version(program: &Path) -> String {
    let mut command = Command::new(program);
    command.arg("--version");
    process::capture(command).map_or_else(|| "of unknown version".into(), |text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_and_driver_have_to_match() {
        let driver = "ChromeDriver 156.0.8078.79 (a21ce95c24ce-refs/branch-heads/8078@{#1704})";
        assert!(compare("Chromium 156.0.1.2 built on Debian", driver).is_ok());
        assert!(compare("of unknown version", driver).is_ok());
        let failure = compare("Google Chrome 149.0.7827.155", driver).expect_err("they differ");
        assert!(failure.to_string().starts_with("the browser is version 149 but chromedriver is for version 156"));
    }
}
