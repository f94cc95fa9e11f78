//! The real [`Session`] and the real [`Room`] in one virtual time: what one puts out reaches the other over the
//! simulated link, as JSON text. Whoever drives a world says what people, agents and the network do.

use std::collections::VecDeque;

use ask_user_bridge::room;
use ask_user_widget::protocol::{self, ServerFrame};
use ask_user_widget::session::{self, Connection, Event, PersistedPart, Session, Status};

use crate::calls::{Call, id_of};
use crate::decision::{Decision, Ending};
use crate::fleet::{Bridge, FleetEvent};
use crate::invariants::{Broken, Checked, Invariant, holds};
use crate::ledger::Ledger;
use crate::link::{Arrival, Link, To, Wire, name, wire};
use crate::mutation::Mutation;
use crate::pages::Shared;
use crate::tools::{ToolAsk, ToolCall};

/// Views that a world has at most.
pub(crate) const VIEWS: usize = 2;

/// How often a bridge with extensions says that it is there.
pub(crate) const BEAT_SECONDS: u32 = 15;

pub(crate) struct World {
    pub(crate) now: u64,
    pub(crate) extensions: bool,
    pub(crate) bridge: Bridge,
    /// The connection that has the session.
    pub(crate) page: Option<Wire>,
    pub(crate) views: Vec<View>,
    pub(crate) link: Link,
    pub(crate) ledger: Ledger,
    /// Asks that outlive the calls of their agents.
    pub(crate) calls: Vec<Call>,
    /// Uses of tools by an agent without keys, and what was asked for them.
    pub(crate) tool_calls: Vec<ToolCall>,
    pub(crate) tool_asks: Vec<ToolAsk>,
    /// How long the bridge keeps their results.
    pub(crate) keep_seconds: u64,
    /// Whether the bridge may be restarted at any moment, with all that it knows forgotten.
    pub(crate) may_restart: bool,
    pub(crate) steps: u64,
    /// Frames that have reached the room.
    pub(crate) responses: u64,
    /// Whether all views are in one browser, and what they have for each other.
    pub(crate) same_browser: bool,
    /// Whether the bridge says what it waits for; some never do.
    pub(crate) says_status: bool,
    pub(crate) shared: Vec<Shared>,
    /// What goes wrong on purpose, to see an invariant bite.
    pub(crate) mutation: Option<Mutation>,
    /// What happened, in words; kept only for a seed that is run again because something broke.
    pub(crate) trace: Option<Vec<String>>,
}

/// No session takes so many; two pages that answer each other for ever would.
const STEPS: u64 = 20_000;

/// By how much more a fleet may do at once than a room.
const NODES_AT_ONCE: usize = 3;

/// A decision under way.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    id: String,
    /// When it was sent.
    pub(crate) at: u64,
    /// When something last came after it.
    pub(crate) heard: u64,
}

/// One page with the widget.
pub(crate) struct View {
    pub(crate) session: Session,
    /// How often its page has been loaded again.
    pub(crate) page: usize,
    /// What its host page knows.
    pub(crate) status: Status,
    /// The connection that it takes for open.
    pub(crate) open: Option<Wire>,
    /// The last that it made.
    pub(crate) last: Option<Wire>,
    /// The last that it has given up.
    given_up: Option<Wire>,
    /// The connection on which it has heard anything.
    pub(crate) greeted: Option<Wire>,
    /// The approvals whose requests it has heard, and on which connection.
    requested: Vec<(Wire, String)>,
    /// What the last status named, and on which connection.
    named: Option<(Wire, Option<String>)>,
    /// When something last came from the bridge.
    pub(crate) heard: u64,
    /// A decision that it sent and that nothing has answered.
    pub(crate) decided: Option<Decided>,
    /// Until when its machine sleeps, since when, what has come meanwhile, and when it last woke.
    pub(crate) asleep: Option<u64>,
    pub(crate) slept: u64,
    pub(crate) mail: Vec<(Wire, Arrival)>,
    pub(crate) woke: u64,
    /// By how much the clock of its page is ahead.
    pub(crate) ahead: u64,
    /// What somebody has set the clock to meanwhile; a page that is open does not notice.
    pub(crate) next_ahead: u64,
    /// The asks that its browser stores for the next page.
    pub(crate) persisted_asks: Option<String>,
    /// The drafts that its browser stores for the next page.
    pub(crate) persisted_drafts: Option<String>,
}

