//! The ask that waits for the person: its frame, its clock, and what the agent gets in the end.

use ask_user_widget::protocol::permission::Denial;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asking::Waiting;
use super::request::Seconds;
use super::response::Response;
use super::view::SeenBy;
use super::{Limits, QuestionId, Settings, Time, TimeLimit};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Pending {
    ask: Waiting,
    clock: Clock,
    shown: Shown,
    pub(super) seen_by: SeenBy,
}

/// Whether a page has the request.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shown {
    /// No page has been connected since it was asked.
    Never,
    /// The page that is connected has it.
    Now,
    /// A page had it, and none is connected now.
    Gone {
        /// Until then the page is expected back, and the time that it asked for is kept.
        expected_until: Time,
    },
}

/// When an ask ends that nobody answers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Clock {
    /// It waits for as long as its agent does.
    Unlimited,
    /// It waits for as long as the agent likes, who may never come back for it. The page is shown no limit.
    Kept { until: Time },
    /// The person has a limit.
    Limited(Limit),
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Limit {
    timeout_seconds: u32,
    /// The deadline that the agent set.
    asked: Time,
    /// The deadline that the page was granted; the same, if it asked for nothing.
    granted: Time,
    /// No extension moves the deadline beyond this.
    latest: Time,
}

impl Limit {
    /// The deadline. Time that a page asked for is for the person before that page: it ends when the page has gone and
    /// does not come back soon.
    fn deadline(self, shown: Shown) -> Time {
        match shown {
            Shown::Never => self.asked,
            Shown::Now => self.granted,
            Shown::Gone { expected_until } => self.granted.min(self.asked.max(expected_until)),
        }
    }
}

impl Pending {
    /// The ask's turn has come: its clock starts, whether or not somebody is there to see it.
    pub(super) fn start(ask: Waiting, now: Time, settings: &Settings) -> Pending {
        let clock = match ask.limit {
            TimeLimit::Never if ask.is_recorded() => Clock::Kept { until: now.plus_seconds(settings.keep_seconds) },
            TimeLimit::Never => Clock::Unlimited,
            TimeLimit::Seconds(timeout_seconds) => {
                let asked = now.plus_seconds(timeout_seconds);
                let latest = asked.plus_seconds(settings.limits.extend_total_seconds);
                Clock::Limited(Limit { timeout_seconds, asked, granted: asked, latest })
            }
        };
        Pending { ask, clock, shown: Shown::Never, seen_by: SeenBy::default() }
    }

    /// The page of this view has the request.
    pub(super) fn show(&mut self, view: &str) {
        self.shown = Shown::Now;
        self.seen_by.note(view);
    }

    /// The page has gone, and no other has taken its place.
    pub(super) fn page_gone(&mut self, now: Time, limits: &Limits) {
        if let Shown::Now = self.shown {
            self.shown = Shown::Gone { expected_until: now.plus_seconds(limits.away_seconds) };
        }
    }

    pub(super) fn id(&self) -> &QuestionId {
        &self.ask.question
    }

    pub(super) fn ask(&self) -> &Waiting {
        &self.ask
    }

    pub(super) fn into_ask(self) -> Waiting {
        self.ask
    }

    pub(super) fn deadline(&self) -> Option<Time> {
        match self.clock {
            Clock::Unlimited => None,
            Clock::Kept { until } => Some(until),
            Clock::Limited(limit) => Some(limit.deadline(self.shown)),
        }
    }

    /// The limit that the person has.
    fn limit(&self) -> Option<Limit> {
        match self.clock {
            Clock::Unlimited | Clock::Kept { .. } => None,
            Clock::Limited(limit) => Some(limit),
        }
    }

    /// The frame as it is first sent.
    pub(super) fn frame(&self) -> Value {
        self.frame_with_remaining(None)
    }

    /// The frame for a page that comes later: the same limit, and what is left of it.
    pub(super) fn replay(&self, now: Time, extensions: bool) -> Value {
        let limit = self.limit().filter(|_| extensions);
        self.frame_with_remaining(limit.map(|limit| now.millis_until(limit.deadline(self.shown)) as f64 / 1000.0))
    }

    fn frame_with_remaining(&self, remaining_seconds: Option<f64>) -> Value {
        let timeout = self.limit().map(|limit| limit.timeout_seconds.into());
        self.ask.request.frame(self.ask.question.as_str(), Seconds { timeout, remaining: remaining_seconds })
    }

    /// Grants at least `wanted` seconds from now, as far as the limits go, and says how many milliseconds are left.
    /// Counted from now and not from the deadline, so that a request that arrives twice grants no more than once.
    pub(super) fn extend(&mut self, now: Time, wanted: u32, limits: &Limits) -> Option<u64> {
        let limit = match &mut self.clock {
            Clock::Unlimited | Clock::Kept { .. } => return None,
            Clock::Limited(limit) => limit,
        };
        let wanted = now.plus_seconds(wanted.min(limits.extend_seconds));
        limit.granted = limit.granted.max(wanted.min(limit.latest));
        Some(now.millis_until(limit.granted))
    }

    /// What the agent gets for a response; the reason if the response does not fit the request.
    pub(super) fn result(&self, response: &Response) -> Result<Value, &'static str> {
        self.ask.request.result(response)
    }

    /// What the agent gets when nobody answered.
    pub(super) fn time_out(&self) -> Value {
        self.ask.request.unanswered(match self.shown {
            Shown::Never => Denial::NobodyConnected,
            Shown::Now => Denial::TimedOut,
            Shown::Gone { .. } => Denial::Disconnected,
        })
    }
}
