//! Agents that live in the bridge itself. They see a [`Session`](crate::session::Session) and nothing else, as an agent
//! behind the HTTP API does.

mod demo;
mod scenario;

use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;

use crate::session::WeakSession;

/// Messages of the person that may wait for an agent.
const MOST_MESSAGES: usize = 16;

/// Which agent takes the person's messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Plays a short scenario for each message.
    Demo {
        /// The pause before each piece of text, so that it reads as if somebody wrote it.
        pace: Duration,
    },
}

impl Agent {
    /// The agent of this name on the command line.
    pub fn named(name: &str) -> Option<Agent> {
        (name == "demo").then_some(Agent::Demo { pace: Duration::from_millis(120) })
    }

    /// Starts the agent for a session and gives its inbox. It ends with the session.
    pub(crate) fn start(&self, session: WeakSession) -> mpsc::Sender<Value> {
        let (inbox, messages) = mpsc::channel(MOST_MESSAGES);
        match self {
            Agent::Demo { pace } => tokio::spawn(demo::run(session, messages, *pace)),
        };
        inbox
    }
}
