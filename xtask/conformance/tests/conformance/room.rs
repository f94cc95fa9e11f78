//! The reference bridge's room under virtual time, in the place of a bridge. It may have a fault.

use std::collections::VecDeque;
use std::time::Duration;

use ask_user_bridge::room::{
    AskInput, ConnectionId, ElicitationInput, Input, Keep, Output, PermissionInput, Request, Room, Settings, Time,
    TimeLimit, View,
};
use conformance::checks;
use conformance::message::Wire;
use conformance::row::Row;
use conformance::run::{self, Action, Asking, Event, Run, Sessions};
use conformance::step::{Kind, Page};
use serde_json::{Value, json};

/// What a bridge does wrong: what it does not hear, and what it sends instead.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) hears: fn(Input) -> Option<Input>,
    pub(crate) sends: fn(Output) -> Vec<Output>,
}

impl Fault {
    pub(crate) const NONE: Fault = Fault { hears: Some, sends: |output| vec![output] };
}

/// Whether the bridge has extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Extended,
    Plain,
}

/// The rows of a room with a fault.
pub(crate) fn rows(mode: Mode, asking: Asking, fault: Fault) -> Vec<Row> {
    let settings = run::Settings {
        asking,
        sessions: Sessions::Many("s".to_owned()),
        patience: Duration::from_secs(10),
        quiet: Duration::from_secs(1),
    };
    let mut run = Run::new(settings, checks::all());
    let mut bridge = Bridge::new(mode, fault);
    loop {
        let now = Duration::from_millis(bridge.now);
        match run.next(now) {
            Action::Open { page, view, .. } => bridge.open(page, &view),
            Action::Leave(page) => bridge.leave(page),
            Action::Ask { kind, seconds, .. } => bridge.ask(kind, seconds),
            Action::HangUp => bridge.input(Input::HangUp("q".into())),
            Action::Send(page, wire) => bridge.take(page, wire),
            Action::Wait(until) => {
                let event = bridge.wait(until.as_millis() as u64);
                run.event(Duration::from_millis(bridge.now), event);
            }
            Action::Reset => bridge = Bridge { now: bridge.now, ..Bridge::new(mode, fault) },
            Action::Done => return run.rows().to_vec(),
        }
    }
}

struct Bridge {
    room: Room,
    fault: Fault,
    now: u64,
    events: VecDeque<Event>,
    /// The connections of the two pages.
    pages: [Option<ConnectionId>; 2],
}

impl Bridge {
    fn new(mode: Mode, fault: Fault) -> Bridge {
        let extensions = mode == Mode::Extended;
        let settings = Settings { extensions, beat_seconds: Some(15), ..Settings::default() };
        Bridge { room: Room::new("s", settings), fault, now: 0, events: VecDeque::new(), pages: [None, None] }
    }

    fn open(&mut self, page: Page, view: &str) {
        self.leave(page);
        let connection = ConnectionId::from(view);
        self.pages[page as usize] = Some(connection.clone());
        let view = View::of_query(&format!("view={view}"));
        self.input(Input::Opened { connection, view });
    }

    fn leave(&mut self, page: Page) {
        if let Some(connection) = self.pages[page as usize].take() {
            self.input(Input::Closed(connection));
        }
    }

    fn ask(&mut self, kind: Kind, seconds: u32) {
        let fixture = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
        let questions = include_str!("../../../../tests/fixtures/ask-features.json");
        let approval = include_str!("../../../../tests/fixtures/permission-bash.json");
        let form = include_str!("../../../../tests/fixtures/elicitation-form.json");
        let request: Request = match kind {
            Kind::Questions => AskInput::new(fixture(questions)).unwrap().into(),
            Kind::Approval => PermissionInput::new(fixture(approval)).unwrap().into(),
            Kind::Form => ElicitationInput::new(fixture(form)).unwrap().into(),
        };
        self.input(Input::Ask {
            question: "q".into(),
            request,
            limit: Some(TimeLimit::Seconds(seconds)),
            keep: Keep::Call,
        });
    }

    fn take(&mut self, page: Page, wire: Wire) {
        let Some(from) = self.pages[page as usize].clone() else { return };
        self.input(match wire {
            Wire::Text(text) => Input::Text { from, text },
            Wire::Binary(_) => Input::Binary { from },
        });
    }

    /// The next event, at the time when it comes.
    fn wait(&mut self, until: u64) -> Event {
        loop {
            if let Some(event) = self.events.pop_front() {
                return event;
            }
            match self.room.next_wake().filter(|at| at.0 <= until) {
                Some(at) => {
                    self.now = self.now.max(at.0);
                    self.input(Input::Wake);
                }
                None => {
                    self.now = until;
                    return Event::Elapsed;
                }
            }
        }
    }

    fn input(&mut self, input: Input) {
        let Some(input) = (self.fault.hears)(input) else { return };
        for output in self.room.handle(Time(self.now), input) {
            for output in (self.fault.sends)(output) {
                self.perform(output);
            }
        }
    }

    fn perform(&mut self, output: Output) {
        let pages = [Page::First, Page::Second];
        let page_of = |connection: &ConnectionId| {
            pages.into_iter().find(|page| self.pages[*page as usize].as_ref() == Some(connection))
        };
        let event = match output {
            Output::Send { to, frame } => page_of(&to).map(|page| Event::Text(page, frame.to_string())),
            Output::Close { connection, code } => page_of(&connection).map(|page| Event::Closed(page, Some(code))),
            Output::Resolve { result, .. } => Some(Event::Reply(result.to_string())),
            Output::Refuse { refusal, .. } => Some(Event::NotAsked(json!(refusal.to_string()).to_string())),
            Output::Message(_) => None,
        };
        self.events.extend(event);
    }
}
