//! An ask that is not over, or that the person should still read: its drafts, its deadline, and how far it has come.

mod clock;
mod drafts;
mod persisted;
mod response;
mod stage;
mod visibility;

use crate::protocol::{Ask, Value};

use super::approval_draft::ApprovalDraft;
use super::delivery::{Attempt, BridgeView, Expectation, Purpose, due, is_allowance};
use super::draft::Draft;
use super::memory;
use super::request_rules::RequestDecision;
use super::screen::{Alert, Countdown};
use super::shared_ask::SharedAsk;
use super::time::Time;
use super::timing::{GIVE_UP_AFTER, SILENT_BRIDGE};
use clock::Clock;
use drafts::DraftOwner;
use stage::Stage;
use visibility::{HiddenReason, KnownTo, Visibility};

/// An ask that is not over, or that the person should still read.
#[derive(Clone, Debug)]
pub(super) struct OpenAsk {
    pub(super) ask: SharedAsk,
    pub(super) drafts: Vec<Draft>,
    /// What is open, ticked and typed on the card of an approval.
    pub(super) approval: ApprovalDraft,
    /// The drafts that were persisted for a request that was not read yet.
    stored_drafts: Vec<Value>,
    /// The question that is shown; the number after the last is the review.
    pub(super) step: usize,
    pub(super) alert: Option<Alert>,
    /// How often something stood in the way of what the person wanted.
    pub(super) alert_count: u32,
    /// Whether the person has minimized it.
    pub(super) minimized: bool,
    /// Whether what another page offers counts more than the drafts here.
    draft_owner: DraftOwner,
    stage: Stage,
    visibility: Visibility,
    known_to: KnownTo,
    clock: Option<Clock>,
}

impl OpenAsk {
    /// A new ask that is hidden until `shown_at`.
    pub(super) fn new(now: Time, ask: Ask, shown_at: Time) -> OpenAsk {
        let seconds = ask.remaining_seconds.or(ask.timeout_seconds);
        OpenAsk {
            drafts: vec![Draft::default(); ask.questions().len()],
            approval: ApprovalDraft::default(),
            stored_drafts: Vec::new(),
            step: 0,
            alert: None,
            alert_count: 0,
            minimized: false,
            draft_owner: DraftOwner::Nobody,
            stage: Stage::Open,
            visibility: Visibility::Hidden { until: shown_at, reason: HiddenReason::New },
            known_to: KnownTo::Nobody,
            clock: seconds.map(|seconds| Clock::new(now, seconds, ask.timeout_seconds)),
            ask: SharedAsk::new(ask),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.ask.id
    }

    /// Whether there is a draft for each question, and the step is one of them or the review. The session asserts it after
    /// every input, outside of the shipped build.
    pub(super) fn is_consistent(&self) -> bool {
        let questions = self.ask.questions().len();
        self.drafts.len() == questions && self.step <= questions
    }

    // When it is shown.

    /// When it is to be shown, if it is hidden.
    pub(super) fn shown_at(&self) -> Option<Time> {
        self.visibility.shown_at()
    }

    /// Shows it. Returns whether the page is to be notified, which it is once.
    pub(super) fn show(&mut self) -> bool {
        self.visibility.show();
        std::mem::replace(&mut self.known_to, KnownTo::Page) != KnownTo::Page
    }

    /// Hides it until then, because the person types in the page.
    pub(super) fn postpone(&mut self, until: Time) {
        self.visibility.postpone(until);
    }

    /// Whether it is hidden only because the person types in the page.
    pub(super) fn is_postponed(&self) -> bool {
        self.visibility.is_postponed() && !self.is_sent()
    }

    /// Another ask is in front of it.
    pub(super) fn stand_behind(&mut self) {
        self.visibility.stand_behind();
    }

    /// It comes to the front now. Returns whether it stays there.
    pub(super) fn come_to_front(&mut self, now: Time, typing_until: Option<Time>) -> bool {
        self.visibility.come_to_front(now, typing_until)
    }

    pub(super) fn is_on_screen(&self) -> bool {
        self.visibility.is_shown() && !self.is_sent()
    }

    /// Whether the agent waits for the person because of it.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_on_screen() && !self.is_over()
    }

    /// Whether somebody knows of it here, or has typed something for it.
    pub(super) fn was_seen(&self) -> bool {
        self.known_to == KnownTo::Page || self.visibility.is_shown() || self.is_touched()
    }

    /// Whether the person sees a bar in place of the dialog.
    pub(super) fn shows_bar(&self) -> bool {
        self.minimized || self.undo_until().is_some()
    }

    // What the bridge says of it.

