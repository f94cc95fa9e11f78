//! What travels on the wire: frames, questions, answers and limits, as pure functions.
//!
//! This room knows no clock, no browser and no transport. Every type is read from and written to [`Value`], so that the
//! format stays at the edge: the browser makes a `Value` from what `JSON.parse` gave, a bridge or a native test from
//! `serde_json`. An ask is read leniently: what can be shown is shown, and what was wrong is listed as [`Problem`]s.
//!
//! | file | what it defines |
//! | --- | --- |
//! | `frame` | every frame, read and written: [`ServerFrame`], [`ClientFrame`] |
//! | `ask.rs`, `form.rs`, `problem.rs` | what is asked, what the answer must be like, what was wrong with it |
//! | `answer.rs`, `list.rs` | what is answered, and how it is written |
//! | `request.rs` | which kinds of requests there are |
//! | [`approval`] | a request to use a tool, what can be decided about it, and what the agent gets |
//! | `capability.rs` | what a bridge can do beyond the basic protocol |
//! | `refusal.rs` | why a bridge does not take a response |
//! | [`permission`] | what the agent gets in the end |
//! | [`adapter`] | other protocols in which agents ask |
//! | `session_name.rs` | by which name a session is connected to |
//! | `value.rs`, `json.rs` | the value that everything is read from and written to |
//! | [`limits`] | how large an ask may be |

pub mod adapter;
mod answer;
pub mod approval;
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
mod request;
mod session_name;
mod value;

pub use answer::{Annotation, Answer, wire_annotations, wire_answers};
pub use ask::{AgentText, Ask, Choice, Question, QuestionKind};
pub use capability::Capabilities;
pub use form::{Form, NotePlace, Unmet};
pub use frame::{
    AckOutcome, ClientFrame, ClientFrameError, ServerFrame, ServerFrameError, ServerFrameType, SessionStatus,
    write_question, write_request, write_resolved_request,
};
pub use problem::{Problem, ProblemKind};
pub use refusal::Refusal;
pub use request::{Request, RequestKind};
pub use session_name::SessionName;
pub use value::{Digits, Value};
