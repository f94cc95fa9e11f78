//! `cargo xtask simulate`: many random sessions of widget and bridge under virtual time, on all cores; or the storm that
//! follows when a bridge ends.

use crate::failure::Result;
use crate::workspace::Workspace;
use crate::{process, say};
use std::time::Instant;

/// What to simulate.
#[derive(Debug, PartialEq)]
pub(crate) enum Simulation {
    /// Sessions of a row of seeds.
    Sessions {
        /// How many.
        seeds: u64,
        /// The first seed.
        from: u64,
        /// With several bridges over one store.
        is_fleet: bool,
    },
    /// Clients of a bridge that ends, all at once.
    Storm {
        /// How many.
        clients: u64,
    },
}

/// Runs it. Its last line says what ran, and what broke; whether nothing did.
pub(crate) fn run(workspace: &Workspace, simulation: &Simulation) -> Result<bool> {
    let mut command = workspace.command("cargo", &["test", "--quiet", "--profile", "simulate"]);
    command.args(["--package", "ask-user-bridge", "--test", "simulation"]);
    let start = Instant::now();
    let marks: [&str; 2] = match simulation {
        Simulation::Sessions { seeds, from, is_fleet } => {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let test = match is_fleet {
                true => "random_sessions_of_a_fleet_break_no_invariant",
                false => "random_sessions_break_no_invariant",
            };
            command.args([test, "--", "--nocapture"]);
            command.env("SIMULATION_SEEDS", seeds.to_string()).env("SIMULATION_FROM", from.to_string());
            command.env("SIMULATION_THREADS", threads.to_string());
            [" sessions from seed ", " sessions a second: "]
        }
        Simulation::Storm { clients } => {
            command.args(["storm", "--", "--nocapture"]).env("STORM_CLIENTS", clients.to_string());
            [" clients, ", "peak "]
        }
    };
    let ended = process::stream(command)?;
    let is_summary = |line: &&str| marks.iter().all(|mark| line.contains(mark));
    let last = ended.text.lines().rfind(is_summary).unwrap_or("no session ran: it could not be built");
    say::line(&format!("\n{last}; {}", say::time(start.elapsed())));
    Ok(ended.result.is_ok())
}
