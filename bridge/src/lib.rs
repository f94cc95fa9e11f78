//! The reference bridge of `<ask-user>`: carries questions from agents in any language to a page, and the answers back.
//!
//! ```text
//! agent ── POST /sessions/{id}/ask ──▶ http ─▶ session ─▶ room ─▶ session ─▶ http ── /ws/{id} ──▶ page
//! ```
//!
//! - [`room`]: what happens in one session, as a pure machine. All behaviour of the protocol is there.
//! - [`replica`]: one session as one of several bridges sees it, as a pure machine. [`store`]: where rooms are kept.
//! - [`session`]: one task a session that owns its room, and the registry of these tasks. Knows channels, no HTTP.
//! - `http`: routes, sockets, and who may use them. Knows no behaviour.
//! - [`mcp`]: what `POST /mcp/{session}` says to clients of MCP. It uses the same [`session::Session`] too.
//! - [`agent`]: agents that live in the bridge itself. They use the same [`session::Session`] as HTTP does.
//! - [`client`]: who a request comes from.
//! - [`server`]: listening and stopping. [`args`]: the command line. [`logging`]: where the log goes. [`metrics`]: counts.
//!   [`audit`]: who decided what.

pub mod agent;
pub mod args;
pub mod audit;
pub mod client;
mod clock;
pub mod config;
mod fleet;
mod http;
mod limit_flags;
pub mod logging;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod metrics;
mod random;
pub mod replica;
pub mod room;
pub mod server;
pub mod session;
pub mod store;
mod stream;
pub mod token;
