//! The task of one session: gives its replica time and inputs, asks the store for it, performs its outputs. One inbox, one
//! armed timer.

mod recorded;

use std::collections::HashMap;
use std::sync::Arc;

use ask_user_widget::protocol::ServerFrame;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Duration, Instant, sleep_until};

use super::ledger::Ledger;
use super::registry::Rest;
use super::waiters::Waiters;
use super::{AskError, Command, Message, Outbox, Outgoing, Reply, SessionId, Sessions, WeakSession};
use crate::agent::Agent;
use crate::clock::Clock;
use crate::config::Config;
use crate::random;
use crate::replica::{self, Replica};
use crate::room::json::write_frame;
use crate::room::{AskState, ChatFrame, ConnectionId, Input, Keep, Keeps, Output, QuestionId, Room, Status};
use crate::store::{self, Store, StoreAway};

/// RFC 6455: the endpoint is going away.
const GOING_AWAY: u16 = 1001;

/// The registry of close codes: the service restarts. The page keeps what it has and connects anew soon, but not at the same time as
/// all others.
const SERVICE_RESTART: u16 = 1012;

/// How often a node looks at a session that others may change, in case that it was not told.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// How long to wait before a store that is away is asked again.
const RETRY_STORE: Duration = Duration::from_secs(1);

pub(super) struct Task {
    id: SessionId,
    replica: Replica,
    store: Arc<dyn Store>,
    /// Where other nodes say that they have committed something, if there are others.
    changes: Option<watch::Receiver<u64>>,
    /// When the store is asked again, if it was away.
    retry_at: Option<Instant>,
    look_at: Instant,
    commands: mpsc::Receiver<Message>,
    pages: HashMap<ConnectionId, Outbox>,
    callers: HashMap<QuestionId, oneshot::Sender<Result<Value, AskError>>>,
    waiters: Waiters,
    /// Agents that get an allowance as soon as it is recorded that they have it.
    promised: Vec<(Reply<Option<AskState>>, Option<AskState>)>,
    /// Asks that were to be recorded and were not.
    refused: HashMap<QuestionId, AskError>,
    agent: Option<Agent>,
    /// The agent's inbox, once a message has woken it.
    messages: Option<mpsc::Sender<Value>>,
    weak: WeakSession,
    rest: Rest,
    ledger: Ledger,
    clock: Clock,
    idle: Duration,
}

impl Task {
    /// The task of the session whose asks the ledger follows.
    pub(super) fn new(
        config: &Config,
        store: Arc<dyn Store>,
        clock: Clock,
        commands: mpsc::Receiver<Message>,
        weak: WeakSession,
        rest: Rest,
        ledger: Ledger,
    ) -> Task {
        let id = ledger.session().clone();
        let (node, is_shared) = (random::node().clone(), store.is_shared());
        Task {
            replica: match is_shared {
                true => Replica::new(id.as_str(), node, config.room()),
                false => Replica::alone(id.as_str(), node, config.room()),
            },
            changes: is_shared.then(|| store.changes(&id)),
            store,
            id,
            retry_at: None,
            look_at: Instant::now() + LOOK_EVERY,
            commands,
            pages: HashMap::new(),
            callers: HashMap::new(),
            waiters: Waiters::default(),
            promised: Vec::new(),
            refused: HashMap::new(),
            agent: config.agent.clone(),
            messages: None,
            weak,
            rest,
            ledger,
            clock,
            idle: config.limits.idle_session,
        }
    }

