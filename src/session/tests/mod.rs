//! The session driven by scripts in virtual time.

mod announcing;
mod answering;
mod approving;
mod clicking_on_a_card;
mod commands;
mod connection;
mod delivery;
mod documents;
mod endings;
mod filling_in;
mod flows;
mod guard;
mod naming;
mod out_of_reach;
mod page_with_field;
mod persistence;
mod queue;
#[cfg(not(target_arch = "wasm32"))]
mod random_events;
mod refusals;
mod remembering;
pub(super) mod rig;
mod sharing;
mod silent_bridge;
mod typing_on_a_card;
mod typing_without_looking;
