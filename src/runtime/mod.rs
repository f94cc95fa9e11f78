//! Performs what the session decides: sockets, one timer, the clock, messages to the host page.
//!
//! Knows no Leptos and no rules. Everything that happens goes through one queue, because an event handler of the page may
//! call back in while an earlier task is being worked on. The outputs of the session are performed in the order in which it
//! gave them, and all of them before the next task.

mod channel;
mod clock;
mod feed;
mod frame_log;
mod from_js;
mod incoming;
mod outputs;
mod page_activity;
mod page_lifecycle;
mod socket;
mod storage;
mod tasks;
mod wait;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::protocol::SessionName;
use crate::session::{ConnectionId, Event, Input, Output, RequestRules, Screen, Session, Settings};
use channel::Channel;
use clock::Clock;
pub use feed::Address;
use feed::{Feed, Transport};
pub(crate) use from_js::from_js;
use page_activity::PageActivity;
use page_lifecycle::PageLifecycle;
pub use socket::{ABNORMAL, SocketEvent};
use storage::Storage;
pub use storage::TextStore;
use tasks::Task;
use wait::MarkdownWait;

/// What is reported to the host page.
#[derive(Debug)]
pub enum HostMessage {
    /// Something about an ask or the connection.
    Event(Event),
    /// A frame that is not the widget's own, as it came.
    PageFrame(JsValue),
}

/// What the host page wants to happen after a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostReply {
    /// What always happens.
    #[default]
    Continue,
    /// The page shows the question itself.
    TakeQuestion,
}

/// A running session.
#[derive(Clone)]
pub struct Runtime(Rc<Inner>);

struct Inner {
    session: RefCell<Session>,
    clock: Clock,
    feed: RefCell<Feed>,
    /// The connection that frames are sent on now.
    transport: RefCell<Option<(ConnectionId, Rc<Transport>)>>,
    /// The name of the session as the page gave it, and as the bridge has given it since.
    names: RefCell<[Option<String>; 2]>,
    timer: RefCell<Option<Timeout>>,
    activity: RefCell<Option<PageActivity>>,
    lifecycle: RefCell<Option<PageLifecycle>>,
    /// Whether what the person does may be stored for the next page.
    stores_drafts: Cell<bool>,
    /// Where what the person does is stored.
    storage: RefCell<Option<Storage>>,
    /// Where it is stored otherwise, for an instance of the wasm that may have to take this one's place.
    recovery_store: Option<TextStore>,
    channel: RefCell<Option<Channel>>,
    /// Names this page to the bridge, so that the bridge can distinguish its connections from another page's.
    view: String,
    tasks: RefCell<Vec<Task>>,
    /// Whether a task is being worked on.
    is_busy: Cell<bool>,
    /// The function that shows frames to a developer.
    frame_log: RefCell<Option<Function>>,
    is_stopped: Cell<bool>,
    publish: Box<dyn Fn(Screen)>,
    notify: Box<dyn Fn(HostMessage) -> HostReply>,
    loaders: Loaders,
    /// How long the next task still waits.
    wait: RefCell<MarkdownWait>,
}

/// What is loaded when it is first needed.
#[derive(Clone, Copy)]
pub struct Loaders {
    /// The session's rules for requests that are no questions.
    pub request_rules: LoadRules,
    /// What shows markdown in questions.
    pub markdown: LoadMarkdown,
}

/// Loads the session's rules for requests that are no questions, and gives them to the function, or `None` if it cannot.
pub type LoadRules = fn(Box<dyn FnOnce(Option<RequestRules>)>);

/// Loads what shows markdown. Returns whether it has to be waited for; then the function is called once it has come, or cannot.
pub type LoadMarkdown = fn(Box<dyn FnOnce()>) -> bool;

impl Runtime {
    /// A session that hands its screen to `publish` after each change, and its messages for the host page to `notify`. What
    /// must not be in the tab's storage goes to `recovery_store`, if there is one.
    pub fn new(
        settings: Settings,
        recovery_store: Option<TextStore>,
        publish: impl Fn(Screen) + 'static,
        notify: impl Fn(HostMessage) -> HostReply + 'static,
        loaders: Loaders,
    ) -> Runtime {
        Runtime(Rc::new(Inner {
            clock: Clock::new(),
            feed: RefCell::default(),
            transport: RefCell::default(),
            names: RefCell::default(),
            timer: RefCell::default(),
            activity: RefCell::default(),
            lifecycle: RefCell::default(),
            stores_drafts: Cell::new(true),
            storage: RefCell::default(),
            recovery_store,
            channel: RefCell::default(),
            view: settings.seed.to_string(),
            session: RefCell::new(Session::new(settings)),
            tasks: RefCell::default(),
            is_busy: Cell::new(false),
            frame_log: RefCell::default(),
            is_stopped: Cell::new(false),
            publish: Box::new(publish),
            notify: Box::new(notify),
            loaders,
            wait: RefCell::default(),
        }))
    }

