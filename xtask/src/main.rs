//! The project's own commands; `cargo xtask help` lists them.
//!
//! `args` reads the command line, `setup` installs what is missing, and the module named after a command does its work.
//! What a person did wrong, or what the machine lacks, becomes a [`failure::Failure`]: one sentence on standard error and
//! a non-zero exit.

mod args;
mod bench;
mod bridge;
mod chunks;
mod conformance;
mod consumers;
mod endurance;
mod failure;
mod fuzz;
mod gallery;
mod json;
mod load;
mod notices;
mod package;
mod page;
mod process;
mod remap;
mod say;
mod serve;
mod setup;
mod simulate;
mod size;
mod standard_library;
mod test;
mod toml;
mod version;
mod workspace;

use args::Command;
use failure::Result;
use std::process::ExitCode;
use workspace::Workspace;

fn main() -> ExitCode {
    let command = match args::parse(std::env::args_os().skip(1)) {
        Ok(command) => command,
        Err(complaint) => {
            say::error(&format!("{complaint}\n\n{}", args::USAGE));
            return ExitCode::from(2);
        }
    };
    match run(command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            say::error(&failure.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Whether everything went well; a failed test is not a [`failure::Failure`], its table has already said so.
fn run(command: Command) -> Result<bool> {
    match command {
        Command::Help => say::line(args::USAGE),
        Command::Setup(purpose) => setup::prepare(&Workspace::find()?, purpose.parts())?,
        Command::Serve(options) => serve::run(&Workspace::find()?, &options)?,
        Command::Gallery { scenes } => gallery::run(&Workspace::find()?, &scenes)?,
        Command::Bench(bench) => bench::run(&Workspace::find()?, &bench)?,
        Command::Load(load) => load::run(&Workspace::find()?, &load)?,
        Command::Endurance { asks } => endurance::run(&Workspace::find()?, asks)?,
        Command::Simulate(simulation) => return simulate::run(&Workspace::find()?, &simulation),
        Command::Fuzz { seconds } => return fuzz::run(&Workspace::find()?, seconds),
        Command::Package { is_readable } => package::run(&Workspace::find()?, is_readable)?,
        Command::Size => size::run(&Workspace::find()?)?,
        Command::Conformance { words } => return conformance::run(&Workspace::find()?, &words),
        Command::Bridge => bridge::run(&Workspace::find()?)?,
        Command::Consumers { names } => consumers::run(&Workspace::find()?, &names)?,
        Command::Test { only } => return test::run(&Workspace::find()?, &only),
    }
    Ok(true)
}
