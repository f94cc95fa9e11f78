//! What must hold after every step, whatever the people, the agents and the network do.

use std::fmt;

use ask_user_widget::session::{Connection, Delivery, Outcome, Phase, Receipt, Screen};

use crate::decision::{Decision, Ending};
use crate::ledger::Ledger;
use crate::world::{VIEWS, View, World};

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Invariant {
    /// Each ask ends in exactly one result at the agent.
    OneResult,
    /// An answer that the agent got, and every frame on its way there, is exactly what a person had decided and not
    /// taken back; so nothing is delivered that nobody decided.
    AsDecided,
    /// A time-out is told only of an ask that has a limit, and not before it.
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
    /// On such a connection the page is not told to wait when nothing is pending.
    NotLeftWaiting,
    /// On such a connection to a bridge that confirms, no decision stays unconfirmed.
    NothingUnconfirmed,
    /// When all is over, each side knows the same end of each ask.
    SameEnd,
    /// Nobody is told that another view has the session when there is no other.
    NotTakenByNobody,
    /// The next wake is never now or in the past, so no host spins.
    NoSpin,
    /// One input causes a bounded number of outputs.
    BoundedOutputs,
    /// A link that is good again is used again.
    Recovers,
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

/// How long after the last word on a connection both sides should agree: longer than a session waits for a replay to
/// explain what a status said, or for a status.
const SETTLES_WITHIN: u64 = 1_100;

impl World {
    /// Everything that can be seen of one view now.
    pub(crate) fn check_view(&mut self, view: usize) -> Checked {
        let screen = self.views[view].session.screen();
        check_dialog(&mut self.ledger, view, &screen)?;
        for receipt in &screen.receipts {
            check_receipt(&self.ledger, view, receipt, self.extensions)?;
        }
        let alone = self.views.len() == 1;
        holds(Invariant::NotTakenByNobody, !(alone && screen.connection == Connection::Taken), || {
            "the only view was told that another has the session".to_owned()
        })
    }

    /// What both sides make of each other, if they have had the chance.
    pub(crate) fn check_agreement(&self) -> Checked {
        let Some(view) = self.settled_view() else { return Ok(()) };
        let (status, pending) = (&self.views[view].status, self.room.pending().map(|id| id.as_str()));
        holds(Invariant::Agreement, status.pending_question_id.as_deref() == pending, || {
            format!("view {view} waits for {:?}, the room for {pending:?}", status.pending_question_id)
        })?;
        holds(Invariant::NotLeftWaiting, status.waiting_for_user == pending.is_some(), || {
            format!("waiting_for_user is {} in view {view}, the room waits for {pending:?}", status.waiting_for_user)
        })?;
        if !self.extensions {
            return Ok(());
        }
        let screen = self.views[view].session.screen();
        let unconfirmed = screen.receipts.iter().find(|receipt| receipt.delivery == Delivery::Sent);
        holds(Invariant::NothingUnconfirmed, unconfirmed.is_none(), || {
            format!("view {view} still waits for word of {unconfirmed:?}")
        })
    }

    /// The view that has the session, if its connection is whole and has been quiet for a moment.
    pub(crate) fn settled_view(&self) -> Option<usize> {
        let wire = self.page?;
        let View { open, heard, .. } = self.views.get(wire.view)?;
        let is_settled = self.now >= heard + SETTLES_WITHIN;
        (is_settled && *open == Some(wire) && self.link.is_quiet(wire)).then_some(wire.view)
    }

    /// What must hold when the network is good, everybody has done their part, and `view` has the session.
    pub(crate) fn check_end(&mut self, view: usize) -> Checked {
        for (id, ask) in &self.ledger.asks {
            holds(Invariant::OneResult, ask.ending.is_some(), || format!("{id} never ended at the agent"))?;
        }
        let screen = self.views[view].session.screen();
        for receipt in &screen.receipts {
            let ending = self.ledger.ending(&receipt.id);
            let is_guess = receipt.outcome.is_decision() && can_only_guess(self.extensions);
            holds(Invariant::SameEnd, is_guess || is_same_end(&self.ledger, view, receipt, self.extensions), || {
                format!("the agent has {ending:?}, view {view} {receipt:?}")
            })?;
        }
        holds(Invariant::NotLeftWaiting, screen.dialog.is_none(), || format!("view {view} still asks: {screen:?}"))
    }
}

fn check_dialog(ledger: &mut Ledger, view: usize, screen: &Screen) -> Checked {
    let shown = screen.dialog.as_ref();
    for receipt in &screen.receipts {
        if shown.is_none_or(|dialog| dialog.ask.id != receipt.id) && receipt.delivery != Delivery::Sent {
            ledger.seen(view, &receipt.id).is_past = true;
        }
    }
    let Some(dialog) = shown else { return Ok(()) };
    let record = ledger.seen(view, &dialog.ask.id);
    holds(Invariant::OneDialog, !record.is_past, || format!("{} is back in view {view}", dialog.ask.id))?;
    if record.drafts.is_empty() {
        record.drafts = vec![Default::default(); dialog.ask.questions.len()];
    }
    holds(Invariant::NothingTypedLost, record.drafts == dialog.drafts, || {
        format!("{} in view {view} was {:?} and is {:?}", dialog.ask.id, record.drafts, dialog.drafts)
    })?;
    let is_decided = matches!(dialog.phase, Phase::Kept { .. } | Phase::Cancelling);
    holds(Invariant::AsDecided, !is_decided || record.decision.is_some(), || {
        format!("{} in view {view} is {:?}, and nobody decided it", dialog.ask.id, dialog.phase)
    })
}

fn check_receipt(ledger: &Ledger, view: usize, receipt: &Receipt, extensions: bool) -> Checked {
    let record = ledger.seen.get(&(view, receipt.id.clone()));
    for (line, draft) in receipt.lines.iter().zip(record.into_iter().flat_map(|record| &record.drafts)) {
        let answer = draft.answer();
        let other = answer.other.as_ref();
        let is_kept = line.notes == answer.notes && other.is_none_or(|text| line.answers.contains(text));
        holds(
            Invariant::NothingTypedLost,
            is_kept && line.answers.len() == draft.answer().picks.len() + other.iter().count(),
            || format!("the receipt of {} in view {view} has {line:?} of {draft:?}", receipt.id),
        )?;
    }
    if receipt.delivery == Delivery::Settled && receipt.outcome.is_decision() {
        let ending = ledger.ending(&receipt.id);
        let has_heard = record.is_some_and(|record| record.heard_over);
        let is_true = is_same_end(ledger, view, receipt, extensions)
            || (can_only_guess(extensions) && ending.is_some() && !has_heard);
        holds(Invariant::TrueReceipt, is_true, || format!("view {view} has {receipt:?}, the agent {ending:?}"))?;
    }
    Ok(())
}

/// Whether a view that hears that an ask is over, and not how, cannot find out what became of its decision.
fn can_only_guess(extensions: bool) -> bool {
    !extensions
}

/// Whether the agent's end of an ask and the person's are the same.
fn is_same_end(ledger: &Ledger, view: usize, receipt: &Receipt, extensions: bool) -> bool {
    let Some(ending) = ledger.ending(&receipt.id) else { return false };
    match (ending, receipt.outcome) {
        (Ending::Decided(Decision::Answer { answers, annotations }), outcome) if outcome.is_answer() => {
            let notes = receipt.annotations.iter();
            let notes = notes.map(|(key, note)| (key.clone(), (note.preview.clone(), note.notes.clone())));
            *answers == receipt.answers.iter().cloned().collect() && (!extensions || *annotations == notes.collect())
        }
        (Ending::Decided(Decision::Cancel), Outcome::Cancelled) => true,
        (Ending::Decided(decision), Outcome::Withdrawn | Outcome::AnsweredElsewhere | Outcome::TimedOut) => {
            let sent_by = |from: usize| {
                let record = ledger.seen.get(&(from, receipt.id.clone()));
                record.is_some_and(|record| record.sent.contains(decision))
            };
            !sent_by(view) || (0..VIEWS).filter(|other| *other != view).any(sent_by)
        }
        (Ending::TimedOut | Ending::HungUp, Outcome::TimedOut | Outcome::Withdrawn) => true,
        _ => false,
    }
}
