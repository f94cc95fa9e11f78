//! What waits for its turn, and what is done when the turn has come.

use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::JsValue;

use super::channel::Channel;
use super::feed::{Address, Feed};
use super::incoming::Incoming;
use super::page_lifecycle::{PageLifecycle, is_page_hidden};
use super::socket::SocketEvent;
use super::storage::Storage;
use super::{HostMessage, Runtime, session_key};
use crate::session::{ConnectionId, Input};

/// Something to do, one after the other.
pub(super) enum Task {
    /// Hand an input to the session.
    Input(Input),
    /// Hand to the session what happened on a socket of our own, and then a frame to the page if it should have it.
    OnOwnSocket(Input, Option<JsValue>),
    /// Hand to the session what happened on the connection that the page carries when the turn has come.
    OnPageConnection(Input),
    /// Connect by a socket of our own, or to nothing.
    ConnectTo(Option<Address>),
    /// Take a connection that the page carries: where frames go out, and the name of the session if there is one.
    Attach(Function, Option<String>),
    /// Give the page's connection up for good.
    Detach,
    /// End everything.
    Stop,
}

impl Runtime {
    /// Reads what happened on a connection, which is a socket of our own or the page's, and puts it in the queue. Returns whether
    /// it could be read.
    pub(super) fn receive(&self, own: Option<ConnectionId>, event: SocketEvent) -> bool {
        let connection = own.unwrap_or_default();
        let (input, page_frame) = match event {
            SocketEvent::Opened => (Input::Opened(connection), None),
            SocketEvent::Closed(code, reason) => (Input::Closed { connection, code, reason }, None),
            SocketEvent::Frame(frame) => {
                self.log_frame("in", &frame);
                match Incoming::read(frame) {
                    Incoming::Frame(frame, page_frame) => (Input::Frame { connection, frame }, page_frame),
                    Incoming::Unreadable(message) => (Input::BadFrame(message), None),
                }
            }
        };
        let is_readable = !matches!(input, Input::BadFrame(_));
        self.run(match own {
            Some(_) => Task::OnOwnSocket(input, page_frame),
            // A page that carries the connection has its own frames already.
            None => Task::OnPageConnection(input),
        });
        is_readable
    }

    /// Works on a task and on all that come up meanwhile; or leaves it in the queue, if that is being done already.
    pub(super) fn run(&self, task: Task) {
        // What is typed has to be stored before the page goes.
        if matches!(task, Task::Stop | Task::Input(Input::PageHidden | Input::Stop)) {
            self.stop_waiting();
        }
        self.0.tasks.borrow_mut().push(task);
        self.work();
    }

    /// Works on all tasks, or on none if that is being done already or the next one has to wait.
    pub(super) fn work(&self) {
        if self.0.is_busy.replace(true) {
            return;
        }
        while let Some(task) = self.next_task() {
            self.work_on(task);
        }
        self.0.is_busy.set(false);
        if !self.0.tasks.borrow().is_empty() {
            return;
        }
        let screen = self.0.session.borrow().screen(self.0.clock.now());
        (self.0.publish)(screen);
        if self.0.is_stopped.get() {
            self.0.timer.take();
        } else {
            self.arm_timer();
        }
    }

    fn next_task(&self) -> Option<Task> {
        if self.must_wait() {
            return None;
        }
        let mut tasks = self.0.tasks.borrow_mut();
        (!tasks.is_empty()).then(|| tasks.remove(0))
    }

    fn work_on(&self, task: Task) {
        match task {
            Task::Input(input) => self.handle(input),
            Task::OnPageConnection(input) => self.handle_on_page_connection(input),
            Task::OnOwnSocket(input, page_frame) => {
                self.handle(input);
                if let Some(frame) = page_frame {
                    (self.0.notify)(HostMessage::PageFrame(frame));
                }
            }
            Task::ConnectTo(address) => self.work_on_address(address),
            Task::Attach(send, name) => self.work_on_page_connection(send, name),
            Task::Detach => {
                if matches!(*self.0.feed.borrow(), Feed::Page(_)) {
                    self.begin_another_session();
                    self.handle(Input::Wake);
                }
            }
            Task::Stop => {
                self.0.is_stopped.set(true);
                self.end_session();
            }
        }
    }

    /// Hands an input to the session, and performs its outputs in the order in which the session gives them.
    fn handle(&self, input: Input) {
        // Nothing more can be sent on a connection that has ended.
        if let Input::Closed { connection, .. } = &input {
            self.drop_transport(*connection);
        }
        let outputs = self.0.session.borrow_mut().handle(self.0.clock.now(), input);
        for output in outputs {
            self.perform(output);
        }
    }

    /// Hands to the session what happened on the page's connection, if there is one.
    fn handle_on_page_connection(&self, mut input: Input) {
        let live = self.0.transport.borrow().as_ref().map(|(connection, _)| *connection);
        let Some(live) = live else { return };
        if let Input::Opened(connection) | Input::Closed { connection, .. } | Input::Frame { connection, .. } =
            &mut input
        {
            *connection = live;
        }
        self.handle(input);
    }

