//! What the person should see now: plain data, compared by value, so that a view repaints only what changed.

use std::sync::Arc;

use crate::protocol::form::FieldError;
use crate::protocol::{NotePlace, RequestKind, Unmet};

use super::Session;
use super::approval_draft::ApprovalDraft;
use super::draft::Draft;
use super::guard::GuardLevel;
use super::link::Connection;
use super::open_ask::OpenAsk;
use super::outcome::{DeliveryStatus, Outcome, Receipt, ReceiptLine};
use super::shared_ask::SharedAsk;
use super::time::Time;

/// Everything on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// How the connection is.
    pub connection: Connection,
    /// Why there is none, while there is none.
    pub connection_failure: Option<ConnectionFailure>,
    /// Whether a lost one can be made again from here; otherwise it is the page's to do.
    pub can_connect: bool,
    /// The ask before the person.
    pub dialog: Option<Dialog>,
    /// While there is none: the ask that waits until they have stopped typing elsewhere. A bar announces it.
    pub postponed: Option<PostponedAsk>,
    /// How far the latest answer has come; for a moment only, once there is no doubt about it.
    pub delivery: Option<DeliveryStatus>,
    /// What stays of earlier ones, oldest first.
    pub receipts: Vec<Arc<Receipt>>,
}

/// An ask that waits until the person has stopped typing.
#[derive(Clone, Debug, PartialEq)]
pub struct PostponedAsk {
    /// As it will be shown.
    pub dialog: Dialog,
    /// What they typed on into the dialog before it gave way. It belongs to the field in which they were.
    pub typed_on: String,
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionFailure {
    /// The close code.
    pub code: u16,
    /// The other end's words, safe to show; often none.
    pub words: String,
}

/// The dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct Dialog {
    /// What is asked.
    pub ask: SharedAsk,
    /// What is chosen and typed, by question.
    pub drafts: Vec<Draft>,
    /// The question that is shown; the number after the last is the review.
    pub step: usize,
    /// How far it has come.
    pub phase: Phase,
    /// What stands in the way.
    pub alert: Option<Alert>,
    /// How much time is left, if there is a limit.
    pub countdown: Option<Countdown>,
    /// Whether it is minimized to a bar.
    pub minimized: bool,
    /// Whether it can only be read: it is decided or over, or another view has the session.
    pub read_only: bool,
    /// Whether the bridge that asked it can be reached.
    pub reach: Reach,
    /// Whether it can be closed without a decision, because none would get anywhere.
    pub can_close: bool,
    /// How far what the person does counts.
    pub guard: GuardLevel,
    /// The asks that stand behind it, in their order.
    pub queue: Vec<SharedAsk>,
    /// How many asks were before it since none waited.
    pub earlier: usize,
    /// How often something stood in the way of what the person wanted.
    pub alert_count: u32,
    /// For how many more seconds, rounded up, a cancel can be taken back.
    pub undo_seconds: Option<u64>,
    /// Whether the bridge takes notes beside the answers.
    pub takes_notes: bool,
    /// What is open, ticked and typed on the card of an approval.
    pub approval: ApprovalDraft,
}

impl Dialog {
    /// Whether all answers are shown, to be looked over.
    pub fn is_in_review(&self) -> bool {
        self.ask.request.is_questions() && self.step == self.ask.questions().len()
    }

    /// Whether it has just appeared or moved, so that nothing counts that the person does, but for text.
    pub fn is_guarded(&self) -> bool {
        self.guard == GuardLevel::Up
    }

    /// Whether it is shown as a bar.
    pub fn shows_bar(&self) -> bool {
        self.minimized || self.phase == Phase::Cancelling
    }

    /// What is chosen and typed, as text to copy, while none of it was sent.
    pub fn draft_text(&self) -> String {
        let answers: Vec<_> = self.drafts.iter().map(Draft::chosen_and_typed).collect();
        let receipt = Receipt {
            id: self.ask.id.clone(),
            outcome: match (&self.phase, self.reach) {
                (Phase::Ended { outcome, .. }, Reach::Reachable | Reach::Unreachable { .. }) => *outcome,
                (Phase::Asking | Phase::Cancelling | Phase::Decided, Reach::Unreachable { is_late: true }) => {
                    Outcome::TimedOut
                }
                (
                    Phase::Asking | Phase::Cancelling | Phase::Decided,
                    Reach::Reachable | Reach::Unreachable { is_late: false },
                ) => Outcome::Lapsed,
            },
            delivery: DeliveryStatus::NotSent,
            lines: match self.ask.request.kind() {
                RequestKind::Permission => {
                    vec![ReceiptLine::of_approval(&self.ask, &self.approval, Outcome::Lapsed, None)]
                }
                RequestKind::Questions | RequestKind::Elicitation => {
                    ReceiptLine::all(&self.ask, &answers, &|_, _| true)
                }
            },
            answers: Vec::new(),
            annotations: Vec::new(),
            result: None,
        };
        receipt.copied_text()
    }

    /// Whether there is a field for a note to this question: where the note has a way to the agent, or is there already.
    pub fn offers_note(&self, question: usize) -> bool {
        let has_note = self.drafts.get(question).is_some_and(|draft| !draft.notes.is_empty());
        let has_place =
            self.ask.questions().get(question).is_some_and(|asked| asked.constraints.note != NotePlace::Nowhere);
        has_note || (self.takes_notes && has_place)
    }

