//! The settings with which a bridge starts.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::agent::Agent;
use crate::audit;
use crate::logging;
use crate::room::{self, TimeLimit};
use crate::store::Durability;
use crate::token::{Keys, Token};

/// A bridge as the command line describes it.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// How long a person has to answer, unless the ask says otherwise.
    pub limit: TimeLimit,
    /// How long results of recorded asks are kept, in seconds.
    pub keep_seconds: u32,
    /// A folder of static files.
    pub dist: Option<PathBuf>,
    /// Which names of sessions to take; `None` for what suits the address and the token.
    pub names: Option<Names>,
    /// Origins of pages that may connect, beside the bridge's own.
    pub allow_origins: Vec<String>,
    /// Names by which the bridge may be called, beside loopback, addresses, and the hosts of those origins.
    pub allow_hosts: Vec<String>,
    /// The master token, which opens every session.
    pub token: Option<Token>,
    /// The keys of tokens for one session each.
    pub token_keys: Option<Keys>,
    /// The agent that takes chat messages.
    pub agent: Option<Agent>,
    /// Whether to speak the basic protocol and none of its extensions.
    pub plain: bool,
    /// Whether to write a line for each connection, frame and ask.
    pub verbose: bool,
    /// Where the rooms are, if several bridges share them; `None` for the memory of this process.
    pub store: Option<StoreConfig>,
    /// Where the audit goes, if there is one.
    pub audit: Option<audit::Place>,
    /// Whether the audit has the answers too.
    pub audit_answers: bool,
    /// How lines of the log look.
    pub log: logging::Format,
    /// How much to take from outside.
    pub limits: Limits,
    /// How long things take for clients of MCP.
    #[cfg(feature = "mcp")]
    pub mcp: crate::mcp::Settings,
}

/// A store that several bridges share.
#[derive(Clone)]
pub struct StoreConfig {
    /// `redis://[user:password@]host[:port][/database]`, or `unix:` and a path.
    pub address: String,
    /// When a commit is confirmed.
    pub durability: Durability,
}

impl fmt::Debug for StoreConfig {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        // The address may hold a password.
        out.debug_struct("StoreConfig").field("durability", &self.durability).finish_non_exhaustive()
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8787)),
            limit: room::Settings::default().limit,
            keep_seconds: room::Settings::default().keep_seconds,
            dist: None,
            names: None,
            allow_origins: Vec::new(),
            allow_hosts: Vec::new(),
            token: None,
            token_keys: None,
            agent: None,
            plain: false,
            verbose: false,
            store: None,
            audit: None,
            audit_answers: false,
            log: logging::Format::default(),
            limits: Limits::default(),
            #[cfg(feature = "mcp")]
            mcp: crate::mcp::Settings::default(),
        }
    }
}

/// Which names a session may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Every name, also one that can be guessed: whoever names it takes the session over.
    Any,
    /// Only those that nobody can guess.
    Unguessable,
}

impl Names {
    /// The names that `word` stands for on the command line.
    pub fn named(word: &str) -> Option<Names> {
        match word {
            "any" => Some(Names::Any),
            "unguessable" => Some(Names::Unguessable),
            _ => None,
        }
    }
}

impl Config {
    /// The names that it takes. Somebody who tries it on their own machine says `demo`; a token, or an address that
    /// others can reach, says that there are others.
    pub(crate) fn names(&self) -> Names {
        let is_private = self.listen.ip().is_loopback() && !self.wants_token();
        self.names.unwrap_or(if is_private { Names::Any } else { Names::Unguessable })
    }

    /// Whether nobody is served without a token.
    pub fn wants_token(&self) -> bool {
        self.token.is_some() || self.token_keys.is_some()
    }

    /// The settings of every room.
    pub(crate) fn room(&self) -> room::Settings {
        room::Settings {
            limit: self.limit,
            extensions: !self.plain,
            keep_seconds: self.keep_seconds,
            beat_seconds: Some(self.limits.beat_seconds),
            messages: self.agent.is_some(),
            limits: self.limits.room.clone(),
        }
    }
}

/// Bounds on what comes from outside.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Of each room.
    pub room: room::Limits,
    /// Sessions at a time.
    pub sessions: usize,
    /// Connections at a time, sockets and requests together; more of them wait to be accepted.
    pub connections: usize,
    /// Size of a WebSocket message, and of the body of a request.
    pub message_bytes: usize,
    /// Messages that one socket may send at once.
    pub message_burst: u32,
    /// Messages a second that it may send for long.
    pub messages_per_second: u32,
    /// What may wait for a socket whose page does not read, before it is given up.
    pub outgoing_bytes: usize,
    /// Time to send a request: its head, then its body. Also the time to begin one, and the next one.
    pub request: Duration,
    /// Time for a socket to send its token.
    pub authenticate: Duration,
    /// Time for a socket to take one frame, and for any connection to take something of what is sent to it.
    pub write: Duration,
    /// How often a page hears that the bridge is there.
    pub beat_seconds: u32,
    /// How often a socket is pinged.
    pub ping: Duration,
    /// How long a socket may be silent, its pongs included.
    pub silence: Duration,
    /// How long a session is kept in which nobody is connected and nothing is asked.
    pub idle_session: Duration,
    /// How long to go on when the bridge is told to stop, so that whoever sends traffic to it can notice by `/readyz`.
    pub drain: Duration,
    /// How long to wait for connections to end when the bridge stops.
    pub stop: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            room: room::Limits::default(),
            sessions: 1024,
            connections: 4096,
            // Below the 1 MiB that a widget reads, with what a frame puts around an ask.
            message_bytes: 1_000_000,
            message_burst: 200,
            messages_per_second: 50,
            outgoing_bytes: 8 << 20,
            request: Duration::from_secs(10),
            authenticate: Duration::from_secs(5),
            write: Duration::from_secs(10),
            beat_seconds: 15,
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(40),
            idle_session: Duration::from_secs(600),
            drain: Duration::ZERO,
            stop: Duration::from_secs(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, Names};
    use crate::token::{Keys, Token};

    #[test]
    fn names_that_can_be_guessed_are_for_ones_own_machine() {
        let config = Config::default();
        assert_eq!(config.names(), Names::Any);
        assert_eq!(Config { token: Token::new("t"), ..config.clone() }.names(), Names::Unguessable);
        let token_keys = Keys::new("0123456789abcdef0123456789abcdef");
        assert_eq!(Config { token_keys, ..config.clone() }.names(), Names::Unguessable);
        let listen = "0.0.0.0:8787".parse().unwrap();
        assert_eq!(Config { listen, ..config.clone() }.names(), Names::Unguessable);
        assert_eq!(Config { listen, names: Some(Names::Any), ..config.clone() }.names(), Names::Any);
        assert_eq!(Config { names: Some(Names::Unguessable), ..config }.names(), Names::Unguessable);
    }
}
