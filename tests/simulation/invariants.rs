//! What must hold after every step, whatever the people, the agents and the network do.

use std::fmt;

use ask_user_bridge::room;
use ask_user_widget::session::{Connection, DeliveryStatus, Draft, Outcome, Phase, Receipt, Screen};

use crate::decision::{Decision, Ending, work};
use crate::ledger::Ledger;
use crate::timing::{ANSWER_TIMEOUT, BEAT_SLACK, STATUS_GRACE};
use crate::world::{BEAT_SECONDS, VIEWS, View, World};

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Invariant {
    /// Each ask ends in exactly one result at the agent.
    OneResult,
    /// An answer that the agent got, and every frame on its way there, is exactly what a person had decided and not
    /// taken back; so nothing is delivered that nobody decided.
    AsDecided,
    /// A recorded ask has one result, as long as its bridge lives, and that never changes.
    OneRecord,
    /// A result that was recorded can be fetched until retention ends, and in the end its agent has it.
    Fetchable,
    /// A key is one ask before the person: under one id, and never again once it is over.
    AskedOnce,
    /// An allowance is handed out once to an agent that cannot say which of its calls it was for.
    AllowedOnce,
    /// What an agent gets is an end of its own request.
    OwnAnswer,
    /// An ask that ends with its agent's call is over soon after the call has broken, also with the node that held it.
    EndsWithItsCall,
    /// A time-out is sent only for an ask that has a limit, and not before it.
    NotTooEarly,
    /// A view opens at most one dialog an ask, and one that is over does not come back.
    OneDialog,
    /// What was chosen and typed is there until the ask is over, also over reconnects, and in the receipt then.
    NothingTypedLost,
    /// A receipt that says that a decision is settled is right: the agent has that decision; or, where the bridge does
    /// not confirm, the ask is over.
    TrueReceipt,
    /// On a whole connection with nothing under way, both sides wait for the same ask, or neither for any.
    Agreement,
    /// On such a connection no status makes the page wait when nothing is pending.
    NotLeftWaiting,
    /// On such a connection to a bridge that confirms, no decision stays unconfirmed.
    NothingUnconfirmed,
    /// When all is over, each side knows the same end of each ask.
    SameEnd,
    /// A half-open connection is noticed, where the bridge beats: soon with a decision under way, later without.
    Noticed,
    /// Nobody is shown more time than the ask ever had, whatever happens to clocks.
    NoMoreTime,
    /// What the room, the view and its browser hold is bounded.
    BoundedMemory,
    /// No view hears that another has the session when there is no other.
    NotTakenByNobody,
    /// The next wake is never now or in the past, so no host spins.
    NoSpin,
    /// One input causes a bounded number of outputs.
    BoundedOutputs,
    /// A bridge that is gone does not hold the page's input for ever.
    NotHeldForEver,
    /// A link that is good again is used again.
    Recovers,
    /// Nothing panics.
    NoPanic,
}

impl Invariant {
    /// All of them.
    pub(crate) const ALL: [Invariant; 25] = [
        Invariant::OneResult,
        Invariant::AsDecided,
        Invariant::OneRecord,
        Invariant::Fetchable,
        Invariant::AskedOnce,
        Invariant::AllowedOnce,
        Invariant::OwnAnswer,
        Invariant::EndsWithItsCall,
        Invariant::NotTooEarly,
        Invariant::OneDialog,
        Invariant::NothingTypedLost,
        Invariant::TrueReceipt,
        Invariant::Agreement,
        Invariant::NotLeftWaiting,
        Invariant::NothingUnconfirmed,
        Invariant::SameEnd,
        Invariant::Noticed,
        Invariant::NoMoreTime,
        Invariant::BoundedMemory,
        Invariant::NotTakenByNobody,
        Invariant::NoSpin,
        Invariant::BoundedOutputs,
        Invariant::NotHeldForEver,
        Invariant::Recovers,
        Invariant::NoPanic,
    ];
}

