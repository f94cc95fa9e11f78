//! How asks end, and what stays of them.

use std::sync::Arc;

use super::Session;
use super::event::Event;
use super::input::Output;
use super::item::Item;
use super::keeping::ASKS;
use super::link::{Connection, ConnectionId};
use super::outcome::{Delivery, Outcome, Receipt};
use super::time::Time;

/// Receipts that are kept,
const RECEIPTS: usize = 50;
/// and how many bytes of text they have at most; the latest is kept in any case.
const RECEIPTS_WEIGH: usize = 1 << 20;
/// So long it is shown that an answer was sent.
const SENT_SHOWN: u64 = 2_000;

impl Session {
    /// Ends the ask at `index`. One that was asked and over while nobody was here leaves a receipt and an event, and is never
    /// on the screen.
    pub(super) fn end_seen(&mut self, now: Time, index: usize, outcome: Outcome, words: Option<String>) {
        if self.items[index].was_seen() {
            self.end(now, index, outcome, words);
        } else {
            let mut item = self.items.remove(index);
            self.memory.remember(&item.ask, outcome, None);
            self.no_longer_pending(item.id());
            self.keep_now(now);
            // Of a mere guess there is nothing to tell about an ask that nobody has seen.
            if outcome != Outcome::Lapsed {
                item.end(now, outcome, words.clone());
                let receipt = Receipt { delivery: Delivery::NotSent, ..item.receipt(false) };
                self.tell_end(receipt.clone(), words);
                self.keep_receipt(receipt);
            }
        }
    }

    /// Ends the ask at `index`, which the bridge does not wait for: a decision has arrived, as far as anybody can tell;
    /// anything else is not wanted any more.
    pub(super) fn gone(&mut self, now: Time, index: usize) {
        if self.items[index].is_sent() {
            let is_late = !self.capabilities.ack && self.items[index].is_late(now);
            let id = self.items[index].id().to_owned();
            self.arrived(now, index);
            // A bare bridge may have the answer, or may have given up on it: after the deadline it waits in neither case.
            let receipt = self.receipts.iter_mut().find(|receipt| receipt.id == id && receipt.outcome.is_answer());
            if let Some(receipt) = receipt.filter(|_| is_late) {
                Arc::make_mut(receipt).delivery = Delivery::Unconfirmed;
            }
        } else {
            self.lapse(now, index);
        }
    }

    /// Ends the ask at `index`, since nobody waits for it, as far as can be seen. A bridge that comes back may say at first
    /// that it waits for nothing; if it asks again, what was typed is there.
    pub(super) fn lapse(&mut self, now: Time, index: usize) {
        let id = self.items[index].id().to_owned();
        self.shelf.retain(|earlier| earlier.id() != id);
        self.shelf.insert(0, self.items[index].clone());
        self.shelf.truncate(ASKS);
        self.end_seen(now, index, Outcome::Lapsed, None);
        self.memory.mark_guess();
    }

    /// Whether an ask can be closed though it is not over: no decision on it would get anywhere.
    pub(super) fn can_close(&self, item: &Item) -> bool {
        let is_taken = self.link.connection() == Connection::Taken;
        item.is_ended() || is_taken || (item.is_out_of_reach() && !item.is_asking())
    }

    /// The person is done with the ask at `index`.
    pub(super) fn dismiss(&mut self, now: Time, index: usize) {
        let id = self.items[index].id().to_owned();
        if !self.items[index].is_ended() {
            self.lapse(now, index);
        }
        // Its receipt stays.
        self.items.retain(|item| item.id() != id);
    }

    /// A cancel of which nobody can be told is over for the person, as if it had been sent and lost: a bridge that comes back
    /// and still waits is told then.
    pub(super) fn end_cancelled(&mut self, now: Time) {
        let is_due = |item: &Item| item.cancelled_at().is_some_and(|at| at <= now);
        if self.link.open().is_some() {
            return;
        }
        while let Some(index) = self.items.iter().position(|item| item.is_out_of_reach() && is_due(item)) {
            self.items[index].hand_over(now, ConnectionId::default(), false);
            let receipt = Receipt { delivery: Delivery::NotSent, ..self.items[index].receipt(false) };
            self.tell_end(receipt.clone(), None);
            self.keep_receipt(receipt);
            self.keep_now(now);
        }
    }

