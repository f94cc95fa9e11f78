//! The page's connection: taking over, greeting, replay. One connection speaks for the person at a time.

use serde_json::Value;

use super::{ConnectionId, Output, Room, close, frame};

impl Room {
    pub(super) fn open(&mut self, connection: ConnectionId, out: &mut Vec<Output>) {
        if self.page.as_ref() == Some(&connection) {
            return;
        }
        if let Some(former) = self.page.take() {
            out.push(Output::Send { to: former.clone(), frame: frame::session_taken(&self.session) });
            out.push(Output::Close { connection: former, code: close::NORMAL });
        }
        let extensions = self.settings.extensions;
        let busy = self.working || self.pending.is_some();
        let mut send = |frame| out.push(Output::Send { to: connection.clone(), frame });
        send(frame::connected(&connection, &self.session, extensions));
        send(frame::session_status(&self.session, busy, self.pending(), extensions));
        self.replay().into_iter().for_each(send);
        self.page = Some(connection);
    }

    pub(super) fn closed(&mut self, connection: &ConnectionId) {
        self.page.take_if(|page| page == connection);
    }

    /// Ends a connection on the room's own account. It is forgotten at once: what comes next is kept for another page.
    pub(super) fn close(&mut self, connection: ConnectionId, code: u16, out: &mut Vec<Output>) {
        self.closed(&connection);
        out.push(Output::Close { connection, code });
    }

    /// Sends a frame to the page, or keeps it for the next one.
    pub(super) fn tell(&mut self, frame: Value, out: &mut Vec<Output>) {
        match &self.page {
            Some(page) => out.push(Output::Send { to: page.clone(), frame }),
            None => self.backlog.push(frame, None),
        }
    }

    /// What a new page has missed, in order. The pending question is always among it, since the answer may have been
    /// lost on its way: at its place, or first if it is older than everything that was kept.
    fn replay(&mut self) -> Vec<Value> {
        let missed = self.backlog.take();
        let Some(pending) = &self.pending else {
            return missed.into_iter().map(|missed| missed.frame).collect();
        };
        let question = pending.replay(self.now, self.settings.extensions);
        let mut frames = Vec::with_capacity(missed.len() + 1);
        let is_it = |asks: &Option<_>| asks.as_ref() == Some(pending.id());
        if !missed.iter().any(|missed| is_it(&missed.asks)) {
            frames.push(question.clone());
        }
        for missed in missed {
            frames.push(if is_it(&missed.asks) { question.clone() } else { missed.frame });
        }
        frames
    }
}
