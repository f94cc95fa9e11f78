//! What is said aloud, to those who do not see it: the difference between two screens, as words to be put into a language.
//!
//! A modal dialog that opens is read out by itself, with its title; everything else that changes is said here.

use crate::protocol::Request;

use super::guard::GuardLevel;
use super::link::Connection;
use super::outcome::Outcome;
use super::screen::{Alert, Countdown, Dialog, Phase, Reach, Screen};
use super::timing::WARNING_SECONDS;
use crate::protocol::RequestKind;

/// Something to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// An ask has left the screen, and ended so.
    Over(Outcome),
    /// An ask has ended so, and stays to be read.
    Ended(Outcome),
    /// An ask waits for an answer.
    Waiting,
    /// A form, or an address to be opened, is before the person; its title does not say so.
    Form,
    /// A request waits to be allowed or denied.
    ApprovalNeeded,
    /// It was cancelled, which can be taken back for a moment.
    Cancelled,
    /// It is decided, and will be sent when the connection is back. The decision may be a cancel.
    Unsent {
        /// Whether it is.
        cancelled: bool,
    },
    /// There is no connection, and what is chosen and typed is not lost.
    Offline,
    /// The agent is out of reach. What was decided, if anything, was not sent.
    Unreached {
        /// Whether an answer was.
        is_decided: bool,
    },
    /// The connection has changed, while there is nothing to answer.
    Connection(Connection),
    /// The time that is left has fallen to a number worth saying.
    TimeLeft {
        /// In seconds.
        seconds: u64,
        /// What to say of it: whether more can be had, once it is little.
        hurry: Option<bool>,
    },
    /// This number of asks waits behind the one that is shown, and one of them is new.
    Queued(usize),
    /// The person wanted to go on once more, and the same answer is still missing.
    StillMissing,
    /// Enter has to be pressed again to count.
    EnterAgain,
}

/// What has changed from `before` to `now`. `is_modal`: whether an open dialog is read out by itself.
pub fn announcements(before: &Screen, now: &Screen, is_modal: bool) -> Vec<Announcement> {
    let mut announced = Vec::new();
    let (was, is) = (before.dialog.as_ref(), now.dialog.as_ref());
    let same = was.zip(is).filter(|(was, is)| was.ask.id == is.ask.id);
    announced.extend(over(before, now));
    match (is, same) {
        (Some(is), Some((was, _))) => {
            if is_modal && !is.shows_bar() {
                announced.extend(form(Some(was), is));
            }
            let is_minimized_now = is.shows_bar() && !was.shows_bar();
            let is_lost = was.reach == Reach::Reachable && is.reach != Reach::Reachable;
            if was.phase != is.phase || is_minimized_now || is_lost {
                announced.extend(standing(is, now.connection));
            }
        }
        // It is read out by itself, but for what it is and who asks.
        (Some(is), None) if is_modal && !is.shows_bar() => {
            announced.extend(Some(waiting(is)).filter(|kind| *kind == Announcement::ApprovalNeeded));
            announced.extend(form(None, is));
        }
        (Some(is), None) => announced.extend(standing(is, now.connection)),
        (None, _) => {
            let postponed = now.postponed.as_ref().filter(|_| before.postponed.is_none());
            announced.extend(postponed.map(|postponed| waiting(&postponed.dialog)));
        }
    }
    if before.connection != now.connection {
        announced.extend(connection(is, before.connection, now.connection).filter(|item| !announced.contains(item)));
    }
    if let Some(is) = is {
        announced.extend(time_left(same.map(|(was, _)| was), is));
    }
    if let Some((was, is)) = same {
        if is.guard == GuardLevel::Again && was.guard != is.guard {
            announced.push(Announcement::EnterAgain);
        }
        if is.queue.len() > was.queue.len() {
            announced.push(Announcement::Queued(is.queue.len()));
        }
        let is_repeated =
            matches!(is.alert, Some(Alert::Gap(_))) && was.alert == is.alert && was.alert_count < is.alert_count;
        if is_repeated {
            announced.push(Announcement::StillMissing);
        }
    }
    announced
}