/// A rule that was broken, and how.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) invariant: Invariant,
    pub(crate) words: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{:?}: {}", self.invariant, self.words)
    }
}

pub(crate) type Checked = Result<(), Broken>;

/// Fails with the words unless it holds.
pub(crate) fn holds(invariant: Invariant, truth: bool, words: impl FnOnce() -> String) -> Checked {
    if truth { Ok(()) } else { Err(Broken { invariant, words: words() }) }
}

/// What a person at work gets, where the bridge can give it.
const EXTENDED_TO: u64 = 60;

/// A connection on which a bridge that beats has been silent for this time is not taken for alive.
const SILENT: u64 = 2 * 1_000 * BEAT_SECONDS as u64 + BEAT_SLACK;
/// A connection that has been silent for this time with a decision under way is not taken for alive.
const UNANSWERED: u64 = ANSWER_TIMEOUT;
/// A decision is left unconfirmed for this time at most, whatever else is said.
const UNCONFIRMED: u64 = 2 * ANSWER_TIMEOUT;

/// How long after the last word on a connection both sides should agree: longer than a session waits for a replay to
/// explain what a status said, or for a status.
const SETTLES_WITHIN: u64 = STATUS_GRACE + 100;

impl World {
    /// Everything that can be seen of one view now.
    pub(crate) fn check_view(&mut self, view: usize) -> Checked {
        let screen = self.screen(view);
        check_dialog(&mut self.ledger, self.now, view, &screen)?;
        self.check_memory(view, &screen)?;
        // What a fleet has recorded is on its way to the agent.
        for receipt in screen.receipts.iter().filter(|receipt| !self.bridge.is_under_way(&receipt.id)) {
            check_receipt(&self.ledger, view, receipt, self.extensions)?;
        }
        let alone = self.views.len() == 1;
        holds(Invariant::NotTakenByNobody, !(alone && screen.connection == Connection::Taken), || {
            "the only view heard that another has the session".to_owned()
        })
    }

    /// Whether every view that is awake has a connection that may be alive.
    pub(crate) fn check_noticed(&self) -> Checked {
        for (number, view) in self.views.iter().enumerate().filter(|_| self.extensions) {
            if view.asleep.is_some() || view.open.is_none() || view.greeted != view.open {
                continue;
            }
            let silent = self.now.saturating_sub(view.heard.max(view.woke));
            holds(Invariant::Noticed, silent <= SILENT, || format!("view {number} has heard nothing for {silent} ms"))?;
            let Some(decided) = &view.decided else { continue };
            let since = |at: u64| self.now.saturating_sub(at.max(view.woke));
            let is_noticed = since(decided.heard) <= UNANSWERED && since(decided.at) <= UNCONFIRMED;
            holds(Invariant::Noticed, is_noticed, || format!("view {number} has heard nothing of its {decided:?}"))?;
        }
        Ok(())
    }

    fn check_memory(&self, view: usize, screen: &Screen) -> Checked {
        let (load, limits) = (self.bridge.load(), room::Limits::default());
        let sizes = [&self.views[view].persisted_asks, &self.views[view].persisted_drafts]
            .map(|text| text.as_ref().map_or(0, String::len));
        let stored: usize = sizes.iter().sum();
        let is_bounded = load.missed_frames <= limits.missed_frames
            && load.missed_bytes <= limits.missed_bytes
            && load.waiting_asks <= limits.waiting_asks
            && load.settled_asks <= limits.settled_asks
            && load.recorded_asks <= limits.recorded_asks
            && load.unclaimed_responses <= limits.unclaimed_responses
            && load.unclaimed_bytes <= limits.unclaimed_bytes
            && screen.receipts.len() <= 50
            && stored <= 1 << 20;
        holds(Invariant::BoundedMemory, is_bounded, || format!("{load:?}, view {view} stores {stored} bytes"))
    }

