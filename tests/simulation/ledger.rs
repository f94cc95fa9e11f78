//! What the simulation itself knows to have happened, independently of both machines: what was asked, typed and decided,
//! and how each ask ended for the agent.

use std::collections::BTreeMap;

use ask_user_widget::protocol::RequestKind;
use ask_user_widget::session::{
    Action, ApprovalAction, ApprovalChoice, ApprovalDraft, Connection, Draft, Phase, Screen, SharedAsk,
};
use serde_json::json;

use crate::decision::{Decision, Ending, work};
use crate::invariants::{Checked, Invariant, holds};
use crate::link::Wire;

/// A view and an ask.
pub(crate) type Seen = (usize, String);

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Whether the bridge takes annotations.
    pub(crate) extensions: bool,
    /// Whether the bridge has lost its memory at least once.
    pub(crate) was_restarted: bool,
    pub(crate) asks: BTreeMap<String, AskRecord>,
    /// What the person sees of an ask, from one view.
    pub(crate) seen: BTreeMap<Seen, SeenRecord>,
}

/// One ask of the agent.
#[derive(Debug)]
pub(crate) struct AskRecord {
    pub(crate) at: u64,
    /// Seconds; `None` for an ask without limit.
    pub(crate) limit: Option<u64>,
    pub(crate) ending: Option<Ending>,
    /// How it had ended for bridges that were restarted, before any agent knew.
    pub(crate) past: Vec<Ending>,
    /// Its frame, once the bridge has sent it, and where it went last.
    pub(crate) frame: Option<(Wire, String)>,
}

/// One ask in one view.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenRecord {
    /// What was chosen and typed, after the last action of the person.
    pub(crate) drafts: Vec<Draft>,
    /// All of it, and when.
    pub(crate) typed: Vec<(u64, Vec<Draft>)>,
    /// Other drafts that may be found here: after a crash those of a moment before, or what another page has handed over.
    pub(crate) acceptable: Vec<Vec<Draft>>,
    /// Whether another page has what was typed here, and nothing was since.
    pub(crate) is_handed: bool,
    /// Whether the person has changed anything since the page was loaded or handed it over.
    pub(crate) is_own: bool,
    /// What they have decided and not taken back.
    pub(crate) decision: Option<Decision>,
    /// What the view has sent.
    pub(crate) sent: Vec<Decision>,
    /// How often the page was notified of the ask.
    pub(crate) notified: usize,
    /// Whether the view has heard that it ended without an answer.
    pub(crate) heard_over: bool,
    /// Whether they have read how it ended.
    pub(crate) is_read: bool,
    /// Whether it was over and has left the screen.
    pub(crate) is_past: bool,
    /// Whether another page said that it is over. A bridge that still asks is believed, and its frames may be old.
    pub(crate) is_secondhand: bool,
    /// Whether a bridge that was restarted has asked it again.
    pub(crate) is_asked_again: bool,
    /// Whether the page was loaded again since the ask first came.
    pub(crate) is_reloaded: bool,
}

impl Ledger {
    pub(crate) fn open_asks(&self) -> Vec<String> {
        let open = self.asks.iter().filter(|(_, ask)| ask.ending.is_none());
        open.map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn ending(&self, id: &str) -> Option<&Ending> {
        self.asks.get(id)?.ending.as_ref()
    }

    /// All of its ends; more than one if a bridge was restarted.
    pub(crate) fn endings(&self, id: &str) -> Vec<&Ending> {
        self.asks.get(id).into_iter().flat_map(|ask| ask.past.iter().chain(&ask.ending)).collect()
    }

    pub(crate) fn seen(&mut self, view: usize, id: &str) -> &mut SeenRecord {
        self.seen.entry((view, id.to_owned())).or_default()
    }
}

impl SeenRecord {
    /// What is there now, by the person's own hand.
    fn is_typed(&mut self, now: u64, drafts: &[Draft]) {
        if self.drafts != drafts {
            self.drafts = drafts.to_vec();
            self.typed.push((now, drafts.to_vec()));
            self.is_handed = false;
            self.is_own = true;
        }
        self.acceptable.clear();
    }

