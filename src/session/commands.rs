//! What the host page can do by itself, without the person and without the bridge.

use super::Session;
use super::outcome::Outcome;
use super::time::Time;

/// Why a question ended that the page shows itself.
const SHOWN_BY_PAGE: &str = "The page shows this question itself";

impl Session {
    /// The page withdraws a question. Nothing is sent to the bridge; a decision that was sent already stays one.
    pub(super) fn withdraw(&mut self, now: Time, id: &str, reason: Option<String>) {
        let index = self.position(id).filter(|index| !self.asks[*index].is_over() && !self.asks[*index].is_sent());
        if let Some(index) = index {
            self.end_seen(now, index, Outcome::Withdrawn, reason);
        }
    }

    /// The page shows a question itself: nothing of it stays here. The bridge still waits, and the page answers it.
    pub(super) fn taken_by_page(&mut self, now: Time, id: &str) {
        self.withdraw(now, id, Some(SHOWN_BY_PAGE.to_owned()));
        // A draft of an earlier page may have stayed to be read.
        if let Some(index) = self.position(id) {
            self.asks.remove(index);
        }
        self.forget_receipt(id);
    }

    /// The page removes all receipts.
    pub(super) fn clear_receipts(&mut self) {
        self.receipts.clear();
    }
}
