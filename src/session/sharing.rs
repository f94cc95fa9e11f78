//! Two pages of one browser on one session: the one that has it hands drafts over when it is taken, and reports what was
//! decided, so that "answered elsewhere" can say what.
//!
//! Only drafts change hands, never decisions: what somebody decided on one page is not sent by another.

use super::link::Connection;
use super::open_ask::OpenAsk;
use super::outcome::Receipt;
use super::persistence;
use super::time::Time;
use super::{Outcome, Output, Session};
use crate::protocol::Value;

impl Session {
    /// Another page has the session now: it gets what was typed here.
    pub(super) fn share_drafts(&mut self) {
        if let Some(snapshot) = self.snapshot() {
            self.asks.iter_mut().for_each(OpenAsk::give_drafts);
            self.out.push(Output::Share(snapshot.to_json()));
        }
    }

    /// A decision of this page has arrived.
    pub(super) fn share_decision(&mut self, receipt: &Receipt) {
        let answers = receipt.answers.iter().map(|(key, answer)| (key.clone(), answer.as_str().into()));
        let shared = Value::map([
            ("version", Value::Int(persistence::VERSION)),
            ("resolved", receipt.id.as_str().into()),
            ("cancelled", (receipt.outcome == Outcome::Cancelled).into()),
            ("answers", Value::Map(answers.collect())),
            ("result", receipt.result.clone().unwrap_or_default()),
        ]);
        self.out.push(Output::Share(shared.to_json()));
    }

    /// Takes what another page shared. What cannot be read does no harm.
    pub(super) fn shared(&mut self, now: Time, shared: &Value) {
        if !persistence::is_readable(shared) {
            return;
        }
        if let Some(id) = shared.get("resolved").and_then(Value::as_str) {
            // Where this page has the session, or a decision of its own under way, the bridge reports it.
            let is_sent = self.position(id).is_some_and(|index| self.asks[index].is_sent());
            if self.link.connection() == Connection::Taken || (self.link.open().is_none() && !is_sent) {
                let is_cancel = shared.get("cancelled").and_then(Value::as_bool) == Some(true);
                let answers = shared.get("answers").and_then(Value::as_map).unwrap_or_default();
                let answers =
                    answers.iter().filter_map(|(key, answer)| Some((key.clone(), answer.as_str()?.to_owned())));
                let result = shared.get("result").filter(|result| **result != Value::Null);
                self.resolved(now, id, is_cancel, &answers.collect::<Vec<_>>(), result);
            }
            return;
        }
        self.offered_drafts = persistence::read_asks(now, shared, shared);
        for index in 0..self.asks.len() {
            self.adopt(now, index);
        }
    }

    /// Takes the draft that another page has offered for this ask, unless there is one of this page's own.
    pub(super) fn adopt(&mut self, now: Time, index: usize) {
        let open = &mut self.asks[index];
        let is_same = |offered: &&OpenAsk| offered.id() == open.id() && open.is_same_request(&offered.ask);
        if let Some(offered) = self.offered_drafts.iter().find(is_same) {
            open.adopt(offered);
            self.persist_now(now);
        }
    }

    /// Takes what was typed for this ask before it seemed to be over.
    pub(super) fn take_lapsed_drafts(&mut self, index: usize) {
        let open = &mut self.asks[index];
        if let Some(at) = self.lapsed.iter().position(|earlier| earlier.id() == open.id()) {
            let earlier = self.lapsed.remove(at);
            if open.is_same_request(&earlier.ask) {
                open.adopt(&earlier);
            }
        }
    }
}
