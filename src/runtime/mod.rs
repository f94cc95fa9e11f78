//! Performs what the session decides: sockets, one timer, the clock, words to the host page.
//!
//! Knows no Leptos and no rules. Inputs go through one queue, because a host's event handler may call back in while
//! another input is being handled; outputs run after the session's borrow has ended.

mod around;
mod channel;
mod clock;
mod from_js;
mod incoming;
mod line;
mod socket;
mod storage;
mod wakes;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::protocol::SessionName;
use crate::session::{ConnectionId, Event, Input, Output, Screen, Session, Settings};
use around::Around;
use channel::Channel;
use clock::Clock;
pub(crate) use from_js::from_js;
use incoming::Incoming;
use line::Line;
use socket::Socket;
pub use socket::{ABNORMAL, SocketEvent};
pub use storage::Keeper;
use storage::Storage;
use wakes::Wakes;

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
    line: RefCell<Option<(ConnectionId, Line)>>,
    /// Where frames go that are sent on a connection of the page's.
    lent: RefCell<Option<Function>>,
    /// The name of the session as the page gave it, and as the bridge did since.
    names: RefCell<[Option<String>; 2]>,
    timer: RefCell<Option<Timeout>>,
    around: RefCell<Option<Around>>,
    wakes: RefCell<Option<Wakes>>,
    /// Whether what the person does may be kept for the next page, and where it is.
    keeps: Cell<bool>,
    storage: RefCell<Option<Storage>>,
    /// Where it is kept otherwise, for an instance of the wasm that may have to take this one's place.
    keeper: Option<Keeper>,
    channel: RefCell<Option<Channel>>,
    /// Names this page to the bridge, so that it can tell its connections from another page's.
    view: String,
    inbox: RefCell<VecDeque<(Input, Option<JsValue>)>>,
    busy: Cell<bool>,
    publish: Box<dyn Fn(Screen)>,
    tell: Box<dyn Fn(Told)>,
}

impl Runtime {
    /// A session that publishes its screen after each change and tells the host through `tell`. What must not be in the tab's
    /// storage is kept by `keeper`, if there is one.
    pub fn new(
        settings: Settings,
        keeper: Option<Keeper>,
        publish: impl Fn(Screen) + 'static,
        tell: impl Fn(Told) + 'static,
    ) -> Runtime {
        Runtime(Rc::new(Inner {
            clock: Clock::new(),
            address: RefCell::default(),
            line: RefCell::default(),
            lent: RefCell::default(),
            names: RefCell::default(),
            timer: RefCell::default(),
            around: RefCell::default(),
            wakes: RefCell::default(),
            keeps: Cell::new(true),
            storage: RefCell::default(),
            keeper,
            channel: RefCell::default(),
            view: format!("{:x}", settings.seed),
            session: RefCell::new(Session::new(settings)),
            inbox: RefCell::default(),
            busy: Cell::new(false),
            publish: Box::new(publish),
            tell: Box::new(tell),
        }))
    }

    /// Listens to the page's fields and its window, so that the very first question knows whether somebody types.
    pub fn look_around(&self) {
        *self.0.around.borrow_mut() = Around::listen(self.teller(|input| input));
    }

    /// Connects to `address`, or stays alone without one. Another place is another session: what was asked at the last
    /// one is asked again when the page comes back to it.
    pub fn start(&self, address: Option<Address>) {
        let url = address.as_ref().map(|address| address.url.clone());
        if self.0.address.borrow().is_some() && url.is_some() && self.is_called(&url) {
            self.0.names.borrow_mut()[0] = url;
            let token = address.and_then(|address| address.token);
            let old = self
                .0
                .address
                .borrow_mut()
                .as_mut()
                .map(|address| std::mem::replace(&mut address.token, token.clone()));
            if old != Some(token) && self.0.session.borrow().wants_token() {
                self.input(Input::Stop);
                self.input(Input::Start);
            }
            return;
        }
        if self.0.address.borrow().is_some() || self.0.lent.take().is_some() {
            self.renew();
        }
        let is_some = address.is_some();
        self.call(url);
        self.0.address.replace(address);
        self.listen(is_some);
        self.input(if is_some { Input::Start } else { Input::Wake });
    }

    /// Takes a connection that the page makes: what is sent on it goes to `send`, what comes and happens on it is told by
    /// [`lent`](Runtime::lent). Called again with the page's next connection, of the same session if it has the same name.
    /// Where there is a name, what the person does is kept under it.
    pub fn lend(&self, send: Function, name: Option<String>) {
        let was_lent = self.0.lent.take().is_some();
        let is_next = was_lent && self.is_called(&name);
        if self.0.address.take().is_some() || (was_lent && !is_next) {
            self.renew();
        }
        if !is_next {
            self.call(name);
        }
        self.0.lent.replace(Some(send));
        self.listen(true);
        self.input(Input::Attach);
    }

