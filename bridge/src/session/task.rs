//! The task of one session: gives its room time and inputs, performs its outputs. One inbox, one armed timer.

use std::collections::HashMap;

use ask_user_widget::protocol::ServerFrame;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, Instant, sleep_until};

use super::registry::Rest;
use super::{AskError, Command, Message, Outbox, Outgoing, SessionId, Sessions, WeakSession};
use crate::agent::Agent;
use crate::config::Config;
use crate::room::json::write_frame;
use crate::room::{ChatFrame, ConnectionId, Input, Output, QuestionId, Room, Time};

/// RFC 6455: the endpoint is going away.
const GOING_AWAY: u16 = 1001;

pub(super) struct Task {
    id: SessionId,
    room: Room,
    commands: mpsc::Receiver<Message>,
    pages: HashMap<ConnectionId, Outbox>,
    callers: HashMap<QuestionId, oneshot::Sender<Result<Value, AskError>>>,
    agent: Option<Agent>,
    /// The agent's inbox, once a message has woken it.
    messages: Option<mpsc::Sender<Value>>,
    weak: WeakSession,
    rest: Rest,
    start: Instant,
    idle: Duration,
}

impl Task {
    pub(super) fn new(
        id: SessionId,
        config: &Config,
        commands: mpsc::Receiver<Message>,
        weak: WeakSession,
        rest: Rest,
    ) -> Task {
        Task {
            room: Room::new(id.as_str(), config.room()),
            id,
            commands,
            pages: HashMap::new(),
            callers: HashMap::new(),
            agent: config.agent.clone(),
            messages: None,
            weak,
            rest,
            start: Instant::now(),
            idle: config.limits.idle_session,
        }
    }

    pub(super) async fn run(mut self, sessions: Sessions) {
        let mut quiet_since = Instant::now();
        loop {
            if !self.room.is_quiet() {
                quiet_since = Instant::now();
            }
            let wake = match self.room.next_wake() {
                Some(Time(millis)) => Some(self.start + Duration::from_millis(millis)),
                None => self.room.is_quiet().then(|| quiet_since + self.idle),
            };
            let timer = async {
                match wake {
                    Some(wake) => sleep_until(wake).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = self.commands.recv() => {
                    let Some(Message { command, _holds }) = message else { break };
                    if let Command::Stop = *command {
                        break;
                    }
                    self.take(*command);
                    self.rest.note(self.room.keeps_something());
                }
                () = timer => {
                    if self.room.is_quiet() {
                        if sessions.forget(&self.id, &self.commands) {
                            return;
                        }
                        quiet_since = Instant::now();
                    }
                    self.feed(Input::Wake);
                }
            }
        }
        for outbox in self.pages.values() {
            outbox.push(Outgoing::Close(GOING_AWAY));
        }
    }

    fn take(&mut self, command: Command) {
        let input = match command {
            Command::Input(input) => input,
            Command::Connect(connection, view, outbox) => {
                self.pages.insert(connection.clone(), outbox);
                Input::Opened { connection, view }
            }
            Command::Ask(question, request, limit, reply) => {
                self.callers.insert(question.clone(), reply);
                Input::Ask { question, request, limit }
            }
            Command::Status(reply) => {
                let _ = reply.send(self.room.status());
                return;
            }
            // `run` has taken it out.
            Command::Stop => return,
        };
        match &input {
            Input::Closed(connection) => drop(self.pages.remove(connection)),
            Input::HangUp(question) => drop(self.callers.remove(question)),
            _ => {}
        }
        self.feed(input);
    }

    fn feed(&mut self, input: Input) {
        let now = Time(self.start.elapsed().as_millis().try_into().unwrap_or(u64::MAX));
        for output in self.room.handle(now, input) {
            self.perform(output);
        }
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Send { to, frame } => {
                let Some(outbox) = self.pages.get(&to) else { return };
                if !outbox.push(Outgoing::Text(frame.to_string())) {
                    self.pages.remove(&to);
                    self.feed(Input::Closed(to));
                }
            }
            Output::Close { connection, code } => {
                if let Some(outbox) = self.pages.remove(&connection) {
                    outbox.push(Outgoing::Close(code));
                }
            }
            Output::Resolve { question, result } => self.reply(&question, Ok(result)),
            Output::Refuse { question, refusal } => self.reply(&question, Err(AskError::Refused(refusal))),
            Output::Message(frame) => self.message(frame),
        }
    }

    fn reply(&mut self, question: &QuestionId, result: Result<Value, AskError>) {
        if let Some(caller) = self.callers.remove(question) {
            // A caller that has just gone is as good as one that goes a moment later.
            let _ = caller.send(result);
        }
    }

    fn message(&mut self, frame: Value) {
        let Some(agent) = &self.agent else { return };
        let messages = self.messages.get_or_insert_with(|| agent.start(self.weak.clone()));
        if messages.try_send(frame).is_err() {
            let error = "The agent has too many messages to read; try again later".to_owned();
            let frame = write_frame(&ServerFrame::Error { error });
            let error = ChatFrame::new(frame).expect("an error is a chat frame");
            self.feed(Input::Event(error));
        }
    }
}
