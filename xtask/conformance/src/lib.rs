//! Plays the page against a bridge of `docs/protocol.md`, and says in a table what the bridge does and where it differs.
//!
//! - [`checks`]: what is tried, as data: steps, and what is expected after them.
//! - [`run`]: walks through the checks. Pure: events and time come in as values, actions go out as values, so that the checks
//!   are tried against the reference bridge's room under virtual time.
//! - [`judge`]: what a bridge should have sent.
//! - [`socket`], [`agent`]: the shell, which performs the actions with a WebSocket and an HTTP call.
//! - [`table`]: the rows as text.

pub mod agent;
pub mod args;
pub mod checks;
pub mod heard;
pub mod judge;
pub mod message;
pub mod row;
pub mod run;
pub mod socket;
pub mod step;
pub mod table;
