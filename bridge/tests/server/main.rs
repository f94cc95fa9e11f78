//! The whole bridge over real sockets on loopback.

mod access;
mod asking;
mod bridge;
mod demo;
mod files;
mod limits;
mod page;
mod program;
mod sessions;
mod sockets;