impl View {
    /// When it is called next: when it wants to, and its machine is awake.
    fn next_wake(&self) -> Option<u64> {
        self.asleep.or(self.session.next_wake().map(|wake| wake.0.saturating_sub(self.ahead)))
    }
}

impl World {
    /// What the person sees on a page.
    pub(crate) fn screen(&self, view: usize) -> session::Screen {
        self.views[view].session.screen(self.mutated_time(view))
    }

    /// A bridge, and nobody there yet.
    pub(crate) fn new(seed: u64, extensions: bool) -> World {
        let keep_seconds = 86_400;
        World {
            now: 0,
            extensions,
            bridge: Bridge::one(settings(extensions, keep_seconds)),
            page: None,
            views: Vec::new(),
            link: Link::new(seed),
            ledger: Ledger { extensions, ..Ledger::default() },
            calls: Vec::new(),
            tool_calls: Vec::new(),
            tool_asks: Vec::new(),
            keep_seconds,
            may_restart: false,
            steps: 0,
            responses: 0,
            same_browser: false,
            says_status: true,
            shared: Vec::new(),
            mutation: None,
            trace: None,
        }
    }

    /// Sets how long the bridge keeps results, before anybody has come.
    pub(crate) fn keep(&mut self, seconds: u64) {
        self.keep_seconds = seconds;
        self.bridge = self.bridge.renewed(settings(self.extensions, seconds));
    }

    /// Another page is opened.
    pub(crate) fn add_view(&mut self) -> Checked {
        let view = self.views.len();
        let seed = view as u64 + self.now;
        let status = Status {
            connection: Connection::Closed,
            waiting_for_user: false,
            is_processing: false,
            pending_question_id: None,
            queued: 0,
        };
        let session = Session::new(session::Settings { seed, ..session::Settings::default() });
        self.views.push(View {
            session,
            page: 0,
            status,
            open: None,
            last: None,
            given_up: None,
            greeted: None,
            requested: Vec::new(),
            named: None,
            heard: 0,
            decided: None,
            asleep: None,
            slept: 0,
            mail: Vec::new(),
            woke: 0,
            ahead: 0,
            next_ahead: 0,
            persisted_asks: None,
            persisted_drafts: None,
        });
        self.handle_view_input(view, session::Input::Start)
    }

    /// When something happens by itself next.
    pub(crate) fn next(&self) -> Option<u64> {
        let views = self.views.iter().filter_map(View::next_wake);
        let room = self.bridge.next_wake().map(|time| time.0);
        let awake = self.shared.iter().filter(|shared| self.views[shared.to].asleep.is_none());
        views.chain(room).chain(self.link.next()).chain(awake.map(|shared| shared.at)).min()
    }

    /// Lets one thing happen that is due by `now`. Whether there was any.
    pub(crate) fn step(&mut self, now: u64) -> Result<bool, Broken> {
        let Some(at) = self.next().filter(|at| *at <= now) else {
            self.now = self.now.max(now);
            return Ok(false);
        };
        self.now = self.now.max(at);
        if let Some((wire, to, arrival)) = self.link.take(self.now) {
            match to {
                To::Room => self.arrives_at_room(wire, arrival)?,
                To::View if self.sleeps_through(wire, &arrival) => {}
                To::View => self.arrives_at_view(wire, arrival)?,
            }
        } else if self.take_shared()? {
        } else if self.bridge.next_wake().is_some_and(|wake| wake.0 <= self.now) {
            self.handle_room_input(room::Input::Wake)?;
        } else {
            let is_due = |view: &View| view.next_wake().is_some_and(|wake| wake <= self.now);
            // Otherwise what was due on the link had vanished.
            if let Some(view) = self.views.iter().position(is_due) {
                self.wake_up(view)?;
                if self.views[view].next_wake().is_some_and(|wake| wake <= self.now) {
                    self.handle_view_input(view, session::Input::Wake)?;
                }
            }
        }
        self.check_noticed()?;
        Ok(true)
    }

