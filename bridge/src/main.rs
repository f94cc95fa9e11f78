//! The bridge as a program: reads the command line, says where it listens, serves until it is told to stop.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use ask_user_bridge::args::{Command, HELP, parse};
use ask_user_bridge::config::Config;
use ask_user_bridge::logging;
use ask_user_bridge::server::Server;
use tracing::{info, warn};

#[tokio::main]
async fn main() -> ExitCode {
    match parse(env::args_os().skip(1), |name| env::var_os(name)) {
        Ok(Command::Help) => print(HELP),
        Ok(Command::Version) => print(concat!("ask-user-bridge ", env!("CARGO_PKG_VERSION"))),
        Ok(Command::Serve(config)) => return serve(*config).await,
        Err(error) => {
            eprintln!("ask-user-bridge: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

async fn serve(config: Config) -> ExitCode {
    logging::start(config.log, config.verbose);
    let is_open = !config.listen.ip().is_loopback() && !config.wants_token();
    let is_shared = config.store.is_some();
    let server = match Server::bind(config).await {
        Ok(server) => server,
        Err(error) => {
            eprintln!("ask-user-bridge: {error}");
            return ExitCode::FAILURE;
        }
    };
    if is_open {
        warn!("without --token or --token-key, whoever reaches {} can ask and answer", server.address());
    }
    let stop = match stop_signal() {
        Ok(stop) => stop,
        Err(error) => {
            eprintln!("ask-user-bridge: cannot listen for signals: {error}");
            return ExitCode::FAILURE;
        }
    };
    if !is_shared {
        info!("sessions live in this process only: agents and pages of one session must reach the same bridge");
    }
    print(&format!("listening on http://{}", server.address()));
    server.run(stop).await;
    ExitCode::SUCCESS
}

/// Ends at Ctrl-C or SIGTERM. The signals are caught from the moment this returns.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends at Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Whoever started the program reads this line through a pipe, and may close it at once.
fn print(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
