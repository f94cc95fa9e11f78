//! The session driven by scripts in virtual time.

mod answering;
mod connection;
mod endings;
mod flows;
mod guard;
mod jacking;
mod keeping;
mod rig;
mod sharing;
mod telling;
