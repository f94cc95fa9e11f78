//! The whole bridge over real sockets on loopback.

mod access;
mod asking;
mod bridge;
mod demo;
mod files;
mod limits;
mod page;
mod program;
mod readme;
mod requests;
mod sessions;
mod sockets;