    /// When its decision is to be sent, and why.
    pub(super) fn due(&self, bridge: &BridgeView, confirms: bool) -> Option<(Time, Purpose)> {
        let attempt = self.sent().map(|sent| sent.attempt);
        let earliest = match attempt {
            Some(_) => Time::default(),
            None => self.unsent_from()?,
        };
        let may_be_unseen = !self.is_allowance() || bridge.has_requested(self.id());
        let (at, purpose) = due(attempt, bridge.expectation(self.id()), confirms, may_be_unseen)?;
        Some((at.max(earliest), purpose))
    }

    /// Whether its decision lets the agent do something.
    fn is_allowance(&self) -> bool {
        is_allowance(self.ask.request.kind(), self.outcome())
    }

    /// When it is over because the bridge does not wait for it, or does not say so and gets no allowance unasked. A bridge that
    /// confirms says by itself what became of a decision that was sent.
    pub(super) fn given_up_at(&self, bridge: &BridgeView, confirms: bool) -> Option<Time> {
        let is_settled_otherwise = self.is_over() || self.awaits_ack(confirms);
        match bridge.expectation(self.id()) {
            Expectation::NotNamed { since } => Some(since.plus_millis(GIVE_UP_AFTER)).filter(|_| !is_settled_otherwise),
            Expectation::Unknown { since } => {
                let is_lost = self.sent().is_some_and(|sent| sent.attempt == Attempt::Lost);
                Some(since.plus_millis(SILENT_BRIDGE)).filter(|_| is_lost && self.is_allowance())
            }
            Expectation::Named { .. } | Expectation::Asked { .. } => None,
        }
    }

    /// A status has named it as pending.
    pub(super) fn see_named(&mut self, now: Time) {
        self.visibility.confirm(now);
    }

    /// The bridge asked it again, perhaps with other words around the same options.
    pub(super) fn see_again(&mut self, now: Time, ask: Ask) {
        self.visibility.confirm(now);
        let remaining_seconds = ask.remaining_seconds;
        // The words that were answered stay, so that the same response is made of them after a reload.
        let has_other_words = self.ask.request.is_questions() && self.ask.questions() != ask.questions();
        if has_other_words && !self.is_sent() {
            self.ask = SharedAsk::new(ask);
        }
        if let Some(seconds) = remaining_seconds {
            self.set_remaining(now, seconds);
        }
    }

    /// Whether an answer to the one is an answer to the other.
    pub(super) fn asks_the_same(&self, ask: &Ask) -> bool {
        memory::asks_the_same(&self.ask, ask)
    }

    /// Gives its id free for another ask.
    pub(super) fn rename_earlier(&mut self) {
        self.ask.make_mut().id.push_str(" (earlier)");
    }

    // Its clock.

    pub(super) fn set_remaining(&mut self, now: Time, seconds: f64) {
        match &mut self.clock {
            Some(clock) => clock.set(now, now.plus_seconds(seconds)),
            None => self.clock = Some(Clock::new(now, seconds, None)),
        }
    }

    pub(super) fn deadline(&self) -> Option<Time> {
        self.clock.map(|clock| clock.deadline)
    }

    /// Whether its time is over.
    pub(super) fn is_late(&self, now: Time) -> bool {
        self.deadline().is_some_and(|deadline| deadline <= now)
    }

    pub(super) fn countdown(&self, now: Time, can_grow: bool) -> Option<Countdown> {
        self.clock.filter(|_| !self.is_over()).map(|clock| clock.countdown(now, can_grow))
    }

    /// Whether to request more time now that the person does something.
    pub(super) fn wants_more_time(&mut self, now: Time) -> bool {
        self.clock.as_mut().is_some_and(|clock| clock.wants_more(now))
    }

    /// For how many more seconds a cancel can be undone.
    pub(super) fn undo_seconds(&self, now: Time) -> Option<u64> {
        self.undo_until().map(|until| clock::seconds_until(now, until)).filter(|left| *left > 0)
    }

    /// When each number of seconds on the screen changes next.
    pub(super) fn next_ticks(&self, now: Time) -> [Option<Time>; 2] {
        let countdown = self.clock.filter(|_| !self.is_over()).and_then(|clock| clock.next_tick(now));
        let undo = self.undo_until().and_then(|until| clock::next_tick(now, until));
        [countdown, undo]
    }

    /// Whether what the person typed for the one is meant for the other.
    pub(super) fn is_same_request(&self, ask: &Ask) -> bool {
        let is_same = !self.ask.request.is_questions() || self.ask.questions() == ask.questions();
        is_same && self.asks_the_same(ask)
    }
}
