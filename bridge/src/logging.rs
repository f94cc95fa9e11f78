//! Where the bridge's log goes: lines on standard error, for people or as JSON. What is in them is written where it happens,
//! with `tracing`.

use std::io;

use tracing::Level;

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

/// Writes the log of this process from now on.
pub fn start(format: Format, is_verbose: bool) {
    let log = tracing_subscriber::fmt()
        .with_max_level(if is_verbose { Level::DEBUG } else { Level::INFO })
        .with_writer(io::stderr)
        .with_target(false)
        // Nobody may be reading any more.
        .log_internal_errors(false);
    match format {
        Format::Human => log.with_ansi(false).init(),
        Format::Json => log.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
    }
}
