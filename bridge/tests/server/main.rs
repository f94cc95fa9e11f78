//! The whole bridge over real sockets on loopback.

mod access;
mod asking;
mod bridge;
mod compose;
mod container;
mod cutting;
mod demo;
mod files;
mod limits;
#[cfg(feature = "mcp")]
mod mcp;
mod operator;
mod page;
mod program;
mod readme;
mod recording;
mod requests;
mod sessions;
mod sockets;
mod tokens;