    /// Whether these drafts may be here: what was typed, or what was found in its place.
    pub(crate) fn finds(&mut self, now: u64, drafts: &[Draft]) -> bool {
        let is_blank = |known: &[Draft]| known.is_empty() && !drafts.iter().any(Draft::is_touched);
        let known = std::iter::once(&self.drafts).chain(&self.acceptable);
        let is_known = known.into_iter().any(|known| known == drafts || is_blank(known));
        // What was over, read and closed here, and is asked again, may have what another page has of it.
        let is_known = is_known || std::mem::take(&mut self.is_read);
        if is_known {
            if self.drafts != drafts {
                self.typed.push((now, drafts.to_vec()));
            }
            self.drafts = drafts.to_vec();
            self.acceptable.clear();
        }
        is_known
    }
}

// What happens is noted, and refused where it cannot be.
impl Ledger {
    /// Notes what a person did, from what they saw before and after it.
    pub(crate) fn note_action(
        &mut self,
        now: u64,
        view: usize,
        id: &str,
        action: &Action,
        before: &Screen,
        after: &Screen,
    ) -> Checked {
        let of = |screen: &Screen| screen.dialog.clone().filter(|dialog| dialog.ask.id == id);
        let Some(had) = of(before) else { return Ok(()) };
        let has = of(after);
        // A dialog that has just appeared takes text, and nothing else.
        let is_taken = !had.is_guarded() || is_text(action);
        let can_answer = had.phase == Phase::Asking && before.connection != Connection::Taken && is_taken;
        let extensions = self.extensions;
        let record = self.seen(view, id);
        if let Some(has) = has.as_ref().filter(|_| can_answer) {
            let typed = |question: usize| has.drafts.get(question);
            let is_there = match action {
                Action::EditText { question, text } => {
                    let takes_text = has.ask.questions().get(*question).is_some_and(|asked| asked.takes_text());
                    !takes_text || typed(*question).is_none_or(|draft| draft.text == *text)
                }
                Action::EditNotes { question, text } if has.ask.request.is_questions() => {
                    typed(*question).is_none_or(|draft| draft.notes == *text)
                }
                Action::Approval(ApprovalAction::EditMessage { text }) => has.approval.message == *text,
                _ => true,
            };
            holds(Invariant::NothingTypedLost, is_there, || format!("{action:?} of {id} in view {view} did nothing"))?;
            if !matches!(action, Action::Expand | Action::Minimize | Action::Close | Action::Undo) {
                record.is_typed(now, &work(has));
            }
        }
        let is_asking = has.as_ref().is_some_and(|has| has.phase == Phase::Asking);
        if let Action::Approval(ApprovalAction::DenyListed { ids }) = action
            && can_answer
        {
            self.note_denied(view, ids, before, after);
            return Ok(());
        }
        match action {
            Action::Undo if is_asking => record.decision = None,
            Action::Close if has.is_none() => {
                record.is_read = true;
                // A page that was loaded again keeps no copy of what is over and closed.
                if record.is_reloaded {
                    record.acceptable.push(Vec::new());
                }
            }
            Action::Send | Action::Confirm
                if can_answer && !is_asking && had.ask.request.kind() == RequestKind::Elicitation =>
            {
                record.decision = Some(Decision::of_form(&had.drafts));
            }
            Action::Send | Action::Confirm if can_answer && !is_asking => {
                // Only the review, which names what is missing, sends less than all.
                let is_proper = match action {
                    Action::Confirm if had.is_in_review() => had.gaps() < had.drafts.len(),
                    Action::Confirm => had.gaps() == 0 && had.drafts.len() == 1,
                    _ => had.gaps() == 0,
                };
                holds(Invariant::AsDecided, is_proper, || format!("{action:?} sent {had:?}"))?;
                record.decision = Some(Decision::of_drafts(&had.ask, &had.drafts, extensions));
            }
            Action::Cancel if can_answer && !is_asking => record.decision = Some(Decision::Cancel),
            Action::Decline if can_answer && !is_asking => {
                record.decision = Some(Decision::Result(json!({"action": "decline"})));
            }
            Action::Approval(ApprovalAction::Decide(choice)) if can_answer && !is_asking => {
                let allows = matches!(choice, ApprovalChoice::AllowOnce | ApprovalChoice::AllowAlways);
                let is_read = match choice {
                    ApprovalChoice::AllowAlways => had.approval.was_read && had.approval.was_scope_read,
                    _ => had.approval.was_read,
                };
                holds(Invariant::AsDecided, !allows || is_read, || format!("{id} was not read"))?;
                record.decision = Decision::of_choice(&had.ask, &had.approval, *choice);
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes which of the listed asks were denied: those that waited before and do not after it. What was written to one goes with it.
    fn note_denied(&mut self, view: usize, ids: &[String], before: &Screen, after: &Screen) {
        let waiting = |screen: &Screen| -> Vec<SharedAsk> {
            let front = screen.dialog.iter().filter(|dialog| dialog.phase == Phase::Asking).map(|dialog| &dialog.ask);
            front.chain(screen.dialog.iter().flat_map(|dialog| &dialog.queue)).cloned().collect()
        };
        let left: Vec<_> = waiting(after).iter().map(|ask| ask.id.clone()).collect();
        for ask in waiting(before).iter().filter(|ask| ids.contains(&ask.id) && !left.contains(&ask.id)) {
            let record = self.seen(view, &ask.id);
            let message = record.drafts.first().map(|draft| draft.notes.clone()).unwrap_or_default();
            let draft = ApprovalDraft { message, ..ApprovalDraft::default() };
            record.decision = Decision::of_choice(ask, &draft, ApprovalChoice::Deny);
        }
    }

    /// Notes what a view sent; nobody else can have decided it.
    pub(crate) fn note_sent(&mut self, view: usize, id: &str, decision: Decision) -> Checked {
        let record = self.seen(view, id);
        let is_decided = record.decision.as_ref() == Some(&decision) || record.sent.contains(&decision);
        holds(Invariant::AsDecided, is_decided, || {
            format!("view {view} sent {decision:?} for {id}, decided was {:?}", record.decision)
        })?;
        if !record.sent.contains(&decision) {
            record.sent.push(decision);
        }
        Ok(())
    }

    /// Notes that a host page was notified of an ask.
    pub(crate) fn note_notified(&mut self, view: usize, id: &str) -> Checked {
        let record = self.seen(view, id);
        record.notified += 1;
        // What a page had kept may lapse before its turn comes at a bridge that asks it again.
        let most = if record.is_asked_again { 2 } else { 1 };
        holds(Invariant::OneDialog, record.notified <= most, || {
            format!("view {view} was notified {} times of {id}", record.notified)
        })
    }
}

/// Whether an action counts though the dialog has just appeared.
fn is_text(action: &Action) -> bool {
    matches!(
        action,
        Action::EditText { .. }
            | Action::EditNotes { .. }
            | Action::Approval(
                ApprovalAction::EditMessage { .. }
                    | ApprovalAction::EditInput { .. }
                    | ApprovalAction::ReadToEnd
                    | ApprovalAction::ReadScopeToEnd
            )
    )
}