    /// What must hold when nothing has come of any connection for a long time.
    pub(crate) fn check_apart(&self) -> Checked {
        for (number, view) in self.views.iter().enumerate().filter(|(_, view)| view.asleep.is_none()) {
            holds(Invariant::NotHeldForEver, !view.status.waiting_for_user, || {
                format!("view {number} is held by a bridge that is gone: {:?}", view.status)
            })?;
            let delivery = self.screen(number).delivery;
            holds(Invariant::NotHeldForEver, delivery.is_none(), || format!("view {number} shows {delivery:?}"))?;
        }
        Ok(())
    }

    /// What both sides make of each other, if they have had the chance.
    pub(crate) fn check_agreement(&self) -> Checked {
        // A bridge that does not say what it waits for can be misunderstood.
        let Some(view) = self.settled_view().filter(|_| self.says_status) else { return Ok(()) };
        let (status, pending) = (&self.views[view].status, self.bridge.pending().map(|id| id.as_str()));
        holds(Invariant::Agreement, status.pending_question_id.as_deref() == pending, || {
            format!("view {view} waits for {:?}, the room for {pending:?}", status.pending_question_id)
        })?;
        holds(Invariant::NotLeftWaiting, status.waiting_for_user == pending.is_some(), || {
            format!("waiting_for_user is {} in view {view}, the room waits for {pending:?}", status.waiting_for_user)
        })?;
        // A response whose agent has not come back yet is confirmed when it does.
        if !self.extensions || self.bridge.load().unclaimed_responses > 0 {
            return Ok(());
        }
        let screen = self.screen(view);
        let is_open = |delivery| matches!(delivery, DeliveryStatus::Sent | DeliveryStatus::Unconfirmed);
        let unconfirmed = screen.receipts.iter().find(|receipt| is_open(receipt.delivery));
        holds(Invariant::NothingUnconfirmed, unconfirmed.is_none(), || {
            format!("view {view} still waits for word of {unconfirmed:?}")
        })
    }

    /// The view that has the session, if its connection is whole and has been quiet for a moment.
    pub(crate) fn settled_view(&self) -> Option<usize> {
        let wire = self.page?;
        let View { open, heard, asleep, woke, .. } = self.views.get(wire.view)?;
        let is_settled = self.now >= heard.max(woke) + SETTLES_WITHIN && asleep.is_none();
        let is_settled = is_settled && self.bridge.is_settled();
        (is_settled && *open == Some(wire) && self.link.is_quiet(wire)).then_some(wire.view)
    }

    /// What must hold when the network is good, everybody has done their part, and `view` has the session.
    pub(crate) fn check_end(&mut self, view: usize) -> Checked {
        for (id, ask) in &self.ledger.asks {
            holds(Invariant::OneResult, ask.ending.is_some(), || format!("{id} never ended at the agent"))?;
        }
        self.check_fetched()?;
        let screen = self.screen(view);
        // A response to an ask that the store has lost waits for an agent that may never come.
        let has_unclaimed = self.bridge.is_fleet() && self.bridge.load().unclaimed_responses > 0;
        let is_held = |receipt: &Receipt| {
            has_unclaimed && matches!(receipt.delivery, DeliveryStatus::Sent | DeliveryStatus::Unconfirmed)
        };
        for receipt in screen.receipts.iter().filter(|receipt| !is_held(receipt)) {
            let ending = self.ledger.ending(&receipt.id);
            let is_elsewhere = matches!(receipt.outcome, Outcome::AnsweredElsewhere | Outcome::CancelledElsewhere);
            let is_answer = receipt.outcome.is_decision() || is_elsewhere;
            let is_guess = is_answer && can_only_guess(self.extensions);
            holds(Invariant::SameEnd, is_guess || is_same_end(&self.ledger, view, receipt), || {
                format!("the agent has {ending:?}, view {view} {receipt:?}")
            })?;
        }
        holds(Invariant::NotLeftWaiting, screen.dialog.is_none(), || format!("view {view} still asks: {screen:?}"))
    }
}