    /// Listens to the page's fields and its window, so that the very first question knows whether somebody types.
    pub fn watch_page_activity(&self) {
        self.0.activity.replace(PageActivity::listen(self.sender_of(|input| input)));
    }

    /// Takes the frame with the token that the page was asked for, for this connection; without one the connection has failed.
    /// Does nothing if the connection does not wait for it any more: the token of one place must not reach another.
    pub fn sign_in(&self, connection: ConnectionId, first: Option<String>) {
        let is_awaited = match &*self.0.transport.borrow() {
            Some((live, transport)) => *live == connection && matches!(**transport, Transport::AwaitingToken),
            None => false,
        };
        match first {
            _ if !is_awaited => {}
            Some(_) => self.open_socket(connection, first),
            None => self.input(Input::Closed { connection, code: ABNORMAL, reason: String::new() }),
        }
    }

    /// Takes what happened. May be called from within a handler of the widget's own events.
    pub fn input(&self, input: Input) {
        self.run(Task::Input(input));
    }

    /// Connects by a socket of its own, or with `None` to nothing. Another address is another session: what was asked at the
    /// last one is asked again when the page comes back to it.
    pub fn connect_to(&self, address: Option<Address>) {
        self.run(Task::ConnectTo(address));
    }

    /// Takes a connection that the page carries, on which frames go out through `send`; what happens on it is reported by
    /// [`page_connection`](Runtime::page_connection). Called again with the page's next connection, which is of the same
    /// session if it has the same name. Where there is a name, what the person does is stored under it.
    pub fn attach(&self, send: Function, name: Option<String>) {
        self.run(Task::Attach(send, name));
    }

    /// Tells what happened on the connection that the page carries. Returns whether it could be read.
    pub fn on_page_connection(&self, event: SocketEvent) -> bool {
        self.receive(None, event)
    }

    /// Takes the page's connection away for good: what was asked there cannot be answered, and comes back with its connection.
    pub fn detach(&self) {
        self.run(Task::Detach);
    }

    /// Sends a frame of the page's own. Returns whether there was a connection to send it on.
    pub fn send_frame(&self, json: &str) -> bool {
        // The transport is not borrowed meanwhile: a function of the page's may end its connection before it returns.
        let transport = self.0.transport.borrow().as_ref().map(|(_, transport)| transport.clone());
        let Some(transport) = transport.filter(|transport| transport.is_open()) else { return false };
        // Before it is sent, because the page may answer before this returns.
        self.log_frame("out", &json.into());
        transport.send(json)
    }

    /// Closes the connection and the timer for good.
    pub fn stop(&self) {
        self.run(Task::Stop);
    }

    /// Says whether what the person does may be stored for the next page. It counts from the next connection to another place.
    pub fn store_drafts(&self, is_wanted: bool) {
        self.0.stores_drafts.set(is_wanted);
    }

    /// Ends everything on the page as far as that can still be done, after a failure somewhere in the wasm: what was borrowed
    /// then is borrowed for ever.
    pub fn abandon(&self) {
        fn end<T>(thing: &RefCell<Option<T>>) {
            drop(thing.try_borrow_mut().ok().and_then(|mut thing| thing.take()));
        }
        if let Ok(transport) = self.0.transport.try_borrow()
            && let Some((_, transport)) = &*transport
            && let Transport::OwnSocket(socket) = &**transport
        {
            socket.close();
        }
        end(&self.0.timer);
        end(&self.0.activity);
        end(&self.0.lifecycle);
        end(&self.0.channel);
        // What was typed in the last moment is not stored yet.
        let outputs =
            self.0.session.try_borrow_mut().map(|mut session| session.handle(self.0.clock.now(), Input::PageHidden));
        for output in outputs.into_iter().flatten().filter(|output| matches!(output, Output::Persist { .. })) {
            self.perform(output);
        }
    }

    /// Whether no task is being worked on. If nothing calls the wasm at the moment, `false` means that a task was torn off by
    /// something that the browser threw.
    pub fn is_idle(&self) -> bool {
        !self.0.is_busy.get() && self.0.session.try_borrow_mut().is_ok()
    }

    /// A function that finds this runtime as long as it is there.
    fn downgrade(&self) -> impl Fn() -> Option<Runtime> + 'static {
        let runtime = Rc::downgrade(&self.0);
        move || runtime.upgrade().map(Runtime)
    }

    /// A function that makes an input of what it is given; it does nothing once the runtime is gone.
    fn sender_of<T: 'static>(&self, input: impl Fn(T) -> Input + 'static) -> impl Fn(T) + 'static {
        let runtime = Rc::downgrade(&self.0);
        move |given| {
            if let Some(inner) = runtime.upgrade() {
                Runtime(inner).input(input(given));
            }
        }
    }

    /// Arms the one timer for what is due next.
    fn arm_timer(&self) {
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
        self.0.timer.replace(timer);
    }
}

/// The name under which a session is stored. One that does not exist yet has no other pages, and no next one.
fn session_key(name: Option<&str>) -> Option<String> {
    name.filter(|name| SessionName::of(name).is_none()).map(|name| format!("ask-user:{name}"))
}