    /// Lets time pass, with everything that happens in it.
    pub(crate) fn pass(&mut self, millis: u64) -> Checked {
        let until = self.now + millis;
        while self.step(until)? {}
        Ok(())
    }

    fn arrives_at_room(&mut self, wire: Wire, arrival: Arrival) -> Checked {
        let from = room::ConnectionId::from(name(wire));
        let input = match arrival {
            Arrival::Opened => {
                let view = room::View::parse(&format!("{}.{}", wire.name(), wire.connection));
                room::Input::Opened { connection: from, view }
            }
            Arrival::Closed => room::Input::Closed(from),
            Arrival::Text(text) => {
                self.responses += 1;
                room::Input::Text { from, text }
            }
        };
        self.handle_room_input(input)
    }

    pub(crate) fn arrives_at_view(&mut self, wire: Wire, arrival: Arrival) -> Checked {
        let connection = session::ConnectionId(wire.connection);
        let view = &mut self.views[wire.view];
        if view.page != wire.page {
            // The page that wanted it is gone.
            return Ok(());
        }
        // A session also hears from what it has given up, and must not listen.
        let is_live = view.last == Some(wire) && view.given_up != Some(wire);
        if is_live {
            view.heard = self.now;
            // What crossed the decision is no answer, and shows that the bridge was there until now.
            let is_answer = |decided: &Decided| match &arrival {
                Arrival::Text(text) if text.contains("ask_user_ack") => text.contains(&format!("\"{}\"", decided.id)),
                Arrival::Text(text) => ["ask_user_response", "Question ID"].iter().any(|word| text.contains(word)),
                _ => true,
            };
            view.decided.take_if(|decided| is_answer(decided));
            view.decided.iter_mut().for_each(|decided| decided.heard = self.now);
        }
        let input = match arrival {
            Arrival::Opened => {
                view.open = is_live.then_some(wire).or(view.open);
                session::Input::Opened(connection)
            }
            Arrival::Closed => {
                view.open.take_if(|open| *open == wire);
                session::Input::Closed { connection, code: 1006, reason: String::new() }
            }
            Arrival::Text(text) => {
                view.greeted = is_live.then_some(wire).or(view.greeted);
                let value: protocol::Value = serde_json::from_str(&text).expect("a bridge sends JSON");
                let frame = ServerFrame::read(&value).expect("a bridge sends frames");
                let view = &mut self.views[wire.view];
                match &frame {
                    ServerFrame::AskUserTimeout { question_id, .. } if is_live => {
                        self.ledger.seen(wire.view, question_id).heard_over = true;
                    }
                    ServerFrame::Ask(ask) if is_live => view.requested.push((wire, ask.id.clone())),
                    ServerFrame::SessionStatus(status) if is_live => {
                        view.named = Some((wire, status.pending_question_id.clone()));
                    }
                    _ => {}
                }
                session::Input::Frame { connection, frame }
            }
        };
        self.handle_view_input(wire.view, input)
    }

    pub(crate) fn handle_view_input(&mut self, view: usize, input: session::Input) -> Checked {
        let outputs = self.handle_view(view, input)?;
        self.perform_view(view, outputs)
    }

