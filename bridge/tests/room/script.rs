//! A room with a virtual clock, and outputs as lines that a test can spell out.

use ask_user_bridge::room::{
    AskInput, AskStatus, ChatFrame, IdempotencyKey, Input, Keep, Limits, Output, Request, Room, Settings, Time,
    TimeLimit,
};
use serde_json::{Value, json};

pub(crate) struct Script {
    pub(crate) room: Room,
    pub(crate) now: u64,
}

impl Script {
    /// A room with all extensions that takes messages.
    pub(crate) fn new() -> Script {
        Script::with(Settings { messages: true, ..Settings::default() })
    }

    /// A bridge of the basic protocol.
    pub(crate) fn plain() -> Script {
        Script::with(Settings { extensions: false, messages: true, ..Settings::default() })
    }

    pub(crate) fn limited(limits: Limits) -> Script {
        Script::with(Settings { limits, ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> Script {
        Script { room: Room::new("s", settings), now: 1_000_000 }
    }

    /// Lets time pass without waking the room.
    pub(crate) fn after(&mut self, millis: u64) -> &mut Script {
        self.now += millis;
        self
    }

    /// Lets time pass up to the next wake, and wakes the room.
    pub(crate) fn wake(&mut self) -> Vec<String> {
        self.now = self.room.next_wake().expect("something is due").0;
        self.input(Input::Wake)
    }

    pub(crate) fn open(&mut self, connection: &str) -> Vec<String> {
        self.input(Input::Opened { connection: connection.into(), view: None })
    }

    pub(crate) fn close(&mut self, connection: &str) -> Vec<String> {
        self.input(Input::Closed(connection.into()))
    }

    pub(crate) fn ask(&mut self, question: &str) -> Vec<String> {
        self.ask_within(question, None)
    }

    pub(crate) fn ask_within(&mut self, question: &str, limit: Option<TimeLimit>) -> Vec<String> {
        self.request(question, self::question(), limit)
    }

    pub(crate) fn ask_input(&mut self, question: &str, input: Value) -> Vec<String> {
        let input = AskInput::new(input).unwrap();
        self.request(question, input, None)
    }

    pub(crate) fn request(
        &mut self,
        question: &str,
        request: impl Into<Request>,
        limit: Option<TimeLimit>,
    ) -> Vec<String> {
        self.input(Input::Ask { question: question.into(), request: request.into(), limit, keep: Keep::Call })
    }

    /// Asks "Q?" under a key, to be recorded.
    pub(crate) fn record(&mut self, key: &str) -> Vec<String> {
        self.record_request(key, question(), None)
    }

    pub(crate) fn record_request(
        &mut self,
        key: &str,
        request: impl Into<Request>,
        limit: Option<TimeLimit>,
    ) -> Vec<String> {
        let request = request.into();
        let key = IdempotencyKey::new(key).unwrap();
        let question = key.question_id("s", &request);
        self.input(Input::Ask { question, request, limit, keep: Keep::Record { key: Some(key) } })
    }

    /// How far the ask of this id has come: its status and its result.
    pub(crate) fn found(&self, question: &str) -> Option<String> {
        self.room.find(&question.into()).map(|state| match state.status {
            AskStatus::Pending => "pending".to_owned(),
            AskStatus::Over { outcome, result } => format!("{outcome:?} {result}"),
        })
    }

    pub(crate) fn hang_up(&mut self, question: &str) -> Vec<String> {
        self.input(Input::HangUp(question.into()))
    }

    pub(crate) fn event(&mut self, frame: Value) -> Vec<String> {
        self.input(Input::Event(ChatFrame::new(frame).unwrap()))
    }

    pub(crate) fn text(&mut self, from: &str, text: impl ToString) -> Vec<String> {
        self.input(Input::Text { from: from.into(), text: text.to_string() })
    }

    /// The person answers "A".
    pub(crate) fn answer(&mut self, from: &str, question: &str) -> Vec<String> {
        self.respond(from, json!({"question_id": question, "answers": {"Q?": "A"}, "cancelled": false}))
    }

    pub(crate) fn cancel(&mut self, from: &str, question: &str) -> Vec<String> {
        self.respond(from, json!({"question_id": question, "cancelled": true}))
    }

    pub(crate) fn respond(&mut self, from: &str, data: Value) -> Vec<String> {
        self.text(from, json!({"type": "ask_user_response", "data": data}))
    }

    pub(crate) fn input(&mut self, input: Input) -> Vec<String> {
        self.room.handle(Time(self.now), input).into_iter().map(line).collect()
    }
}

/// The request of most scripts.
pub(crate) fn question() -> AskInput {
    AskInput::new(json!({"questions": [{"question": "Q?"}]})).unwrap()
}

/// The id of [`question`] under this key.
pub(crate) fn id_of(key: &str) -> String {
    IdempotencyKey::new(key).unwrap().question_id("s", &question().into()).to_string()
}

fn line(output: Output) -> String {
    match output {
        Output::Send { to, frame } => format!("{to}: {frame}"),
        Output::Close { connection, code } => format!("{connection}: close {code}"),
        Output::Resolve { question, result, .. } => format!("{question} = {result}"),
        Output::Refuse { question, refusal } => format!("{question} refused: {refusal}"),
        Output::Message(frame) => format!("message {frame}"),
    }
}

/// The line of a question as it is first asked.
pub(crate) fn asked(to: &str, question: &str) -> String {
    format!(
        r#"{to}: {{"type":"ask_user_question","question_id":"{question}","questions":[{{"question":"Q?"}}],"timeout_seconds":55}}"#
    )
}

/// The line of a question as it is replayed.
pub(crate) fn replayed(to: &str, question: &str, remaining: &str) -> String {
    let asked = asked(to, question);
    format!(r#"{},"remaining_seconds":{remaining}}}"#, asked.strip_suffix('}').unwrap())
}

pub(crate) fn timed_out(to: &str, question: &str) -> String {
    format!(r#"{to}: {{"type":"ask_user_timeout","question_id":"{question}","error":"User response timed out"}}"#)
}

pub(crate) fn acked(to: &str, question: &str, outcome: &str) -> String {
    format!(r#"{to}: {{"type":"ask_user_ack","question_id":"{question}","outcome":"{outcome}"}}"#)
}

pub(crate) fn failed(to: &str, error: &str) -> String {
    format!(r#"{to}: {{"type":"error","error":"{error}"}}"#)
}

pub(crate) fn allowed(question: &str) -> String {
    format!(
        r#"{question} = {{"behavior":"allow","updatedInput":{{"questions":[{{"question":"Q?"}}],"answers":{{"Q?":"A"}}}}}}"#
    )
}

/// The line of an ask without an answer: the message for the agent's model, and the reason for its program.
pub(crate) fn denied(question: &str, (message, reason): (&str, &str)) -> String {
    format!(r#"{question} = {{"behavior":"deny","message":"{message}","interrupt":true,"reason":"{reason}"}}"#)
}

pub(crate) const CANCELLED: (&str, &str) = ("User cancelled the question", "cancelled");
pub(crate) const TIMEOUT: (&str, &str) = ("User response timeout", "timed_out");
pub(crate) const NOBODY: (&str, &str) = ("User response timeout: nobody is connected", "nobody_connected");
pub(crate) const GONE: (&str, &str) = ("User response timeout: the user has disconnected", "disconnected");
pub(crate) const MISMATCH: &str = "Question ID does not match pending question";
