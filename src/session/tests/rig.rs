//! A session, a clock and short words for what happens to it.

use crate::protocol::{ServerFrame, Value};
use crate::session::timing::GUARD;
use crate::session::{
    Action, ConnectionId, Dialog, Event, Input, Output, PersistedPart, Phase, Screen, Session, Settings, Time,
    UserInput, request_rules,
};

pub(in crate::session) struct Rig {
    pub(in crate::session) session: Session,
    pub(in crate::session) now: u64,
    connection: ConnectionId,
    /// JSON of every frame sent, with the connection's number before it, since the last look.
    sent: Vec<String>,
    /// Words for every event but status changes, since the last look.
    events: Vec<String>,
    /// `waiting_for_user` of the last status.
    pub(in crate::session) waiting: bool,
    pub(in crate::session) connects: usize,
    /// The drafts that the browser would store for the next page.
    pub(in crate::session) persisted_drafts: Option<String>,
    /// The asks that the browser would store for the next page.
    pub(in crate::session) persisted_asks: Option<String>,
    /// How often the asks were written.
    pub(in crate::session) ask_writes: usize,
    /// What the session was renamed to.
    pub(in crate::session) names: Vec<String>,
    /// What other pages of the browser would get.
    pub(in crate::session) shared: Vec<String>,
    /// Whether the rules for approvals can be loaded.
    pub(in crate::session) has_rules: bool,
}

/// Two questions: a single choice "DB?" (A, B) and a several choice "Features?" (X, Y, Z).
pub(in crate::session) const TWO: &str = r#"{"type":"ask_user_question","question_id":"q_2","questions":[
    {"question":"DB?","header":"DB","multiSelect":false,"options":[
        {"label":"A (Recommended)","description":"a","preview":"the A"},{"label":"B","description":"b"}]},
    {"question":"Features?","header":"Features","multiSelect":true,"options":[
        {"label":"X","description":"x"},{"label":"Y","description":"y"},{"label":"Z","description":"z"}]}]}"#;

/// One single choice with an id and a limit.
pub(in crate::session) fn one(id: &str) -> String {
    format!(
        r#"{{"type":"ask_user_question","question_id":"{id}","timeout_seconds":55,"questions":[
        {{"question":"DB?","header":"DB","multiSelect":false,"options":[
            {{"label":"A","description":"a"}},{{"label":"B","description":"b"}}]}}]}}"#
    )
}

pub(in crate::session) fn status(pending: Option<&str>) -> String {
    let waiting = pending.is_some();
    let pending = pending.map_or("null".to_owned(), |id| format!("\"{id}\""));
    format!(
        r#"{{"type":"session_status","is_processing":true,"waiting_for_user":{waiting},"pending_question_id":{pending}}}"#
    )
}

pub(in crate::session) fn pick(question: usize, option: usize) -> Action {
    Action::Pick { question, option, chosen: true }
}

impl Rig {
    /// Started and not connected.
    pub(in crate::session) fn started() -> Rig {
        let session = Session::new(Settings { seed: 1, ..Settings::default() });
        let (sent, events) = (Vec::new(), Vec::new());
        let mut rig = Rig {
            session,
            now: 0,
            connection: ConnectionId(0),
            sent,
            events,
            waiting: false,
            connects: 0,
            persisted_drafts: None,
            persisted_asks: None,
            ask_writes: 0,
            names: Vec::new(),
            shared: Vec::new(),
            has_rules: true,
        };
        rig.input(Input::Start);
        rig
    }

    /// The page is loaded again: nothing is left of the session but what it persisted.
    pub(in crate::session) fn reload(&mut self) {
        self.input(Input::PageHidden);
        let drafts = self.persisted_drafts.clone();
        self.reload_with(drafts.as_deref());
    }

    /// The page is loaded again, and finds these drafts.
    pub(in crate::session) fn reload_with(&mut self, drafts: Option<&str>) {
        self.session = Session::new(Settings { seed: 2, ..Settings::default() });
        self.connects = 0;
        if let Some(drafts) = drafts {
            let asks =
                self.persisted_asks.as_deref().and_then(|asks| serde_json::from_str(asks).ok()).unwrap_or_default();
            let drafts = serde_json::from_str(drafts).unwrap_or_default();
            self.input(Input::Restore { asks, drafts });
        }
        self.input(Input::Start);
    }