    /// The first half of telling a view something: what it wants done then.
    pub(crate) fn handle_view(&mut self, view: usize, input: session::Input) -> Result<Vec<session::Output>, Broken> {
        self.steps += 1;
        holds(Invariant::NoSpin, self.steps < STEPS, || format!("{STEPS} steps, and no end"))?;
        self.note(|| format!("view {view} <- {input:?}"));
        self.mutate_silence(view);
        let now = self.mutated_time(view);
        let outputs = self.views[view].session.handle(now, input);
        let now = session::Time(self.now + self.views[view].ahead);
        let outputs = self.mutated_outputs(outputs);
        let most = 12 + 6 * self.ledger.asks.len();
        holds(Invariant::BoundedOutputs, outputs.len() <= most, || format!("view {view}: {} outputs", outputs.len()))?;
        let wake = self.views[view].session.next_wake();
        holds(Invariant::NoSpin, wake.is_none_or(|wake| wake > now), || {
            format!("view {view} wants to wake at {wake:?}")
        })?;
        Ok(outputs)
    }

    /// The second half: it is done, in the order of the browser. What an output makes happen waits until the other outputs of
    /// the same input are done, as in the queue of `src/runtime/tasks.rs`.
    pub(crate) fn perform_view(&mut self, view: usize, outputs: Vec<session::Output>) -> Checked {
        let mut inputs = VecDeque::new();
        self.perform_outputs(view, outputs, &mut inputs)?;
        while let Some(input) = inputs.pop_front() {
            let outputs = self.handle_view(view, input)?;
            self.perform_outputs(view, outputs, &mut inputs)?;
        }
        self.check_view(view)?;
        self.check_agreement()
    }

    /// Performs the outputs of one input, and puts what they make happen into `inputs`.
    fn perform_outputs(
        &mut self,
        view: usize,
        outputs: Vec<session::Output>,
        inputs: &mut VecDeque<session::Input>,
    ) -> Checked {
        for output in outputs {
            self.note(|| format!("view {view} -> {output:?}"));
            let page = self.views[view].page;
            let wire = |connection: session::ConnectionId| Wire { view, page, connection: connection.0 };
            match output {
                session::Output::Connect(connection) => {
                    self.views[view].last = Some(wire(connection));
                    self.link.connect(self.now, wire(connection));
                }
                session::Output::Disconnect(connection) => {
                    self.views[view].open.take_if(|open| *open == wire(connection));
                    self.views[view].given_up = Some(wire(connection));
                    self.link.close(self.now, wire(connection), To::Room);
                }
                session::Output::Send { connection, frame } => {
                    if let Some((id, decision)) = Decision::of_frame(&frame) {
                        self.check_asked_here(wire(connection), &id, &decision)?;
                        self.ledger.note_sent(view, &id, decision)?;
                        // What is over is repeated for a bridge that asks again, and nobody waits for its word on it.
                        if self.ledger.ending(&id).is_none() {
                            let decided = Decided { id, at: self.now, heard: self.now };
                            self.views[view].decided.get_or_insert(decided);
                        }
                    }
                    if let Some(text) = self.mutated_word(frame.write().to_json()) {
                        self.link.send(self.now, wire(connection), To::Room, text);
                    }
                }
                session::Output::Notify(Event::Status(status)) => self.views[view].status = status,
                session::Output::Notify(Event::Ask { ask }) => self.ledger.note_notified(view, &ask.id)?,
                session::Output::Persist { part: PersistedPart::Asks, text } => self.views[view].persisted_asks = text,
                session::Output::Persist { part: PersistedPart::Drafts, text } => {
                    self.views[view].persisted_drafts = text
                }
                // Every session here has a name from the start.
                session::Output::Rename(_) => {}
                session::Output::LoadRequestRules => {
                    inputs.push_back(session::Input::RequestRules(session::request_rules()));
                }
                session::Output::Share(text) => self.shares(view, text),
                session::Output::Notify(_) => {}
            }
        }
        Ok(())
    }

    /// An allowance goes only to a bridge that has sent its request on the same connection, or says that it waits for another
    /// ask or none: then it cannot be taken for one of another request.
    fn check_asked_here(&self, wire: Wire, id: &str, decision: &Decision) -> Checked {
        let view = &self.views[wire.view];
        let was_asked = view.requested.iter().any(|(on, asked)| *on == wire && asked == id);
        let is_inquiry = view.named.as_ref().is_some_and(|(on, named)| *on == wire && named.as_deref() != Some(id));
        let allows = matches!(decision, Decision::Result(result) if result["behavior"] == "allow");
        holds(Invariant::AsDecided, !allows || was_asked || is_inquiry, || {
            format!("an allowance of {id} went to a bridge that had not asked for it on {wire:?}")
        })
    }

