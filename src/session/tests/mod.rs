//! The session driven by scripts in virtual time.

mod answering;
mod connection;
mod endings;
mod guard;
mod rig;
