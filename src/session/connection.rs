//! What a connection's beginning and end mean for the asks, and a sleep for the connection.

use super::Session;
use super::error_code::ErrorCode;
use super::link::{ConnectionId, Ending};
use super::outcome::{Delivery, Outcome, Receipt};
use super::screen::ConnectionFailure;
use super::time::Time;
use crate::protocol::text;

/// A call that comes this much later than it was wanted may have been slept over;
const LATE: u64 = 5_000;
/// this much no throttled tab is late.
const SLEPT: u64 = 70_000;

/// A close that says that there is no such session, or no longer: nobody waits for what was asked in it.
const SESSION_IS_GONE: [u16; 2] = [4404, 4410];

/// A close that says that pages of this origin are not let in.
const WRONG_ORIGIN: u16 = 4403;

impl Session {
    pub(super) fn stop(&mut self) {
        self.link.stop(&mut self.out);
        self.said = None;
    }

    pub(super) fn opened(&mut self, now: Time, connection: ConnectionId) {
        if self.link.opened(now, connection) {
            self.strays = 0;
            self.connection_failure = None;
            self.items.iter_mut().for_each(|item| item.connected(now));
        }
    }

    pub(super) fn closed(&mut self, now: Time, connection: ConnectionId, code: u16, reason: &str) {
        let Some(ending) = self.link.closed(now, connection, code) else { return };
        let words = text::shown_line(reason);
        let what = match ending {
            Ending::Dropped => "",
            Ending::NeverOpened => "Could not connect to the bridge: it may not run, or not let in this page's origin",
            Ending::GivenUp if code == WRONG_ORIGIN => "The bridge does not let in pages of this origin",
            Ending::GivenUp => "The bridge ended the connection, and trying again is of no use",
        };
        if !what.is_empty() {
            let mut message = what.to_owned();
            if code == WRONG_ORIGIN {
                message.push_str(&format!(", {}; the reference bridge does with --allow-origin", self.settings.origin));
            }
            if ending == Ending::GivenUp {
                message.push_str(&format!(" (code {code})"));
            }
            if !words.is_empty() {
                message.push_str(": ");
                message.push_str(&words);
            }
            let error = match ending {
                Ending::GivenUp if code == WRONG_ORIGIN => ErrorCode::OriginRefused,
                Ending::GivenUp => ErrorCode::ConnectionRefused,
                _ => ErrorCode::CannotConnect,
            };
            self.complain(now, error, &message);
        }
        self.connection_failure = Some(ConnectionFailure { code, words });
        if ending == Ending::GivenUp && SESSION_IS_GONE.contains(&code) {
            while let Some(index) = self.items.iter().position(|item| !item.is_ended()) {
                self.end_seen(now, index, Outcome::Lapsed, None);
            }
        }
        if self.link.open().is_none() {
            self.said = None;
        }
    }

    /// Looks which asks wait for a bridge that is out of reach.
    pub(super) fn measure_reach(&mut self, now: Time) {
        for index in 0..self.items.len() {
            let item = &mut self.items[index];
            let is_lost = !item.is_ended() && self.link.is_out_of_reach(now, item.deadline());
            let was_lost = item.is_out_of_reach();
            item.set_out_of_reach(is_lost);
            if is_lost && !was_lost && item.is_sent() {
                let receipt = item.receipt(item.is_annotated(self.capabilities.annotations));
                self.keep_receipt(Receipt { delivery: Delivery::Unconfirmed, ..receipt });
            }
        }
    }

    /// A call that comes much later than it was wanted shows that the machine slept, or that the tab was throttled.
    pub(super) fn notice_sleep(&mut self, now: Time) {
        match self.due.map_or(0, |due| now.millis_since(due)) {
            late if late > SLEPT => self.link.slept(now, &mut self.out),
            late if late > LATE => self.link.online(now, &mut self.out),
            _ => {}
        }
    }
}
