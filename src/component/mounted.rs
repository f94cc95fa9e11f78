//! A component that is on the page: its widget, and how the app feeds it.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::prelude::*;

use super::question::{Answer, AskError, Asked};
use super::surroundings::Surroundings;
use crate::embed::Widget;
use crate::protocol::{AckOutcome, Capabilities, ClientFrame, ServerFrame, ServerFrameType, write_question};
use crate::runtime::from_js;
use crate::session::Event;

/// What an app that asks by itself can do as the other end of the protocol.
const CAPABILITIES: Capabilities = Capabilities {
    ack: true,
    annotations: true,
    withdraw: true,
    deadline: false,
    extend: false,
    resolved: false,
    permission: false,
    elicitation: false,
    beat_seconds: None,
};

/// How the app feeds the component, besides by an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum AppFeed {
    /// Not at all.
    #[default]
    None,
    /// It hands over frames that came by a way of its own.
    ReceivedFrames,
    /// It asks questions of its own.
    OwnQuestions,
}

/// Questions of the app's own that are not over.
pub(super) type Questions = Rc<RefCell<Vec<Asked>>>;

/// A component that is on the page.
pub(super) struct Mounted {
    pub(super) widget: Widget,
    feed: Cell<AppFeed>,
    questions: Questions,
    /// The page around the component.
    pub(super) surroundings: Rc<Surroundings>,
    /// Where frames go that the widget has for a bridge which the app carries or is.
    send: Closure<dyn Fn(String)>,
}

impl fmt::Debug for Mounted {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Mounted").field("feed", &self.feed).finish_non_exhaustive()
    }
}

impl Mounted {
    /// A component with this widget; `send` is for frames that are for a bridge.
    pub(super) fn new(
        widget: Widget,
        questions: Questions,
        surroundings: Rc<Surroundings>,
        send: impl Fn(String) + 'static,
    ) -> Rc<Mounted> {
        Rc::new_cyclic(|this: &std::rc::Weak<Mounted>| {
            let this = this.clone();
            let send = move |json: String| match this.upgrade().filter(|this| this.feed.get() == AppFeed::OwnQuestions)
            {
                Some(this) => this.confirm(&json),
                None => send(json),
            };
            Mounted { widget, feed: Cell::default(), questions, surroundings, send: Closure::new(send) }
        })
    }

    /// Takes a frame that came by a way of the app's. Returns whether it could be read.
    pub(super) fn receive(&self, json: &str) -> bool {
        let frame = JSON::parse(json).unwrap_or_else(|_| json.into());
        let name = Reflect::get(&frame, &"type".into()).ok().and_then(|name| name.as_string());
        let is_greeting = name.is_some_and(|name| ServerFrameType::parse(&name) == ServerFrameType::Connected);
        if self.feed.replace(AppFeed::ReceivedFrames) != AppFeed::ReceivedFrames || is_greeting {
            self.connect();
        }
        self.widget.receive(frame)
    }

    /// Asks a question of the app's own.
    pub(super) fn ask(self: &Rc<Mounted>, json: &str) -> Result<Answer, AskError> {
        if self.widget.has_address() || self.feed.get() == AppFeed::ReceivedFrames {
            return Err(AskError::FedByBridge);
        }
        if self.feed.replace(AppFeed::OwnQuestions) == AppFeed::None {
            self.connect();
        }
        self.receive_own(ServerFrame::Connected { connection_id: None, session_id: None, capabilities: CAPABILITIES });
        let question = JSON::parse(json).map_err(|_| AskError::Unreadable)?;
        let Some(members) = from_js(&question) else {
            // The widget says what is wrong with it.
            self.widget.receive(question);
            return Err(AskError::Unreadable);
        };
        let id = format!("app-{:x}", js_sys::Math::random().to_bits());
        let mut frame = write_question(&id, members.get("questions").cloned().unwrap_or_default(), None, None);
        for (key, member) in members.as_map().unwrap_or_default() {
            if frame.get(key).is_none() {
                frame.set(key, member.clone());
            }
        }
        let asked = Asked::new(id.clone());
        self.questions.borrow_mut().push(asked.clone());
        if !self.widget.receive(frame.to_json().into()) {
            self.questions.borrow_mut().retain(|asked| asked.id != id);
            return Err(AskError::Unreadable);
        }
        Ok(asked.answer(self))
    }

    /// Ends everything, and every question of the app's own with it.
    pub(super) fn stop(&self) {
        self.widget.stop();
        self.surroundings.end();
        let questions = self.questions.take();
        questions.iter().for_each(|asked| asked.end(Err(AskError::Removed)));
    }

    /// Begins a connection that the app carries.
    fn connect(&self) {
        self.widget.attach(self.send.as_ref().unchecked_ref::<Function>().clone(), None);
        self.widget.opened();
    }

    /// Hands the widget a frame of the app's own end of the protocol.
    fn receive_own(&self, frame: ServerFrame) {
        if let Some(frame) = frame.write() {
            self.widget.receive(frame.to_json().into());
        }
    }

    /// Says that a decision about a question of the app's own has arrived.
    fn confirm(&self, json: &str) {
        let value = JSON::parse(json).ok().and_then(|frame| from_js(&frame)).unwrap_or_default();
        match ClientFrame::read(&value, true) {
            Ok(ClientFrame::Answer { question_id, .. } | ClientFrame::Cancel { question_id }) => {
                self.receive_own(ServerFrame::AskUserAck { question_id, outcome: AckOutcome::Accepted });
            }
            // An app asks questions only, and gives no more time.
            Ok(
                ClientFrame::PermissionResponse { .. }
                | ClientFrame::ElicitationResponse { .. }
                | ClientFrame::Extend { .. }
                | ClientFrame::Beat
                | ClientFrame::Authenticate { .. }
                | ClientFrame::UserMessage { .. },
            )
            | Err(_) => {}
        }
    }
}

/// Ends the question of the app's own that an event is the end of.
pub(super) fn end_question(questions: &Questions, event: &Event) {
    let receipt = match event {
        Event::Answer { receipt }
        | Event::Cancel { receipt }
        | Event::Timeout { receipt, .. }
        | Event::Ended { receipt, .. } => receipt,
        _ => return,
    };
    let mut asks = questions.borrow_mut();
    let ended = asks.iter().position(|asked| asked.id == receipt.id).map(|index| asks.remove(index));
    drop(asks);
    if let Some(asked) = ended {
        asked.end(Ok(receipt.clone()));
    }
}
