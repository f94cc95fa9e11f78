//! When an ask comes before the person.

use crate::session::time::Time;

/// Whether an ask may be on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visibility {
    /// It is not shown before this time.
    Hidden { until: Time, reason: HiddenReason },
    /// It may be shown, and is if it is in front.
    Shown {
        /// Whether it stands behind another ask, or did until now.
        is_behind: bool,
    },
}

/// Why an ask is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HiddenReason {
    /// It has just come, perhaps in a replay with its end close behind.
    New,
    /// An earlier page had it, and the bridge has not said that it still waits for it.
    Restored,
    /// The person types in the page. A bar announces the ask.
    Typing,
}

/// Who knows of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownTo {
    Nobody,
    /// A page before this one.
    EarlierPage,
    /// The page was notified of it.
    Page,
}

impl Visibility {
    pub(super) fn is_shown(self) -> bool {
        matches!(self, Visibility::Shown { .. })
    }

    pub(super) fn show(&mut self) {
        if !self.is_shown() {
            *self = Visibility::Shown { is_behind: false };
        }
    }

    /// It is over, and what was typed may stay to be read. Somebody who types in the page is still not interrupted.
    pub(super) fn end(&mut self) {
        if !self.is_shown() {
            *self = Visibility::Shown { is_behind: self.is_postponed() };
        }
    }

    /// Whether it is hidden only because the person types in the page.
    pub(super) fn is_postponed(self) -> bool {
        matches!(self, Visibility::Hidden { reason: HiddenReason::Typing, .. })
    }

    pub(super) fn postpone(&mut self, until: Time) {
        *self = Visibility::Hidden { until, reason: HiddenReason::Typing };
    }

    /// When it is to be shown, if it is hidden.
    pub(super) fn shown_at(self) -> Option<Time> {
        match self {
            Visibility::Hidden { until, .. } => Some(until),
            Visibility::Shown { .. } => None,
        }
    }

    /// The bridge still waits for it, so an earlier page's ask is shown.
    pub(super) fn confirm(&mut self, now: Time) {
        if let Visibility::Hidden { until, reason: HiddenReason::Restored } = self {
            *until = now;
        }
    }

    /// Another ask is in front of it.
    pub(super) fn stand_behind(&mut self) {
        if let Visibility::Shown { is_behind } = self {
            *is_behind = true;
        }
    }

    /// It comes to the front now. Returns whether it stays there: if it stood behind another ask, and the person types in the
    /// page, it is postponed as a new one would be.
    pub(super) fn come_to_front(&mut self, now: Time, typing_until: Option<Time>) -> bool {
        let Visibility::Shown { is_behind } = self else { return false };
        match typing_until.filter(|until| *is_behind && *until > now) {
            Some(until) => {
                self.postpone(until);
                false
            }
            None => {
                *is_behind = false;
                true
            }
        }
    }
}
