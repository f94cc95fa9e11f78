//! What the person should see now: plain data, compared by value, so that a view repaints only what changed.

use std::sync::Arc;

use crate::protocol::Ask;

use super::Session;
use super::draft::Draft;
use super::item::Item;
use super::link::Connection;
use super::outcome::{Delivery, Outcome, Receipt};

/// Everything on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// How the connection is.
    pub connection: Connection,
    /// Why there is none, while there is none.
    pub trouble: Option<Trouble>,
    /// Whether a lost one can be made again from here; otherwise it is the page's to do.
    pub can_connect: bool,
    /// The ask before the person.
    pub dialog: Option<Dialog>,
    /// How far the latest answer has come; for a moment only, once there is no doubt about it.
    pub delivery: Option<Delivery>,
    /// What stays of earlier ones, oldest first.
    pub receipts: Vec<Arc<Receipt>>,
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The close code.
    pub code: u16,
    /// The other end's words, safe to show; often none.
    pub words: String,
}

/// The dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct Dialog {
    /// What is asked.
    pub ask: Arc<Ask>,
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
    /// Whether it is folded to a bar.
    pub collapsed: bool,
    /// Whether it can only be read: it is decided or over, or another view has the session.
    pub locked: bool,
    /// Whether it has just appeared or moved, so that nothing counts that the person does, but for text.
    pub guarded: bool,
    /// How many asks stand behind it.
    pub queued: usize,
}

impl Dialog {
    /// Whether all answers are shown, to be looked over.
    pub fn is_in_review(&self) -> bool {
        self.step == self.ask.questions.len()
    }

    /// How many questions have no answer.
    pub fn gaps(&self) -> usize {
        self.drafts.iter().filter(|draft| !draft.is_answered()).count()
    }
}

/// How far the ask before the person has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// It can be answered.
    Asking,
    /// It was cancelled; that can be taken back for a moment.
    Cancelling,
    /// It is decided and will be sent when the connection is back.
    Kept {
        /// Whether the decision is a cancel.
        cancelled: bool,
    },
    /// It is over, and stays until the person has read what they had.
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// The other side's words.
        words: Option<String>,
    },
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alert {
    /// This question has no answer yet.
    Gap(usize),
    /// The bridge refused the answer, in these words.
    Refused(String),
}

/// From this many seconds on the time that is left is a warning, with words above the options.
pub const SOON: u64 = 30;

/// Time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// Whole seconds, rounded up.
    pub seconds: u64,
    /// What was last to be said aloud: that so many seconds were left. Rarely, because a voice that counts is a nuisance.
    pub spoken: Option<u64>,
    /// Whether the bridge gives more time to somebody at work.
    pub can_grow: bool,
}

impl Session {
    /// What the person should see now.
    pub fn screen(&self) -> Screen {
        Screen {
            connection: self.link.connection(),
            trouble: self.trouble.clone(),
            can_connect: self.link.is_own(),
            dialog: self.front().map(|item| self.dialog(item)),
            delivery: self.delivery(),
            receipts: self.receipts.iter().cloned().collect(),
        }
    }

    fn dialog(&self, item: &Item) -> Dialog {
        Dialog {
            ask: item.ask.clone(),
            drafts: item.drafts.clone(),
            step: item.step,
            phase: item.phase(),
            alert: item.alert.clone(),
            countdown: item.countdown(self.capabilities.extend),
            collapsed: item.collapsed,
            locked: !item.is_asking() || self.link.connection() == Connection::Taken,
            guarded: self.is_guarded,
            queued: self.items.iter().filter(|other| other.is_waiting() && other.id() != item.id()).count(),
        }
    }
}
