//! How asks end, and what stays of them.

use crate::session::lists::keep_only;
use std::sync::Arc;

use super::Session;
use super::event::Event;
use super::input::Output;
use super::link::Connection;
use super::open_ask::OpenAsk;
use super::outcome::{DeliveryStatus, Outcome, Receipt};
use super::persistence::MOST_PERSISTED_ASKS;
use super::time::Time;
use super::timing::SENT_TOAST;

/// How many receipts stay.
const MOST_RECEIPTS: usize = 50;
/// How many bytes of text the receipts have at most; the latest stays in any case.
const MOST_RECEIPT_BYTES: usize = 1 << 20;

impl Session {
    /// Ends the ask at `index`. One that was asked and over while nobody was here leaves a receipt and an event, and is never
    /// on the screen.
    pub(super) fn end_seen(&mut self, now: Time, index: usize, outcome: Outcome, words: Option<String>) {
        if self.asks[index].was_seen() {
            return self.end(now, index, outcome, words);
        }
        let mut ask = self.asks.remove(index);
        self.memory.remember(&ask.ask, outcome, None);
        self.no_longer_pending(ask.id());
        self.persist_now(now);
        // Nobody has seen the ask, and that it is over is only a guess: nothing is reported.
        if outcome != Outcome::Lapsed {
            ask.end(outcome, words.clone());
            let receipt = Receipt { delivery: DeliveryStatus::NotSent, ..ask.receipt(false) };
            self.notify_end(receipt.clone(), words);
            self.put_receipt(receipt);
        }
    }

    /// Ends the ask at `index`, which the bridge does not wait for: a response has arrived, as far as anybody can tell;
    /// anything else is not wanted any more.
    pub(super) fn give_up(&mut self, now: Time, index: usize) {
        if !self.asks[index].is_sent() {
            return self.lapse(now, index);
        }
        self.orphan_unwanted(index);
        // A bare bridge may have the answer, or may have given up on it: after the deadline it waits in neither case. One that has
        // said nothing was not asked either.
        let bridge = self.bridge.as_ref();
        let is_silent = bridge.is_some_and(|bridge| bridge.expectation(self.asks[index].id()).waits().is_none());
        match self.asks[index].is_late(now) || is_silent {
            true => self.end_unconfirmed(now, index),
            false => self.end_arrived(now, index),
        }
    }

    /// Ends the ask at `index`, of whose response nobody can say whether it has arrived.
    pub(super) fn end_unconfirmed(&mut self, now: Time, index: usize) {
        let id = self.asks[index].id().to_owned();
        self.end(now, index, self.asks[index].outcome(), None);
        self.sent_toast_until = None;
        let receipt = self.receipts.iter_mut().find(|receipt| receipt.id == id && receipt.outcome.is_answer());
        if let Some(receipt) = receipt {
            Arc::make_mut(receipt).delivery = DeliveryStatus::Unconfirmed;
        }
    }

    /// Ends the ask at `index`, since nobody waits for it, as far as can be seen. A bridge that comes back may say at first
    /// that it waits for nothing; if it asks again, what was typed is there.
    pub(super) fn lapse(&mut self, now: Time, index: usize) {
        self.keep_drafts(index);
        self.end_seen(now, index, Outcome::Lapsed, None);
    }

    /// Keeps what was typed for the ask at `index`, for a bridge that asks it again.
    pub(super) fn keep_drafts(&mut self, index: usize) {
        let id = self.asks[index].id().to_owned();
        keep_only(&mut self.lapsed, |earlier| earlier.id() != id);
        self.lapsed.insert(0, self.asks[index].clone());
        self.lapsed.truncate(MOST_PERSISTED_ASKS);
    }

    /// Whether an ask can be closed though it is not over: no decision on it would get anywhere.
    pub(super) fn can_close(&self, now: Time, ask: &OpenAsk) -> bool {
        let is_taken = self.link.connection() == Connection::Taken;
        ask.is_over() || is_taken || (self.is_out_of_reach(now, ask) && !ask.is_open())
    }

    /// The person is done with the ask at `index`.
    pub(super) fn close(&mut self, now: Time, index: usize) {
        let id = self.asks[index].id().to_owned();
        if !self.asks[index].is_over() {
            self.lapse(now, index);
        }
        // Its receipt stays.
        keep_only(&mut self.asks, |ask| ask.id() != id);
    }

    /// Ends a cancel that cannot be sent to anybody, as if it had been sent and lost: a bridge that comes back and still waits
    /// gets it then.
    pub(super) fn end_cancelled(&mut self, now: Time, index: usize) {
        self.asks[index].give_up_sending();
        let receipt = Receipt { delivery: DeliveryStatus::NotSent, ..self.asks[index].receipt(false) };
        self.notify_end(receipt.clone(), None);
        self.put_receipt(receipt);
        self.persist_now(now);
    }

    /// Ends the ask at `index`, whose response has arrived, as far as anybody can tell.
    pub(super) fn end_arrived(&mut self, now: Time, index: usize) {
        self.end(now, index, self.asks[index].outcome(), None);
    }

    /// The ask at `index` ends. If the bridge does not wait for it, a refusal of its response may still come, which does not
    /// mean the next response.
    pub(super) fn orphan_unwanted(&mut self, index: usize) {
        let ask = &self.asks[index];
        let Some((bridge, sent_at)) = self.bridge.as_mut().zip(ask.in_flight_since()) else { return };
        if bridge.expectation(ask.id()).waits() == Some(false) {
            bridge.orphan(sent_at);
        }
    }