    fn work_on_address(&self, address: Option<Address>) {
        let url = address.as_ref().map(|address| address.url.clone());
        let is_same_place = matches!(*self.0.feed.borrow(), Feed::OwnSocket(_)) && url.is_some() && self.has_name(&url);
        if let Some(address) = address.as_ref().filter(|_| is_same_place) {
            self.0.names.borrow_mut()[0] = url;
            return self.take_token(address.ask_token.clone());
        }
        if !matches!(*self.0.feed.borrow(), Feed::None) {
            self.begin_another_session();
        }
        self.take_name(url);
        let input = if address.is_some() { Input::Start } else { Input::Wake };
        self.watch_lifecycle(address.is_some());
        self.0.feed.replace(address.map_or(Feed::None, Feed::OwnSocket));
        self.handle(input);
    }

    /// Takes another token for the same place, and connects again if the last one was of no use.
    fn take_token(&self, ask_token: Option<Function>) {
        let last = match &mut *self.0.feed.borrow_mut() {
            Feed::OwnSocket(address) => std::mem::replace(&mut address.ask_token, ask_token.clone()),
            _ => return,
        };
        let wants_token = self.0.session.borrow().wants_token();
        if last != ask_token && wants_token {
            self.handle(Input::Stop);
            self.handle(Input::Start);
        }
    }

    fn work_on_page_connection(&self, send: Function, name: Option<String>) {
        let is_next = matches!(*self.0.feed.borrow(), Feed::Page(_)) && self.has_name(&name);
        if !is_next {
            if !matches!(*self.0.feed.borrow(), Feed::None) {
                self.begin_another_session();
            }
            self.take_name(name);
        }
        self.0.feed.replace(Feed::Page(send));
        self.watch_lifecycle(true);
        self.handle(Input::Attach);
    }

    /// Another place is another session, which nothing feeds yet.
    fn begin_another_session(&self) {
        self.end_session();
        self.0.feed.take();
        let renewed = self.0.session.borrow().renewed();
        self.0.session.replace(renewed);
        self.watch_page_activity();
    }

    /// Closes the connection, and stops listening. What the person typed stays in the session.
    fn end_session(&self) {
        self.handle(Input::Stop);
        self.0.timer.take();
        self.0.activity.take();
        self.0.lifecycle.take();
        self.0.channel.take();
    }

    /// Listens to the page's network and to its being hidden and shown, or stops that.
    fn watch_lifecycle(&self, is_wanted: bool) {
        let lifecycle = is_wanted.then(|| PageLifecycle::listen(self.sender_of(|input| input))).flatten();
        self.0.lifecycle.replace(lifecycle);
        if is_wanted && is_page_hidden() {
            self.handle(Input::PageHidden);
        }
    }

    /// Whether the page or the bridge has given the session this name.
    fn has_name(&self, name: &Option<String>) -> bool {
        self.0.names.borrow().contains(name)
    }

    /// The page has given the session this name: finds what an earlier page has stored under it.
    fn take_name(&self, name: Option<String>) {
        self.0.names.replace([name.clone(), name.clone()]);
        self.open_storage(name.as_deref());
        if let Some(name) = name {
            self.handle(Input::SessionNamed(name));
        }
        let stored = self.0.storage.borrow().as_ref().and_then(Storage::read);
        if let Some((asks, drafts)) = stored {
            self.handle(Input::Restore { asks, drafts });
        }
    }

    /// The bridge has given the session this name.
    pub(super) fn rename(&self, name: String) {
        self.open_storage(Some(&name));
        if let Feed::OwnSocket(address) = &mut *self.0.feed.borrow_mut() {
            address.url.clone_from(&name);
        }
        self.0.names.borrow_mut()[1] = Some(name);
    }

    /// Stores under this name from now on, and opens the channel to other pages that have the session.
    fn open_storage(&self, name: Option<&str>) {
        let key = session_key(name);
        let stores_drafts = self.0.stores_drafts.get();
        let mut storage = key.as_deref().and_then(Storage::open);
        let shared = key.filter(|_| stores_drafts);
        let channel = shared.and_then(|key| Channel::open(&key, self.sender_of(Input::Shared)));
        self.0.channel.replace(channel);
        if let Some(unwanted) = storage.take_if(|_| !stores_drafts) {
            unwanted.erase();
        }
        let storage = storage.or_else(|| Some(Storage::at(self.0.recovery_store.clone()?, "")));
        self.0.storage.replace(storage);
    }

    /// Nothing more goes out on this connection.
    pub(super) fn drop_transport(&self, connection: ConnectionId) {
        let dropped = self.0.transport.borrow_mut().take_if(|(live, _)| *live == connection);
        // After the borrow has ended: closing a socket may call back in.
        drop(dropped);
    }

    /// Something that reports to this runtime what happens on a socket; it does nothing once the runtime is gone.
    pub(super) fn socket_listener(&self, connection: ConnectionId) -> impl Fn(SocketEvent) + 'static {
        let runtime = Rc::downgrade(&self.0);
        move |event| {
            if let Some(inner) = runtime.upgrade() {
                Runtime(inner).receive(Some(connection), event);
            }
        }
    }
}
