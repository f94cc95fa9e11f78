//! Performs what the session decides: sockets, one timer, the clock, words to the host page.
//!
//! Knows no Leptos and no rules. Inputs go through one queue, because a host's event handler may call back in while
//! another input is being handled; outputs run after the session's borrow has ended.

mod clock;
mod from_js;
mod incoming;
mod socket;
mod typing;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsValue;

use crate::session::{ConnectionId, Event, Input, Output, Screen, Session, Settings};
use clock::Clock;
use incoming::Incoming;
use socket::{News, Socket};
use typing::Typing;

/// What the host page is told.
#[derive(Debug)]
pub enum Told {
    /// Something about an ask or the connection.
    Event(Event),
    /// A frame that is not the widget's own, as it came.
    Message(JsValue),
}

/// Where to connect to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// The whole WebSocket address.
    pub url: String,
    /// Sent as the first frame, because a browser cannot send headers and an address ends up in logs.
    pub token: Option<String>,
}

/// A running session.
#[derive(Clone)]
pub struct Runtime(Rc<Inner>);

struct Inner {
    session: RefCell<Session>,
    clock: Clock,
    address: RefCell<Option<Address>>,
    socket: RefCell<Option<(ConnectionId, Socket)>>,
    timer: RefCell<Option<Timeout>>,
    typing: RefCell<Option<Typing>>,
    inbox: RefCell<VecDeque<(Input, Option<JsValue>)>>,
    busy: Cell<bool>,
    publish: Box<dyn Fn(Screen)>,
    tell: Box<dyn Fn(Told)>,
}

impl Runtime {
    /// A session that publishes its screen after each change and tells the host through `tell`.
    pub fn new(settings: Settings, publish: impl Fn(Screen) + 'static, tell: impl Fn(Told) + 'static) -> Runtime {
        Runtime(Rc::new(Inner {
            session: RefCell::new(Session::new(settings)),
            clock: Clock::new(),
            address: RefCell::default(),
            socket: RefCell::default(),
            timer: RefCell::default(),
            typing: RefCell::default(),
            inbox: RefCell::default(),
            busy: Cell::new(false),
            publish: Box::new(publish),
            tell: Box::new(tell),
        }))
    }

    /// Connects to `address`, or stays alone without one. Another place is another session: what was asked at the last
    /// one is asked again when the page comes back to it.
    pub fn start(&self, address: Option<Address>) {
        if self.0.address.borrow().is_some() {
            self.stop();
            let renewed = self.0.session.borrow().renewed();
            self.0.session.replace(renewed);
        }
        let is_some = address.is_some();
        self.0.address.replace(address);
        let runtime = Rc::downgrade(&self.0);
        let typing = Typing::listen(move || {
            if let Some(inner) = runtime.upgrade() {
                Runtime(inner).input(Input::TypedElsewhere);
            }
        });
        *self.0.typing.borrow_mut() = typing.filter(|_| is_some);
        self.input(if is_some { Input::Start } else { Input::Wake });
    }

    /// Closes the connection and the timer. What the person typed stays in the session.
    pub fn stop(&self) {
        self.input(Input::Stop);
        self.0.timer.take();
        self.0.typing.take();
    }

    /// Takes what happened. Safe to call from within a handler of one's own events.
    pub fn input(&self, input: Input) {
        self.queue(input, None);
    }

    /// Sends a frame of the page's own. Whether there was a connection to send it on.
    pub fn send(&self, json: String) -> bool {
        match &*self.0.socket.borrow() {
            Some((_, socket)) => socket.send(json),
            None => false,
        }
    }

    fn queue(&self, input: Input, page_frame: Option<JsValue>) {
        self.0.inbox.borrow_mut().push_back((input, page_frame));
        if self.0.busy.replace(true) {
            return;
        }
        while let Some((input, page_frame)) = self.next() {
            let now = self.0.clock.now();
            let outputs = self.0.session.borrow_mut().handle(now, input);
            for output in outputs {
                self.perform(output);
            }
            if let Some(frame) = page_frame {
                (self.0.tell)(Told::Message(frame));
            }
        }
        self.0.busy.set(false);
        let screen = self.0.session.borrow().screen();
        (self.0.publish)(screen);
        self.arm();
    }

    fn next(&self) -> Option<(Input, Option<JsValue>)> {
        self.0.inbox.borrow_mut().pop_front()
    }

    fn perform(&self, output: Output) {
        match output {
            Output::Connect(connection) => self.connect(connection),
            Output::Disconnect(connection) => {
                self.0.socket.borrow_mut().take_if(|(open, _)| *open == connection);
            }
            Output::Send { frame, .. } => {
                self.send(frame.to_value().to_json());
            }
            Output::Tell(event) => (self.0.tell)(Told::Event(event)),
        }
    }

    fn connect(&self, connection: ConnectionId) {
        let Some(address) = self.0.address.borrow().clone() else { return };
        let runtime = Rc::downgrade(&self.0);
        let socket = Socket::open(&address, move |news| receive(&runtime, connection, news));
        match socket {
            Ok(socket) => *self.0.socket.borrow_mut() = Some((connection, socket)),
            Err(reason) => self.input(Input::Closed { connection, reason }),
        }
    }

    /// Arms the one timer for whatever is due next.
    fn arm(&self) {
        let wake = self.0.session.borrow().next_wake();
        let timer = wake.map(|wake| {
            let runtime = Rc::downgrade(&self.0);
            // Browsers wrap longer timers around to zero.
            let millis = wake.millis_since(self.0.clock.now()).min(i32::MAX as u64) as u32;
            Timeout::new(millis, move || {
                if let Some(inner) = runtime.upgrade() {
                    // The timer that has fired must not be cancelled from within itself.
                    inner.timer.take().map(Timeout::forget);
                    Runtime(inner).input(Input::Wake);
                }
            })
        });
        *self.0.timer.borrow_mut() = timer;
    }
}

/// Turns news of a socket into an input. A runtime that is gone hears nothing.
fn receive(runtime: &Weak<Inner>, connection: ConnectionId, news: News) {
    let Some(runtime) = runtime.upgrade().map(Runtime) else { return };
    match news {
        News::Opened => runtime.input(Input::Opened(connection)),
        News::Closed(reason) => runtime.input(Input::Closed { connection, reason }),
        News::Text(text) => match Incoming::read(&text) {
            Incoming::Frame(frame, page_frame) => runtime.queue(Input::Frame { connection, frame }, page_frame),
            Incoming::Bad(message) => runtime.input(Input::BadFrame(message)),
        },
    }
}
