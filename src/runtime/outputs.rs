//! What is done for each output of the session.

use std::rc::Rc;

use wasm_bindgen::JsValue;

use super::feed::{Feed, Transport};
use super::socket::{ABNORMAL, Socket};
use super::{HostMessage, HostReply, Runtime};
use crate::protocol::ClientFrame;
use crate::session::{ConnectionId, Event, Input, Output};

impl Runtime {
    pub(super) fn perform(&self, output: Output) {
        match output {
            Output::Connect(connection) => self.connect(connection),
            Output::Disconnect(connection) => self.drop_transport(connection),
            Output::Send { connection, frame } => self.send(connection, &frame),
            Output::Rename(name) => self.rename(name),
            Output::Persist { part, text } => {
                self.0.storage.borrow().iter().for_each(|storage| storage.store(part, text.as_deref()));
            }
            Output::Share(text) => self.0.channel.borrow().iter().for_each(|channel| channel.share(&text)),
            Output::LoadRequestRules => self.load_rules(),
            Output::Notify(event) => self.notify(event),
        }
    }

    fn connect(&self, connection: ConnectionId) {
        let (transport, ask_token) = match &*self.0.feed.borrow() {
            Feed::None => (None, None),
            Feed::Page(send) => (Some(Transport::Page(send.clone())), None),
            Feed::OwnSocket(address) => (Some(Transport::AwaitingToken), address.ask_token.clone()),
        };
        let is_own = matches!(transport, Some(Transport::AwaitingToken));
        self.0.transport.replace(transport.map(|transport| (connection, Rc::new(transport))));
        match ask_token {
            Some(ask_token) => drop(ask_token.call1(&JsValue::UNDEFINED, &(connection.0 as f64).into())),
            None if is_own => self.open_socket(connection, None),
            None => {}
        }
    }

    /// Opens a socket of our own, and sends this frame first.
    pub(super) fn open_socket(&self, connection: ConnectionId, first: Option<String>) {
        let mut url = match &*self.0.feed.borrow() {
            Feed::OwnSocket(address) => address.url.clone(),
            Feed::None | Feed::Page(_) => return,
        };
        let mark = if url.contains('?') { '&' } else { '?' };
        url.push_str(&format!("{mark}view={}.{}", self.0.view, connection.0));
        match Socket::open(&url, first, self.socket_listener(connection)) {
            Ok(socket) => drop(self.0.transport.replace(Some((connection, Rc::new(Transport::OwnSocket(socket)))))),
            Err(reason) => self.input(Input::Closed { connection, code: ABNORMAL, reason }),
        }
    }

    /// Sends a frame on the connection that it was meant for, if that is still the live one.
    fn send(&self, connection: ConnectionId, frame: &ClientFrame) {
        let is_live = self.0.transport.borrow().as_ref().is_some_and(|(live, _)| *live == connection);
        if is_live {
            self.send_frame(&frame.write().to_json());
        }
    }

    fn load_rules(&self) {
        let runtime = self.clone();
        (self.0.loaders.request_rules)(Box::new(move |rules| {
            runtime.input(rules.map_or(Input::RequestRulesFailed, Input::RequestRules));
        }));
    }

    fn notify(&self, event: Event) {
        let asked = match &event {
            Event::Ask { ask } => Some(ask.id.clone()),
            _ => None,
        };
        let reply = (self.0.notify)(HostMessage::Event(event));
        if let Some(id) = asked.filter(|_| reply == HostReply::TakeQuestion) {
            self.input(Input::TakenByPage { id });
        }
    }
}