    /// Receipts of responses to a bridge that is out of reach say that nobody has confirmed them.
    pub(super) fn mark_unconfirmed(&mut self, now: Time) {
        if self.link.open().is_some() {
            return;
        }
        let lost = self.asks.iter().filter(|ask| ask.is_sent() && self.is_out_of_reach(now, ask));
        let lost: Vec<_> = lost.map(|ask| ask.id().to_owned()).collect();
        let receipts = self.receipts.iter_mut().filter(|receipt| receipt.delivery == DeliveryStatus::Sent);
        for receipt in receipts.filter(|receipt| lost.contains(&receipt.id)) {
            Arc::make_mut(receipt).delivery = DeliveryStatus::Unconfirmed;
        }
    }

    /// What the bridge said of this ask is of the past.
    pub(super) fn no_longer_pending(&mut self, id: &str) {
        if let Some(bridge) = &mut self.bridge {
            bridge.forget(id);
        }
    }

    /// Ends the ask at `index`: it leaves the list at once, unless the person should still read what they had.
    pub(super) fn end(&mut self, now: Time, index: usize, outcome: Outcome, words: Option<String>) {
        let ask = &mut self.asks[index];
        let response = ask.sent().map(|sent| sent.frame.clone());
        let awaited_ack = ask.awaits_ack(self.capabilities.ack);
        let was_sent = response.is_some();
        let annotated = ask.is_annotated(self.capabilities.annotations);
        let stays = ask.end(outcome, words.clone());
        let mut receipt = ask.receipt(annotated);
        receipt.delivery = if was_sent { DeliveryStatus::Settled } else { DeliveryStatus::NotSent };
        if awaited_ack && outcome.is_answer() {
            self.show_sent(now);
        }
        // The page was notified of a decision when it was sent; now the receipt only learns that it has arrived.
        if !(was_sent && outcome.is_decision()) {
            self.sent_toast_until = self.sent_toast_until.filter(|_| !was_sent);
            self.notify_end(receipt.clone(), words);
        }
        self.memory.remember(&self.asks[index].ask, outcome, response);
        if stays {
            // "Send" has become "Close" under the person's finger, unless they look at another ask.
            let ended = &self.asks[index];
            let guard = self.guard.as_mut().filter(|guard| guard.is_of(&ended.ask, ended.shows_bar()));
            guard.into_iter().for_each(|guard| guard.moved(now));
        } else {
            self.asks.remove(index);
        }
        if was_sent && outcome.is_decision() {
            self.share_decision(&receipt);
        }
        self.no_longer_pending(&receipt.id);
        self.persist_now(now);
        self.put_receipt(receipt);
    }

    /// Notifies the page that an ask is over without a decision of this person's.
    pub(super) fn notify_end(&mut self, receipt: Receipt, words: Option<String>) {
        self.out.push(Output::Notify(match receipt.outcome {
            Outcome::TimedOut => Event::Timeout { receipt, error: words },
            Outcome::Cancelled => Event::Cancel { receipt },
            Outcome::Answered
            | Outcome::PartlyAnswered
            | Outcome::Allowed
            | Outcome::Denied
            | Outcome::Declined
            | Outcome::Withdrawn
            | Outcome::Lapsed
            | Outcome::AnsweredElsewhere
            | Outcome::CancelledElsewhere => Event::Ended { receipt, reason: words },
        }));
    }

    pub(super) fn show_sent(&mut self, now: Time) {
        self.sent_toast_until = Some(now.plus_millis(SENT_TOAST));
    }

    /// A bridge that confirms leaves no doubt until it has; of any other nothing more will come than that it was sent.
    pub(super) fn delivery_status(&self, now: Time) -> Option<DeliveryStatus> {
        let is_under_way = |ask: &OpenAsk| {
            let awaits_ack = ask.awaits_ack(self.capabilities.ack);
            awaits_ack && ask.outcome().is_answer() && !self.is_out_of_reach(now, ask)
        };
        // Another view has the session, and nobody will say here what became of it.
        if self.link.connection() == Connection::Taken {
            return None;
        }
        if self.asks.iter().any(is_under_way) {
            return Some(DeliveryStatus::Sent);
        }
        self.sent_toast_until.filter(|until| *until > now).map(|_| DeliveryStatus::Settled)
    }

    /// Adds a receipt, or replaces the one of the same ask.
    pub(super) fn put_receipt(&mut self, receipt: Receipt) {
        match self.receipts.iter_mut().find(|earlier| earlier.id == receipt.id) {
            Some(earlier) => *earlier = Arc::new(receipt),
            None => self.receipts.push(Arc::new(receipt)),
        }
        let mut bytes: usize = self.receipts.iter().map(|receipt| receipt.weight()).sum();
        while self.receipts.len() > MOST_RECEIPTS || (bytes > MOST_RECEIPT_BYTES && self.receipts.len() > 1) {
            bytes -= self.receipts.remove(0).weight();
        }
    }

    /// Removes the receipt of an ask.
    pub(super) fn forget_receipt(&mut self, id: &str) {
        keep_only(&mut self.receipts, |receipt| receipt.id != id);
    }
}
