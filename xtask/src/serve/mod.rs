//! `cargo xtask serve`: the bridge and the page, both on 127.0.0.1, until somebody presses Ctrl-C.

mod http;
mod port;
mod server;
mod trunk;

use crate::failure::{Failure, Result};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;
use crate::{bridge, say};
use server::Server;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// The bridge's port unless told otherwise; Trunk.toml proxies to it.
const BRIDGE_PORT: u16 = 8787;

/// How often servers and Ctrl-C are looked at.
const TICK: Duration = Duration::from_millis(100);

/// How long the bridge, which is already built, may take to answer.
const BRIDGE_PATIENCE: Duration = Duration::from_secs(20);

/// What can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    /// The page's port.
    pub(crate) port: u16,
    /// The bridge's port.
    pub(crate) bridge_port: u16,
    /// Build the page optimised.
    pub(crate) release: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { port: 8080, bridge_port: BRIDGE_PORT, release: false }
    }
}

/// Prepares, starts both, says where they are, and ends both.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    // Before the set-up, which may take minutes. The servers would say the same, but with less clear words.
    port::check(options.port, "--port")?;
    port::check(options.bridge_port, "--bridge-port")?;
    setup::prepare(workspace, Purpose::Serve.parts())?;

    say::heading("bridge");
    let start = Instant::now();
    let program = bridge::build(workspace)?;
    say::line(&format!("built in {}", say::time(start.elapsed())));

    // From here on Ctrl-C is ours: the servers are in process groups of their own and do not hear it.
    let mut watch = Watch { servers: vec![], stop: stop_signal()? };
    watch.servers.push(Server::start("the bridge", bridge_command(workspace, &program, options))?);
    if !watch.until(|waited| bridge_answers(options, waited))? {
        return Ok(());
    }
    say::line(&format!("answers on 127.0.0.1:{}", options.bridge_port));

    say::heading("page");
    let start = Instant::now();
    watch.servers.push(Server::start("trunk", trunk::command(workspace, options)?)?);
    let mut complained = false;
    if !watch.until(|_| Ok(page_answers(options, &mut complained)))? {
        return Ok(());
    }
    say::line(&format!("built and served in {}", say::time(start.elapsed())));

    say::line(&format!("\nOpen http://127.0.0.1:{}/ - Ctrl-C ends both servers.\n", options.port));
    watch.until(|_| Ok(false))?;
    Ok(())
}

fn bridge_command(workspace: &Workspace, program: &Path, options: &Options) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace.root());
    command.args(["--agent", "demo", "--listen", &format!("127.0.0.1:{}", options.bridge_port)]);
    // The proxy passes the page's Origin on, and people type both names.
    for host in ["127.0.0.1", "localhost"] {
        command.args(["--allow-origin", &format!("http://{host}:{}", options.port)]);
    }
    command
}

fn bridge_answers(options: &Options, waited: Duration) -> Result<bool> {
    match http::status(options.bridge_port, "/healthz") {
        Some(200) => Ok(true),
        _ if waited > BRIDGE_PATIENCE => Err(Failure::new(format!(
            "the bridge does not answer GET /healthz on port {} within {} seconds",
            options.bridge_port,
            BRIDGE_PATIENCE.as_secs()
        ))),
        _ => Ok(false),
    }
}

/// Trunk answers once its first build has ended, well or not; without a page it answers that there is none.
fn page_answers(options: &Options, complained: &mut bool) -> bool {
    match http::status(options.port, "/") {
        Some(200) => true,
        Some(_) if !*complained => {
            *complained = true;
            say::line("The page does not build, see above. Trunk builds again when a file is saved.");
            false
        }
        _ => false,
    }
}

fn stop_signal() -> Result<Receiver<()>> {
    let (stop, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = stop.send(());
    })
    .map_err(|error| Failure::new(format!("Ctrl-C cannot be heard: {error}")))?;
    Ok(stopped)
}

/// The running servers, and the wish to stop. Dropping it ends the servers.
struct Watch {
    servers: Vec<Server>,
    stop: Receiver<()>,
}

impl Watch {
    /// Waits until `done`, given the time waited so far. `false` when somebody asked to stop; a failure when a server
    /// ended by itself.
    fn until(&mut self, mut done: impl FnMut(Duration) -> Result<bool>) -> Result<bool> {
        let start = Instant::now();
        loop {
            if self.stop.recv_timeout(TICK).is_ok() {
                say::line("\nending both servers");
                return Ok(false);
            }
            for server in &mut self.servers {
                server.check()?;
            }
            if done(start.elapsed())? {
                return Ok(true);
            }
        }
    }
}