    pub(crate) fn handle_room_input(&mut self, input: room::Input) -> Checked {
        self.steps += 1;
        self.note(|| format!("room   <- {input:?}"));
        // A page that was away hears what it missed, and how asks ended that others have settled; one may end at this very
        // moment, with its word to both pages.
        let load = self.bridge.load();
        let most = 9 + load.missed_frames + load.settled_asks;
        let now = room::Time(self.now);
        let outputs = self.bridge.handle(now, input);
        let outputs = self.mutated_room_outputs(outputs);
        // Each node of a fleet does at once what has come together meanwhile.
        let most = if self.bridge.is_fleet() { NODES_AT_ONCE * (most + self.bridge.waiting_inputs()) } else { most };
        holds(Invariant::BoundedOutputs, outputs.len() <= most, || {
            format!("room: {} outputs: {outputs:?}", outputs.len())
        })?;
        let wake = self.bridge.next_wake();
        holds(Invariant::NoSpin, wake.is_none_or(|wake| wake > now), || format!("the room wants to wake at {wake:?}"))?;
        self.perform_room(outputs)
    }

    pub(crate) fn perform_room(&mut self, outputs: Vec<room::Output>) -> Checked {
        let mut ended = Vec::new();
        let (replies, events): (Vec<_>, Vec<_>) =
            self.bridge.take_events().into_iter().partition(|event| matches!(event, FleetEvent::Replied { .. }));
        for event in events {
            self.note_event(event)?;
        }
        for output in outputs {
            self.note(|| format!("room   -> {output:?}"));
            match output {
                room::Output::Send { to, frame } => {
                    let text = frame.to_string();
                    if frame["type"] == "session_status" && !self.says_status {
                        continue;
                    }
                    if let Some(id) = id_of(&frame) {
                        self.check_asked_once(id)?;
                    }
                    if let Some(ask) = id_of(&frame).and_then(|id| self.ledger.asks.get_mut(id)) {
                        ask.frame = Some((wire(&to), text.clone()));
                    }
                    for text in self.mutated_frame(text) {
                        self.link.send(self.now, wire(&to), To::View, text);
                    }
                }
                room::Output::Close { connection, .. } => self.link.close(self.now, wire(&connection), To::View),
                room::Output::Resolve { question, result, .. } => {
                    self.ends(question.as_str(), Ending::of_result(&result))?;
                    ended.push((question, result));
                }
                room::Output::Refuse { refusal: room::Refusal::KeyReused, .. } => {}
                room::Output::Refuse { question, refusal }
                    if self.calls.iter().any(|call| call.id == question.as_str()) =>
                {
                    self.note_refused(&question, refusal)?;
                }
                room::Output::Refuse { question, .. } => self.ends(question.as_str(), Ending::Refused)?,
                room::Output::Message(_) => {}
            }
        }
        self.page = self.bridge.page().as_ref().map(wire);
        for (question, result) in ended {
            self.note_recorded(&question, result.clone())?;
            self.note_tool_ask_over(&question, result)?;
        }
        for reply in replies {
            self.note_event(reply)?;
        }
        self.check_calls()?;
        self.check_tool_asks()?;
        self.check_agreement()
    }

    pub(crate) fn note(&mut self, words: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(format!("{:>8} {}", self.now, words()));
        }
    }
}

/// How every bridge here behaves.
pub(crate) fn settings(extensions: bool, keep_seconds: u64) -> room::Settings {
    let keep_seconds = keep_seconds.try_into().expect("a number of seconds");
    room::Settings { extensions, keep_seconds, beat_seconds: Some(BEAT_SECONDS), ..room::Settings::default() }
}