    /// Runs it to its end. It is behind a pointer, and so are the futures of everything that takes a moment: a session that waits,
    /// as most do most of the time, costs no more than its state.
    pub(super) async fn run(mut self: Box<Self>, sessions: Sessions) {
        let mut quiet_since = Instant::now();
        loop {
            if !self.is_quiet() {
                quiet_since = Instant::now();
            }
            let wake = self.wakes_at(quiet_since);
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
                        Box::pin(self.stop()).await;
                        break;
                    }
                    Box::pin(self.take(*command)).await;
                }
                Some(number) = changed(&mut self.changes) => {
                    if number == 0 || self.replica.version().is_some_and(|version| version.number != number) {
                        self.replica.look();
                        // A store that is away is asked again soon.
                        let _ = Box::pin(self.drive()).await;
                    }
                }
                () = timer => {
                    if self.is_quiet() && quiet_since.elapsed() >= self.idle {
                        if sessions.forget(&self.id, &self.commands) {
                            self.forget();
                            return;
                        }
                        quiet_since = Instant::now();
                    }
                    let _ = Box::pin(self.wake()).await;
                }
            }
            if self.store.is_shared() {
                self.ledger.keep_waiting(self.replica.room());
            }
            self.rest.note(self.keeps());
        }
        for outbox in self.pages.values() {
            outbox.push(Outgoing::Close(GOING_AWAY));
        }
        self.forget();
    }

    /// This task has ended. The name of its session may be another task's by now.
    fn forget(self: Box<Self>) {
        let Task { id, store, changes, .. } = *self;
        if let Some(changes) = changes {
            drop(changes);
            store.forget(&id);
        }
    }

    /// Whether nothing is lost when this task ends. With a shared store others go on with the session.
    fn is_quiet(&self) -> bool {
        if self.store.is_shared() {
            return self.replica.is_idle() && self.callers.is_empty();
        }
        self.replica.is_idle() && self.replica.room().is_none_or(|room| room.is_quiet())
    }

    fn keeps(&self) -> Keeps {
        match self.replica.room() {
            Some(room) if !self.store.is_shared() => room.keeps(),
            // What the store has not been told, nobody else will tell it.
            _ if self.store.is_shared() && !self.replica.is_idle() => Keeps::Promised,
            _ => Keeps::Nothing,
        }
    }

    /// When there is something to do without anybody saying anything.
    fn wakes_at(&self, quiet_since: Instant) -> Option<Instant> {
        let (is_shared, is_quiet) = (self.store.is_shared(), self.is_quiet());
        let wake = self.replica.next_wake().map(|time| self.clock.instant(time));
        let look = (is_shared && !is_quiet).then_some(self.look_at);
        let ends = is_quiet.then(|| quiet_since + self.idle);
        match self.retry_at {
            // Whatever is due needs the store.
            Some(retry_at) => Some(retry_at),
            // A bridge wakes what is due in the store, so this task need not stay for that.
            None if is_shared => wake.into_iter().chain(look).chain(ends).min(),
            None => wake.or(ends),
        }
    }

    async fn wake(&mut self) -> Result<(), AskError> {
        if self.look_at <= Instant::now() {
            for question in self.waiters.prune() {
                self.replica.wait_no_more_for(&question);
            }
            if !self.is_quiet() {
                self.replica.look();
            }
        }
        if self.replica.next_wake().is_some_and(|wake| wake <= self.clock.now()) {
            self.replica.push(Input::Wake);
        }
        self.drive().await
    }

    async fn take(&mut self, command: Command) {
        let input = match command {
            Command::Input(input) => input,
            Command::Event(frame, reply) => {
                let result = self.feed(Input::Event(frame)).await;
                let _ = reply.send(result);
                return;
            }
            Command::Connect(connection, subject, view, outbox) => {
                self.ledger.connected(&connection, subject);
                self.pages.insert(connection.clone(), outbox);
                Input::Opened { connection, view }
            }
            Command::Ask(question, request, limit, reply) => {
                self.callers.insert(question.clone(), reply);
                Input::Ask { question, request, limit, keep: Keep::Call }
            }
            Command::Record(keep, request, limit, reply) => {
                let state = self.record(keep, request, limit).await;
                let _ = reply.send(state);
                return;
            }
            Command::Wait(question, reply) => return self.wait(question, reply).await,
            Command::Find(question, reply) => {
                let found = self.look().await;
                return self.give(&question, found, reply).await;
            }
            Command::Withdraw(question, reply) => {
                let withdrawn = self.feed(Input::Withdraw(question.clone())).await;
                return self.give(&question, withdrawn, reply).await;
            }
            Command::Latest(reply) => {
                let latest = self.look().await.map(|()| self.replica.room().and_then(Room::latest_by_content).cloned());
                let _ = reply.send(latest);
                return;
            }
            Command::List(reply) => {
                let asks = self.look().await.map(|()| self.replica.room().map(|room| room.recorded().collect()));
                let _ = reply.send(asks.map(Option::unwrap_or_default));
                return;
            }
            Command::Status(reply) => {
                let status =
                    self.look().await.map(|()| self.replica.room().map_or_else(Status::default, |room| room.status()));
                let _ = reply.send(status);
                return;
            }
            Command::Look(reply) => {
                self.replica.look();
                let result = self.wake().await;
                let _ = reply.send(result);
                return;
            }
            Command::NodeGone(node, reply) => {
                self.replica.node_gone(node.clone());
                let result = self.drive().await.map(|()| self.replica.version_without(&node));
                let _ = reply.send(result);
                return;
            }
            // `run` has taken it out.
            Command::Stop => return,
        };
        match &input {
            Input::Closed(connection) => self.let_go(connection),
            Input::HangUp(question) => drop(self.callers.remove(question)),
            _ => {}
        }
        let _ = self.feed(input).await;
    }

    /// Has something handled. An error if the store was away: whoever sent it has been told.
    async fn feed(&mut self, input: Input) -> Result<(), AskError> {
        let noted = self.ledger.note(&input);
        self.replica.push(input);
        let handled = self.drive().await;
        self.ledger.check(noted, self.replica.room());
        handled
    }

    /// Makes sure that the copy of the room is the state.
    async fn look(&mut self) -> Result<(), AskError> {
        if self.store.is_shared() {
            self.replica.look();
        }
        self.drive().await
    }

    /// Has everything handled that has happened.
    async fn drive(&mut self) -> Result<(), AskError> {
        let handled = self.ask_store().await;
        self.keep_promises(handled);
        handled
    }

    /// Asks the store until everything is handled.
    async fn ask_store(&mut self) -> Result<(), AskError> {
        // Whoever waits behind somebody whom the store did not answer is told at once.
        if self.retry_at.is_some_and(|retry_at| Instant::now() < retry_at) {
            self.replica.answered(Err(StoreAway("The store did not answer just now".to_owned())));
            self.perform_all();
            return Err(AskError::StoreAway);
        }
        self.retry_at = None;
        loop {
            let Some(request) = self.replica.request(self.clock.now(), random::token()) else {
                if self.perform_all() {
                    // What was done may be news for the room: an agent has a result, a page takes no more.
                    continue;
                }
                break;
            };
            let is_commit = matches!(request, store::Request::Commit(_));
            let answer = self.store.ask(&self.id, request).await;
            if is_commit {
                self.ledger.committed(&answer);
            }
            let can_go_on = self.replica.answered(answer);
            self.perform_all();
            if !can_go_on {
                self.retry_at = Some(Instant::now() + RETRY_STORE);
                return Err(AskError::StoreAway);
            }
        }
        self.look_at = Instant::now() + LOOK_EVERY;
        Ok(())
    }

    /// Does what has to be done. Whether there was anything.
    fn perform_all(&mut self) -> bool {
        let outputs = self.replica.take_outputs();
        let has_some = !outputs.is_empty();
        for output in outputs {
            match output {
                replica::Output::Settled { question, kind, outcome, by, result, waited } => {
                    self.ledger.resolved(&question, kind, outcome, by.as_ref(), &result, waited);
                }
                replica::Output::Room(output) => self.perform(output),
                replica::Output::NotHandled(input) => self.not_handled(input),
                replica::Output::Lost(question) => {
                    self.ledger.over_elsewhere(&question);
                    self.reply(&question, Err(AskError::StoreAway));
                    for waiter in self.waiters.take(&question) {
                        let _ = waiter.send(Err(AskError::StoreAway));
                    }
                }
            }
        }
        has_some
    }

    /// Nothing more goes to this page.
    fn let_go(&mut self, connection: &ConnectionId) {
        self.pages.remove(connection);
        self.ledger.gone(connection);
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Send { to, frame } => {
                let Some(outbox) = self.pages.get(&to) else { return };
                if !outbox.push(Outgoing::Text(frame.to_string())) {
                    self.let_go(&to);
                    self.replica.push(Input::Closed(to));
                }
            }
            Output::Close { connection, code } => self.close(&connection, code),
            Output::Resolve { question, result, .. } => {
                self.ledger.over_elsewhere(&question);
                self.reply(&question, Ok(result));
                self.give_to_waiters(&question);
            }
            Output::Refuse { question, refusal } => self.fail(question, AskError::Refused(refusal)),
            Output::Message(frame) => self.message(frame),
        }
    }

    /// The store was away. A page connects anew and repeats what it sent; an agent is told.
    fn not_handled(&mut self, input: Input) {
        match input {
            Input::Opened { connection: from, .. }
            | Input::Text { from, .. }
            | Input::Frame { from, .. }
            | Input::Binary { from } => {
                if self.pages.contains_key(&from) {
                    self.replica.push(Input::Closed(from.clone()));
                }
                self.close(&from, SERVICE_RESTART);
            }
            Input::Ask { question, .. } => self.fail(question, AskError::StoreAway),
            // Whoever sent these waits for the result of `drive`; the others are never handed back.
            Input::Withdraw(_)
            | Input::Event(_)
            | Input::Closed(_)
            | Input::HangUp(_)
            | Input::Fetched(_)
            | Input::Wake => {}
        }
    }

    fn close(&mut self, connection: &ConnectionId, code: u16) {
        if let Some(outbox) = self.pages.remove(connection) {
            outbox.push(Outgoing::Close(code));
        }
    }

    /// The bridge stops. Other nodes are told what this one will not hold any more, and go on with recorded asks: agents that wait
    /// for those are told that they are pending.
    async fn stop(&mut self) {
        if !self.store.is_shared() {
            return;
        }
        for connection in self.replica.connections().cloned().collect::<Vec<_>>() {
            self.replica.push(Input::Closed(connection));
        }
        for question in self.callers.keys() {
            self.replica.push(Input::HangUp(question.clone()));
        }
        if self.drive().await.is_err() {
            return;
        }
        for (question, waiters) in self.waiters.take_all() {
            let state = self.replica.room().and_then(|room| room.find(&question));
            for waiter in waiters {
                let _ = waiter.send(Ok(state.clone()));
            }
        }
    }

    /// An ask was not taken.
    fn fail(&mut self, question: QuestionId, error: AskError) {
        if self.callers.contains_key(&question) {
            self.reply(&question, Err(error));
        } else {
            self.refused.insert(question, error);
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
            self.replica.push(Input::Event(error));
        }
    }
}

/// The number of the last commit, as soon as others have said one. `None` if they never will.
async fn changed(changes: &mut Option<watch::Receiver<u64>>) -> Option<u64> {
    let changes = changes.as_mut()?;
    changes.changed().await.ok()?;
    Some(*changes.borrow_and_update())
}
