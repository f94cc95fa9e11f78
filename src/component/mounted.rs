//! A component that is on the page: its widget, and how the app feeds it.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::prelude::*;

use super::question::{Answer, AskError, Asked};
use super::surroundings::Surroundings;
use crate::embed::Widget;
use crate::protocol::Value;
use crate::session::Event;

/// What an app that asks by itself can do as the other end of the protocol.
const GREETING: &str = r#"{"type":"connected","capabilities":["ack","annotations","withdraw"]}"#;

/// How the app feeds the component, besides by an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Feed {
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
    feed: Cell<Feed>,
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
            let send = move |json: String| match this.upgrade().filter(|this| this.feed.get() == Feed::OwnQuestions) {
                Some(this) => this.confirm(&json),
                None => send(json),
            };
            Mounted { widget, feed: Cell::default(), questions, surroundings, send: Closure::new(send) }
        })
    }

    /// Takes a frame that came by a way of the app's. Returns whether it could be read.
    pub(super) fn receive(&self, json: &str) -> bool {
        let frame = JSON::parse(json).unwrap_or_else(|_| json.into());
        let is_greeting = Reflect::get(&frame, &"type".into()).is_ok_and(|kind| kind == "connected");
        if self.feed.replace(Feed::ReceivedFrames) != Feed::ReceivedFrames || is_greeting {
            self.connect();
        }
        self.widget.receive(frame)
    }

    /// Asks a question of the app's own.
    pub(super) fn ask(self: &Rc<Mounted>, json: &str) -> Result<Answer, AskError> {
        if self.widget.has_address() || self.feed.get() == Feed::ReceivedFrames {
            return Err(AskError::FedByBridge);
        }
        if self.feed.replace(Feed::OwnQuestions) == Feed::None {
            self.connect();
        }
        self.widget.receive(GREETING.into());
        let frame = JSON::parse(json).map_err(|_| AskError::Unreadable)?;
        let id = format!("app-{:x}", js_sys::Math::random().to_bits());
        let asked = Asked::new(id.clone());
        self.questions.borrow_mut().push(asked.clone());
        let is_readable = Reflect::set(&frame, &"type".into(), &"ask_user_question".into()).is_ok()
            && Reflect::set(&frame, &"question_id".into(), &id.clone().into()).is_ok()
            && self.widget.receive(frame);
        if !is_readable {
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

    /// Says that a decision about a question of the app's own has arrived.
    fn confirm(&self, json: &str) {
        let frame = JSON::parse(json).unwrap_or(JsValue::NULL);
        let data = Reflect::get(&frame, &"data".into()).unwrap_or(JsValue::NULL);
        let id = Reflect::get(&data, &"question_id".into()).ok().and_then(|id| id.as_string());
        if let Some(id) = id {
            let ack = [("type", "ask_user_ack"), ("question_id", &id), ("outcome", "accepted")];
            self.widget.receive(Value::map(ack.map(|(key, text)| (key, text.into()))).to_json().into());
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
