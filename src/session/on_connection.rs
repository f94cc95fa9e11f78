//! What a connection's beginning and end mean for the asks, and a sleep for the connection.

use super::Session;
use super::delivery::BridgeView;
use super::error_code::ErrorCode;
use super::link::{ConnectionId, Ending};
use super::open_ask::OpenAsk;
use super::screen::ConnectionFailure;
use super::time::Time;
use super::timing::{JITTER, LATE, SLEPT};
use crate::text;

/// A close that says that there is no such session, or no longer: nobody waits for what was asked in it.
const SESSION_IS_GONE: [u16; 2] = [4404, 4410];

/// A close that says that pages of this origin are not let in.
const WRONG_ORIGIN: u16 = 4403;

impl Session {
    pub(super) fn stop(&mut self) {
        self.link.stop(&mut self.out);
    }

    pub(super) fn opened(&mut self, now: Time, connection: ConnectionId) {
        if self.link.opened(now, connection) {
            self.bridge = Some(BridgeView::new(now));
            self.connection_failure = None;
            self.asks.iter_mut().for_each(OpenAsk::lose_attempt);
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
                Ending::Dropped | Ending::NeverOpened => ErrorCode::CannotConnect,
            };
            self.report_error(now, error, &message);
        }
        self.connection_failure = Some(ConnectionFailure { code, words });
        if ending == Ending::GivenUp && SESSION_IS_GONE.contains(&code) {
            while let Some(index) = self.asks.iter().position(|ask| !ask.is_over()) {
                match self.asks[index].is_sent() {
                    // It may have arrived before the session was gone, and nobody is left to say so.
                    true => self.end_unconfirmed(now, index),
                    false => self.lapse(now, index),
                }
            }
        }
    }

    /// Whether an ask waits for a bridge that is out of reach.
    pub(super) fn is_out_of_reach(&self, now: Time, ask: &OpenAsk) -> bool {
        !ask.is_over() && self.link.is_out_of_reach(now, ask.deadline())
    }

    /// A call that comes much later than it was wanted shows that the machine slept, or that the tab was throttled.
    pub(super) fn notice_sleep(&mut self, now: Time) {
        let Some(wanted) = self.next_wake else { return };
        if let Some(bridge) = self.bridge.as_mut().filter(|_| now.millis_since(wanted) > JITTER) {
            bridge.resume(wanted, now);
        }
        match now.millis_since(wanted) {
            late if late > SLEPT => self.link.slept(now, &mut self.out),
            late if late > LATE => self.link.online(now, &mut self.out),
            _ => {}
        }
    }
}
