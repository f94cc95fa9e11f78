//! What travels on the wire: frames, questions, answers and limits, as pure functions.
//!
//! Knows no clock, no browser and no transport. Every type is decoded from and encoded to [`Value`], so the format stays
//! at the edge: the browser makes a `Value` from what `JSON.parse` gave, a bridge or a native test from `serde_json`.
//! Decoding is lenient: what can be shown is shown, and what was wrong is listed as [`Problem`]s.

pub mod adapter;
mod answer;
mod ask;
mod capability;
mod form;
mod frame;
mod json;
pub mod limits;
pub mod list;
pub mod permission;
mod problem;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties;
mod refusal;
mod session_name;
mod value;

pub use answer::{Annotation, Answer, wire_annotations, wire_answers};
pub use ask::{AgentText, Ask, Choice, Question, QuestionKind};
pub use capability::Capabilities;
pub use form::{Form, NotePlace, Unmet};
pub use frame::{
    AckOutcome, ClientFrame, ClientFrameError, ServerFrame, ServerFrameError, ServerFrameType, SessionStatus,
    write_question,
};
pub use problem::{Problem, What};
pub use refusal::Refusal;
pub use session_name::SessionName;
pub use value::Value;