/// How an ask ended that is no longer on the screen.
fn over(before: &Screen, now: &Screen) -> Option<Announcement> {
    let is_known = |id: &str, outcome| before.receipts.iter().any(|known| known.id == id && known.outcome == outcome);
    let stays = |id: &str| now.dialog.as_ref().is_some_and(|dialog| dialog.ask.id == id);
    let ended = now.receipts.iter().rev().find(|receipt| !is_known(&receipt.id, receipt.outcome));
    ended.filter(|receipt| !stays(&receipt.id)).map(|receipt| Announcement::Over(receipt.outcome))
}

/// That the dialog shows a form, once it is known to be one.
fn form(was: Option<&Dialog>, is: &Dialog) -> Option<Announcement> {
    let is_form = |dialog: &Dialog| match dialog.ask.request {
        Request::Form(_) | Request::Address(_) => true,
        Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => false,
    };
    (is_form(is) && is.phase == Phase::Asking && !was.is_some_and(is_form)).then_some(Announcement::Form)
}

/// How things stand with an ask.
fn standing(dialog: &Dialog, connection: Connection) -> Option<Announcement> {
    let is_open = connection == Connection::Open;
    let (is_lost, is_taken) = (dialog.reach != Reach::Reachable, connection == Connection::Taken);
    Some(match dialog.phase {
        Phase::Ended { outcome, .. } => Announcement::Ended(outcome),
        Phase::Asking if is_lost && !is_taken => Announcement::Unreached { is_decided: false },
        Phase::Decided if is_lost && !is_taken => Announcement::Unreached { is_decided: true },
        Phase::Cancelling if is_open => Announcement::Cancelled,
        Phase::Cancelling => Announcement::Unsent { cancelled: true },
        Phase::Decided if !is_open => Announcement::Unsent { cancelled: false },
        // It is about to be sent.
        Phase::Decided => return None,
        Phase::Asking if is_open => waiting(dialog),
        Phase::Asking if connection == Connection::Taken => Announcement::Connection(connection),
        Phase::Asking => Announcement::Offline,
    })
}

fn waiting(dialog: &Dialog) -> Announcement {
    match dialog.ask.request.kind() {
        RequestKind::Permission => Announcement::ApprovalNeeded,
        RequestKind::Questions | RequestKind::Elicitation => Announcement::Waiting,
    }
}

fn connection(dialog: Option<&Dialog>, before: Connection, now: Connection) -> Option<Announcement> {
    match (dialog, now) {
        // An ask that is over has no use for a connection, whatever becomes of it.
        (Some(Dialog { phase: Phase::Ended { .. }, .. }), _) => None,
        (Some(_), Connection::Taken) => Some(Announcement::Connection(now)),
        (Some(_), Connection::Open) if before == Connection::Closed => None,
        (
            Some(dialog),
            Connection::Closed
            | Connection::Connecting
            | Connection::Open
            | Connection::Reconnecting
            | Connection::Unreachable
            | Connection::Failed,
        ) => standing(dialog, now),
        (None, Connection::Open | Connection::Closed) => None,
        (
            None,
            Connection::Connecting
            | Connection::Reconnecting
            | Connection::Unreachable
            | Connection::Failed
            | Connection::Taken,
        ) => Some(Announcement::Connection(now)),
    }
}

/// That time runs out: at the marks, and at once if little is left of it when the ask appears.
fn time_left(was: Option<&Dialog>, is: &Dialog) -> Option<Announcement> {
    let Countdown { seconds, spoken, can_grow, .. } = is.countdown?;
    if let Phase::Ended { .. } = is.phase {
        return None;
    }
    let seconds = match was {
        None => Some(seconds).filter(|seconds| *seconds <= WARNING_SECONDS)?,
        Some(was) => spoken.filter(|_| was.countdown.is_some_and(|left| left.spoken != spoken))?,
    };
    Some(Announcement::TimeLeft { seconds, hurry: (seconds <= WARNING_SECONDS).then_some(can_grow) })
}
