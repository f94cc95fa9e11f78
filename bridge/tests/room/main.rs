//! The room as scripts in virtual time: what goes in, and every word that comes out.

mod answering;
mod asking;
/// The simulation's random numbers; what only the simulation draws is unused here.
#[allow(dead_code)]
#[path = "../../../tests/simulation/random.rs"]
mod chance;
mod chat;
mod connecting;
mod extending;
mod limits;
mod protocol_page;
mod random;
mod recording;
mod repeating;
mod requests;
mod script;
mod timing;
mod unclaimed;
mod views;
mod withdrawing;