    /// Connected to a plain bridge.
    pub(in crate::session) fn connected() -> Rig {
        let mut rig = Rig::started();
        rig.open();
        rig.frame(r#"{"type":"connected","connection_id":"c"}"#);
        rig.frame(&status(None));
        rig.wait(2_000);
        rig
    }

    pub(in crate::session) fn open(&mut self) {
        self.input(Input::Opened(self.connection));
    }

    pub(in crate::session) fn drop_connection(&mut self) {
        self.input(Input::Closed { connection: self.connection, code: 1006, reason: String::new() });
    }

    /// Waits for the retry and opens it.
    pub(in crate::session) fn reconnect(&mut self, pending: Option<&str>) {
        let before = self.connects;
        while self.connects == before {
            self.wait(1_000);
        }
        self.open();
        self.frame(&status(pending));
    }

    pub(in crate::session) fn frame(&mut self, json: &str) {
        let value: Value = serde_json::from_str(json).unwrap();
        let frame = ServerFrame::read(&value).unwrap();
        self.input(Input::Frame { connection: self.connection, frame });
    }

    /// The person does something in the dialog that is shown, once it takes it.
    pub(in crate::session) fn does(&mut self, action: Action) {
        if self.dialog().is_guarded() {
            self.wait(GUARD);
        }
        self.does_at_once(action);
    }

    pub(in crate::session) fn does_at_once(&mut self, action: Action) {
        let id = self.dialog().ask.id.clone();
        self.input(Input::User(UserInput::Act { id, action }));
    }

    /// Time passes; the session is woken whenever it wanted to be.
    pub(in crate::session) fn wait(&mut self, millis: u64) {
        let end = self.now + millis;
        while let Some(wake) = self.session.next_wake().filter(|wake| wake.0 <= end) {
            assert!(wake.0 >= self.now, "a wake in the past would spin");
            self.now = wake.0;
            self.input(Input::Wake);
        }
        self.now = end;
    }

    /// Long enough for everything to happen that is going to happen by itself, but the end of what is asked: longer than a
    /// cancel can be undone, a guard is up and a status is waited for.
    pub(in crate::session) fn settle(&mut self) {
        self.wait(10_000);
    }

    /// Time passes, and nobody is woken until its end.
    pub(in crate::session) fn sleep(&mut self, millis: u64) {
        self.now += millis;
        self.input(Input::Wake);
    }

    pub(in crate::session) fn connection(&self) -> ConnectionId {
        self.connection
    }

    pub(in crate::session) fn input(&mut self, input: Input) {
        let outputs = self.session.handle(Time(self.now), input);
        let loads_rules = outputs.contains(&Output::LoadRequestRules);
        for output in outputs {
            match output {
                Output::Connect(connection) => {
                    self.connection = connection;
                    self.connects += 1;
                }
                Output::Disconnect(_) | Output::LoadRequestRules => {}
                Output::Send { connection, frame } => {
                    self.sent.push(format!("{}: {}", connection.0, frame.write().to_json()));
                }
                Output::Rename(name) => self.names.push(name),
                Output::Persist { part: PersistedPart::Asks, text } => {
                    self.ask_writes += 1;
                    self.persisted_asks = text;
                }
                Output::Persist { part: PersistedPart::Drafts, text } => self.persisted_drafts = text,
                Output::Share(text) => self.shared.push(text),
                Output::Notify(Event::Status(status)) => self.waiting = status.waiting_for_user,
                Output::Notify(event) => self.events.push(word(&event)),
            }
        }
        if loads_rules {
            self.input(if self.has_rules { Input::RequestRules(request_rules()) } else { Input::RequestRulesFailed });
        }
    }

    pub(in crate::session) fn screen(&self) -> Screen {
        self.session.screen(Time(self.now))
    }

    pub(in crate::session) fn has_dialog(&self) -> bool {
        self.screen().dialog.is_some()
    }

    pub(in crate::session) fn dialog(&self) -> Dialog {
        self.screen().dialog.expect("a dialog")
    }

    pub(in crate::session) fn phase(&self) -> Phase {
        self.dialog().phase
    }

    pub(in crate::session) fn receipts(&self) -> Vec<String> {
        let receipts = self.screen().receipts;
        receipts
            .iter()
            .map(|receipt| format!("{} {} {:?}", receipt.id, receipt.outcome.word(), receipt.delivery))
            .collect()
    }

    pub(in crate::session) fn sent(&mut self) -> Vec<String> {
        std::mem::take(&mut self.sent)
    }

    pub(in crate::session) fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events)
    }
}

fn word(event: &Event) -> String {
    match event {
        Event::Ask { ask } => format!("ask {}", ask.id),
        Event::Answer { receipt } => format!("answer {}", receipt.id),
        Event::Cancel { receipt } => format!("cancel {}", receipt.id),
        Event::Timeout { receipt, .. } => format!("timeout {}", receipt.id),
        Event::Ended { receipt, .. } => format!("{} {}", receipt.outcome.word(), receipt.id),
        Event::Error { message, .. } => format!("error {message}"),
        Event::Session { id } => format!("session {id}"),
        Event::Status(_) => String::new(),
    }
}
