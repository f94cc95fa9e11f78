//! The room as scripts in virtual time: what goes in, and every word that comes out.

mod answering;
mod asking;
mod chat;
mod connecting;
mod extending;
mod limits;
mod random;
mod script;
mod timing;
mod views;
mod withdrawing;
