//! Deterministic simulation: the widget's real session and the bridge's real room under virtual time, over a link that
//! delays, cuts, half-opens and refuses, with a random person and a random agent. Everything comes from one seed, which
//! is printed when something breaks and replays exactly:
//!
//! ```sh
//! SIMULATION_FROM=4711 SIMULATION_SEEDS=1 cargo test -p ask-user-bridge --test simulation random
//! ```
//!
//! `invariants.rs` says what must hold; `scripts.rs` has the cases worth a name of their own; `known.rs` lists the bugs
//! that are steered around until they are fixed, and `SIMULATION_STRICT=1` steers around none.

mod agent;
mod decision;
mod deeds;
mod invariants;
mod known;
mod ledger;
mod life;
mod link;
mod person;
mod random;
mod report;
mod scripts;
mod world;
