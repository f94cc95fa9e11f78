//! Listening and stopping. Every connection has a slot, a time to say what it wants, and an end.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Duration, sleep, timeout};
use tracing::{info, warn};

use crate::audit::Audit;
use crate::client::Client;
use crate::config::{Config, Limits};
use crate::fleet;
use crate::http::{self, Readiness, Slot};
use crate::random;
use crate::session::Sessions;
use crate::store::Redis;
use crate::stream::Stream;

/// A bridge that listens and does not serve yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    sessions: Sessions,
    /// The store that it shares with other bridges.
    fleet: Option<Arc<Redis>>,
    readiness: Readiness,
    limits: Limits,
}

/// Why a bridge could not start: one sentence.
#[derive(Debug)]
pub struct StartError(String);

impl fmt::Display for StartError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

impl Server {
    /// Takes the port.
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        if let Some(dist) = config.dist.as_ref().filter(|dist| !dist.is_dir()) {
            return Err(StartError(format!("there is no folder {} to serve", dist.display())));
        }
        let refused = |error: io::Error| StartError(cannot_listen(config.listen, &error));
        let listener = TcpListener::bind(config.listen).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let audit = config.audit.as_ref().map(|place| Audit::open(place, config.audit_answers)).transpose();
        let audit = audit.map_err(|error| StartError(format!("cannot write the audit: {error}")))?;
        let (sessions, fleet) = sessions(&config, audit).await?;
        let readiness = Readiness::new(sessions.store().clone());
        let router = http::router(&config, address.port(), sessions.clone(), readiness.clone());
        Ok(Server { listener, address, router, sessions, fleet, readiness, limits: config.limits })
    }

    /// Where it listens, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its sessions, for agents that live in the same process.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Serves until `stop`, and a while longer for whoever sends traffic to notice. Then closes the sockets, tells the agents that wait, and gives all a moment to end.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let places = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        let slots = Arc::new(Semaphore::new(places as usize));
        let (stopping, stopped) = watch::channel(());
        let fleet = self.fleet.clone().map(|store| tokio::spawn(fleet::serve(store, self.sessions.clone())));
        let stop = async {
            stop.await;
            self.readiness.end();
            info!("stopping");
            sleep(self.limits.drain).await;
        };
        tokio::pin!(stop);
        loop {
            let accepted = async {
                let permit = slots.clone().acquire_owned().await.expect("the semaphore is never closed");
                (self.listener.accept().await, permit)
            };
            match tokio::select! { accepted = accepted => accepted, () = &mut stop => break } {
                (Ok((stream, peer)), permit) => {
                    let slot = Slot::new(permit, self.sessions.metrics().connection());
                    self.serve(stream, peer.ip().into(), slot, stopped.clone());
                }
                // Out of file descriptors, most likely: others have to end first.
                (Err(error), _) => {
                    warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
        drop(self.listener);
        let have_ended = timeout(self.limits.stop, self.sessions.stop()).await.is_ok();
        if let Some(task) = fleet {
            task.abort();
        }
        if let Some(store) = &self.fleet {
            // Whether it is heard or not: others find out by themselves.
            let _ = store.say_gone(have_ended).await;
        }
        drop(stopping);
        // All places are free when all connections have ended, the sockets among them.
        let _ = timeout(self.limits.stop, slots.acquire_many(places)).await;
    }

    fn serve(&self, stream: TcpStream, client: Client, slot: Slot, mut stopped: watch::Receiver<()>) {
        // Frames are small and a person waits for them.
        let _ = stream.set_nodelay(true);
        let router = self.router.clone().layer(Extension(slot.clone())).layer(Extension(client));
        let service = TowerToHyperService::new(router);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.request)
            .serve_connection(TokioIo::new(Stream::new(stream, self.limits.write)), service)
            .with_upgrades();
        tokio::spawn(async move {
            tokio::pin!(connection);
            // A connection that breaks is the peer's affair, so its errors are nobody's.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = stopped.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(slot);
        });
    }
}

/// The sessions of a bridge, and the store that it shares with others.
async fn sessions(config: &Config, audit: Option<Audit>) -> Result<(Sessions, Option<Arc<Redis>>), StartError> {
    let Some(shared) = &config.store else { return Ok((Sessions::audited(config.clone(), audit), None)) };
    let limits = config.room().limits;
    let store =
        Redis::connect(&shared.address, random::node().clone(), shared.durability, limits, config.limits.idle_session);
    let store = store.await.map_err(|away| StartError(format!("the store cannot be used: {away}")))?;
    Ok((Sessions::with_clock(config.clone(), audit, store.clone(), store.clock()), Some(store)))
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("{address} is in use: stop the other program, or choose with --listen"),
        io::ErrorKind::PermissionDenied => format!("no permission to listen on {address}: choose a port above 1023"),
        io::ErrorKind::AddrNotAvailable => format!("{address} is no address of this machine"),
        _ => format!("cannot listen on {address}: {error}"),
    }
}
