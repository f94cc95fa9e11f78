//! What travels on the wire: frames, questions, answers and limits, as pure functions.
//!
//! This room knows no clock, no browser and no transport. Every type is read from and written to [`Value`], so that the
//! format stays at the edge: the browser makes a `Value` from what `JSON.parse` gave, a bridge or a native test from
//! `serde_json`. An ask is read leniently: what can be shown is shown, and what was wrong is listed as [`Problem`]s.
//!
//! | file | what it defines |
//! | --- | --- |
//! | `frame` | every frame, read and written: [`ServerFrame`], [`ClientFrame`] |
//! | `request.rs` | [`Request`]: one of the kinds of things that an agent can request |
//! | `ask.rs`, `question.rs` | a set of questions, and one question, which is also one field of a form |
//! | `constraints.rs`, `problem.rs` | what is asked of an answer, what was wrong with a request |
//! | [`form`] | a form to be filled in, and an address to be opened |
//! | `answer.rs`, `list.rs` | what is answered, and how it is written |
//! | `request.rs` | which kinds of requests there are |
//! | [`approval`] | a request to use a tool, what can be decided about it, and what the agent gets |
//! | `capability.rs` | what a bridge can do beyond the basic protocol |
//! | `refusal.rs` | why a bridge does not take a response |
//! | [`permission`] | what the agent gets in the end |
//! | [`adapter`] | other protocols in which agents ask |
//! | `session_name.rs` | by which name a session is connected to |
//! | `value.rs`, `json.rs`, `number.rs`, `float.rs` | the value that everything is read from and written to |
//! | [`limits`] | how large an ask may be |

pub mod adapter;
mod answer;
pub mod approval;
mod ask;
mod capability;
mod constraints;
mod float;
pub mod form;
mod frame;
mod json;
pub mod limits;
pub mod list;
mod number;
pub mod permission;
mod problem;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties;
mod question;
mod refusal;
mod request;
mod session_name;
mod value;

pub use answer::{Annotation, Answer, wire_annotations, wire_answers};
pub use ask::Ask;
pub use capability::Capabilities;
pub use constraints::{Constraints, NotePlace, Unmet};
pub use frame::{
    AckOutcome, ClientFrame, ClientFrameError, ServerFrame, ServerFrameError, ServerFrameType, SessionStatus,
    write_question, write_request, write_resolved_request,
};
pub use number::Number;
pub use problem::{Problem, ProblemKind};
pub use question::{AgentText, Choice, OwnAnswer, Question, QuestionKind, TextFormat};
pub use refusal::Refusal;
pub use request::{Request, RequestKind};
pub use session_name::SessionName;
pub use value::Value;
