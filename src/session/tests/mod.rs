//! The session driven by scripts in virtual time.

mod announcing;
mod answering;
#[cfg(not(target_arch = "wasm32"))]
mod anything;
mod commands;
mod connection;
mod desk;
mod endings;
mod flows;
mod guard;
mod jacking;
mod naming;
mod persistence;
mod quiet;
mod reach;
mod reviewed;
pub(super) mod rig;
mod sharing;