    /// Tells what happened on the connection that the page has lent. Whether that could be read.
    pub fn lent(&self, event: SocketEvent) -> bool {
        let connection = self.0.line.borrow().as_ref().map(|(connection, _)| *connection);
        // The page has its own frames already.
        connection.is_none_or(|connection| self.receive(connection, event, false))
    }

    /// The page lends nothing any more: what was asked there cannot be answered, and comes back with its connection.
    pub fn release(&self) {
        if self.0.lent.take().is_some() {
            self.renew();
            self.input(Input::Wake);
        }
    }

    /// Another place is another session.
    fn renew(&self) {
        self.stop();
        let renewed = self.0.session.borrow().renewed();
        self.0.session.replace(renewed);
        self.look_around();
    }

    /// Listens to the page's network and its coming and going; or to nothing.
    fn listen(&self, wanted: bool) {
        *self.0.wakes.borrow_mut() = Wakes::listen(self.teller(|input| input)).filter(|_| wanted);
    }

    /// Closes the connection and the timer. What the person typed stays in the session.
    pub fn stop(&self) {
        self.input(Input::Stop);
        self.0.timer.take();
        self.0.around.take();
        self.0.wakes.take();
        self.0.channel.take();
    }

    /// Lets go of the page as far as that can still be done, after a failure somewhere in the wasm: what was borrowed then
    /// is borrowed for ever.
    pub fn abandon(&self) {
        fn end<T>(thing: &RefCell<Option<T>>) {
            drop(thing.try_borrow_mut().ok().and_then(|mut thing| thing.take()));
        }
        if let Ok(line) = self.0.line.try_borrow()
            && let Some((_, Line::Own(socket))) = &*line
        {
            socket.close();
        }
        end(&self.0.timer);
        end(&self.0.around);
        end(&self.0.wakes);
        end(&self.0.channel);
        // What was typed in the last moment is not kept yet.
        let outputs =
            self.0.session.try_borrow_mut().map(|mut session| session.handle(self.0.clock.now(), Input::PageHidden));
        for output in outputs.into_iter().flatten().filter(|output| matches!(output, Output::Persist(_))) {
            self.perform(output);
        }
    }

    /// Whether nothing is under way. Called by nobody of those that are, `false` means that something ended in its middle.
    pub fn is_at_rest(&self) -> bool {
        !self.0.busy.get() && self.0.session.try_borrow_mut().is_ok()
    }

    /// Whether what the person does may be kept for the next page. Counts from the next start.
    pub fn keep_drafts(&self, keeps: bool) {
        self.0.keeps.set(keeps);
    }

    /// Whether the session goes by this name, the page's or the bridge's.
    fn is_called(&self, name: &Option<String>) -> bool {
        self.0.names.borrow().contains(name)
    }

    /// The session goes by this name: finds what an earlier page kept under it.
    fn call(&self, name: Option<String>) {
        self.0.names.replace([name.clone(), name.clone()]);
        self.open_storage(name.as_deref());
        if let Some(name) = name {
            self.input(Input::SessionNamed(name));
        }
        let kept = self.0.storage.borrow().as_ref().and_then(Storage::read);
        if let Some(kept) = kept {
            self.input(Input::Restore(kept));
        }
    }

    /// The bridge has named the session.
    fn rename(&self, name: String) {
        self.open_storage(Some(&name));
        if let Some(address) = self.0.address.borrow_mut().as_mut() {
            address.url.clone_from(&name);
        }
        self.0.names.borrow_mut()[1] = Some(name);
    }

    /// Keeps under this name from now on, and opens the way to other pages that have the session. One that does not exist
    /// yet has no other pages, and no next one.
    fn open_storage(&self, name: Option<&str>) {
        let name = name.filter(|name| SessionName::of(name).is_none()).map(|name| format!("ask-user:{name}"));
        let mut storage = name.as_deref().and_then(Storage::open);
        let shared = name.filter(|_| self.0.keeps.get());
        let channel = shared.and_then(|name| Channel::open(&name, self.teller(Input::Shared)));
        self.0.channel.replace(channel);
        if let Some(unwanted) = storage.take_if(|_| !self.0.keeps.get()) {
            unwanted.forget();
        }
        let storage = storage.or_else(|| Some(Storage::at(self.0.keeper.clone()?, "")));
        self.0.storage.replace(storage);
    }