fn check_dialog(ledger: &mut Ledger, now: u64, view: usize, screen: &Screen) -> Checked {
    let shown = screen.dialog.as_ref();
    for receipt in &screen.receipts {
        if shown.is_none_or(|dialog| dialog.ask.id != receipt.id)
            && !matches!(receipt.delivery, DeliveryStatus::Sent | DeliveryStatus::Unconfirmed)
        {
            // What was typed for an ask behind another stays to be read when its turn comes.
            let record = ledger.seen(view, &receipt.id);
            let is_blank = receipt
                .lines
                .iter()
                .all(|line| line.answers.is_empty() && line.notes.is_none() && line.unsent_edit.is_none());
            record.is_past = record.is_past || record.is_read || is_blank || receipt.outcome.is_decision();
        }
    }
    let Some(dialog) = shown else { return Ok(()) };
    let limit = ledger.asks.get(&dialog.ask.id).and_then(|ask| ask.limit);
    let record = ledger.seen(view, &dialog.ask.id);
    holds(Invariant::OneDialog, !record.is_past || record.is_secondhand || record.is_asked_again, || {
        format!("{} is back in view {view}", dialog.ask.id)
    })?;
    let work = work(dialog);
    let is_there = record.finds(now, &work);
    holds(Invariant::NothingTypedLost, is_there, || {
        format!("{} in view {view} was {:?} and is {work:?}", dialog.ask.id, record.drafts)
    })?;
    if let (Some(left), Some(ask)) = (dialog.countdown, limit) {
        holds(Invariant::NoMoreTime, left.seconds <= ask.max(EXTENDED_TO), || {
            format!("{} in view {view} has {} s left of {ask}", dialog.ask.id, left.seconds)
        })?;
    }
    let is_decided = matches!(dialog.phase, Phase::Decided | Phase::Cancelling);
    holds(Invariant::AsDecided, !is_decided || record.decision.is_some(), || {
        format!("{} in view {view} is {:?}, and nobody decided it", dialog.ask.id, dialog.phase)
    })
}

fn check_receipt(ledger: &Ledger, view: usize, receipt: &Receipt, extensions: bool) -> Checked {
    let record = ledger.seen.get(&(view, receipt.id.clone()));
    if let Some(record) = record {
        let is_whole = std::iter::once(&record.drafts).chain(&record.acceptable).any(|drafts| has_all(receipt, drafts));
        // What was over, read and closed is not kept for a bridge that asks it again.
        let was_read = record.is_read && record.is_asked_again;
        holds(Invariant::NothingTypedLost, is_whole || was_read, || {
            format!("the receipt of {} in view {view} has {:?} of {:?}", receipt.id, receipt.lines, record.drafts)
        })?;
    }
    if receipt.delivery == DeliveryStatus::Settled && receipt.outcome.is_decision() {
        let ending = ledger.ending(&receipt.id);
        let has_heard = record.is_some_and(|record| record.heard_over);
        // A cancel that crossed an end stays one: nobody gets an answer in either case.
        let is_cancel = receipt.outcome == Outcome::Cancelled && !matches!(ending, Some(Ending::Decided(_)));
        let is_true = is_same_end(ledger, view, receipt)
            || (can_only_guess(extensions) && (ending.is_some() || ledger.was_restarted) && (!has_heard || is_cancel));
        holds(Invariant::TrueReceipt, is_true, || format!("view {view} has {receipt:?}, the agent {ending:?}"))?;
    }
    Ok(())
}

