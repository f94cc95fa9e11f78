//! What a check is made of.

use crate::heard::{Heard, Known};
use crate::message::Message;
use crate::row::Finding;

/// One situation, and how to bring it about.
#[derive(Clone, Debug)]
pub struct Check {
    /// The situation, as the table names it.
    pub situation: &'static str,
    /// What a bridge of the protocol does.
    pub expected: &'static str,
    /// The extension without which the check makes no sense.
    pub capability: Option<&'static str>,
    /// What is done, in order. The check ends at the first step that finds a difference.
    pub steps: Vec<Step>,
}

/// One of the two pages that the checks play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The page that connects first.
    First,
    /// Another page of the same session.
    Second,
}

/// What an agent asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Answers to questions.
    Questions,
    /// An approval.
    Approval,
    /// A form.
    Form,
}

/// One thing to do or to wait for.
#[derive(Clone, Debug)]
pub enum Step {
    /// A page connects.
    Open(Page),
    /// A page goes away.
    Leave(Page),
    /// An agent asks, and gives the person so many seconds.
    Ask(Kind, u32),
    /// The agent no longer waits.
    HangUp,
    /// A page sends something.
    Send(Page, Message),
    /// What a page has heard since the last time, once it is enough.
    Hear(Page, Until, Judge),
    /// What the agent was told.
    Reply(fn(&str, &Known) -> Finding),
}

/// When a page has heard enough. It never waits on after its connection was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When a frame of one of these types has come.
    Frame(&'static [&'static str]),
    /// When the response was confirmed or refused; on a bridge without `ack` after a silence.
    Settled,
    /// When the time of the ask is up, and the page was told so.
    TimeIsUp,
    /// When the connection was closed.
    Closed,
    /// When nothing more has come for a while.
    Quiet,
    /// When a frame of this type has come, and then nothing more for a while.
    QuietAfter(&'static str),
}

/// Judges what a page has heard.
pub type Judge = fn(&Heard, &Known) -> Finding;

impl Check {
    /// What has to be asked for, if anything.
    pub fn asks(&self) -> Option<Kind> {
        self.steps.iter().find_map(|step| match step {
            Step::Ask(kind, _) => Some(*kind),
            _ => None,
        })
    }

    /// Whether the agent's side of the call has to be seen.
    pub fn needs_the_call(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::HangUp | Step::Reply(_)))
    }
}