    /// Ends the ask at `index`, whose decision has arrived, as far as anybody can tell. If the bridge did not wait for it,
    /// a refusal may still be on its way, which means this one and not the next.
    pub(super) fn arrived(&mut self, now: Time, index: usize) {
        let is_stray = self.link.open().is_some_and(|open| self.items[index].is_in_doubt_on(open));
        self.strays += u32::from(is_stray);
        self.end(now, index, self.items[index].outcome(), None);
    }

    /// What a status said of this ask is of the past.
    pub(super) fn no_longer_pending(&mut self, id: &str) {
        if let Some(said) = self.said.as_mut().filter(|said| said.pending.as_deref() == Some(id)) {
            said.pending = None;
            said.is_awaited = false;
        }
    }

    /// Ends the ask at `index`: it leaves the list at once, unless the person should still read what they had.
    pub(super) fn end(&mut self, now: Time, index: usize, outcome: Outcome, words: Option<String>) {
        let item = &mut self.items[index];
        let was_sent = item.is_sent();
        let annotated = item.is_annotated(self.capabilities.annotations);
        let sent = was_sent.then(|| item.frame(annotated));
        let stays = item.end(now, outcome, words.clone());
        let mut receipt = item.receipt(annotated);
        receipt.delivery = if was_sent { Delivery::Settled } else { Delivery::NotSent };
        if was_sent && outcome.is_answer() && self.capabilities.ack {
            self.show_sent(now);
        }
        // A decision was told when it was sent; the receipt only learns that it has arrived.
        if !(was_sent && outcome.is_decision()) {
            self.sent_until = self.sent_until.filter(|_| !was_sent);
            self.tell_end(receipt.clone(), words);
        }
        self.memory.remember(&self.items[index].ask, outcome, sent);
        if stays {
            // "Send" has become "Close" under the person's finger.
            self.guard.iter_mut().for_each(|guard| guard.moved(now));
        } else {
            self.items.remove(index);
        }
        if was_sent && outcome.is_decision() {
            self.share_decision(&receipt);
        }
        self.no_longer_pending(&receipt.id);
        self.keep_now(now);
        self.keep_receipt(receipt);
    }

    /// Tells the page that an ask is over without a decision of this person's.
    pub(super) fn tell_end(&mut self, receipt: Receipt, words: Option<String>) {
        self.out.push(Output::Notify(match receipt.outcome {
            Outcome::TimedOut => Event::Timeout { receipt, error: words },
            Outcome::Cancelled => Event::Cancel { receipt },
            _ => Event::Ended { receipt, reason: words },
        }));
    }

    pub(super) fn show_sent(&mut self, now: Time) {
        self.sent_until = Some(now.plus_millis(SENT_SHOWN));
    }

    /// A bridge that confirms leaves no doubt until it has; of any other nothing more will come than that it was sent.
    pub(super) fn delivery(&self) -> Option<Delivery> {
        let is_in_reach = |item: &&Item| item.is_sent() && !item.is_out_of_reach();
        let is_under_way = self.items.iter().filter(is_in_reach).any(|item| item.outcome().is_answer());
        match self.sent_until {
            // Another view has the session, and nobody will say here what became of it.
            _ if self.link.connection() == Connection::Taken => None,
            _ if is_under_way && self.capabilities.ack => Some(Delivery::Sent),
            until => until.map(|_| Delivery::Settled),
        }
    }

    /// Adds a receipt, or replaces the one of the same ask.
    pub(super) fn keep_receipt(&mut self, receipt: Receipt) {
        match self.receipts.iter_mut().find(|kept| kept.id == receipt.id) {
            Some(kept) => *kept = Arc::new(receipt),
            None => self.receipts.push_back(Arc::new(receipt)),
        }
        let mut weight: usize = self.receipts.iter().map(|receipt| receipt.weight()).sum();
        while self.receipts.len() > RECEIPTS || (weight > RECEIPTS_WEIGH && self.receipts.len() > 1) {
            weight -= self.receipts.pop_front().map_or(0, |receipt| receipt.weight());
        }
    }
}