/// Whether a receipt has everything of these drafts.
fn has_all(receipt: &Receipt, drafts: &[Draft]) -> bool {
    let is_approval = matches!(receipt.outcome, Outcome::Allowed | Outcome::Denied)
        || receipt.lines.first().is_some_and(|line| line.header.as_deref() == Some("Bash"));
    receipt.lines.iter().zip(drafts).all(|(line, draft)| {
        let answer = draft.answer();
        // The receipt of an approval has the rules that are saved, and the message.
        if is_approval {
            return line.notes.as_ref().or(line.unsent_notes.as_ref()) == answer.notes.as_ref();
        }
        // What was entered into a form that was declined is kept from the page, and not from the person.
        if receipt.outcome == Outcome::Declined {
            let written = [draft.text.trim(), draft.notes.trim()].into_iter().filter(|text| !text.is_empty());
            let written: Vec<&str> = written.collect();
            return line.withheld.len() == draft.picks.len() + written.len()
                && written.iter().all(|text| line.withheld.iter().any(|withheld| withheld == text));
        }
        // Of what was not sent everything stays, also a text that does not count.
        let left = Some(draft.text.trim().to_owned()).filter(|text| !text.is_empty());
        let is_whole = |other: Option<&String>| {
            other.is_none_or(|text| line.answers.contains(text))
                && line.answers.len() == answer.picks.len() + other.iter().count()
        };
        // What was sent, and turned out to have arrived too late, is what was sent.
        let was_sent = receipt.delivery == DeliveryStatus::Settled && is_whole(answer.text.as_ref());
        let other = if receipt.answers.is_empty() { &left } else { &answer.text };
        line.notes.as_ref().or(line.unsent_notes.as_ref()) == answer.notes.as_ref()
            && (was_sent || is_whole(other.as_ref()))
    })
}

/// Whether a view that hears that an ask is over, and not how, cannot find out what became of its decision.
fn can_only_guess(extensions: bool) -> bool {
    !extensions
}

/// Whether the agent's end of an ask and the person's are the same.
fn is_same_end(ledger: &Ledger, view: usize, receipt: &Receipt) -> bool {
    ledger.endings(&receipt.id).into_iter().any(|ending| is_end(ledger, view, receipt, ending))
}

fn is_end(ledger: &Ledger, view: usize, receipt: &Receipt, ending: &Ending) -> bool {
    match (ending, receipt.outcome) {
        (Ending::Decided(Decision::Answer { answers, annotations }), outcome) if outcome.is_answer() => {
            let notes = receipt.annotations.iter();
            let notes = notes.map(|(key, note)| (key.clone(), (note.preview.clone(), note.notes.clone())));
            *answers == receipt.answers.iter().cloned().collect() && *annotations == notes.collect()
        }
        (Ending::Decided(Decision::Result(result)), outcome) if outcome.is_answer() => {
            let result_of_receipt = receipt.result.as_ref().map(|result| result.to_json());
            result_of_receipt.and_then(|json| serde_json::from_str(&json).ok()) == Some(result.clone())
        }
        (Ending::Decided(Decision::Cancel), Outcome::Cancelled) => true,
        (Ending::Decided(Decision::Cancel), Outcome::AnsweredElsewhere) => false,
        (Ending::Decided(Decision::Answer { .. } | Decision::Result(_)), Outcome::CancelledElsewhere) => false,
        (
            Ending::Decided(decision),
            Outcome::Withdrawn
            | Outcome::Lapsed
            | Outcome::AnsweredElsewhere
            | Outcome::CancelledElsewhere
            | Outcome::TimedOut,
        ) => {
            let sent_by = |from: usize| {
                let record = ledger.seen.get(&(from, receipt.id.clone()));
                record.is_some_and(|record| record.sent.contains(decision))
            };
            !sent_by(view) || (0..VIEWS).filter(|other| *other != view).any(sent_by)
        }
        // Where it could not be sent, a cancel ends in its view alone.
        (Ending::TimedOut | Ending::HungUp, Outcome::Cancelled) => receipt.delivery == DeliveryStatus::NotSent,
        (Ending::TimedOut | Ending::HungUp, Outcome::TimedOut | Outcome::Withdrawn | Outcome::Lapsed) => true,
        _ => false,
    }
}
