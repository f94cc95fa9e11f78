//! A form: `elicitation/create` of MCP and ACP in form mode, and the frame `elicitation_request`.
//!
//! | file | what it defines |
//! | --- | --- |
//! | `read.rs`, `field.rs` | how a form and one of its fields are read, leniently |
//! | `address.rs` | the other mode: an address to be opened |
//! | `check.rs`, `date.rs`, `pattern/` | whether what was entered is what a field asks for |
//! | `result.rs` | what the agent gets |
//!
//! A field is a [`Question`]: it is shown and drafted as one. Nothing of a form is left out in silence. What cannot be shown
//! makes the form one that cannot be accepted, and [`Form::obstacles`] says why; it can still be declined.

mod address;
mod check;
mod date;
mod field;
mod pattern;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties;
mod read;
mod result;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub use address::Address;
pub use check::{FieldError, check};
pub use date::with_offset;
pub use result::{NotAccepted, cancel, decline};

use super::limits;
use super::number::Number;
use super::problem::Problem;
use super::question::{AgentText, Question};
use super::value::Value;

/// A form to be filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What it is about.
    pub message: AgentText,
    /// Who asks, if the request says so: the MCP server's name. It is the server's own word.
    pub asker: Option<AgentText>,
    /// What the form is called.
    pub title: Option<AgentText>,
    /// What the form says about itself beside the message.
    pub description: Option<AgentText>,
    /// What is to be filled in, in the order of the JSON.
    pub fields: Vec<Question>,
    /// Why it cannot be accepted; empty if it can.
    pub obstacles: Vec<Problem>,
}

/// The value of one field, as it goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A text.
    Text(String),
    /// A number, with the digits that were typed.
    Number(Number),
    /// Yes or no.
    Boolean(bool),
    /// The value of the option that was chosen.
    Choice(String),
    /// The values of the options that were chosen, in the order in which they were offered.
    Choices(Vec<String>),
}

/// Whether a request has a text of which only the beginning may be shown: then the whole request has to be there to be read.
pub fn may_be_cut(request: &Value) -> bool {
    match request {
        Value::Text(text) => text.chars().nth(limits::LABEL_SHOWN).is_some(),
        Value::List(items) => items.iter().any(may_be_cut),
        Value::Map(members) => {
            members.iter().any(|(key, member)| key.chars().nth(limits::LABEL_SHOWN).is_some() || may_be_cut(member))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Number(_) => false,
    }
}

impl Form {
    /// Whether it can be accepted. Decline and cancel are always possible.
    pub fn is_acceptable(&self) -> bool {
        self.obstacles.is_empty()
    }
}
