//! Where the bridge's log goes: lines on standard error, for people or as JSON. What is in them is written where it happens,
//! with `tracing`.

use std::io;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The start of the names of all modules of the bridge.
const OURS: &str = env!("CARGO_CRATE_NAME");

/// How a line looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

impl Format {
    /// The format that `word` stands for on the command line.
    pub fn named(word: &str) -> Option<Format> {
        match word {
            "human" => Some(Format::Human),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// Writes the log of this process from now on. The bridge's own lines only: what a library says may hold what an agent or a person
/// said.
pub fn start(format: Format, is_verbose: bool) {
    let level = if is_verbose { Level::DEBUG } else { Level::INFO };
    let log = tracing_subscriber::registry().with(Targets::new().with_target(OURS, level));
    // Nobody may be reading any more.
    let lines = fmt::layer().with_writer(io::stderr).with_target(false).log_internal_errors(false);
    match format {
        Format::Human => log.with(lines.with_ansi(false)).init(),
        Format::Json => {
            let lines = lines.json().flatten_event(true).with_current_span(false).with_span_list(false);
            log.with(lines).init();
        }
    }
}
