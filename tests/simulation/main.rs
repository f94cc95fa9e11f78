//! Deterministic simulation: the widget's real session and the bridge's real room under virtual time, over a link that
//! delays, cuts, half-opens and refuses, with a random person and a random agent. Everything comes from one seed, which
//! is printed when something breaks and replays exactly:
//!
//! ```sh
//! cargo xtask simulate --from 4711 --seeds 1
//! ```
//!
//! `invariants.rs` says what must hold, and `mutation.rs` has a fault for each of them that makes it fail; `scripts.rs`
//! has the cases worth a name of their own; `known.rs` lists what is steered around because the product cannot answer
//! for it, and `SIMULATION_STRICT=1` steers around none; `fleet/` has three bridges over a model of the store; `storm.rs`
//! counts what comes at a bridge that was away.

mod actions;
mod agent;
mod broken_calls;
mod calls;
mod decision;
mod fail_over;
mod fleet;
mod invariants;
mod known;
mod ledger;
mod life;
mod link;
mod mutation;
mod pages;
mod person;
mod races;
mod random;
mod report;
mod scripts;
mod storm;
/// The durations of the session, which are no part of the crate's API.
#[allow(dead_code, reason = "most of them matter only inside the session")]
#[path = "../../src/session/timing.rs"]
mod timing;
mod tools;
mod world;