    /// Something to call that makes an input of what it is told; nothing once the runtime is gone.
    fn teller<T: 'static>(&self, input: impl Fn(T) -> Input + 'static) -> impl Fn(T) + 'static {
        let runtime = Rc::downgrade(&self.0);
        move |told| {
            if let Some(inner) = runtime.upgrade() {
                Runtime(inner).input(input(told));
            }
        }
    }

    /// Takes what happened. Safe to call from within a handler of one's own events.
    pub fn input(&self, input: Input) {
        self.queue(input, None);
    }

    /// Sends a frame of the page's own. Whether there was a connection to send it on.
    pub fn send(&self, json: String) -> bool {
        let lent = match &*self.0.line.borrow() {
            Some((_, Line::Own(socket))) => return socket.send(&json),
            Some((_, Line::Lent(send))) => send.clone(),
            None => return false,
        };
        // A function of the page's may end its connection, and so this line, before it returns.
        lent.call1(&JsValue::UNDEFINED, &json.into()).is_ok()
    }

    fn queue(&self, input: Input, page_frame: Option<JsValue>) {
        self.0.inbox.borrow_mut().push_back((input, page_frame));
        if self.0.busy.replace(true) {
            return;
        }
        while let Some((input, page_frame)) = self.next() {
            let now = self.0.clock.now();
            let outputs = self.0.session.borrow_mut().handle(now, input);
            // A handler of the page may lead to another session: what belongs to this one is done by then.
            let (tells, deeds): (Vec<_>, Vec<_>) =
                outputs.into_iter().partition(|output| matches!(output, Output::Notify(_)));
            deeds.into_iter().chain(tells).for_each(|output| self.perform(output));
            if let Some(frame) = page_frame {
                (self.0.tell)(Told::Message(frame));
            }
        }
        self.0.busy.set(false);
        let screen = self.0.session.borrow().screen(self.0.clock.now());
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
                self.0.line.borrow_mut().take_if(|(open, _)| *open == connection);
            }
            Output::Send { frame, .. } => {
                self.send(frame.write().to_json());
            }
            Output::Rename(name) => self.rename(name),
            Output::Persist(text) => {
                if let Some(storage) = &*self.0.storage.borrow() {
                    storage.keep(&text);
                }
            }
            Output::ErasePersisted => {
                if let Some(storage) = &*self.0.storage.borrow() {
                    storage.forget();
                }
            }
            Output::Share(text) => {
                if let Some(channel) = &*self.0.channel.borrow() {
                    channel.share(&text);
                }
            }
            Output::Notify(event) => (self.0.tell)(Told::Event(event)),
        }
    }

    fn connect(&self, connection: ConnectionId) {
        let line = match &*self.0.address.borrow() {
            None => self.0.lent.borrow().as_ref().map(|send| Line::Lent(send.clone())),
            Some(address) => {
                let mut address = address.clone();
                let mark = if address.url.contains('?') { '&' } else { '?' };
                address.url.push_str(&format!("{mark}view={}.{}", self.0.view, connection.0));
                let runtime = Rc::downgrade(&self.0);
                let socket = Socket::open(&address, move |event| {
                    // A runtime that is gone hears nothing.
                    if let Some(inner) = runtime.upgrade() {
                        Runtime(inner).receive(connection, event, true);
                    }
                });
                match socket {
                    Ok(socket) => Some(Line::Own(socket)),
                    Err(reason) => return self.input(Input::Closed { connection, code: ABNORMAL, reason }),
                }
            }
        };
        *self.0.line.borrow_mut() = line.map(|line| (connection, line));
    }

    /// Turns event of a connection into an input. Whether it could be read.
    fn receive(&self, connection: ConnectionId, event: SocketEvent, hand_on: bool) -> bool {
        match event {
            SocketEvent::Opened => self.input(Input::Opened(connection)),
            SocketEvent::Closed(code, reason) => {
                // Nothing more can be sent on it.
                self.0.line.borrow_mut().take_if(|(open, _)| *open == connection);
                self.input(Input::Closed { connection, code, reason });
            }
            SocketEvent::Text(text) => match Incoming::read(&text) {
                Incoming::Frame(frame, page_frame) => {
                    self.queue(Input::Frame { connection, frame }, page_frame.filter(|_| hand_on));
                }
                Incoming::Bad(message) => {
                    self.input(Input::BadFrame(message));
                    return false;
                }
            },
        }
        true
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
                    // It has fired. The closure that runs here is freed when it returns; forgotten, it never would be.
                    drop(inner.timer.take());
                    let input = if inner.clock.has_slept() { Input::Slept } else { Input::Wake };
                    Runtime(inner).input(input);
                }
            })
        });
        *self.0.timer.borrow_mut() = timer;
    }
}
