//! Runs other programs to their end: quietly, in the open, or in the open with a copy of what they print.

use crate::failure::{Context, Failure, Result};
use crate::say;
use std::io::{ErrorKind, Read};
use std::process::{Child, Command, ExitStatus, Stdio};

/// Runs a program on this terminal; anything but success is a failure.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let status = start(command.stdin(Stdio::null()))?.wait().or_fail("wait for a program")?;
    check(&command, status)
}

/// What a program prints, when it exists and succeeds. For questions such as `--version`.
pub(crate) fn capture(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// How a program ended, and a copy of its standard output.
pub(crate) struct Ended {
    /// The text, also shown on the terminal while it came.
    pub(crate) text: String,
    /// Success, or a sentence.
    pub(crate) result: Result<()>,
}

/// Runs a program on this terminal and keeps a copy of its standard output.
pub(crate) fn stream(mut command: Command) -> Result<Ended> {
    let mut child = start(command.stdin(Stdio::null()).stdout(Stdio::piped()))?;
    let mut text = Vec::new();
    if let Some(mut output) = child.stdout.take() {
        // Not line by line: `test name ... ` is worth seeing while the test runs.
        let mut chunk = [0; 8192];
        while let Ok(length @ 1..) = output.read(&mut chunk) {
            say::bytes(&chunk[..length]);
            text.extend_from_slice(&chunk[..length]);
        }
    }
    let status = child.wait().or_fail("wait for a program")?;
    Ok(Ended { text: String::from_utf8_lossy(&text).into_owned(), result: check(&command, status) })
}

/// Starts a program; a missing one is named.
pub(crate) fn start(command: &mut Command) -> Result<Child> {
    command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::new(format!("{} was not found on PATH", program(command))),
        _ => Failure::new(format!("could not start `{}`: {error}", describe(command))),
    })
}

/// How a program ended, in words.
pub(crate) fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => "ended by a signal".into(),
    }
}

fn check(command: &Command, status: ExitStatus) -> Result<()> {
    match status.success() {
        true => Ok(()),
        false => Err(Failure::new(format!("`{}` failed ({})", describe(command), ending(status)))),
    }
}

/// A command as one would type it: the program's name instead of its whole path.
pub(crate) fn describe(command: &Command) -> String {
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    std::iter::once(program(command).into()).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn program(command: &Command) -> String {
    let path = std::path::Path::new(command.get_program());
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_described_as_typed() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["fmt", "--check"]);
        assert_eq!(describe(&command), "cargo fmt --check");
    }

    #[test]
    fn a_missing_program_is_named() {
        let failure = run(Command::new("no-such-program")).expect_err("it does not exist");
        assert_eq!(failure.to_string(), "no-such-program was not found on PATH");
        assert_eq!(capture(Command::new("no-such-program")), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_is_kept_of_what_is_shown() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; exit 3"]);
        let ended = stream(command).expect("sh exists");
        assert_eq!(ended.text, "one\n");
        assert!(ended.result.expect_err("exit code 3").to_string().ends_with("(exit code 3)"));
    }
}
