//! The page's connection: taking over, greeting, replay. One connection speaks for the person at a time.

use ask_user_widget::protocol::{ServerFrame, SessionStatus};
use serde_json::Value;

use super::json::write_frame;
use super::{ConnectionId, MissedFrame, Output, Room, Time, View, close, view};

impl Room {
    pub(super) fn open(&mut self, connection: ConnectionId, view: Option<View>, out: &mut Vec<Output>) {
        if self.page.as_ref() == Some(&connection) {
            return;
        }
        if view.as_ref().is_some_and(|view| self.views.is_ghost(view)) {
            out.push(Output::Close { connection, code: close::NORMAL });
            return;
        }
        if let Some(former) = self.page.take() {
            out.push(Output::Send { to: former.clone(), frame: write_frame(&self.session_taken()) });
            out.push(Output::Close { connection: former, code: close::NORMAL });
        }
        self.page_view = view::name(&connection, view);
        let connected = ServerFrame::Connected {
            connection_id: Some(connection.to_string()),
            session_id: Some(self.session.clone()),
            capabilities: self.settings.capabilities().unwrap_or_default(),
        };
        let mut send = |frame| out.push(Output::Send { to: connection.clone(), frame });
        send(write_frame(&connected));
        send(write_frame(&self.session_status()));
        self.views.unknown_ends(&self.page_view).into_iter().for_each(&mut send);
        self.replay().into_iter().for_each(send);
        self.page = Some(connection);
        self.beat_at = self.next_beat();
    }

    /// The frame that tells a page that another connection has the session.
    pub(super) fn session_taken(&self) -> ServerFrame {
        ServerFrame::SessionTaken { session_id: Some(self.session.clone()) }
    }

    pub(super) fn session_status(&self) -> ServerFrame {
        ServerFrame::SessionStatus(SessionStatus {
            session_id: Some(self.session.clone()),
            is_processing: self.working || self.pending.is_some(),
            waiting_for_user: self.pending.is_some(),
            pending_question_id: self.pending().map(ToString::to_string),
            capabilities: self.settings.capabilities(),
        })
    }

    /// Says that the bridge is there, if it is time to.
    pub(super) fn beat(&mut self, out: &mut Vec<Output>) {
        let Some(page) = self.page.clone() else { return };
        if self.beat_at.is_some_and(|at| at <= self.now) {
            out.push(Output::Send { to: page, frame: write_frame(&ServerFrame::Beat) });
            self.beat_at = self.next_beat();
        }
    }

    fn next_beat(&self) -> Option<Time> {
        let seconds = self.settings.beat_seconds.filter(|_| self.settings.extensions)?;
        Some(self.now.plus_seconds(seconds))
    }

    pub(super) fn closed(&mut self, connection: &ConnectionId) {
        if self.page.take_if(|page| page == connection).is_some()
            && let Some(pending) = &mut self.pending
        {
            pending.page_gone(self.now, &self.settings.limits);
        }
    }

    /// Ends a connection on the room's own account. It is forgotten at once: what comes next is kept for another page.
    pub(super) fn close(&mut self, connection: ConnectionId, code: u16, out: &mut Vec<Output>) {
        self.closed(&connection);
        out.push(Output::Close { connection, code });
    }

    /// Sends a frame to the page, or keeps it for the next one.
    pub(super) fn send_or_keep(&mut self, frame: Value, out: &mut Vec<Output>) {
        match &self.page {
            Some(page) => out.push(Output::Send { to: page.clone(), frame }),
            None => self.backlog.push(MissedFrame { frame, asks: None }),
        }
    }

    /// What a new page has missed, in order. The pending question is always among it, since the answer may have been
    /// lost on its way: at its place, or first if it is older than everything that was kept.
    fn replay(&mut self) -> Vec<Value> {
        let missed = self.backlog.take();
        let Some(pending) = &mut self.pending else {
            return missed.into_iter().map(|missed| missed.frame).collect();
        };
        pending.show(&self.page_view);
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
