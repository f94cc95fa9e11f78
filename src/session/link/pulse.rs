//! Whether an open connection is alive: beats, silence, sleep.

use super::{ConnectionId, Link, State};
use crate::protocol::{ClientFrame, Refusal, ServerFrame};
use crate::session::input::Output;
use crate::session::lists::keep_only;
use crate::session::time::Time;
use crate::session::timing::{ANSWER_TIMEOUT, PROBE_TIMEOUT, UPTIME};

/// What the bridge should say, and by when. What it says otherwise may have been on its way before that was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Awaited {
    /// That it is there.
    beat: Option<Wait>,
    /// That it has a decision, for each under way by the id of its ask.
    acks: Vec<(String, Wait)>,
}

/// How long something is waited for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wait {
    by: Time,
    /// Whatever else is said, no longer than this.
    most: Time,
}

impl Wait {
    fn new(now: Time, within: u64) -> Wait {
        Wait { by: now.plus_millis(within), most: now.plus_millis(within + ANSWER_TIMEOUT) }
    }

    /// The other side was there a moment ago.
    fn prolong(&mut self, now: Time) {
        self.by = now.plus_millis(ANSWER_TIMEOUT).min(self.most);
    }
}

impl Awaited {
    /// The bridge said something: for all that it did not say, it was there a moment ago and has so much longer.
    fn note_frame(&mut self, now: Time, frame: &ServerFrame) {
        match frame {
            ServerFrame::Beat => self.beat = None,
            ServerFrame::AskUserAck { question_id, .. } => keep_only(&mut self.acks, |(id, _)| id != question_id),
            // Has no id, and means the latest if it speaks of a decision at all.
            ServerFrame::Error { error } if Refusal::parse(error).is_some() => drop(self.acks.pop()),
            ServerFrame::Connected { .. }
            | ServerFrame::SessionId { .. }
            | ServerFrame::SessionStatus(_)
            | ServerFrame::Ask(_)
            | ServerFrame::AskUserTimeout { .. }
            | ServerFrame::AskUserExtend { .. }
            | ServerFrame::AskUserResolved { .. }
            | ServerFrame::AskUserWithdrawn { .. }
            | ServerFrame::SessionTaken { .. }
            | ServerFrame::Error { .. }
            | ServerFrame::Agent { .. }
            | ServerFrame::Unknown => {}
        }
        self.beat.iter_mut().chain(self.acks.iter_mut().map(|(_, wait)| wait)).for_each(|wait| wait.prolong(now));
    }

    /// By when the first of it has to come.
    pub(super) fn earliest(&self) -> Option<Time> {
        self.beat.iter().chain(self.acks.iter().map(|(_, wait)| wait)).map(|wait| wait.by).min()
    }
}

impl Link {
    /// The machine has slept: what was open then is most likely dead, and nobody says so.
    pub(in crate::session) fn slept(&mut self, now: Time, out: &mut Vec<Output>) {
        match self.state {
            State::Open { .. } if self.beat.is_none() && !self.is_of_page => {
                self.drop_connection(out);
                self.connect(now, out);
            }
            // What was slept over would count as a failure, and be waited for.
            State::Connecting { until: Some(until), .. } if until <= now => {
                self.drop_connection(out);
                self.connect(now, out);
            }
            State::Idle
            | State::Connecting { .. }
            | State::Open { .. }
            | State::Waiting { .. }
            | State::Failed { .. }
            | State::Taken => self.online(now, out),
        }
    }

    /// Asks the bridge whether it is there, if it can say so.
    pub(super) fn probe(&mut self, now: Time, out: &mut Vec<Output>) {
        if let State::Open { connection, ref mut heard, .. } = self.state
            && self.beat.is_some()
        {
            // It could not be heard while nobody listened.
            *heard = now;
            self.ask_beat(now, connection, PROBE_TIMEOUT, out);
        }
    }

    /// A decision goes out: a bridge that can say so says that it is there, and soon. `confirmed` is the ask's id, where the
    /// bridge confirms.
    pub(in crate::session) fn sends_decision(
        &mut self,
        now: Time,
        connection: ConnectionId,
        confirmed: Option<&str>,
        out: &mut Vec<Output>,
    ) {
        if let Some(id) = confirmed {
            if let State::Open { awaited, .. } = &mut self.state {
                keep_only(&mut awaited.acks, |(other, _)| other != id);
                awaited.acks.push((id.to_owned(), Wait::new(now, ANSWER_TIMEOUT)));
            }
        } else if self.beat.is_some() {
            self.ask_beat(now, connection, ANSWER_TIMEOUT, out);
        }
    }

    fn ask_beat(&mut self, now: Time, connection: ConnectionId, within: u64, out: &mut Vec<Output>) {
        out.push(Output::Send { connection, frame: ClientFrame::Beat });
        if let State::Open { awaited, .. } = &mut self.state {
            let wait = Wait::new(now, within);
            awaited.beat = Some(awaited.beat.filter(|earlier| earlier.by <= wait.by).unwrap_or(wait));
        }
    }

    /// The bridge said something.
    pub(in crate::session) fn note_frame(&mut self, now: Time, frame: &ServerFrame) {
        if let State::Open { heard, frames, awaited, .. } = &mut self.state {
            *heard = now;
            *frames = frames.saturating_add(1);
            awaited.note_frame(now, frame);
            // A bridge that greets or complains may know nothing of the session.
            if !matches!(frame, ServerFrame::Connected { .. } | ServerFrame::Error { .. }) {
                self.silence = None;
            }
        }
    }

    pub(in crate::session) fn set_beat(&mut self, seconds: Option<u32>) {
        self.beat = seconds.map(|seconds| u64::from(seconds) * 1000);
    }

    /// The bridge was there until now, as far as anybody can tell.
    pub(super) fn note_heard(&mut self, now: Time) {
        if let State::Open { heard, .. } = &mut self.state {
            *heard = now;
        }
    }

    /// Gives up an open connection that has been silent for too long, and makes another: at once, if this one had lived.
    pub(super) fn replace_silent(&mut self, now: Time, out: &mut Vec<Output>) {
        let State::Open { since, .. } = self.state else { return };
        self.drop_connection(out);
        if now.millis_since(since) >= UPTIME {
            self.connect(now, out);
        } else {
            self.fail(now);
        }
    }
}
