//! The reference bridge of `<ask-user>`: carries questions from agents in any language to a page, and the answers back.
//!
//! ```text
//! agent ── POST /sessions/{id}/ask ──▶ http ─▶ session ─▶ room ─▶ session ─▶ http ── /ws/{id} ──▶ page
//! ```
//!
//! - [`room`]: what happens in one session, as a pure machine. All behaviour of the protocol is there.
//! - [`session`]: one task a session that owns its room, and the registry of these tasks. Knows channels, no HTTP.
//! - `http`: routes, sockets, and who may use them. Knows no behaviour.
//! - [`agent`]: agents that live in the bridge itself. They use the same [`session::Session`] as HTTP does.
//! - [`client`]: who a request comes from.
//! - [`server`]: listening and stopping. [`args`]: the command line.

pub mod agent;
pub mod args;
pub mod client;
pub mod config;
mod http;
mod random;
pub mod room;
pub mod server;
pub mod session;
mod stream;
pub mod token;