    /// Whether the note to this question is not sent with the answer as it is now.
    pub fn has_unsent_note(&self, question: usize) -> bool {
        let (Some(asked), Some(draft)) = (self.ask.questions().get(question), self.drafts.get(question)) else {
            return false;
        };
        let answer = draft.answer();
        let is_open = match self.phase {
            Phase::Asking | Phase::Decided => true,
            Phase::Cancelling | Phase::Ended { .. } => false,
        };
        is_open && answer.notes.is_some() && !(self.takes_notes && asked.constraints.takes_note(&answer))
    }

    /// How many questions have no answer.
    pub fn gaps(&self) -> usize {
        self.drafts.iter().filter(|draft| !draft.is_answered()).count()
    }

    /// What the button does that leads on.
    pub fn primary_action(&self) -> PrimaryAction {
        match self.phase {
            Phase::Decided => PrimaryAction::Change,
            Phase::Ended { .. } => PrimaryAction::Close,
            // Another view has the session, so there is nothing to send.
            Phase::Asking | Phase::Cancelling if self.read_only => PrimaryAction::Close,
            Phase::Asking | Phase::Cancelling => self.next_action(),
        }
    }

    /// What leads on while the person can answer.
    fn next_action(&self) -> PrimaryAction {
        let (questions, gaps) = (self.ask.questions().len(), self.gaps());
        if self.is_in_review() && gaps > 0 {
            PrimaryAction::SendWithout(gaps)
        } else if self.is_in_review() || questions == 1 || !self.ask.request.is_questions() {
            PrimaryAction::Send
        } else if self.step + 1 == questions {
            PrimaryAction::Review
        } else {
            PrimaryAction::Next
        }
    }
}

/// What the one button does that leads on, whatever the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimaryAction {
    /// Sends all answers.
    Send,
    /// Sends them though so many are missing.
    SendWithout(usize),
    /// Goes to the next question.
    Next,
    /// Goes to the page that shows all answers.
    Review,
    /// Takes back what could not be sent yet.
    Change,
    /// Closes what is over, or has nowhere to go.
    Close,
}

/// How far the ask before the person has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// It can be answered.
    Asking,
    /// It was cancelled; that can be taken back for a moment.
    Cancelling,
    /// It is answered. Where there is no connection, the answer will be sent when there is one.
    Decided,
    /// It is over, and stays until the person has read what they had.
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// The other side's words.
        words: Option<String>,
    },
}

/// Whether the bridge that asked something can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It can, or may be again in a moment.
    Reachable,
    /// It cannot, and nobody knows whether it still waits.
    Unreachable {
        /// Whether the time for an answer is over.
        is_late: bool,
    },
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alert {
    /// This question has no answer yet.
    Gap(usize),
    /// The form asks for another number of options.
    Picks(Unmet),
    /// The bridge refused the answer, in these words.
    Refused(String),
    /// Not everything was in view that has to be before it can be allowed.
    NotRead,
    /// Nothing is ticked that "allow always" could save.
    NothingTicked,
    /// The code that shows this request could not be loaded.
    NotLoaded,
    /// What is entered is not what these fields of a form ask for, each by its position.
    Fields(Vec<(usize, FieldError)>),
    /// The form cannot be accepted, whatever is entered.
    NotAcceptable,
}

/// Time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// Whole seconds, rounded up.
    pub seconds: u64,
    /// The number of seconds that was last announced as left. It is announced rarely, because a voice that counts is a nuisance.
    pub spoken: Option<u64>,
    /// Whether the bridge gives more time to somebody at work.
    pub can_grow: bool,
    /// Whether it is so little that it is shown as a warning: half a minute, or a quarter of what there was.
    pub is_soon: bool,
}

impl Session {
    /// What the person should see at `now`.
    pub fn screen(&self, now: Time) -> Screen {
        Screen {
            connection: self.link.connection(),
            connection_failure: self.connection_failure.clone(),
            can_connect: self.link.is_own(),
            dialog: self.front().map(|ask| self.dialog(now, ask)),
            postponed: self.postponed_index().map(|index| {
                let dialog = self.dialog(now, &self.asks[index]);
                PostponedAsk { dialog, typed_on: self.typed_on.clone() }
            }),
            delivery: self.delivery_status(now),
            receipts: self.receipts.clone(),
        }
    }

    fn dialog(&self, now: Time, open: &OpenAsk) -> Dialog {
        let is_out_of_reach = self.is_out_of_reach(now, open);
        Dialog {
            ask: open.ask.clone(),
            drafts: open.drafts.clone(),
            step: open.step,
            phase: open.phase(),
            alert: self.loading_alert(&open.ask.request).or_else(|| open.alert.clone()),
            countdown: open.countdown(now, self.capabilities.extend).filter(|_| !is_out_of_reach),
            minimized: open.minimized,
            read_only: !open.is_open() || self.link.connection() == Connection::Taken,
            reach: match is_out_of_reach {
                true => Reach::Unreachable { is_late: open.is_late(now) },
                false => Reach::Reachable,
            },
            can_close: self.can_close(now, open),
            guard: self.guard_level(now),
            queue: {
                let behind = self.asks.iter().filter(|other| other.is_waiting() && other.id() != open.id());
                behind.map(|other| other.ask.clone()).collect()
            },
            earlier: self.arrived.saturating_sub(self.undecided()),
            alert_count: open.alert_count,
            undo_seconds: open.undo_seconds(now),
            takes_notes: open.is_annotated(self.capabilities.annotations),
            approval: open.approval.clone(),
        }
    }
}
