//! A session that is connected, and a person who answers.

use ask_user_widget::protocol::ServerFrame;
use ask_user_widget::session::{Action, ConnectionId, Input, Output, Screen, Session, Settings, Time, UserInput};

/// The only connection.
pub(crate) const CONNECTION: ConnectionId = ConnectionId(1);
/// Milliseconds after which a dialog takes keys, and what follows from an answer has happened.
const SETTLED: u64 = 1_500;

/// A session under a clock of its own.
#[derive(Clone)]
pub(crate) struct Person {
    session: Session,
    now: u64,
}

impl Person {
    /// One that has answered so many asks.
    pub(crate) fn with_history(asks: usize) -> Self {
        let mut person = Self { session: Session::new(Settings::default()), now: 0 };
        person.handles(Input::Start);
        person.handles(Input::Opened(CONNECTION));
        person.hears(r#"{"type":"session_status","is_processing":true,"waiting_for_user":false}"#);
        person.waits();
        for number in 0..asks {
            person.hears(&frame(&format!("q_{number}"), 300));
            person.waits();
            person.does(Action::Pick { question: 0, option: 0, chosen: true });
            let (outputs, _) = person.does(Action::Confirm);
            assert!(outputs.iter().any(|output| matches!(output, Output::Send { .. })), "the answer was not sent");
            person.hears(r#"{"type":"session_status","is_processing":true,"waiting_for_user":false}"#);
            person.waits();
        }
        person
    }

    /// Takes an input now. What is to be done, and what is to be seen.
    pub(crate) fn handles(&mut self, input: Input) -> (Vec<Output>, Screen) {
        let outputs = self.session.handle(Time(self.now), input);
        (outputs, self.session.screen(Time(self.now)))
    }

    /// The text of a frame comes.
    pub(crate) fn hears(&mut self, text: &str) -> (Vec<Output>, Screen) {
        let value = serde_json::from_str(text).expect("the text is JSON");
        let frame = ServerFrame::read(&value).expect("the frame can be read");
        self.handles(Input::Frame { connection: CONNECTION, frame })
    }

    /// Does something in the dialog that is open.
    pub(crate) fn does(&mut self, action: Action) -> (Vec<Output>, Screen) {
        let input = self.meant(action);
        self.handles(input)
    }

    /// The input of something that is done in the dialog that is open.
    pub(crate) fn meant(&self, action: Action) -> Input {
        let dialog = self.session.screen(Time(self.now)).dialog;
        let id = dialog.expect("a dialog is open").ask.id.clone();
        Input::User(UserInput::Act { id, action })
    }

    /// The next time that the session wants to be woken comes.
    pub(crate) fn wakes(&mut self) -> (Vec<Output>, Screen) {
        let wake = self.session.next_wake().expect("something is due");
        self.now = wake.0;
        self.handles(Input::Wake)
    }

    /// Time goes by, and everything that is due happens.
    pub(crate) fn waits(&mut self) {
        let end = self.now + SETTLED;
        while self.session.next_wake().is_some_and(|wake| wake.0 <= end) {
            self.wakes();
        }
        self.now = end;
    }
}

/// The text of an ask of about so many bytes: what is more than a plain question is in the previews.
pub(crate) fn frame(id: &str, bytes: usize) -> String {
    let options = |preview: &str| {
        let option = |label| format!(r#"{{"label":"{label}","description":"What it does","preview":"{preview}"}}"#);
        [option("First"), option("Second")].join(",")
    };
    let whole = |preview: &str| {
        format!(
            r#"{{"type":"ask_user_question","question_id":"{id}","questions":[{{"question":"Which one?","header":"Size","multiSelect":false,"options":[{}]}}]}}"#,
            options(preview)
        )
    };
    let room = bytes.saturating_sub(whole("").len()) / 2;
    let piece = r"## Part\n\nA **paragraph** with `code`.\n\n| a | b |\n| --- | --- |\n| one | two |\n\n```js\nlist(part);\n```\n\n";
    whole(&piece.repeat(room.div_ceil(piece.len())))
}
